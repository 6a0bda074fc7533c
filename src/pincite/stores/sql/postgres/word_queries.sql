-- Search by word. What the rows mean is said in 0001_library.sql.

-- :word_segments  The segments of a collection, the oldest first.
SELECT id, blocks, tokens FROM word_segment WHERE collection = %(collection)s ORDER BY id;

-- :versions_in_segments  Which versions are in these segments, and where the first block of each stands.
SELECT segment, version, first FROM version_words WHERE segment = ANY(%(segments)s) ORDER BY segment, first;

-- :replaced_in_segments  Versions that are still in a segment of the collection and no longer current.
SELECT segment, version, blocks FROM version_words
 WHERE collection = %(collection)s AND NOT current AND segment IS NOT NULL;

-- :waiting_words  The current versions of a collection that are in no segment.
SELECT version FROM version_words
 WHERE collection = %(collection)s AND current AND segment IS NULL ORDER BY version;

-- :packed_words  The words of these versions; NULL where they are not packed yet.
SELECT version, tokens, words, starts, postings, lengths FROM version_words
 WHERE version = ANY(%(versions)s) ORDER BY version;

-- :postings  Where these words stand in these segments.
SELECT segment, word, blocks, packed FROM word_posting
 WHERE segment = ANY(%(segments)s) AND word = ANY(%(words)s);

-- :pack_words  Keep the packed words of a version.
UPDATE version_words SET tokens = %(tokens)s, words = %(words)s, starts = %(starts)s, postings = %(postings)s,
       lengths = %(lengths)s
 WHERE version = %(version)s;

-- :turn_to_put_together  Whether nobody else is at it; until the end of the transaction nobody will be.
SELECT pg_try_advisory_xact_lock(hashtextextended('pincite word segments', 0));

-- :collections_to_put_together  Collections of which so many versions or blocks wait.
SELECT collection, sum(blocks) FROM version_words WHERE current AND segment IS NULL
 GROUP BY collection HAVING count(*) >= %(versions)s OR sum(blocks) >= %(blocks)s ORDER BY collection;

-- :lock_waiting  The first waiting versions of a collection, but those that somebody is just changing.
SELECT version, blocks FROM version_words
 WHERE collection = %(collection)s AND current AND segment IS NULL
 ORDER BY version LIMIT %(limit)s FOR UPDATE SKIP LOCKED;

-- :lock_segment  The same of the versions in a segment.
SELECT version, blocks, current FROM version_words WHERE segment = %(segment)s
 ORDER BY version FOR UPDATE SKIP LOCKED;

-- :count_in_segment  How many versions are in a segment.
SELECT count(*) FROM version_words WHERE segment = %(segment)s;

-- :insert_segment  Make a segment; its number.
INSERT INTO word_segment (collection, blocks, tokens) VALUES (%(collection)s, %(blocks)s, %(tokens)s) RETURNING id;

-- :insert_postings  The words of a segment: `packed` is one after the other, as long as `sizes` says.
INSERT INTO word_posting (segment, word, blocks, packed)
SELECT %(segment)s, word, found, substring(%(packed)s::bytea FROM start FOR size)
  FROM unnest(%(words)s::text[], %(found)s::int[], %(starts)s::int[], %(sizes)s::int[])
       AS posting (word, found, start, size);

-- :delete_segments  Delete what other segments have taken in.
DELETE FROM word_segment WHERE id = ANY(%(segments)s);

-- :set_segment  Note that versions are in a segment, and from where on.
UPDATE version_words SET segment = %(segment)s, first = placed.first
  FROM unnest(%(versions)s::bigint[], %(firsts)s::int[]) AS placed (version, first)
 WHERE version_words.version = placed.version;

-- :unpacked_words  Those of these versions that nobody has packed yet.
SELECT version FROM version_words WHERE version = ANY(%(versions)s) AND tokens IS NULL ORDER BY version;

-- :name_of_version  The name of a version's document.
SELECT document.name FROM version JOIN document ON document.id = version.document WHERE version.id = %(version)s;

-- :identities  What these versions are.
SELECT version.id, collection.name, document.name, source.sha256, version.version
  FROM version
  JOIN document ON document.id = version.document
  JOIN collection ON collection.id = document.collection
  JOIN source ON source.id = version.source
 WHERE version.id = ANY(%(versions)s);
