-- How strong the levels of the computer are, on the scale of people's ratings: by their games with people who are
-- well known. Backups leave it out, since every game that has ended is read again where one is restored.
CREATE TABLE level_rating (
    level INTEGER NOT NULL,
    pool TEXT NOT NULL,
    -- Thousandths of points, and billionths of a volatility.
    value INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (level, pool)
) STRICT;
