-- Games that two people agree to play at a time. Names are in no column: people are known by their ids.
CREATE TABLE appointment (
    id TEXT PRIMARY KEY,
    -- Game, clock and colour, as JSON.
    body TEXT NOT NULL,
    by_player TEXT NOT NULL,
    -- Who is asked; null for an offer that nobody has answered.
    with_player TEXT,
    -- Whose times stand, so that the other one answers.
    proposer TEXT NOT NULL,
    -- The times, as JSON; none for a game that begins when it is accepted.
    times TEXT NOT NULL,
    -- `proposed`, `agreed`, `declined`, `cancelled`, `begun` or `missed`.
    stage TEXT NOT NULL,
    -- When the game begins, once that is agreed.
    starts BIGINT,
    -- From when on nothing becomes of it.
    expires BIGINT NOT NULL,
    -- Rises with each change, so that two nodes cannot change it differently.
    seq BIGINT NOT NULL,
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    game TEXT,
    -- Where it came from: a keyed hash of the client's address, for limits.
    origin TEXT
);
CREATE INDEX appointment_by ON appointment (by_player, expires);
CREATE INDEX appointment_with ON appointment (with_player, expires) WHERE with_player IS NOT NULL;
CREATE INDEX appointment_origin ON appointment (origin, expires) WHERE origin IS NOT NULL;
CREATE INDEX appointment_due ON appointment (starts) WHERE stage = 'agreed';
CREATE INDEX appointment_expires ON appointment (expires);

-- Push messages that are to be sent: the node that deletes a row sends it.
CREATE TABLE reminder (
    player TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- Id of what it is about.
    subject TEXT NOT NULL,
    due BIGINT NOT NULL,
    PRIMARY KEY (player, kind, subject)
);
CREATE INDEX reminder_due ON reminder (due);
CREATE INDEX reminder_subject ON reminder (subject);

-- Whether those who take part were told that the event is near.
ALTER TABLE event ADD COLUMN reminded BIGINT;

CREATE TABLE follow (
    by_player TEXT NOT NULL,
    whom TEXT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (by_player, whom)
);
CREATE INDEX follow_whom ON follow (whom);

-- When people whom somebody follows were last connected. Backups leave it out.
CREATE TABLE online (
    player TEXT PRIMARY KEY,
    seen BIGINT NOT NULL
);

-- People who do not show when they are online.
CREATE TABLE hidden_person (player TEXT PRIMARY KEY);
