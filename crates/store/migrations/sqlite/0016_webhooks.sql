-- Where the events of an account are posted to.
CREATE TABLE webhook (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    url TEXT NOT NULL,
    -- Kinds of events, each between spaces.
    events TEXT NOT NULL,
    -- What signs deliveries, and beside it for some time the secret before.
    secret TEXT NOT NULL,
    former TEXT,
    former_until INTEGER,
    created INTEGER NOT NULL,
    -- What has changed before is among the deliveries.
    looked INTEGER NOT NULL,
    -- Attempts that failed since one succeeded, and since when; null if the last one succeeded.
    failures INTEGER NOT NULL,
    failing INTEGER,
    -- Since when and why nothing is delivered; null while it is.
    stopped INTEGER,
    cause TEXT
) STRICT;
CREATE INDEX webhook_player ON webhook (player);

-- What is to be delivered, and for a while what was. A node that delivers moves the time on first, so that no other
-- node does.
CREATE TABLE webhook_delivery (
    -- Of the webhook and what has happened: each event is here once.
    id TEXT PRIMARY KEY,
    webhook TEXT NOT NULL,
    player TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- Empty once it is done.
    body TEXT NOT NULL,
    created INTEGER NOT NULL,
    -- When it is tried next; null if it is done.
    due INTEGER,
    attempts INTEGER NOT NULL,
    -- When it was tried last, the status of the answer, and what happened where there was none.
    tried INTEGER,
    answer INTEGER,
    problem TEXT,
    -- Whether it was taken; null until that is known.
    taken INTEGER
) STRICT;
CREATE INDEX webhook_delivery_due ON webhook_delivery (due) WHERE due IS NOT NULL;
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook) WHERE due IS NOT NULL;
CREATE INDEX webhook_delivery_webhook ON webhook_delivery (webhook, created);
