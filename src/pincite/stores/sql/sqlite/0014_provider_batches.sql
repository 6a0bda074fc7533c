-- Replies of language models by the hash of the whole request, and the batches in which they were asked for.
-- A row of a batch is written before anything is sent: a process that is killed while it submits leaves a trace,
-- and the next one looks for the batch at the provider instead of paying twice.

CREATE TABLE model_reply (
    key   TEXT PRIMARY KEY, -- see records/provider_batch.py
    reply TEXT NOT NULL     -- JSON, see stores/model_replies.py
) WITHOUT ROWID;

-- A reply quotes the documents that it was asked about, so it goes with the first of them that is forgotten.
CREATE TABLE model_reply_about (
    version INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    key     TEXT NOT NULL,
    PRIMARY KEY (version, key)
) WITHOUT ROWID;
CREATE INDEX model_reply_about_key ON model_reply_about (key);
CREATE TRIGGER model_reply_forgotten AFTER DELETE ON model_reply_about
BEGIN
    DELETE FROM model_reply WHERE key = OLD.key;
    DELETE FROM model_reply_about WHERE key = OLD.key;
END;

CREATE TABLE provider_batch (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    token       TEXT NOT NULL UNIQUE,  -- ours; stands in every request of the batch
    purpose     TEXT NOT NULL,         -- the id of the table that it was made for
    model       TEXT NOT NULL,
    place       TEXT NOT NULL,         -- the address of the service
    state       TEXT NOT NULL CHECK (state IN ('submitting', 'submitted', 'ended', 'harvested', 'dropped', 'live')),
    provider_id TEXT NOT NULL DEFAULT '',
    sent_at     REAL NOT NULL,         -- seconds since 1970
    said        TEXT NOT NULL DEFAULT ''
);
CREATE INDEX provider_batch_purpose ON provider_batch (purpose);

-- No text of a document: a request can be made again from the document and the question.
CREATE TABLE batch_request (
    batch         INTEGER NOT NULL REFERENCES provider_batch,
    number        INTEGER NOT NULL,
    key           TEXT NOT NULL,
    rung          TEXT NOT NULL,
    ending        TEXT NOT NULL DEFAULT '',  -- empty until its result is known
    error         TEXT NOT NULL DEFAULT '',
    retryable     INTEGER NOT NULL DEFAULT 1,
    counts        INTEGER NOT NULL DEFAULT 1, -- 0 once a failure is forgiven, so that it is asked anew
    calls         INTEGER NOT NULL DEFAULT 0,
    input_tokens  INTEGER NOT NULL DEFAULT 0,
    cached_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    cost          TEXT,                       -- decimal, NULL without prices
    PRIMARY KEY (batch, number)
) WITHOUT ROWID;
CREATE INDEX batch_request_key ON batch_request (key);
