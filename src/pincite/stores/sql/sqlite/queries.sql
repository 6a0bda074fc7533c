-- Every query of the SQLite store. Bulk inserts take their values by position, all others by name.

-- :take_turn  Wait for whoever does the same, until the end of the transaction. Here only one writes at a time anyway.
SELECT :what;

-- :library  Which library this is, and how often what is current has changed.
SELECT id, generation, erased FROM library;

-- :advance  Count one more change of what is current.
UPDATE library SET generation = generation + 1 RETURNING generation;

-- :advance_erased  Count a change after which older word indexes must not be used to build on.
UPDATE library SET generation = generation + 1, erased = generation + 1;

-- :collection  The number of a collection.
SELECT id FROM collection WHERE name = :collection;

-- :insert_collection  Make the collection where there is none of that name.
INSERT INTO collection (name) VALUES (:collection) ON CONFLICT (name) DO NOTHING;

-- :current  The current version of a name; empty where its rows are missing, so that it can be forgotten.
SELECT coalesce(source.sha256, ''), coalesce(version.version, '')
  FROM document
  JOIN collection ON collection.id = document.collection
  LEFT JOIN version ON version.id = document.current_version
  LEFT JOIN source ON source.id = version.source
 WHERE collection.name = :collection AND document.name = :name;

-- :collections  Every collection that holds documents, and how many.
SELECT collection.name, count(*)
  FROM collection JOIN document ON document.collection = collection.id
 GROUP BY collection.id ORDER BY collection.name;

-- :listing  The current version of every name, in order of name; NULL where its rows are missing.
SELECT document.name, source.sha256, version.version, version.format, version.pages, version.lines,
       version.blocks, version.characters, version.added_at,
       (SELECT count(*) FROM version AS any_version WHERE any_version.document = document.id), document.part_of
  FROM document
  JOIN collection ON collection.id = document.collection
  LEFT JOIN version ON version.id = document.current_version
  LEFT JOIN source ON source.id = version.source
 WHERE collection.name = :collection
 ORDER BY document.name;

-- :parts  Which names the user said to be part of another.
SELECT document.name, document.part_of
  FROM document JOIN collection ON collection.id = document.collection
 WHERE collection.name = :collection AND document.part_of <> ''
 ORDER BY document.name;

-- :say_part_of  Keep what a name is part of.
UPDATE document SET part_of = :part_of
 WHERE name = :name AND collection = (SELECT id FROM collection WHERE name = :collection);

-- :read_by  Which parser has read the current version of every name, as bytes: a damaged one is met later.
SELECT document.name, source.sha256, version.version, version.format, CAST(version.parser AS BLOB),
       CAST(version.parser_version AS BLOB)
  FROM document
  JOIN collection ON collection.id = document.collection
  JOIN version ON version.id = document.current_version
  JOIN source ON source.id = version.source
 WHERE collection.name = :collection
 ORDER BY document.name;

-- :waiting_for_pictures  The current versions whose parse ends with a mark, by name.
SELECT document.name, source.sha256, version.version
  FROM document
  JOIN collection ON collection.id = document.collection
  JOIN version ON version.id = document.current_version
  JOIN source ON source.id = version.source
 WHERE collection.name = :collection AND substr(version.parse_options, -length(:mark)) = :mark
 ORDER BY document.name;

-- :hold_document  Make the name where the collection does not hold it; its number, until the end of the transaction
-- for nobody else to change.
INSERT INTO document (collection, name, generation) VALUES (:collection, :name, 0)
    ON CONFLICT (collection, name) DO UPDATE SET generation = document.generation
RETURNING id;

-- :drop_unheld_document  Delete a name that was made for a version which is not held after all.
DELETE FROM document WHERE id = :document AND current_version IS NULL;

-- :document  The number of a name in a collection, for nobody else to change.
SELECT id FROM document WHERE collection = :collection AND name = :name;

-- :set_origin  Remember which file the current version of a document was read from.
INSERT INTO origin (document, path) VALUES (:document, :path)
    ON CONFLICT (document) DO UPDATE SET path = excluded.path;

