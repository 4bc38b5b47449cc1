-- What a game is rated by, as JSON; null where it is not rated.
ALTER TABLE game ADD COLUMN rated TEXT;

-- The ratings of people with an account, one of each pool (family, die, pace), as of the last game: thousandths
-- of points, and billionths of a volatility.
CREATE TABLE rating (
    player TEXT NOT NULL,
    pool TEXT NOT NULL,
    value INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    games INTEGER NOT NULL,
    -- When the last game ended.
    played INTEGER NOT NULL,
    PRIMARY KEY (player, pool)
) STRICT;
CREATE INDEX rating_pool ON rating (pool, value);

-- How rated games changed the ratings of their players. That a game is here says that it was rated.
CREATE TABLE rating_change (
    game TEXT NOT NULL,
    side TEXT NOT NULL,
    player TEXT NOT NULL,
    opponent TEXT NOT NULL,
    pool TEXT NOT NULL,
    at INTEGER NOT NULL,
    before_value INTEGER NOT NULL,
    before_deviation INTEGER NOT NULL,
    value INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    PRIMARY KEY (game, side)
) STRICT;
CREATE INDEX rating_change_player ON rating_change (player, pool, at);
