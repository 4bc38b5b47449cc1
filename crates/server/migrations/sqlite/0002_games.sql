-- Table version 2, the first one that is migrated. No foreign keys: an event or a chat entry is only
-- written to a game whose row was read in the same transaction.
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
    owner TEXT
) STRICT;
CREATE INDEX game_started ON game (started, id);
CREATE INDEX game_white ON game (white_player, started) WHERE white_player IS NOT NULL;
CREATE INDEX game_black ON game (black_player, started) WHERE black_player IS NOT NULL;
CREATE INDEX game_live ON game (started, id) WHERE is_over = 0;
CREATE INDEX game_deadline ON game (deadline) WHERE is_over = 0 AND deadline IS NOT NULL;
CREATE INDEX game_unpacked ON game (updated) WHERE is_over = 1 AND archived < seq;
CREATE INDEX game_owner ON game (owner) WHERE owner IS NOT NULL;

-- Rows in order of writing: clustered by (game, seq), appends would be slow under load.
CREATE TABLE log (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    intent TEXT,
    UNIQUE (game, seq)
) STRICT;
CREATE UNIQUE INDEX log_intent ON log (game, intent) WHERE intent IS NOT NULL;

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

CREATE TABLE seek (
    id TEXT PRIMARY KEY,
    by_player TEXT NOT NULL,
    body TEXT NOT NULL,
    is_private INTEGER NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    alive INTEGER NOT NULL,
    game TEXT
) STRICT;
CREATE INDEX seek_player ON seek (by_player);

CREATE TABLE node (
    life TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    address TEXT NOT NULL,
    seen INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT;

CREATE TABLE secret (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- Read by versions of rukh that do not know the table of migrations.
PRAGMA user_version = 2;
