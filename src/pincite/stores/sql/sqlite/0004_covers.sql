-- What tells at a glance which document a version is, apart from the long columns of `version`: documents are
-- chosen by it without reading them. It is made from the version and proves nothing, so no hash covers it.

CREATE TABLE cover (
    version  INTEGER PRIMARY KEY REFERENCES version ON DELETE CASCADE,
    type     TEXT NOT NULL,
    subjects TEXT NOT NULL, -- JSON array, see stores/profiles.py
    head     TEXT NOT NULL  -- how the text begins
);
INSERT INTO cover (version, type, subjects, head)
SELECT version.id,
       CASE WHEN json_valid(profile) THEN coalesce(json_extract(profile, '$.type'), 'other') ELSE 'other' END,
       CASE WHEN json_valid(profile) THEN coalesce(json_extract(profile, '$.subjects'), '[]') ELSE '[]' END,
       substr(version.text, 1, 2000)
  FROM version;
