-- What workers share beside the jobs themselves: files that not all of them can see, and the calls to a provider.

-- The bytes of a file of a job, kept until it is added: a worker on another machine cannot read a path. Named by
-- their hash, once for each job: bytes that two jobs shared could go with the one while the other begins.
CREATE TABLE job_file (
    job     INTEGER NOT NULL REFERENCES job ON DELETE CASCADE,
    sha256  TEXT NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (job, sha256)
);
ALTER TABLE job_item ADD COLUMN sha256 TEXT NOT NULL DEFAULT ''; -- of its bytes; empty where `path` is read
CREATE INDEX job_item_file ON job_item (job, sha256) WHERE sha256 <> '';

-- Who has which of the calls that a provider may get at once. `beat` is counted up as that of a job_item is.
CREATE TABLE model_slot (
    key    TEXT NOT NULL, -- the provider and a hash of the key, see jobs/call_limits.py
    number INTEGER NOT NULL, -- from 1 to as many as are allowed
    holder TEXT NOT NULL,
    beat   INTEGER NOT NULL,
    PRIMARY KEY (key, number)
) WITHOUT ROWID;
