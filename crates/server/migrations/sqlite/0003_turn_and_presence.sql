-- Table version 3: the side on move, and the presence of players.
ALTER TABLE game ADD COLUMN turn TEXT;

-- When a player of a game was last connected. A table of its own, so that presence and appends do
-- not wait for each other's locks.
CREATE TABLE presence (
    game TEXT PRIMARY KEY,
    seen INTEGER NOT NULL
) STRICT;

PRAGMA user_version = 3;
