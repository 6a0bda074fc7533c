-- Whether the bytes of a file are kept outside the library, under their hash (stores/source_bytes.py); then `content`
-- is empty.

ALTER TABLE source ADD COLUMN outside integer NOT NULL DEFAULT 0;
CREATE INDEX source_outside ON source (sha256) WHERE outside = 1;

-- One row while the library is being made as a copy of another one (stores/library_copying.py): which that is, by its
-- id, and since when. Nothing else opens the library until the row is gone.
CREATE TABLE unfinished_copy (
    source     bigint NOT NULL,
    started_at text NOT NULL
);
