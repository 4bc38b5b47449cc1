-- Who signs in by a provider of OpenID Connect.
CREATE TABLE identity (
    -- SHA-256 of the provider's address and of what it knows the person by, in hexadecimal.
    id       TEXT PRIMARY KEY NOT NULL,
    player   TEXT NOT NULL,
    -- The provider's address.
    issuer   TEXT NOT NULL,
    -- What the operator calls the provider.
    provider TEXT NOT NULL,
    created  INTEGER NOT NULL,
    used     INTEGER
) STRICT;
CREATE INDEX identity_player ON identity (player);
