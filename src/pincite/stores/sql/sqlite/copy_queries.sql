-- Copies of whole libraries (stores/library_copying.py).

-- :identity_of  What the version with a number is.
SELECT collection.name, document.name, source.sha256, version.version
  FROM version
  JOIN document ON document.id = version.document
  JOIN collection ON collection.id = document.collection
  JOIN source ON source.id = version.source
 WHERE version.id = :version;

-- :unfinished_copy  Which library this is an unfinished copy of; no row where it is none.
SELECT source, started_at FROM unfinished_copy;

-- :begin_copy  Say that this is an unfinished copy.
INSERT INTO unfinished_copy (source, started_at) VALUES (:source, :at);

-- :end_copy  The copy is finished.
DELETE FROM unfinished_copy;

-- :new_library_id  Be a library of its own.
UPDATE library SET id = :id;