-- :origin  The file that the current version of a name was read from.
SELECT origin.path
  FROM origin
  JOIN document ON document.id = origin.document
  JOIN collection ON collection.id = document.collection
 WHERE collection.name = :collection AND document.name = :name;

-- :insert_source  Keep the file's bytes unless this document already has them.
INSERT INTO source (document, sha256, content, outside) VALUES (:document, :sha256, :content, :outside)
    ON CONFLICT (document, sha256) DO NOTHING;

-- :source  The number of the bytes with this hash.
SELECT id FROM source WHERE document = :document AND sha256 = :sha256;

-- :version  The number of a version of a document.
SELECT id FROM version WHERE document = :document AND version = :version;

-- :insert_version  Hold a version's own values; its ranges follow as rows.
INSERT INTO version (document, source, version, parser, parser_version, parse_options, format, added_at,
                     pages, lines, blocks, characters, caveats, loaded_sha256, pieces_sha256, text, words,
                     postings, confidences, profile)
VALUES (:document, :source, :version, :parser, :parser_version, :parse_options, :format, :added_at,
        :pages, :lines, :blocks, :characters, :caveats, :loaded_sha256, :pieces_sha256, :text, :words,
        :postings, :confidences, :profile)
RETURNING id;

-- :set_current  Make a version the current one of its document.
UPDATE document SET current_version = :version, generation = :generation WHERE id = :document;

-- :insert_pages
INSERT INTO page (version, number, label, "start", "end") VALUES (?, ?, ?, ?, ?);

-- :insert_furniture
INSERT INTO furniture (version, page, number, "start", "end") VALUES (?, ?, ?, ?, ?);

-- :insert_lines
INSERT INTO line (version, number, page, "start", "end", box_page, x0, y0, x1, y1)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- :insert_sections
INSERT INTO section (version, id, title, level, "start", "end", start_page, end_page, found_by)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?);

-- :insert_paragraphs
INSERT INTO paragraph (version, number, "start", "end", section) VALUES (?, ?, ?, ?, ?);

-- :insert_blocks
INSERT INTO block (version, number, kind, "start", "end", section, page, split) VALUES (?, ?, ?, ?, ?, ?, ?, ?);

-- :insert_anchors
INSERT INTO anchor (version, block, anchor) VALUES (?, ?, ?);

-- :insert_tables
INSERT INTO "table" (version, number, "start", "end", rows, columns, header_rows, found_by, caption_start, caption_end)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- :insert_cells
INSERT INTO cell (version, "table", row, "column", "start", "end", rows, columns, anchor, divided)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- :insert_figures
INSERT INTO figure (version, number, page, x0, y0, x1, y1, "start", "end", caption_start, caption_end, description)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- :insert_unseen
INSERT INTO unseen (version, number, kind, "start", "end", page, anchor, stood_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?);

-- :insert_passages
INSERT INTO passage (version, number, "start", "end", section, content_hash) VALUES (?, ?, ?, ?, ?, ?);

-- :insert_chunks
INSERT INTO chunk (version, number, "start", "end", content_hash) VALUES (?, ?, ?, ?, ?);

-- :insert_cover
INSERT INTO cover (version, type, subjects, head) VALUES (:version, :type, :subjects, :head);

-- :covers  What tells the current version of every name from the others, in order of name.
SELECT document.name, source.sha256, version.version, cover.type, cover.subjects, cover.head
  FROM document
  JOIN collection ON collection.id = document.collection
  LEFT JOIN version ON version.id = document.current_version
  LEFT JOIN source ON source.id = version.source
  LEFT JOIN cover ON cover.version = version.id
 WHERE collection.name = :collection
 ORDER BY document.name;

-- :held  A version's own values. The text comes as bytes, so that the hash is checked before it is decoded.
SELECT version.id, version.format, version.parser, version.parser_version, version.parse_options,
       version.caveats, version.profile, CAST(version.text AS BLOB), version.words, version.postings,
       version.confidences, version.loaded_sha256
  FROM version
  JOIN document ON document.id = version.document
  JOIN collection ON collection.id = document.collection
  JOIN source ON source.id = version.source
 WHERE collection.name = :collection AND document.name = :name
   AND source.sha256 = :source AND version.version = :version;

