-- Whether the bytes of a file are kept outside the library, under their hash (stores/source_bytes.py); then `content`
-- is empty. A column and no second table: most libraries have all their bytes here.

ALTER TABLE source ADD COLUMN outside INTEGER NOT NULL DEFAULT 0;
CREATE INDEX source_outside ON source (sha256) WHERE outside = 1;

-- One row while the library is being made as a copy of another one (stores/library_copying.py): which that is, by its
-- id, and since when. Nothing else opens the library until the row is gone.
CREATE TABLE unfinished_copy (
    source     INTEGER NOT NULL,
    started_at TEXT NOT NULL
);
