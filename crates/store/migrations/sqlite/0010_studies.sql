-- Studies of several chapters, which people write together. What happens in one is a row of `study_op`; the tree of a
-- chapter is what all of them together make, in whatever order they came.
CREATE TABLE study (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    -- `public`, `link` or `private`.
    visibility TEXT NOT NULL,
    -- Number of the last operation.
    seq INTEGER NOT NULL,
    -- Greatest clock of an operation.
    clock INTEGER NOT NULL,
    -- Bytes of all operations.
    bytes INTEGER NOT NULL,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    -- When a moderator hid it.
    hidden INTEGER
) STRICT;
CREATE INDEX study_owner ON study (owner, changed);
CREATE INDEX study_public ON study (changed) WHERE visibility = 'public' AND hidden IS NULL;

CREATE TABLE study_member (
    study TEXT NOT NULL,
    player TEXT NOT NULL,
    -- `writer` or `reader`.
    role TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (study, player)
) STRICT;
CREATE INDEX study_member_player ON study_member (player);

CREATE TABLE study_op (
    study TEXT NOT NULL,
    seq INTEGER NOT NULL,
    -- Chosen by whoever wrote it, so that it is written once however often it is sent.
    id TEXT NOT NULL,
    -- Null once the account is deleted.
    author TEXT,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (study, seq)
) STRICT;
CREATE UNIQUE INDEX study_op_id ON study_op (study, id);
CREATE INDEX study_op_author ON study_op (author) WHERE author IS NOT NULL;
