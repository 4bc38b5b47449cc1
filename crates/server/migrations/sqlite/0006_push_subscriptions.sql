-- Only additions: programs that know table version 3 work on with these tables.

-- Browsers that want push messages. `id` is a hash of the endpoint.
CREATE TABLE push_subscription (
    id TEXT PRIMARY KEY,
    guest TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    locale TEXT NOT NULL,
    created INTEGER NOT NULL,
    -- When the browser subscribed last; those that stay away are deleted.
    renewed INTEGER NOT NULL
) STRICT;
CREATE INDEX push_subscription_guest ON push_subscription (guest, renewed);
CREATE INDEX push_subscription_renewed ON push_subscription (renewed);
