-- Which tables over documents were made, so that they can be reviewed later by their id, and what people decided
-- about their cells. Decisions are only ever added: the last one counts, and the others tell how it came about.
-- A decision quotes its document, so it goes with the version that it is about.

CREATE TABLE document_table (
    collection INTEGER NOT NULL REFERENCES collection,
    id         TEXT NOT NULL,
    fields     TEXT NOT NULL, -- JSON array, see answer/document_tables.py
    PRIMARY KEY (collection, id)
) WITHOUT ROWID;

CREATE TABLE document_table_row (
    collection INTEGER NOT NULL,
    id         TEXT NOT NULL,
    number     INTEGER NOT NULL,
    document   INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    PRIMARY KEY (collection, id, number),
    FOREIGN KEY (collection, id) REFERENCES document_table ON DELETE CASCADE
) WITHOUT ROWID;

CREATE TABLE table_decision (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    version  INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    field    TEXT NOT NULL, -- what was asked, see extract/cell_keys.py
    decision TEXT NOT NULL  -- JSON, with name and time
);
CREATE INDEX table_decision_of ON table_decision (version, field);
