-- Only additions: programs that know table version 3 work on with these tables.

-- Reviews of finished games. `seq` is the game's last event when it was reviewed, `format` the version of
-- the review, `body` its deflated JSON.
CREATE TABLE review (
    game TEXT PRIMARY KEY,
    seq BIGINT NOT NULL,
    format BIGINT NOT NULL,
    body BYTEA NOT NULL
);
