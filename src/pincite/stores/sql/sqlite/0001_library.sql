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
    part_of         TEXT NOT NULL DEFAULT '', -- the name of another: the user said that this is part of it
    UNIQUE (collection, name)
);
CREATE INDEX document_generation ON document (generation);
CREATE INDEX document_current_version ON document (current_version);

-- The file's own bytes, once for all versions that read them differently. `outside`: they are not here but in a folder or
-- bucket, under their hash (stores/source_bytes.py).
CREATE TABLE source (
    id       INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    sha256   TEXT NOT NULL,
    content  BLOB NOT NULL, -- empty where the bytes are kept outside
    outside  INTEGER NOT NULL DEFAULT 0,
    UNIQUE (document, sha256)
);
CREATE INDEX source_outside ON source (sha256) WHERE outside = 1;

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
    words          BLOB NOT NULL, -- see stores/seal.py
    postings       BLOB NOT NULL,
    confidences    BLOB NOT NULL DEFAULT x'', -- one byte for each recognised word, see stores/seal.py
    profile        TEXT NOT NULL DEFAULT '',  -- JSON object, see stores/rows.py
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
CREATE INDEX passage_content_hash ON passage (content_hash);

CREATE TABLE chunk (
    version      INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    number       INTEGER NOT NULL,
    "start"      INTEGER NOT NULL,
    "end"        INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    PRIMARY KEY (version, number)
) WITHOUT ROWID;

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
    divided  INTEGER NOT NULL DEFAULT 1, -- by what a workbook divides the number that the cell shows
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

-- What tells at a glance which document a version is, apart from the long columns of `version`: documents are
-- chosen by it without reading them. It is made from the version and proves nothing, so no hash covers it.
CREATE TABLE cover (
    version  INTEGER PRIMARY KEY REFERENCES version ON DELETE CASCADE,
    type     TEXT NOT NULL,
    subjects TEXT NOT NULL, -- JSON array, see stores/rows.py
    head     TEXT NOT NULL  -- how the text begins
);

-- Words of a file that a reader does not see, or sees struck out.
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

-- Which file the current version of a document was read from, so that a file of the same name from another folder
-- can be told.
CREATE TABLE origin (
    document INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE,
    path     TEXT NOT NULL
);

-- Vectors of passages by the hash of what the model was given, and by model, so that nothing is embedded twice. A vector
-- is kept as long as such a passage is: whoever deletes the last one deletes it, too. Its number is never given again,
-- so that the index of signs (stores/signs.py) can tell what it lacks: all that has a higher number than its last.
CREATE TABLE vector_model (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

CREATE TABLE vector (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    model        INTEGER NOT NULL REFERENCES vector_model,
    content_hash TEXT NOT NULL,
    vector       BLOB NOT NULL, -- 16-bit floats of unit length, little-endian, see jobs/embedding.py
    UNIQUE (model, content_hash)
);

-- What was asked and answered. `nonce` is random, and hashed with what goes into the chain: once both are erased, nobody
-- can tell by the hash what was recorded.
CREATE TABLE run (
    id         TEXT PRIMARY KEY,
    collection INTEGER NOT NULL REFERENCES collection,
    asked_at   TEXT NOT NULL,
    question   TEXT NOT NULL,
    outcome    TEXT NOT NULL,
    answer     TEXT NOT NULL, -- JSON
    trace      TEXT NOT NULL, -- JSON
    nonce      TEXT NOT NULL DEFAULT ''
);
CREATE INDEX run_asked_at ON run (collection, asked_at);
CREATE TRIGGER run_unchanged BEFORE UPDATE OF id, asked_at, question, outcome, answer, trace ON run
BEGIN
    SELECT RAISE(ABORT, 'a run is recorded once');
END;

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
CREATE INDEX run_document_name ON run_document (collection, name);

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

-- What a run recorded beside its answer: briefs, searches, claims, calls of models, versions and settings.
CREATE TABLE run_part (
    run     TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
    part    TEXT NOT NULL,
    content BLOB NOT NULL, -- JSON, packed by zlib
    PRIMARY KEY (run, part)
);

-- What was recorded, entry by entry, each naming the one before it by its hash (records/chain.py). The chain holds
-- hashes only: what was asked, found and answered are rows of their own, which can be erased while the chain holds.
CREATE TABLE chain (
    number      INTEGER PRIMARY KEY,
    kind        TEXT NOT NULL,
    subject     TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    payload     TEXT NOT NULL,        -- SHA-256 of canonical JSON, see stores/trail.py
    previous    TEXT NOT NULL UNIQUE, -- so the chain can have no second branch
    hash        TEXT NOT NULL UNIQUE
);
CREATE INDEX chain_subject ON chain (kind, subject);
CREATE TRIGGER chain_unchanged BEFORE UPDATE ON chain
BEGIN
    SELECT RAISE(ABORT, 'the chain is only ever added to');
END;
CREATE TRIGGER chain_uncut BEFORE DELETE ON chain
BEGIN
    SELECT RAISE(ABORT, 'the chain is only ever added to');
END;

-- Cells of tables over documents, each as soon as it is known: a table that was interrupted goes on with the rest.
-- A cell quotes its document, so it goes with the version that was asked.
CREATE TABLE table_cell (
    version INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    key     TEXT NOT NULL, -- what was asked and by what, see extract/cell_keys.py
    cell    TEXT NOT NULL, -- JSON
    PRIMARY KEY (version, key)
) WITHOUT ROWID;

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
    decision TEXT NOT NULL, -- JSON, with name and time
    nonce    TEXT NOT NULL DEFAULT '' -- as that of a run
);
CREATE INDEX table_decision_of ON table_decision (version, field);
CREATE TRIGGER table_decision_unchanged BEFORE UPDATE OF number, field, decision ON table_decision
BEGIN
    SELECT RAISE(ABORT, 'a decision is recorded once');
