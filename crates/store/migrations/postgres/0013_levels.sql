-- How strong the levels of the computer are, on the scale of people's ratings: by their games with people who are
-- well known. Backups leave it out, since every game that has ended is read again where one is restored.
CREATE TABLE level_rating (
    level BIGINT NOT NULL,
    pool TEXT NOT NULL,
    -- Thousandths of points, and billionths of a volatility.
    value BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (level, pool)
);
