-- Which file the current version of a document was read from, so that a file of the same name from another folder
-- can be told. Documents stored before have no row.

CREATE TABLE origin (
    document INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE,
    path     TEXT NOT NULL
);
