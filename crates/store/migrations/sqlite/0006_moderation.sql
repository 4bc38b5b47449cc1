-- What an account may do for the order of the site; nobody else has a row.
CREATE TABLE role (
    player TEXT PRIMARY KEY,
    -- `moderator` or `admin`.
    role TEXT NOT NULL,
    since INTEGER NOT NULL
) STRICT;

-- What people have reported. Deleted some time after it is resolved.
CREATE TABLE report (
    id TEXT PRIMARY KEY,
    -- Null where the account of the reporter was deleted.
    reporter TEXT,
    -- Who is reported.
    player TEXT NOT NULL,
    -- What it is about, such as `chat:GAME:NUMBER`, `name:PLAYER` or `play:GAME:PLAYER`.
    about TEXT NOT NULL,
    reason TEXT NOT NULL,
    -- What the reporter wrote.
    text TEXT,
    -- The name as it was, and the chat entry as it was.
    name TEXT,
    quote TEXT,
    created INTEGER NOT NULL,
    -- Who takes care of it.
    moderator TEXT,
    note TEXT,
    resolved INTEGER,
    -- What was decided: `nothing` or a measure.
    decision TEXT
) STRICT;
-- One open report of a person about a thing.
CREATE UNIQUE INDEX report_open ON report (reporter, about) WHERE resolved IS NULL;
CREATE INDEX report_queue ON report (created) WHERE resolved IS NULL;
CREATE INDEX report_reporter ON report (reporter, created);
CREATE INDEX report_player ON report (player);

-- What was decided about a person: a warning, or what they may not do.
CREATE TABLE sanction (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    measure TEXT NOT NULL,
    -- The name that was taken away.
    name TEXT,
    reason TEXT NOT NULL,
    -- What the person is told.
    text TEXT NOT NULL,
    -- Null for the operator.
    moderator TEXT,
    report TEXT,
    created INTEGER NOT NULL,
    -- When it ends by itself; null if it does not.
    until INTEGER,
    revoked INTEGER,
    -- What the person answered, and what became of that.
    appeal TEXT,
    appealed INTEGER,
    answer TEXT,
    answered INTEGER
) STRICT;
CREATE INDEX sanction_player ON sanction (player);
CREATE INDEX sanction_appeal ON sanction (appealed) WHERE appealed IS NOT NULL AND answered IS NULL;

-- Who blocks whom.
CREATE TABLE block (
    by_player TEXT NOT NULL,
    whom TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (by_player, whom)
) STRICT;
CREATE INDEX block_whom ON block (whom);

-- Every act of moderators and of the operator, with ids alone. Nothing in it can be changed.
CREATE TABLE moderation_log (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    -- Null for the operator.
    actor TEXT,
    act TEXT NOT NULL,
    -- Whom it concerns.
    player TEXT,
    -- Id of the report or the sanction.
    about TEXT,
    reason TEXT
) STRICT;
CREATE INDEX moderation_log_player ON moderation_log (player);
CREATE TRIGGER moderation_log_kept BEFORE UPDATE ON moderation_log
BEGIN SELECT RAISE(ABORT, 'the log of moderation is append-only'); END;
CREATE TRIGGER moderation_log_whole BEFORE DELETE ON moderation_log
BEGIN SELECT RAISE(ABORT, 'the log of moderation is append-only'); END;
-- A replacement deletes without the trigger of deletions.
CREATE TRIGGER moderation_log_appended BEFORE INSERT ON moderation_log
WHEN EXISTS (SELECT 1 FROM moderation_log WHERE number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'the log of moderation is append-only'); END;
