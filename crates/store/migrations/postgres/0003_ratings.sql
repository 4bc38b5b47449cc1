-- What a game is rated by, as JSON; null where it is not rated.
ALTER TABLE game ADD COLUMN rated TEXT;

-- The ratings of people with an account, one of each pool (family, die, pace), as of the last game: thousandths
-- of points, and billionths of a volatility.
CREATE TABLE rating (
    player TEXT NOT NULL,
    pool TEXT NOT NULL,
    value BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    games BIGINT NOT NULL,
    -- When the last game ended.
    played BIGINT NOT NULL,
    PRIMARY KEY (player, pool)
);
CREATE INDEX rating_pool ON rating (pool, value);

-- How rated games changed the ratings of their players. That a game is here says that it was rated.
CREATE TABLE rating_change (
    game TEXT NOT NULL,
    side TEXT NOT NULL,
    player TEXT NOT NULL,
    opponent TEXT NOT NULL,
    pool TEXT NOT NULL,
    at BIGINT NOT NULL,
    before_value BIGINT NOT NULL,
    before_deviation BIGINT NOT NULL,
    value BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    PRIMARY KEY (game, side)
);
CREATE INDEX rating_change_player ON rating_change (player, pool, at);
