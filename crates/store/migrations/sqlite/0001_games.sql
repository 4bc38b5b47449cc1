-- No foreign keys: an event or a chat entry is only written to a game whose row was read in the same
-- transaction.
CREATE TABLE game (
    id TEXT PRIMARY KEY,
    instance TEXT NOT NULL,
    hash TEXT NOT NULL,
    ruleset_name TEXT NOT NULL,
    skin TEXT NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    white_player TEXT,
    black_player TEXT,
    time TEXT NOT NULL,
    manner TEXT NOT NULL,
    is_private INTEGER NOT NULL,
    server_seed TEXT NOT NULL,
    start_fen TEXT NOT NULL,
    phase TEXT NOT NULL,
    is_over INTEGER NOT NULL,
    result TEXT,
    started INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    deadline INTEGER,
    seq INTEGER NOT NULL,
    asides INTEGER NOT NULL,
    -- Number of the last archived event.
    archived INTEGER NOT NULL DEFAULT 0,
    epoch INTEGER NOT NULL,
    -- Incarnation of the node that writes the game.
    owner TEXT,
    -- The side on move.
    turn TEXT
) STRICT;
CREATE INDEX game_started ON game (started, id);
CREATE INDEX game_white ON game (white_player, started) WHERE white_player IS NOT NULL;
CREATE INDEX game_black ON game (black_player, started) WHERE black_player IS NOT NULL;
CREATE INDEX game_live ON game (started, id) WHERE is_over = 0;
CREATE INDEX game_deadline ON game (deadline) WHERE is_over = 0 AND deadline IS NOT NULL;
CREATE INDEX game_unpacked ON game (updated) WHERE is_over = 1 AND archived < seq;
CREATE INDEX game_owner ON game (owner) WHERE owner IS NOT NULL;

-- Rows in order of writing: clustered by (game, seq), appends would be slow under load. No index of
-- intents: a repeated one is recognised by the node that writes the game, which has read the intents of
-- its log; that another node cannot write it is ensured by epoch and event number.
CREATE TABLE log (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    intent TEXT,
    UNIQUE (game, seq)
) STRICT;

CREATE TABLE aside (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (game, n)
) STRICT;

CREATE TABLE archive (
    game TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    log BLOB NOT NULL
) STRICT;

-- The names that people have chosen. No other table has one, but the index of finished games, which follows.
CREATE TABLE player (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;

CREATE TABLE seek (
    id TEXT PRIMARY KEY,
    by_player TEXT NOT NULL,
    body TEXT NOT NULL,
    is_private INTEGER NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    alive INTEGER NOT NULL,
    game TEXT,
    -- Where it came from: a keyed hash of the client's address, for limits.
    origin TEXT
) STRICT;
CREATE INDEX seek_player ON seek (by_player);
CREATE INDEX seek_origin ON seek (origin) WHERE origin IS NOT NULL AND game IS NULL;

CREATE TABLE node (
    life TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    seen INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT;

CREATE TABLE secret (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- When a player of a game was last connected. A table of its own, so that presence and appends do
-- not wait for each other's locks.
CREATE TABLE presence (
    game TEXT PRIMARY KEY,
    seen INTEGER NOT NULL
) STRICT;

-- The laws of games: for each fingerprint and instance the ruleset file with what it extends laid
-- beneath, as it was when the first such game began.
CREATE TABLE ruleset (
    hash TEXT NOT NULL,
    instance TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (hash, instance)
) STRICT;

-- What a side has given in advance: its premoves and its seed for the throws. `n` is a number of the
-- game's chat entries.
CREATE TABLE player_input (
    game TEXT NOT NULL,
    side TEXT NOT NULL,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    premoves TEXT NOT NULL,
    seed TEXT,
    PRIMARY KEY (game, side)
) STRICT;

-- Browsers that want push messages. `id` is a hash of the endpoint.
CREATE TABLE push_subscription (
    id TEXT PRIMARY KEY,
    guest TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    locale TEXT NOT NULL,
    created INTEGER NOT NULL,
    -- When the browser subscribed last; those that stay away are deleted.
    renewed INTEGER NOT NULL
) STRICT;
CREATE INDEX push_subscription_guest ON push_subscription (guest, renewed);
CREATE INDEX push_subscription_renewed ON push_subscription (renewed);

-- Reviews of finished games. `seq` is the game's last event when it was reviewed, `format` the version of
-- the review, `body` its deflated JSON.
CREATE TABLE review (
    game TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    format INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;

-- Whoever reads finished games, and the games that each has not read yet. Backups leave both out.
CREATE TABLE consumer (name TEXT PRIMARY KEY) STRICT;
CREATE TABLE finished_game (
    -- Rises about in the order in which games ended.
    number INTEGER PRIMARY KEY,
    consumer TEXT NOT NULL,
    game TEXT NOT NULL,
    UNIQUE (consumer, game)
) STRICT;
CREATE INDEX finished_game_consumer ON finished_game (consumer, number);

-- The index of finished games, which a task in the background makes from their logs. Backups leave it out.
CREATE TABLE game_index (
    -- Rises in the order in which games ended: searches list and page by it.
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL UNIQUE,
    is_private INTEGER NOT NULL,
    started INTEGER NOT NULL,
    ruleset TEXT NOT NULL,
    instance TEXT NOT NULL,
    white_player TEXT,
    black_player TEXT,
    -- Names as they are searched for.
    white_name TEXT,
    black_name TEXT,
    -- `white`, `black`, `draw`, or `none` for a game that was broken off.
    result TEXT NOT NULL,
    reason TEXT NOT NULL,
    plies INTEGER NOT NULL,
    -- Hashes of the placement with which turns began: of both sides, and of each.
    opening INTEGER,
    opening_white INTEGER,
    opening_black INTEGER,
    -- The last placement.
    placement TEXT NOT NULL
) STRICT;
CREATE INDEX game_index_started ON game_index (started);
CREATE INDEX game_index_reason ON game_index (reason);
-- Searches read one of these indexes in the order of the answer, and find in it all that a filter may ask
-- for: where few games pass, those that do not are not looked up.
CREATE INDEX game_index_ruleset ON game_index
    (ruleset, number, is_private, plies, result, reason, started, instance);
CREATE INDEX game_index_white_player ON game_index
    (white_player, number, is_private, plies, result, reason, started, ruleset) WHERE white_player IS NOT NULL;
CREATE INDEX game_index_black_player ON game_index
    (black_player, number, is_private, plies, result, reason, started, ruleset) WHERE black_player IS NOT NULL;
CREATE INDEX game_index_white_name ON game_index
    (white_name, number, is_private, plies, result, reason, started, ruleset) WHERE white_name IS NOT NULL;
CREATE INDEX game_index_black_name ON game_index
    (black_name, number, is_private, plies, result, reason, started, ruleset) WHERE black_name IS NOT NULL;
CREATE INDEX game_index_opening ON game_index (opening) WHERE opening IS NOT NULL;
CREATE INDEX game_index_opening_white ON game_index (opening_white) WHERE opening_white IS NOT NULL;
CREATE INDEX game_index_opening_black ON game_index (opening_black) WHERE opening_black IS NOT NULL;

-- The positions of each game, where it reached them first.
CREATE TABLE position_index (
    hash INTEGER NOT NULL,
    number INTEGER NOT NULL,
    -- How many moves led to it, as the address of a game counts them.
    move_number INTEGER NOT NULL,
    PRIMARY KEY (hash, number)
) STRICT, WITHOUT ROWID;

-- The oldest version that a program must know to work with these tables.
PRAGMA user_version = 1;
