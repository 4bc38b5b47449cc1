-- Only additions: programs that know table version 3 work on with these tables.

-- The index of finished games, which a task in the background makes from their logs: so it also has
-- games that ended before this version, or on a node of the version before. Backups leave it out.
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

-- 0: not yet in the index; 1: in it; -1: its log cannot be read.
ALTER TABLE game ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX game_unindexed ON game (updated) WHERE is_over = 1 AND indexed = 0;
