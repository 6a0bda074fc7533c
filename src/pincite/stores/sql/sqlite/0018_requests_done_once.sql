-- Requests that came with an Idempotency-Key, and what was answered: the same request again gets the same reply
-- and does nothing. A reply may quote documents, so all replies of a collection go when one of them is forgotten.

CREATE TABLE request_once (
    owner          TEXT NOT NULL,  -- the id of the API key; empty where none is needed
    collection     TEXT NOT NULL,
    key            TEXT NOT NULL,
    request_sha256 TEXT NOT NULL,  -- another request under the same key is refused
    worker         TEXT NOT NULL,  -- the serving process that began with it
    status         INTEGER,        -- NULL while it is being done
    media_type     TEXT NOT NULL DEFAULT '',
    body           BLOB,
    expires_at     REAL NOT NULL,  -- seconds since 1970
    PRIMARY KEY (owner, collection, key)
) WITHOUT ROWID;
CREATE INDEX request_once_expires ON request_once (expires_at);
