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

-- What a run recorded beside its answer: briefs, searches, claims, calls of models, versions and settings.
CREATE TABLE run_part (
    run     TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
    part    TEXT NOT NULL,
    content BLOB NOT NULL, -- JSON, packed by zlib
    PRIMARY KEY (run, part)
);

-- Random, and hashed with the payload: once both are erased, nobody can tell by the hash what was recorded.
ALTER TABLE run ADD COLUMN nonce TEXT NOT NULL DEFAULT '';
ALTER TABLE table_decision ADD COLUMN nonce TEXT NOT NULL DEFAULT '';

CREATE TRIGGER run_unchanged BEFORE UPDATE OF id, asked_at, question, outcome, answer, trace ON run
BEGIN
    SELECT RAISE(ABORT, 'a run is recorded once');
END;
CREATE TRIGGER table_decision_unchanged BEFORE UPDATE OF number, field, decision ON table_decision
BEGIN
    SELECT RAISE(ABORT, 'a decision is recorded once');
END;
CREATE INDEX run_document_name ON run_document (collection, name);