-- :pages
SELECT number, label, "start", "end" FROM page WHERE version = :version ORDER BY number;

-- :furniture
SELECT page, number, "start", "end" FROM furniture WHERE version = :version ORDER BY page, number;

-- :lines
SELECT number, page, "start", "end", box_page, x0, y0, x1, y1 FROM line WHERE version = :version ORDER BY number;

-- :sections
SELECT id, title, level, "start", "end", start_page, end_page, found_by
  FROM section WHERE version = :version ORDER BY id;

-- :paragraphs
SELECT number, "start", "end", section FROM paragraph WHERE version = :version ORDER BY number;

-- :blocks
SELECT number, kind, "start", "end", section, page, split FROM block WHERE version = :version ORDER BY number;

-- :anchors
SELECT block, anchor FROM anchor WHERE version = :version ORDER BY block;

-- :tables
SELECT number, "start", "end", rows, columns, header_rows, found_by, caption_start, caption_end
  FROM "table" WHERE version = :version ORDER BY number;

-- :cells
SELECT "table", row, "column", "start", "end", rows, columns, anchor, divided
  FROM cell WHERE version = :version ORDER BY "table", row, "column";

-- :figures
SELECT number, page, x0, y0, x1, y1, "start", "end", caption_start, caption_end, description
  FROM figure WHERE version = :version ORDER BY number;

-- :unseen
SELECT number, kind, "start", "end", page, anchor, stood_at FROM unseen WHERE version = :version ORDER BY number;

-- :content  The file's own bytes.
SELECT source.content, source.outside
  FROM source
  JOIN document ON document.id = source.document
  JOIN collection ON collection.id = document.collection
 WHERE collection.name = :collection AND document.name = :name AND source.sha256 = :source;

-- :versions  Every version of a name, the oldest first.
SELECT source.sha256, version.version
  FROM version
  JOIN source ON source.id = version.source
  JOIN document ON document.id = version.document
  JOIN collection ON collection.id = document.collection
 WHERE collection.name = :collection AND document.name = :name
 ORDER BY version.id;

-- :count_versions  How many versions a document has.
SELECT count(*) FROM version WHERE document = :document;

-- :vectors  The vectors of a model that are kept of texts with these hashes.
-- CROSS JOIN keeps the order: SQLite would rather read all vectors of the model and look for each in the list.
SELECT vector.content_hash, vector.vector
  FROM vector_model
 CROSS JOIN json_each(:hashes) AS hash
 CROSS JOIN vector ON vector.model = vector_model.id AND vector.content_hash = hash.value
 WHERE vector_model.name = :model;

-- :insert_vector_model  Name the model where it is new.
INSERT INTO vector_model (name) VALUES (:model) ON CONFLICT (name) DO NOTHING;

-- :vector_model  The number of a model.
SELECT id FROM vector_model WHERE name = :model;

-- :delete_other_vectors  Make room where another vector of the text is kept: the new one gets a number of its own.
DELETE FROM vector WHERE model = ?1 AND content_hash = ?2 AND vector <> ?3;

-- :insert_vectors  Keep a vector; not of a text that was forgotten while it was being embedded.
INSERT INTO vector (model, content_hash, vector)
SELECT ?1, ?2, ?3
 WHERE EXISTS (SELECT 1 FROM passage WHERE passage.content_hash = ?2)
   AND NOT EXISTS (SELECT 1 FROM vector WHERE model = ?1 AND content_hash = ?2);

-- :last_vector  The highest number that a vector ever had.
SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'vector'), 0);

-- :vectors_between  The next vectors of a model after one number and up to another, in order of number.
-- The plus keeps SQLite from sorting all vectors of the model.
SELECT id, vector FROM vector WHERE id > :after AND id <= :last AND +model = :model ORDER BY id LIMIT :limit;

-- :count_vectors  How many vectors of a model are kept.
SELECT count(*) FROM vector WHERE model = :model;

-- :vector_ids  The numbers of all vectors of a model, in order of their hashes.
SELECT id FROM vector WHERE model = :model ORDER BY content_hash;

