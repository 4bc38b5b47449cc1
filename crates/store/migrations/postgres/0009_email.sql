-- The e-mail address of an account, and what is sent to it.
CREATE TABLE email (
    player TEXT PRIMARY KEY,
    -- Verified; null until then.
    address TEXT,
    -- The address as accounts are found by it.
    look TEXT,
    verified BIGINT,
    -- One that is to be verified, with the hash of the code that was sent to it.
    pending TEXT,
    code TEXT,
    code_expires BIGINT,
    language TEXT NOT NULL,
    -- Kinds of mails that the person does not want, each between spaces.
    muted TEXT NOT NULL
);
CREATE INDEX email_look ON email (look) WHERE look IS NOT NULL;

-- Mails that are to be sent: what they tell, not their text, so that no code is in it. A node that sends one moves
-- its time on first, so that no other node does, and deletes it when it is sent.
CREATE TABLE email_outbox (
    id TEXT PRIMARY KEY,
    -- Null where somebody asks for an address that may be nobody's.
    player TEXT,
    kind TEXT NOT NULL,
    -- Where to; null for the address of the person.
    address TEXT,
    -- What it is about.
    subject TEXT NOT NULL,
    due BIGINT NOT NULL,
    -- From when on it is of no use.
    expires BIGINT NOT NULL,
    attempts BIGINT NOT NULL
);
CREATE INDEX email_outbox_due ON email_outbox (due);
CREATE INDEX email_outbox_player ON email_outbox (player) WHERE player IS NOT NULL;

-- How many mails of a kind an address was sent since a time: a keyed hash, so that no address is in it. Backups leave
-- it out.
CREATE TABLE email_count (
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    since BIGINT NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (name, kind)
);

-- The turn of a game of which its player was told by mail, by the end of its time.
CREATE TABLE email_turn (
    game TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    deadline BIGINT NOT NULL
);
