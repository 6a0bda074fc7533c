-- Vectors of passages by the hash of their text and by model, so that nothing is embedded twice.
-- A vector is kept as long as a passage with that text is: whoever deletes the last one deletes it, too.

CREATE TABLE vector_model (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

CREATE TABLE vector (
    content_hash TEXT NOT NULL,
    model        INTEGER NOT NULL REFERENCES vector_model,
    vector       BLOB NOT NULL, -- 16-bit floats of unit length, little-endian, see jobs/embedding.py
    PRIMARY KEY (content_hash, model)
) WITHOUT ROWID;
CREATE INDEX vector_by_model ON vector (model);
CREATE INDEX passage_content_hash ON passage (content_hash);