END;

-- What came of each part of a document that is read part by part for a field with many values, as soon as it is known:
-- an extraction that was interrupted goes on with the next part. A part quotes its document, so it goes with the version.
CREATE TABLE extract_unit (
    version    INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    schema     TEXT NOT NULL,    -- what is asked and by what, see extract/cell_keys.py
    field      TEXT NOT NULL,
    chunk      INTEGER NOT NULL,
    chunk_hash TEXT NOT NULL,
    unit       TEXT NOT NULL,    -- JSON, see extract/walking.py
    done_at    TEXT,             -- when all parts were done, in UTC; NULL until then
    PRIMARY KEY (version, schema, field, chunk, chunk_hash)
) WITHOUT ROWID;
CREATE INDEX extract_unit_done ON extract_unit (done_at) WHERE done_at IS NOT NULL;

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
    sha256  TEXT NOT NULL DEFAULT '', -- of its bytes in job_file; empty where `path` is read
    UNIQUE (job, number)
);
-- Only of what is open: a document that is done changes no index, so less has to reach the disk with it.
CREATE INDEX job_item_pending ON job_item (job, attempt, number) WHERE state = 'pending';
CREATE INDEX job_item_running ON job_item (job, worker) WHERE state = 'running';
CREATE INDEX job_item_file ON job_item (job, sha256) WHERE sha256 <> '';

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

-- The bytes of a file of a job, kept until it is added: a worker on another machine cannot read a path. Named by
-- their hash, once for each job: bytes that two jobs shared could go with the one while the other begins.
CREATE TABLE job_file (
    job     INTEGER NOT NULL REFERENCES job ON DELETE CASCADE,
    sha256  TEXT NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (job, sha256)
);

-- Replies of language models by the hash of the whole request, and the batches in which they were asked for.
-- A row of a batch is written before anything is sent: a process that is killed while it submits leaves a trace,
-- and the next one looks for the batch at the provider instead of paying twice.
CREATE TABLE model_reply (
    key   TEXT PRIMARY KEY, -- see records/completion.py
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

-- Keys that let programs and people in through the server. Only the hash of a secret is kept: the key itself is
-- shown once, when it is made. A revoked key stays, so that the log of access can be read later.
CREATE TABLE api_key (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL,
    right         TEXT NOT NULL CHECK (right IN ('read', 'write', 'admin')),
    collections   TEXT NOT NULL, -- JSON array of names; empty for all of the library
    secret_sha256 TEXT NOT NULL,
    created_at    TEXT NOT NULL,
    revoked_at    TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;

-- One row while the library is being made as a copy of another one (stores/library_copying.py): which that is, by its
-- id, and since when. Nothing else opens the library until the row is gone.
CREATE TABLE unfinished_copy (
    source     INTEGER NOT NULL,
    started_at TEXT NOT NULL
);
