-- What came of each part of a document that is read part by part for a field with many values, as soon as it is known:
-- an extraction that was interrupted goes on with the next part. A part quotes its document, so it goes with the version.

CREATE TABLE extract_unit (
    version    INTEGER NOT NULL REFERENCES version ON DELETE CASCADE,
    schema     TEXT NOT NULL,    -- what is asked and by what, see extract/cell_keys.py
    field      TEXT NOT NULL,
    chunk      INTEGER NOT NULL,
    chunk_hash TEXT NOT NULL,
    unit       TEXT NOT NULL,    -- JSON, see extract/part_units.py
    done_at    TEXT,             -- when all parts were done, in UTC; NULL until then
    PRIMARY KEY (version, schema, field, chunk, chunk_hash)
) WITHOUT ROWID;
CREATE INDEX extract_unit_done ON extract_unit (done_at) WHERE done_at IS NOT NULL;
