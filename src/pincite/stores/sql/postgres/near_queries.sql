-- Search by vector. What the rows mean is said in 0001_library.sql.

-- :has_near_index  Whether a model has an index.
SELECT to_regclass(format('near_%%s', %(model)s::bigint)) IS NOT NULL;

-- :near_by_index  The vectors whose signs differ least, as far as the index of the model tells.
SELECT near_by_index(%(model)s, %(signs)s::bit varying, %(count)s);

-- :near_in_collection  The vectors of passages in a collection's current versions, those first whose signs differ least.
SELECT vector_signs.vector
  FROM vector_signs
 WHERE vector_signs.model = %(model)s AND length(vector_signs.signs) = length(%(signs)s::bit varying)
   AND vector_signs.vector IN (
       SELECT vector.id
         FROM document
         JOIN passage ON passage.version = document.current_version
         JOIN vector ON vector.model = %(model)s AND vector.content_hash = passage.content_hash
        WHERE document.collection = %(collection)s)
 ORDER BY bit_count(vector_signs.signs # %(signs)s::bit varying), vector_signs.vector
 LIMIT %(count)s;

-- :signs_after  The next signs of a model after a number, as bytes: before them stands how many bits they are.
SELECT vector, varbit_send(signs) FROM vector_signs
 WHERE model = %(model)s AND vector > %(after)s ORDER BY vector LIMIT %(limit)s;

-- :places_of_passages  Where texts stand in the current versions of a collection, in the order of the texts.
SELECT wanted.place, document.name, document.source, document.version, document.passage
  FROM unnest(%(hashes)s::text[]) WITH ORDINALITY AS wanted (content_hash, place)
 CROSS JOIN LATERAL (
       SELECT document.name, source.sha256 AS source, version.version, passage.number AS passage
         FROM passage
         JOIN document ON document.current_version = passage.version
         JOIN version ON version.id = passage.version
         JOIN source ON source.id = version.source
        WHERE passage.content_hash = wanted.content_hash AND document.collection = %(collection)s
        ORDER BY document.name, passage.number
        LIMIT %(limit)s) AS document
 ORDER BY wanted.place, document.name, document.passage
 LIMIT %(limit)s;

-- :models_without_index  Models with so many vectors that an index pays, which nobody has tried to make too often.
-- Only where pgvector is there, and knows signs.
SELECT vector_model.id
  FROM vector_model
  LEFT JOIN near_attempt ON near_attempt.model = vector_model.id
 WHERE EXISTS (SELECT 1 FROM pg_opclass WHERE opcname = 'bit_hamming_ops')
   AND to_regclass(format('near_%%s', vector_model.id)) IS NULL
   AND coalesce(near_attempt.attempts, 0) < %(attempts)s
   AND (SELECT count(*) FROM (SELECT 1 FROM vector_signs WHERE model = vector_model.id LIMIT %(least)s) AS counted)
       >= %(least)s
 ORDER BY vector_model.id;

-- :turn_to_make_index  Whether nobody else is making an index.
SELECT pg_try_advisory_xact_lock(hashtextextended('pincite near index', 0));

-- :begin_index  Note that somebody begins to make the index of a model.
INSERT INTO near_attempt (model, attempts) VALUES (%(model)s, 1)
    ON CONFLICT (model) DO UPDATE SET attempts = near_attempt.attempts + 1;

-- :signs_dimensions  How many dimensions the vectors of a model have.
SELECT length(signs) FROM vector_signs WHERE model = %(model)s LIMIT 1;

-- :make_near_index  Make it.
SELECT make_near_index(%(model)s, %(dimensions)s);
