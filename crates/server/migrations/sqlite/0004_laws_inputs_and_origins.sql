-- Only additions: programs that know table version 3 work on with these tables, so `user_version`
-- stays 3. It is the oldest version that a program must know; `_sqlx_migrations` has the present one.

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

-- Where a seek came from: a keyed hash of the client's address, for limits.
ALTER TABLE seek ADD COLUMN origin TEXT;
CREATE INDEX seek_origin ON seek (origin) WHERE origin IS NOT NULL AND game IS NULL;

-- Version of the requests between nodes that a node understands.
ALTER TABLE node ADD COLUMN protocol INTEGER NOT NULL DEFAULT 1;
