-- Version 3. Words in braces are said differently to each database. There are no
-- keys into other tables: an event or an aside is only written to a game whose
-- row was read and kept in the same transaction.
CREATE TABLE IF NOT EXISTS game (
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
    is_private {integer} NOT NULL,
    server_seed TEXT NOT NULL,
    start_fen TEXT NOT NULL,
    phase TEXT NOT NULL,
    is_over {integer} NOT NULL,
    result TEXT,
    started {integer} NOT NULL,
    updated {integer} NOT NULL,
    plies {integer} NOT NULL,
    deadline {integer},
    seq {integer} NOT NULL,
    asides {integer} NOT NULL,
    -- Up to which event the log stands in the archive.
    archived {integer} NOT NULL DEFAULT 0,
    epoch {integer} NOT NULL,
    -- The life of the node that writes the game.
    owner TEXT,
    -- Who is on move.
    turn TEXT
){strict};
CREATE INDEX IF NOT EXISTS game_started ON game (started, id);
CREATE INDEX IF NOT EXISTS game_white ON game (white_player, started) WHERE white_player IS NOT NULL;
CREATE INDEX IF NOT EXISTS game_black ON game (black_player, started) WHERE black_player IS NOT NULL;
CREATE INDEX IF NOT EXISTS game_live ON game (started, id) WHERE is_over = 0;
CREATE INDEX IF NOT EXISTS game_deadline ON game (deadline) WHERE is_over = 0 AND deadline IS NOT NULL;
CREATE INDEX IF NOT EXISTS game_unpacked ON game (updated) WHERE is_over = 1 AND archived < seq;
CREATE INDEX IF NOT EXISTS game_owner ON game (owner) WHERE owner IS NOT NULL;

-- In the order of writing: kept by (game, seq) it would be slow under load.
CREATE TABLE IF NOT EXISTS log (
    {order}
    game TEXT NOT NULL,
    seq {integer} NOT NULL,
    body TEXT NOT NULL,
    intent TEXT,
    UNIQUE (game, seq)
){strict};
CREATE UNIQUE INDEX IF NOT EXISTS log_intent ON log (game, intent) WHERE intent IS NOT NULL;

CREATE TABLE IF NOT EXISTS aside (
    {order}
    game TEXT NOT NULL,
    n {integer} NOT NULL,
    at {integer} NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (game, n)
){strict};

CREATE TABLE IF NOT EXISTS archive (
    game TEXT PRIMARY KEY,
    seq {integer} NOT NULL,
    log {bytes} NOT NULL
){strict};

CREATE TABLE IF NOT EXISTS seek (
    id TEXT PRIMARY KEY,
    by_player TEXT NOT NULL,
    body TEXT NOT NULL,
    is_private {integer} NOT NULL,
    created {integer} NOT NULL,
    expires {integer} NOT NULL,
    alive {integer} NOT NULL,
    game TEXT
){strict};
CREATE INDEX IF NOT EXISTS seek_player ON seek (by_player);

-- When a player of a game was last seen at its board. Apart from the games: those
-- who note it must not wait for those who write games, nor these for them.
CREATE TABLE IF NOT EXISTS presence (
    game TEXT PRIMARY KEY,
    seen {integer} NOT NULL
){strict};

CREATE TABLE IF NOT EXISTS node (
    life TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    address TEXT NOT NULL,
    seen {integer} NOT NULL,
    expires {integer} NOT NULL
){strict};

CREATE TABLE IF NOT EXISTS secret (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
){strict};
