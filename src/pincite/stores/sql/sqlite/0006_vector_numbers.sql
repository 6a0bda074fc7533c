-- Each vector gets a number that is never given again, so that the index of signs (stores/signs.py) can tell what
-- it lacks: all that has a higher number than its last. A vector that replaces another gets a number of its own.

CREATE TABLE numbered_vector (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    model        INTEGER NOT NULL REFERENCES vector_model,
    content_hash TEXT NOT NULL,
    vector       BLOB NOT NULL, -- 16-bit floats of unit length, little-endian, see jobs/embedding.py
    UNIQUE (model, content_hash)
);
INSERT INTO numbered_vector (model, content_hash, vector) SELECT model, content_hash, vector FROM vector;
DROP TABLE vector;
ALTER TABLE numbered_vector RENAME TO vector;