-- :vector_ids_in  The numbers of the vectors of passages in the current versions of a collection.
SELECT vector.id
  FROM document
 CROSS JOIN passage ON passage.version = document.current_version
 CROSS JOIN vector ON vector.model = :model AND vector.content_hash = passage.content_hash
 WHERE document.collection = :collection;

-- :vectors_with  The vectors with these numbers.
SELECT vector.content_hash, vector.vector
  FROM json_each(:ids) AS wanted
 CROSS JOIN vector ON vector.id = wanted.value
 WHERE vector.model = :model;

-- :passages_with  Where a text stands in the current versions of a collection.
-- CROSS JOIN keeps the order: SQLite would rather go through all documents of the collection.
SELECT document.name, source.sha256, version.version, passage.number
  FROM passage
 CROSS JOIN document ON document.current_version = passage.version
 CROSS JOIN version ON version.id = passage.version
 CROSS JOIN source ON source.id = version.source
 WHERE passage.content_hash = :content_hash AND document.collection = :collection
 ORDER BY document.name, passage.number
 LIMIT :limit;

-- :count_without_vectors  How many texts have no vector of a model. A vector is only kept of a text that is held.
SELECT (SELECT count(DISTINCT content_hash) FROM passage)
     - (SELECT count(*) FROM vector WHERE model = (SELECT id FROM vector_model WHERE name = :model));

-- :without_vectors  Current versions of a collection of which some passage has no vector of a model.
SELECT document.name, source.sha256, version.version
  FROM document
  JOIN collection ON collection.id = document.collection
  JOIN version ON version.id = document.current_version
  JOIN source ON source.id = version.source
  LEFT JOIN vector_model ON vector_model.name = :model
 WHERE collection.name = :collection
   AND EXISTS (SELECT 1
                 FROM passage
                WHERE passage.version = version.id
                  AND NOT EXISTS (SELECT 1
                                    FROM vector
                                   WHERE vector.model = vector_model.id
                                     AND vector.content_hash = passage.content_hash))
 ORDER BY document.name;

-- :count_lacking  How many passages of a version have no vector of a model.
SELECT count(*)
  FROM passage
 WHERE passage.version = :version
   AND NOT EXISTS (SELECT 1
                     FROM vector
                    WHERE vector.model = (SELECT id FROM vector_model WHERE name = :model)
                      AND vector.content_hash = passage.content_hash);

-- :version_of  The number of a version in the store.
SELECT version.id
  FROM collection
  JOIN document ON document.collection = collection.id AND document.name = :name
  JOIN version ON version.document = document.id AND version.version = :version
 WHERE collection.name = :collection;

-- :keep_version  The same, of one that nobody forgets until the end of the transaction.
SELECT version.id
  FROM collection
  JOIN document ON document.collection = collection.id AND document.name = :name
  JOIN version ON version.document = document.id AND version.version = :version
 WHERE collection.name = :collection;

-- :passages  The passages of a version, in order.
SELECT number, "start", "end", section, content_hash FROM passage WHERE version = :version ORDER BY number;

-- :chunks  The chunks of a version, in order.
SELECT number, "start", "end", content_hash FROM chunk WHERE version = :version ORDER BY number;

-- :older_models  The models of an embedder that it had before this one. A name starts with that of its embedder.
SELECT id FROM vector_model WHERE substr(name, 1, length(:embedder) + 1) = :embedder || '/' AND name <> :model;

-- :count_older  How many current versions of a collection lack vectors of a model and have some of older ones.
SELECT count(*)
  FROM document
  JOIN collection ON collection.id = document.collection
 WHERE collection.name = :collection
   AND EXISTS (SELECT 1
                 FROM passage
                CROSS JOIN json_each(:older) AS older
                CROSS JOIN vector ON vector.model = older.value AND vector.content_hash = passage.content_hash
                WHERE passage.version = document.current_version
                  AND NOT EXISTS (SELECT 1
                                    FROM vector AS newer
                                   WHERE newer.model = (SELECT id FROM vector_model WHERE name = :model)
                                     AND newer.content_hash = passage.content_hash));

