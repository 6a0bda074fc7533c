-- Bytes of files that are kept outside the library (stores/source_bytes.py).

-- :outside_sources_of  The hashes of a document's files that are kept outside.
SELECT DISTINCT source.sha256
  FROM collection
  JOIN document ON document.collection = collection.id
  JOIN source ON source.document = document.id
 WHERE collection.name = %(collection)s AND document.name = %(name)s AND source.outside = 1
 ORDER BY source.sha256;

-- :needs_outside  Whether any document of any collection needs the object with a hash.
SELECT 1 FROM source WHERE sha256 = %(sha256)s AND outside = 1 LIMIT 1;

-- :outside_hashes  The hash of every file that is kept outside.
SELECT DISTINCT sha256 FROM source WHERE outside = 1;

-- :outside_names  The documents that need the object with a hash.
SELECT collection.name, document.name
  FROM source
  JOIN document ON document.id = source.document
  JOIN collection ON collection.id = document.collection
 WHERE source.sha256 = %(sha256)s AND source.outside = 1
 ORDER BY collection.name, document.name;

-- :bring_in  Make a row of bytes that are kept outside.
UPDATE source SET content = %(content)s, outside = 0 WHERE sha256 = %(sha256)s AND outside = 1;
