-- How somebody plays, for moderators: a row for each person whose figures were asked for. What was counted and found is
-- deleted some time after, and with the account.
CREATE TABLE indicator_job (
    player TEXT PRIMARY KEY,
    -- Games that ended until then count.
    asked INTEGER NOT NULL,
    -- Games that are judged, and how many there are; null until somebody has looked.
    done INTEGER NOT NULL,
    total INTEGER,
    ended INTEGER,
    -- The incarnation of the node that works on it.
    owner TEXT
) STRICT;
CREATE INDEX indicator_queue ON indicator_job (asked) WHERE ended IS NULL;

-- The counted moves of a person in a game, so that nothing is judged twice.
CREATE TABLE indicator_game (
    player TEXT NOT NULL,
    game TEXT NOT NULL,
    -- Revision of the figures, and the node limit of the judge.
    revision INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    body TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT;

-- The figures of a person in a pool of ratings.
CREATE TABLE indicator (
    player TEXT NOT NULL,
    pool TEXT NOT NULL,
    revision INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    -- The rating when they were made, in points; null without one.
    rating INTEGER,
    body TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (player, pool)
) STRICT;
CREATE INDEX indicator_pool ON indicator (pool, rating);
