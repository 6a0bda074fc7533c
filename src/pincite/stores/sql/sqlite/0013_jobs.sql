-- Jobs over many documents: what is asked of which documents, who is at which of them, and what came of it.
-- The rows are the truth: a process that is killed leaves a lease that nobody renews, and another takes over.

CREATE TABLE job (
    number        INTEGER PRIMARY KEY AUTOINCREMENT,
    id            TEXT NOT NULL UNIQUE,
    collection    INTEGER NOT NULL REFERENCES collection,
    key           TEXT NOT NULL, -- the same for the same work, see extract/bulk.py
    state         TEXT NOT NULL, -- running, paused, cancelled, done
    reason        TEXT NOT NULL, -- why it is paused; else empty
    submitted_at  TEXT NOT NULL,
    worked_at     TEXT NOT NULL, -- when workers were last seen; empty before. For people only: no lease depends on it
    request       TEXT NOT NULL, -- JSON: what is done to each document
    fields        TEXT NOT NULL, -- JSON: the columns of its results, see answer/document_tables.py
    settings      TEXT NOT NULL, -- JSON: as they were when it was submitted
    tries         INTEGER NOT NULL, -- how often a document may crash its worker before it is set aside
    lease_seconds REAL NOT NULL,
    most_seconds  REAL,
    most_tokens   INTEGER,
    most_cost     TEXT,
    seconds       REAL NOT NULL,
    calls         INTEGER NOT NULL,
    tokens        INTEGER NOT NULL,
    cost          TEXT,             -- NULL while nothing had a price
    outages       INTEGER NOT NULL  -- how many items in a row came back because a model did not answer
);
CREATE INDEX job_key ON job (collection, key);

-- `attempt` counts the claims. A worker writes only while the item still has its name and its attempt, so that one
-- that was thought lost and comes back changes nothing. `beat` is counted up by the worker: whoever sees it stand
-- still for as long as a lease, by a clock of its own, takes the item away. No two clocks are ever compared.
CREATE TABLE job_item (
    id      INTEGER PRIMARY KEY,
    job     INTEGER NOT NULL REFERENCES job ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    path    TEXT NOT NULL, -- the file that is added first; empty for a document of the library
    name    TEXT NOT NULL, -- what it is called in the library
    state   TEXT NOT NULL, -- pending, running, done, failed, set_aside
    attempt INTEGER NOT NULL,
    worker  TEXT NOT NULL,
    beat    INTEGER NOT NULL,
    strikes INTEGER NOT NULL, -- how often it crashed its worker, or a model did not answer, since the last retry
    reason  TEXT NOT NULL, -- of the last attempt that came to nothing
    UNIQUE (job, number)
);
-- Only of what is open: a document that is done changes no index, so less has to reach the disk with it.
CREATE INDEX job_item_pending ON job_item (job, attempt, number) WHERE state = 'pending';
CREATE INDEX job_item_running ON job_item (job, worker) WHERE state = 'running';

CREATE TABLE job_attempt (
    item       INTEGER NOT NULL REFERENCES job_item ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    worker     TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended      TEXT NOT NULL, -- empty while it goes on, else done, failed, set_aside, again, crashed, lost, released
    reason     TEXT NOT NULL,
    seconds    REAL NOT NULL,
    PRIMARY KEY (item, number)
) WITHOUT ROWID;

-- A row of the results quotes its document, so it goes with the version that was asked.
CREATE TABLE job_result (
    item    INTEGER NOT NULL REFERENCES job_item ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    version INTEGER REFERENCES version ON DELETE CASCADE, -- NULL where the file could not be read
    content TEXT NOT NULL, -- JSON, see answer/document_tables.py
    PRIMARY KEY (item, number)
) WITHOUT ROWID;
CREATE INDEX job_result_version ON job_result (version);