-- :delete_older_vectors  Delete the vectors of an older model that nobody needs: the text has a newer one, or only
-- replaced versions hold it.
DELETE FROM vector
 WHERE model = ?2
   AND (EXISTS (SELECT 1 FROM vector AS newer WHERE newer.model = ?1 AND newer.content_hash = vector.content_hash)
        OR NOT EXISTS (SELECT 1
                         FROM passage JOIN document ON document.current_version = passage.version
                        WHERE passage.content_hash = vector.content_hash));

-- :delete_vectors_of  Delete the vectors of texts that no other document holds.
DELETE FROM vector
 WHERE model IN (SELECT id FROM vector_model)
   AND content_hash IN (SELECT passage.content_hash
                          FROM passage JOIN version ON version.id = passage.version
                         WHERE version.document = :document)
   AND NOT EXISTS (SELECT 1
                     FROM passage JOIN version ON version.id = passage.version
                    WHERE passage.content_hash = vector.content_hash AND version.document <> :document);

-- :delete_unused_vector_models
DELETE FROM vector_model WHERE NOT EXISTS (SELECT 1 FROM vector WHERE vector.model = vector_model.id);

-- :delete_document  Delete a name; versions, bytes and ranges go with it.
DELETE FROM document WHERE id = :document;

-- :count_current_blocks  How many blocks a complete word index holds.
SELECT coalesce(sum(version.blocks), 0) FROM document JOIN version ON version.id = document.current_version;

-- :changed_since  Documents whose current version an index of that generation does not hold.
SELECT document.id, document.collection, document.current_version, document.name
  FROM document WHERE document.generation > :generation ORDER BY document.id;

-- :changed_since_in  The same in one collection.
SELECT document.id, document.collection, document.current_version, document.name
  FROM document WHERE document.generation > :generation AND document.collection = :collection
 ORDER BY document.id;

-- :block_spans  Where the blocks of a version stand.
SELECT block.number, block."start", block."end" FROM block WHERE block.version = :version ORDER BY block.number;

-- :text  The text of a version, as bytes.
SELECT CAST(text AS BLOB) FROM version WHERE id = :version;

-- :current_among  Which of these versions are current, and were already at that generation.
SELECT version.id, collection.name, document.name, source.sha256, version.version
  FROM document
  JOIN collection ON collection.id = document.collection
  JOIN version ON version.id = document.current_version
  JOIN source ON source.id = version.source
 WHERE version.id IN (SELECT value FROM json_each(:versions)) AND document.generation <= :generation;

-- :insert_run  Keep what was asked and answered; the same run again changes nothing.
INSERT INTO run (id, collection, asked_at, question, outcome, answer, trace)
VALUES (:id, :collection, :asked_at, :question, :outcome, :answer, :trace)
    ON CONFLICT (id) DO NOTHING
RETURNING id;

-- :insert_run_documents  Link a run to what it read.
INSERT INTO run_document (run, collection, name, source, version) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING;

-- :insert_candidates  Keep what a run proposed.
INSERT INTO candidate (run, number, name, version, first_line, last_line, page, section, quote, answer_type, value,
                       score, stopped_by, reason, kept)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING;

-- :runs_like  The runs of a collection whose id starts so, the newest first.
SELECT run.id, collection.name, asked_at, question, outcome, answer, trace
  FROM run
  JOIN collection ON collection.id = run.collection
 WHERE collection.name = :collection AND substr(run.id, 1, length(:start)) = :start
 ORDER BY asked_at DESC, run.rowid DESC
 LIMIT :limit;

-- :runs_of_version  The runs that read a version, the newest first.
SELECT run.id, collection.name, asked_at, question, outcome, answer, trace
  FROM run_document
  JOIN run ON run.id = run_document.run
  JOIN collection ON collection.id = run.collection
 WHERE run_document.source = :source AND run_document.version = :version
   AND run_document.collection = :collection AND run_document.name = :name
 ORDER BY asked_at DESC, run.rowid DESC;

-- :run_documents  What a run read.
SELECT collection, name, source, version FROM run_document WHERE run = :run ORDER BY name, version;

