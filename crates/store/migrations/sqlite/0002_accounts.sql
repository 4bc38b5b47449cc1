-- People who can sign in. An account is something that a person has, under the id of the guest who made it: games,
-- seeks and names know people by their id and need no change.
CREATE TABLE account (
    player TEXT PRIMARY KEY,
    created INTEGER NOT NULL,
    -- When the name was last changed.
    renamed INTEGER NOT NULL,
    -- What passkeys know the person by: random bytes.
    handle BLOB NOT NULL UNIQUE,
    -- Argon2 hash of the password, if there is one.
    password TEXT
) STRICT;

-- The names of accounts, present and former, by what they look like: no two look the same, so that nobody can
-- be taken for somebody else, also by a name that they have given up.
CREATE TABLE account_name (
    look TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    name TEXT NOT NULL,
    since INTEGER NOT NULL
) STRICT;
CREATE INDEX account_name_player ON account_name (player);

CREATE TABLE passkey (
    -- Id of the credential, as base64url.
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    label TEXT NOT NULL,
    -- Its public key and what else stays the same.
    fixed BLOB NOT NULL,
    -- Its counter and what else changes when it is used.
    state BLOB NOT NULL,
    transports INTEGER NOT NULL,
    created INTEGER NOT NULL,
    used INTEGER
) STRICT;
CREATE INDEX passkey_player ON passkey (player);

-- SHA-256 of codes that sign in once.
CREATE TABLE recovery_code (
    player TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (player, hash)
) STRICT;

-- Devices that are signed in, and tokens of programs. `id` is the SHA-256 of the secret.
CREATE TABLE sign_in (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    label TEXT NOT NULL,
    -- What a program may do, separated by spaces; null for a device, which may do everything.
    scopes TEXT,
    created INTEGER NOT NULL,
    -- When the person last proved who they are.
    proved INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_in_player ON sign_in (player);
CREATE INDEX sign_in_expires ON sign_in (expires);

-- What the server must remember between two requests of somebody who signs in, registers a passkey or brings
-- a device. Each is taken once.
CREATE TABLE ceremony (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    player TEXT,
    body BLOB NOT NULL,
    expires INTEGER NOT NULL
) STRICT;
CREATE INDEX ceremony_expires ON ceremony (expires);

-- What the name of a person looks like, so that a guest's gives way to that of an account.
ALTER TABLE player ADD COLUMN look TEXT;
CREATE INDEX player_look ON player (look) WHERE look IS NOT NULL;
