-- What was proposed in each run and the check that stopped it: most rejections are gaps of retrieval.
-- Rows of their own, because they quote documents and must be deletable without the run.

CREATE TABLE candidate (
    run         TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
    number      INTEGER NOT NULL, -- likeliest first
    name        TEXT NOT NULL,
    version     TEXT NOT NULL,
    first_line  INTEGER NOT NULL,
    last_line   INTEGER NOT NULL,
    page        INTEGER, -- NULL where there are no pages, or the quote was not found
    section     TEXT NOT NULL,
    quote       TEXT NOT NULL,
    answer_type TEXT NOT NULL,
    value       TEXT NOT NULL, -- JSON
    score       REAL NOT NULL,
    stopped_by  TEXT NOT NULL, -- name of the check; empty where all passed
    reason      TEXT NOT NULL,
    kept        INTEGER NOT NULL,
    PRIMARY KEY (run, number)
) WITHOUT ROWID;
CREATE INDEX run_asked_at ON run (collection, asked_at);