-- :candidates  What a run proposed, likeliest first.
SELECT name, version, first_line, last_line, page, section, quote, answer_type, value, score, stopped_by, reason, kept
  FROM candidate
 WHERE run = :run
 ORDER BY number;

-- :rejections  What checks have stopped in a collection, the newest run first.
SELECT run.id, asked_at, question, outcome, candidate.name, version, first_line, last_line, page, section, quote,
       answer_type, value, score, stopped_by, reason, kept
  FROM run
  JOIN collection ON collection.id = run.collection
  JOIN candidate ON candidate.run = run.id
 WHERE collection.name = :collection AND stopped_by <> '' AND (:check = '' OR stopped_by = :check)
 ORDER BY asked_at DESC, run.rowid DESC, number
 LIMIT :limit;

-- :keep_table_cell  Keep a cell of a table over documents; one that is asked anew takes the place of the one before.
INSERT INTO table_cell (version, key, cell) VALUES (:version, :key, :cell)
    ON CONFLICT (version, key) DO UPDATE SET cell = excluded.cell;

-- :table_cells  What is kept of a version under these keys.
SELECT key, cell FROM table_cell
 WHERE version = :version AND key IN (SELECT value FROM json_each(:keys));

-- :hold_table  Know a table over documents; the same again changes nothing.
INSERT INTO document_table (collection, id, fields) VALUES (:collection, :id, :fields) ON CONFLICT DO NOTHING;

-- :hold_table_rows  Which documents are its rows.
INSERT INTO document_table_row (collection, id, number, document)
SELECT ?, ?, ?, document.id FROM document WHERE document.collection = ? AND document.name = ?
    ON CONFLICT DO NOTHING;

-- :tables_like  The tables of a collection whose id starts so.
SELECT document_table.id, fields
  FROM document_table JOIN collection ON collection.id = document_table.collection
 WHERE collection.name = :collection AND substr(document_table.id, 1, length(:start)) = :start
 ORDER BY document_table.id LIMIT :limit;

-- :table_rows  The names of the documents of a table, in order.
SELECT document.name
  FROM document_table_row
  JOIN collection ON collection.id = document_table_row.collection
  JOIN document ON document.id = document_table_row.document
 WHERE collection.name = :collection AND document_table_row.id = :id
 ORDER BY number;

-- :insert_decision  Add what somebody decided about a cell.
INSERT INTO table_decision (version, field, decision) VALUES (:version, :field, :decision) RETURNING number;

-- :decisions  What was decided about the cells of a version, the oldest first.
SELECT field, decision FROM table_decision
 WHERE version = :version AND field IN (SELECT value FROM json_each(:fields))
 ORDER BY number;

-- :keep_unit  Keep what came of a part; the same part again takes the place of the one before.
INSERT INTO extract_unit (version, schema, field, chunk, chunk_hash, unit)
VALUES (:version, :schema, :field, :chunk, :chunk_hash, :unit)
    ON CONFLICT DO UPDATE SET unit = excluded.unit;

-- :units  What is kept of the parts of a version for a field, in the order of the text.
SELECT chunk, chunk_hash, unit FROM extract_unit
 WHERE version = :version AND schema = :schema AND field = :field ORDER BY chunk;

-- :finish_units  Note when all parts of a field were done: they are kept for a while longer.
UPDATE extract_unit SET done_at = :at
 WHERE version = :version AND schema = :schema AND field = :field AND done_at IS NULL;

-- :drop_units  Delete the parts of what was done before a time.
DELETE FROM extract_unit WHERE done_at < :before;
-- :model_reply  What a model replied to a request.
SELECT reply FROM model_reply WHERE key = :key;

-- :keep_model_reply  Keep a reply; the first one stays.
INSERT INTO model_reply (key, reply)
SELECT :key, :reply WHERE EXISTS (SELECT 1 FROM model_reply_about WHERE key = :key)
    ON CONFLICT (key) DO NOTHING;

-- :drop_model_reply  Forget a reply that nothing came of, so that it is asked for anew.
DELETE FROM model_reply WHERE key = :key;

-- :about_version  Which document a request is about.
INSERT INTO model_reply_about (version, key) VALUES (?, ?) ON CONFLICT DO NOTHING;

