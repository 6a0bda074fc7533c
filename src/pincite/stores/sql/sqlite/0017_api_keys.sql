-- Keys that let programs and people in through the server. Only the hash of a secret is kept: the key itself is
-- shown once, when it is made. A revoked key stays, so that the log of access can be read later.

CREATE TABLE api_key (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL,
    right         TEXT NOT NULL CHECK (right IN ('read', 'write', 'admin')),
    collections   TEXT NOT NULL, -- JSON array of names; empty for all of the library
    secret_sha256 TEXT NOT NULL,
    created_at    TEXT NOT NULL,
    revoked_at    TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
