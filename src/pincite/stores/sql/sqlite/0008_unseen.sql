-- Words of a file that a reader does not see, or sees struck out. Versions stored before have none and keep their hashes.

CREATE TABLE unseen (
    version  INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    number   INTEGER NOT NULL,
    kind     TEXT NOT NULL, -- hidden or struck
    "start"  INTEGER NOT NULL,
    "end"    INTEGER NOT NULL,
    page     INTEGER, -- NULL where the format has no pages
    anchor   TEXT NOT NULL,
    stood_at INTEGER, -- before which character of the text; NULL where it stands there or it is unknown
    PRIMARY KEY (version, number)
) WITHOUT ROWID;