-- :is_in_flight  Whether a batch that is not harvested yet holds the request, or its reply is there.
SELECT EXISTS (SELECT 1 FROM model_reply WHERE key = :key)
    OR EXISTS (SELECT 1 FROM batch_request JOIN provider_batch ON provider_batch.number = batch
                WHERE key = :key AND state IN ('submitting', 'submitted', 'ended'));

-- :failed_request  How often a request failed since it was last forgiven, and what was said the last time.
SELECT count(*), coalesce(max(printf('%012d', batch) || error), ''), coalesce(min(retryable), 1)
  FROM batch_request
 WHERE key = :key AND counts = 1 AND ending NOT IN ('', 'succeeded');

-- :forgive_request  Do not count the failures of a request any more.
UPDATE batch_request SET counts = 0 WHERE key = :key;

-- :insert_batch  A batch that is about to be sent.
INSERT INTO provider_batch (token, purpose, model, place, state, sent_at)
VALUES (:token, :purpose, :model, :place, :state, :sent_at) RETURNING number;

-- :insert_batch_requests  What it asks.
INSERT INTO batch_request (batch, number, key, rung) VALUES (?, ?, ?, ?);

-- :batch_number  The calls that a table made one by one count as one batch.
SELECT number FROM provider_batch WHERE token = :token;

-- :insert_live_call  A call that was made for itself, and what it took.
INSERT INTO batch_request (batch, number, key, rung, ending, calls, input_tokens, cached_tokens, output_tokens, cost)
SELECT :batch, 1 + coalesce(max(number), 0), :key, :rung, 'succeeded',
       :calls, :input_tokens, :cached_tokens, :output_tokens, :cost
  FROM batch_request WHERE batch = :batch;

-- :set_batch_state  How far a batch has got. A batch that is harvested or dropped stays so.
UPDATE provider_batch SET state = :state, said = :said,
       provider_id = CASE WHEN :provider_id = '' THEN provider_id ELSE :provider_id END
 WHERE number = :number AND state NOT IN ('harvested', 'dropped');

-- :set_batch_sent  When it is sent.
UPDATE provider_batch SET sent_at = :sent_at WHERE number = :number;

-- :batch_request  One request of a batch.
SELECT key, rung, ending FROM batch_request WHERE batch = :batch AND number = :number;

-- :batch_rungs  How each request of a batch is held to a form.
SELECT number, rung FROM batch_request WHERE batch = :batch;

-- :end_request  What came of a request; the first result stays.
UPDATE batch_request
   SET ending = :ending, error = :error, retryable = :retryable, calls = :calls, input_tokens = :input_tokens,
       cached_tokens = :cached_tokens, output_tokens = :output_tokens, cost = :cost
 WHERE batch = :batch AND number = :number AND ending = '';

-- :end_missing  Requests of a batch of which the provider says nothing.
UPDATE batch_request SET ending = 'missing', error = :error WHERE batch = :batch AND ending = '';

-- :open_batches  Batches that are not harvested yet, the oldest first.
SELECT number, token, model, place, state, provider_id, sent_at, said FROM provider_batch
 WHERE state IN ('submitting', 'submitted', 'ended') ORDER BY number;

-- :batches_for  All batches that were made for a table, the oldest first; without one all there are.
SELECT number, token, model, place, state, provider_id, sent_at, said FROM provider_batch
 WHERE :purpose = '' OR purpose = :purpose ORDER BY number;

-- :batch_endings  How many requests of a batch came to which end, and what they took.
SELECT ending, count(*), sum(calls), sum(input_tokens), sum(cached_tokens), sum(output_tokens)
  FROM batch_request WHERE batch = :batch GROUP BY ending;

-- :batch_costs  What each request of a batch cost, where there are prices.
SELECT cost FROM batch_request WHERE batch = :batch AND cost IS NOT NULL;

-- :provider_ids  The provider's own names of batches that we know.
SELECT provider_id FROM provider_batch WHERE provider_id <> '';

-- :count_documents  How many names all collections have together.
SELECT count(*) FROM document;

-- :all_sources  Every file that is held, with the hash of what it was.
SELECT sha256, content FROM source;
