-- Whether the bytes of a file are kept outside the library, under their hash (stores/source_bytes.py); then `content`
-- is empty. A column and no second table: most libraries have all their bytes here.

ALTER TABLE source ADD COLUMN outside INTEGER NOT NULL DEFAULT 0;
CREATE INDEX source_outside ON source (sha256) WHERE outside = 1;
