-- People who can sign in. An account is something that a person has, under the id of the guest who made it: games,
-- seeks and names know people by their id and need no change.
CREATE TABLE account (
    player TEXT PRIMARY KEY,
    created BIGINT NOT NULL,
    -- When the name was last changed.
    renamed BIGINT NOT NULL,
    -- What passkeys know the person by: random bytes.
    handle BYTEA NOT NULL UNIQUE,
    -- Argon2 hash of the password, if there is one.
    password TEXT
);

-- The names of accounts, present and former, by what they look like: no two look the same, so that nobody can
-- be taken for somebody else, also by a name that they have given up.
CREATE TABLE account_name (
    look TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    name TEXT NOT NULL,
    since BIGINT NOT NULL
);
CREATE INDEX account_name_player ON account_name (player);

CREATE TABLE passkey (
    -- Id of the credential, as base64url.
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    label TEXT NOT NULL,
    -- Its public key and what else stays the same.
    fixed BYTEA NOT NULL,
    -- Its counter and what else changes when it is used.
    state BYTEA NOT NULL,
    transports BIGINT NOT NULL,
    created BIGINT NOT NULL,
    used BIGINT
);
CREATE INDEX passkey_player ON passkey (player);

-- SHA-256 of codes that sign in once.
CREATE TABLE recovery_code (
    player TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (player, hash)
);

-- Devices that are signed in, and tokens of programs. `id` is the SHA-256 of the secret.
CREATE TABLE sign_in (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    label TEXT NOT NULL,
    -- What a program may do, separated by spaces; null for a device, which may do everything.
    scopes TEXT,
    created BIGINT NOT NULL,
    -- When the person last proved who they are.
    proved BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX sign_in_player ON sign_in (player);
CREATE INDEX sign_in_expires ON sign_in (expires);

-- What the server must remember between two requests of somebody who signs in, registers a passkey or brings
-- a device. Each is taken once.
CREATE TABLE ceremony (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    player TEXT,
    body BYTEA NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX ceremony_expires ON ceremony (expires);

-- What the name of a person looks like, so that a guest's gives way to that of an account.
ALTER TABLE player ADD COLUMN look TEXT;
CREATE INDEX player_look ON player (look) WHERE look IS NOT NULL;
