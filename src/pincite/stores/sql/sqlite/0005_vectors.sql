-- Vectors of passages by the hash of their text and by model, so that nothing is embedded twice.
-- A vector is kept as long as a passage with that text is: whoever deletes the last one deletes it, too.

CREATE TABLE vector_model (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

CREATE TABLE vector (
    model        INTEGER NOT NULL REFERENCES vector_model,
    content_hash TEXT NOT NULL,
    vector       BLOB NOT NULL, -- 16-bit floats of unit length, little-endian, see jobs/embedding.py
    PRIMARY KEY (model, content_hash)
) WITHOUT ROWID;
CREATE INDEX passage_content_hash ON passage (content_hash);
