-- How somebody plays, for moderators: a row for each person whose figures were asked for. What was counted and found is
-- deleted some time after, and with the account.
CREATE TABLE indicator_job (
    player TEXT PRIMARY KEY,
    -- Games that ended until then count.
    asked BIGINT NOT NULL,
    -- Games that are judged, and how many there are; null until somebody has looked.
    done BIGINT NOT NULL,
    total BIGINT,
    ended BIGINT,
    -- The incarnation of the node that works on it.
    owner TEXT
);
CREATE INDEX indicator_queue ON indicator_job (asked) WHERE ended IS NULL;

-- The counted moves of a person in a game, so that nothing is judged twice.
CREATE TABLE indicator_game (
    player TEXT NOT NULL,
    game TEXT NOT NULL,
    -- Revision of the figures, and the node limit of the judge.
    revision BIGINT NOT NULL,
    nodes BIGINT NOT NULL,
    body TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (player, game)
);

-- The figures of a person in a pool of ratings.
CREATE TABLE indicator (
    player TEXT NOT NULL,
    pool TEXT NOT NULL,
    revision BIGINT NOT NULL,
    nodes BIGINT NOT NULL,
    -- The rating when they were made, in points; null without one.
    rating BIGINT,
    body TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (player, pool)
);
CREATE INDEX indicator_pool ON indicator (pool, rating);
