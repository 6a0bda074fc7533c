-- What parsing knows beyond the text: tables, figures, anchors, recognised words and the profile.
-- Versions stored before have none of it and keep their hashes.

ALTER TABLE version ADD COLUMN confidences BLOB NOT NULL DEFAULT x''; -- one byte per word, see stores/packing.py
ALTER TABLE version ADD COLUMN profile TEXT NOT NULL DEFAULT '';     -- JSON object, see stores/profiles.py

-- Where a block stands in a format without pages.
CREATE TABLE anchor (
    version INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    block   INTEGER NOT NULL,
    anchor  TEXT NOT NULL,
    PRIMARY KEY (version, block)
) WITHOUT ROWID;

CREATE TABLE "table" (
    version       INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    number        INTEGER NOT NULL,
    "start"       INTEGER NOT NULL,
    "end"         INTEGER NOT NULL,
    rows          INTEGER NOT NULL,
    columns       INTEGER NOT NULL,
    header_rows   INTEGER NOT NULL,
    found_by      TEXT NOT NULL,
    caption_start INTEGER, -- NULL where it has no caption
    caption_end   INTEGER,
    PRIMARY KEY (version, number)
) WITHOUT ROWID;

CREATE TABLE cell (
    version  INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    "table"  INTEGER NOT NULL,
    row      INTEGER NOT NULL, -- rows and columns count from 0
    "column" INTEGER NOT NULL,
    "start"  INTEGER NOT NULL,
    "end"    INTEGER NOT NULL,
    rows     INTEGER NOT NULL,
    columns  INTEGER NOT NULL,
    anchor   TEXT NOT NULL,
    PRIMARY KEY (version, "table", row, "column")
) WITHOUT ROWID;

CREATE TABLE figure (
    version       INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    number        INTEGER NOT NULL,
    page          INTEGER NOT NULL,
    x0            REAL NOT NULL,
    y0            REAL NOT NULL,
    x1            REAL NOT NULL,
    y1            REAL NOT NULL,
    "start"       INTEGER, -- NULL where no words were recognised in it
    "end"         INTEGER,
    caption_start INTEGER,
    caption_end   INTEGER,
    description   TEXT NOT NULL,
    PRIMARY KEY (version, number)
) WITHOUT ROWID;
