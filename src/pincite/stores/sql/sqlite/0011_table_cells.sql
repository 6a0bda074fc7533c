-- Cells of tables over documents, each as soon as it is known: a table that was interrupted goes on with the rest.
-- A cell quotes its document, so it goes with the version that was asked.

CREATE TABLE table_cell (
    version INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    key     TEXT NOT NULL, -- what was asked and by what, see extract/cell_keys.py
    cell    TEXT NOT NULL, -- JSON
    PRIMARY KEY (version, key)
) WITHOUT ROWID;
