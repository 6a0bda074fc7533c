-- What workers share beside the jobs themselves: files that not all of them can see, and the calls to a provider.
-- As SQLite's 0020. The tables of Procrastinate stand beside ours: stores/queue_schema.py makes them.

CREATE TABLE job_file (
    job     BIGINT NOT NULL REFERENCES job ON DELETE CASCADE,
    sha256  TEXT COLLATE "C" NOT NULL,
    content BYTEA NOT NULL,
    PRIMARY KEY (job, sha256)
);
-- What is packed already is not packed again.
ALTER TABLE job_file ALTER COLUMN content SET STORAGE EXTERNAL;
ALTER TABLE job_item ADD COLUMN sha256 TEXT COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX job_item_file ON job_item (job, sha256) WHERE sha256 <> '';

CREATE TABLE model_slot (
    key    TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    holder TEXT COLLATE "C" NOT NULL,
    beat   BIGINT NOT NULL,
    PRIMARY KEY (key, number)
);

-- Which version of Procrastinate these tables are for; one row, or none before the first.
CREATE TABLE queue_schema (
    number    SMALLINT PRIMARY KEY DEFAULT 1 CHECK (number = 1),
    package   TEXT NOT NULL, -- its version, so that a glance tells whether anything is to be done
    migration TEXT NOT NULL  -- the last one that was applied
);
