-- A library of documents, their versions and what was asked of them.
-- Offsets are Unicode code points into version.text; pages and lines count from 1.

-- One row. `generation` counts the changes to what is current; the word index carries the generation
-- it was made from, and the id, so that a folder from elsewhere is never taken for ours. `erased` is
-- the generation of the last forget: an index older than that still holds forgotten words.
CREATE TABLE library (
    id         INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    erased     INTEGER NOT NULL
);
INSERT INTO library (id, generation, erased) VALUES (random() & 0x7fffffffffffffff, 0, 0);

CREATE TABLE collection (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

-- AUTOINCREMENT here and in version: a number that the word index may still hold is never given again.
CREATE TABLE document (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    collection      INTEGER NOT NULL REFERENCES collection,
    name            TEXT NOT NULL,
    current_version INTEGER REFERENCES version, -- NULL only inside the transaction that adds the first one
    generation      INTEGER NOT NULL,           -- of the last change of current_version
    UNIQUE (collection, name)
);
CREATE INDEX document_generation ON document (generation);
CREATE INDEX document_current_version ON document (current_version);

-- The file's own bytes, once for all versions that read them differently.
CREATE TABLE source (
    id       INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    sha256   TEXT NOT NULL,
    content  BLOB NOT NULL,
    UNIQUE (document, sha256)
);

-- The parse fingerprint is parser, parser_version and parse_options. Long columns stand last, so that
-- listing a library does not read them.
CREATE TABLE version (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    document       INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    source         INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    version        TEXT NOT NULL,
    parser         TEXT NOT NULL,
    parser_version TEXT NOT NULL,
    parse_options  TEXT NOT NULL,
    format         TEXT NOT NULL,
    added_at       TEXT NOT NULL,
    pages          INTEGER NOT NULL,
    lines          INTEGER NOT NULL,
    blocks         INTEGER NOT NULL,
    characters     INTEGER NOT NULL,
    caveats        TEXT NOT NULL, -- JSON array of strings
    loaded_sha256  TEXT NOT NULL, -- over all that loading reads, see stores/rows.py
    pieces_sha256  TEXT NOT NULL, -- over passages and chunks
    text           TEXT NOT NULL,
    words          BLOB NOT NULL, -- see stores/packing.py
    postings       BLOB NOT NULL,
    UNIQUE (document, version)
);
CREATE INDEX version_source ON version (source);

CREATE TABLE page (
    version INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    label   TEXT NOT NULL,
    "start" INTEGER NOT NULL,
    "end"   INTEGER NOT NULL,
    PRIMARY KEY (version, number)
) WITHOUT ROWID;

-- Headers, footers and notes of a page, which stand after the body.
CREATE TABLE furniture (
    version INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    page    INTEGER NOT NULL,
    number  INTEGER NOT NULL,
    "start" INTEGER NOT NULL,
    "end"   INTEGER NOT NULL,
    PRIMARY KEY (version, page, number)
) WITHOUT ROWID;

CREATE TABLE line (
    version  INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    number   INTEGER NOT NULL,
    page     INTEGER,
    "start"  INTEGER NOT NULL,
    "end"    INTEGER NOT NULL,
    box_page INTEGER, -- NULL where the line has no box
    x0       REAL,
    y0       REAL,
    x1       REAL,
    y1       REAL,
    PRIMARY KEY (version, number)
) WITHOUT ROWID;

CREATE TABLE section (
    version    INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    id         INTEGER NOT NULL,
    title      TEXT NOT NULL,
    level      INTEGER NOT NULL,
    "start"    INTEGER NOT NULL,
    "end"      INTEGER NOT NULL,
    start_page INTEGER,
    end_page   INTEGER,
    found_by   TEXT NOT NULL,
    PRIMARY KEY (version, id)
) WITHOUT ROWID;

CREATE TABLE paragraph (
    version INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    "start" INTEGER NOT NULL,
    "end"   INTEGER NOT NULL,
    section INTEGER,
    PRIMARY KEY (version, number)
) WITHOUT ROWID;

CREATE TABLE block (
    version INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    "start" INTEGER NOT NULL,
    "end"   INTEGER NOT NULL,
    section INTEGER,
    page    INTEGER,
    split   INTEGER NOT NULL,
    PRIMARY KEY (version, number)
) WITHOUT ROWID;

CREATE TABLE passage (
    version      INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    number       INTEGER NOT NULL,
    "start"      INTEGER NOT NULL,
    "end"        INTEGER NOT NULL,
    section      INTEGER,
    content_hash TEXT NOT NULL,
    PRIMARY KEY (version, number)
) WITHOUT ROWID;

CREATE TABLE chunk (
    version      INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    number       INTEGER NOT NULL,
    "start"      INTEGER NOT NULL,
    "end"        INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    PRIMARY KEY (version, number)
) WITHOUT ROWID;

CREATE TABLE run (
    id         TEXT PRIMARY KEY,
    collection INTEGER NOT NULL REFERENCES collection,
    asked_at   TEXT NOT NULL,
    question   TEXT NOT NULL,
    outcome    TEXT NOT NULL,
    answer     TEXT NOT NULL, -- JSON
    trace      TEXT NOT NULL  -- JSON
);

-- Names and hashes rather than references: a run outlives the documents it read until it is purged,
-- and the purge must still know which runs quoted a forgotten document.
CREATE TABLE run_document (
    run        TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
    collection TEXT NOT NULL,
    name       TEXT NOT NULL,
    version    TEXT NOT NULL,
    -- Last on purpose: SQLite 3.40's quick_check takes a NOT NULL column that stands before one of the
    -- primary key in a table WITHOUT ROWID for a NULL.
    source     TEXT NOT NULL,
    PRIMARY KEY (run, collection, name, version)
) WITHOUT ROWID;
CREATE INDEX run_document_source ON run_document (source);
