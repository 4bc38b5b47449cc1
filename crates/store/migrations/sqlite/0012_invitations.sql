-- What lets somebody make an account where that takes an invitation.
CREATE TABLE invitation (
    -- SHA-256 of its code, in hexadecimal.
    id      TEXT PRIMARY KEY NOT NULL,
    -- What the operator noted, such as whom it is for.
    note    TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT;
