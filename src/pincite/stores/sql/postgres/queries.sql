-- Every query of the PostgreSQL store, by the names that the SQLite store has. Bulk inserts take their values by
-- position, all others by name.

-- :take_turn  Wait for whoever does the same, until the end of the transaction.
SELECT pg_advisory_xact_lock(hashtextextended('pincite ' || %(what)s::text, 0));

-- :library  Which library this is, and how often what is current has changed.
SELECT id, generation, erased FROM library;

-- :advance  Count one more change of what is current.
UPDATE library SET generation = generation + 1 RETURNING generation;

-- :advance_erased  Count a change after which older word indexes must not be used to build on.
UPDATE library SET generation = generation + 1, erased = generation + 1;

-- :collection  The number of a collection.
SELECT id FROM collection WHERE name = %(collection)s;

-- :insert_collection  Make the collection where there is none of that name.
INSERT INTO collection (name) VALUES (%(collection)s) ON CONFLICT (name) DO NOTHING;

-- :current  The current version of a name; empty where its rows are missing, so that it can be forgotten.
SELECT coalesce(source.sha256, ''), coalesce(version.version, '')
  FROM document
  JOIN collection ON collection.id = document.collection
  LEFT JOIN version ON version.id = document.current_version
  LEFT JOIN source ON source.id = version.source
 WHERE collection.name = %(collection)s AND document.name = %(name)s;

-- :collections  Every collection that holds documents, and how many.
SELECT collection.name, count(*)
  FROM collection JOIN document ON document.collection = collection.id
 GROUP BY collection.id, collection.name ORDER BY collection.name;

-- :listing  The current version of every name, in order of name; NULL where its rows are missing.
SELECT document.name, source.sha256, version.version, version.format, version.pages, version.lines,
       version.blocks, version.characters, version.added_at,
       (SELECT count(*) FROM version AS any_version WHERE any_version.document = document.id), document.part_of
  FROM document
  JOIN collection ON collection.id = document.collection
  LEFT JOIN version ON version.id = document.current_version
  LEFT JOIN source ON source.id = version.source
 WHERE collection.name = %(collection)s
 ORDER BY document.name;

-- :parts  Which names the user said to be part of another.
SELECT document.name, document.part_of
  FROM document JOIN collection ON collection.id = document.collection
 WHERE collection.name = %(collection)s AND document.part_of <> ''
 ORDER BY document.name;

-- :say_part_of  Keep what a name is part of.
UPDATE document SET part_of = %(part_of)s
 WHERE name = %(name)s AND collection = (SELECT id FROM collection WHERE name = %(collection)s);

-- :read_by  Which parser has read the current version of every name, as bytes: a damaged one is met later.
SELECT document.name, source.sha256, version.version, version.format, convert_to(version.parser, 'UTF8'),
       convert_to(version.parser_version, 'UTF8')
  FROM document
  JOIN collection ON collection.id = document.collection
  JOIN version ON version.id = document.current_version
  JOIN source ON source.id = version.source
 WHERE collection.name = %(collection)s
 ORDER BY document.name;

-- :waiting_for_pictures  The current versions whose parse ends with a mark, by name.
SELECT document.name, source.sha256, version.version
  FROM document
  JOIN collection ON collection.id = document.collection
  JOIN version ON version.id = document.current_version
  JOIN source ON source.id = version.source
 WHERE collection.name = %(collection)s AND right(version.parse_options, length(%(mark)s::text)) = %(mark)s::text
 ORDER BY document.name;

-- :hold_document  Make the name where the collection does not hold it; its number, until the end of the transaction
-- for nobody else to change.
INSERT INTO document (collection, name, generation) VALUES (%(collection)s, %(name)s, 0)
    ON CONFLICT (collection, name) DO UPDATE SET generation = document.generation
RETURNING id;

-- :drop_unheld_document  Delete a name that was made for a version which is not held after all.
DELETE FROM document WHERE id = %(document)s AND current_version IS NULL;

-- :document  The number of a name in a collection, for nobody else to change.
SELECT id FROM document WHERE collection = %(collection)s AND name = %(name)s FOR UPDATE;

-- :set_origin  Remember which file the current version of a document was read from.
INSERT INTO origin (document, path) VALUES (%(document)s, %(path)s)
    ON CONFLICT (document) DO UPDATE SET path = excluded.path;

-- :origin  The file that the current version of a name was read from.
SELECT origin.path
  FROM origin
  JOIN document ON document.id = origin.document
  JOIN collection ON collection.id = document.collection
 WHERE collection.name = %(collection)s AND document.name = %(name)s;

-- :insert_source  Keep the file's bytes unless this document already has them.
INSERT INTO source (document, sha256, content, outside) VALUES (%(document)s, %(sha256)s, %(content)s, %(outside)s)
    ON CONFLICT (document, sha256) DO NOTHING;

-- :source  The number of the bytes with this hash.
SELECT id FROM source WHERE document = %(document)s AND sha256 = %(sha256)s;

-- :version  The number of a version of a document.
SELECT id FROM version WHERE document = %(document)s AND version = %(version)s;

-- :insert_version  Hold a version's own values; its ranges follow as rows.
INSERT INTO version (document, source, version, parser, parser_version, parse_options, format, added_at,
                     pages, lines, blocks, characters, caveats, loaded_sha256, pieces_sha256, text, words,
                     postings, confidences, profile)
VALUES (%(document)s, %(source)s, %(version)s, %(parser)s, %(parser_version)s, %(parse_options)s, %(format)s, %(added_at)s,
        %(pages)s, %(lines)s, %(blocks)s, %(characters)s, %(caveats)s, %(loaded_sha256)s, %(pieces_sha256)s, %(text)s, %(words)s,
        %(postings)s, %(confidences)s, %(profile)s)
RETURNING id;

-- :set_current  Make a version the current one of its document.
UPDATE document SET current_version = %(version)s, generation = %(generation)s WHERE id = %(document)s;

-- :insert_pages
INSERT INTO page (version, number, label, "start", "end") VALUES (%s, %s, %s, %s, %s);

-- :insert_furniture
INSERT INTO furniture (version, page, number, "start", "end") VALUES (%s, %s, %s, %s, %s);

-- :insert_lines
INSERT INTO line (version, number, page, "start", "end", box_page, x0, y0, x1, y1)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s);

-- :insert_sections
INSERT INTO section (version, id, title, level, "start", "end", start_page, end_page, found_by)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s);

-- :insert_paragraphs
INSERT INTO paragraph (version, number, "start", "end", section) VALUES (%s, %s, %s, %s, %s);

-- :insert_blocks
INSERT INTO block (version, number, kind, "start", "end", section, page, split) VALUES (%s, %s, %s, %s, %s, %s, %s, %s);

-- :insert_anchors
INSERT INTO anchor (version, block, anchor) VALUES (%s, %s, %s);

-- :insert_tables
INSERT INTO "table" (version, number, "start", "end", rows, columns, header_rows, found_by, caption_start, caption_end)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s);

-- :insert_cells
INSERT INTO cell (version, "table", row, "column", "start", "end", rows, columns, anchor, divided)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s);

-- :insert_figures
INSERT INTO figure (version, number, page, x0, y0, x1, y1, "start", "end", caption_start, caption_end, description)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s);

-- :insert_unseen
INSERT INTO unseen (version, number, kind, "start", "end", page, anchor, stood_at) VALUES (%s, %s, %s, %s, %s, %s, %s, %s);

-- :insert_passages
INSERT INTO passage (version, number, "start", "end", section, content_hash) VALUES (%s, %s, %s, %s, %s, %s);

-- :insert_chunks
INSERT INTO chunk (version, number, "start", "end", content_hash) VALUES (%s, %s, %s, %s, %s);

-- :insert_cover
INSERT INTO cover (version, type, subjects, head) VALUES (%(version)s, %(type)s, %(subjects)s, %(head)s);

-- :covers  What tells the current version of every name from the others, in order of name.
SELECT document.name, source.sha256, version.version, cover.type, cover.subjects, cover.head
  FROM document
  JOIN collection ON collection.id = document.collection
  LEFT JOIN version ON version.id = document.current_version
  LEFT JOIN source ON source.id = version.source
  LEFT JOIN cover ON cover.version = version.id
 WHERE collection.name = %(collection)s
 ORDER BY document.name;

-- :held  A version's own values. The text comes as bytes, so that the hash is checked before it is decoded.
SELECT version.id, version.format, version.parser, version.parser_version, version.parse_options,
       version.caveats, version.profile, convert_to(version.text, 'UTF8'), version.words, version.postings,
       version.confidences, version.loaded_sha256
  FROM version
  JOIN document ON document.id = version.document
  JOIN collection ON collection.id = document.collection
  JOIN source ON source.id = version.source
 WHERE collection.name = %(collection)s AND document.name = %(name)s
   AND source.sha256 = %(source)s AND version.version = %(version)s;

-- :pages
SELECT number, label, "start", "end" FROM page WHERE version = %(version)s ORDER BY number;

-- :furniture
SELECT page, number, "start", "end" FROM furniture WHERE version = %(version)s ORDER BY page, number;

-- :lines
SELECT number, page, "start", "end", box_page, x0, y0, x1, y1 FROM line WHERE version = %(version)s ORDER BY number;

-- :sections
SELECT id, title, level, "start", "end", start_page, end_page, found_by
  FROM section WHERE version = %(version)s ORDER BY id;

-- :paragraphs
SELECT number, "start", "end", section FROM paragraph WHERE version = %(version)s ORDER BY number;

-- :blocks
SELECT number, kind, "start", "end", section, page, split FROM block WHERE version = %(version)s ORDER BY number;

-- :anchors
SELECT block, anchor FROM anchor WHERE version = %(version)s ORDER BY block;

-- :tables
SELECT number, "start", "end", rows, columns, header_rows, found_by, caption_start, caption_end
  FROM "table" WHERE version = %(version)s ORDER BY number;

-- :cells
SELECT "table", row, "column", "start", "end", rows, columns, anchor, divided
  FROM cell WHERE version = %(version)s ORDER BY "table", row, "column";

-- :figures
SELECT number, page, x0, y0, x1, y1, "start", "end", caption_start, caption_end, description
  FROM figure WHERE version = %(version)s ORDER BY number;

-- :unseen
SELECT number, kind, "start", "end", page, anchor, stood_at FROM unseen WHERE version = %(version)s ORDER BY number;

-- :content  The file's own bytes.
SELECT source.content, source.outside
  FROM source
  JOIN document ON document.id = source.document
  JOIN collection ON collection.id = document.collection
 WHERE collection.name = %(collection)s AND document.name = %(name)s AND source.sha256 = %(source)s;

-- :versions  Every version of a name, the oldest first.
SELECT source.sha256, version.version
  FROM version
  JOIN source ON source.id = version.source
  JOIN document ON document.id = version.document
  JOIN collection ON collection.id = document.collection
 WHERE collection.name = %(collection)s AND document.name = %(name)s
 ORDER BY version.id;

-- :count_versions  How many versions a document has.
SELECT count(*) FROM version WHERE document = %(document)s;

-- :vectors  The vectors of a model that are kept of texts with these hashes.
SELECT vector.content_hash, vector.vector
  FROM vector_model
  JOIN vector ON vector.model = vector_model.id AND vector.content_hash = ANY (%(hashes)s::text[])
 WHERE vector_model.name = %(model)s;

-- :insert_vector_model  Name the model where it is new.
INSERT INTO vector_model (name) VALUES (%(model)s) ON CONFLICT (name) DO NOTHING;

-- :vector_model  The number of a model.
SELECT id FROM vector_model WHERE name = %(model)s;

-- :delete_other_vectors  Make room where another vector of the text is kept: the new one gets a number of its own.
DELETE FROM vector
 USING (VALUES (%s::bigint, %s::text, %s::bytea)) AS new (model, content_hash, vector)
 WHERE vector.model = new.model AND vector.content_hash = new.content_hash AND vector.vector <> new.vector;

-- :insert_vectors  Keep a vector; not of a text that was forgotten while it was being embedded.
INSERT INTO vector (model, content_hash, vector)
SELECT model, content_hash, vector
  FROM (VALUES (%s::bigint, %s::text, %s::bytea)) AS new (model, content_hash, vector)
 WHERE EXISTS (SELECT 1 FROM passage WHERE passage.content_hash = new.content_hash)
    ON CONFLICT DO NOTHING;

-- :last_vector  The highest number that a vector ever had.
SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM vector_id_seq;

-- :vectors_between  The next vectors of a model after one number and up to another, in order of number.
SELECT id, vector FROM vector WHERE id > %(after)s AND id <= %(last)s AND model = %(model)s ORDER BY id LIMIT %(limit)s;

-- :count_vectors  How many vectors of a model are kept.
SELECT count(*) FROM vector WHERE model = %(model)s;

-- :vector_ids  The numbers of all vectors of a model, in order of their hashes.
SELECT id FROM vector WHERE model = %(model)s ORDER BY content_hash;

-- :vector_ids_in  The numbers of the vectors of passages in the current versions of a collection.
SELECT vector.id
  FROM document
  JOIN passage ON passage.version = document.current_version
  JOIN vector ON vector.model = %(model)s AND vector.content_hash = passage.content_hash
 WHERE document.collection = %(collection)s;

-- :vectors_with  The vectors with these numbers.
SELECT vector.content_hash, vector.vector
  FROM vector
 WHERE vector.id = ANY (%(ids)s::bigint[]) AND vector.model = %(model)s;

-- :passages_with  Where a text stands in the current versions of a collection.
SELECT document.name, source.sha256, version.version, passage.number
  FROM passage
  JOIN document ON document.current_version = passage.version
  JOIN version ON version.id = passage.version
  JOIN source ON source.id = version.source
 WHERE passage.content_hash = %(content_hash)s AND document.collection = %(collection)s
 ORDER BY document.name, passage.number
 LIMIT %(limit)s;

-- :count_without_vectors  How many texts have no vector of a model. A vector is only kept of a text that is held.
SELECT (SELECT count(DISTINCT content_hash) FROM passage)
     - (SELECT count(*) FROM vector WHERE model = (SELECT id FROM vector_model WHERE name = %(model)s));

-- :without_vectors  Current versions of a collection of which some passage has no vector of a model.
SELECT document.name, source.sha256, version.version
  FROM document
  JOIN collection ON collection.id = document.collection
  JOIN version ON version.id = document.current_version
  JOIN source ON source.id = version.source
  LEFT JOIN vector_model ON vector_model.name = %(model)s
 WHERE collection.name = %(collection)s
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
 WHERE passage.version = %(version)s
   AND NOT EXISTS (SELECT 1
                     FROM vector
                    WHERE vector.model = (SELECT id FROM vector_model WHERE name = %(model)s)
                      AND vector.content_hash = passage.content_hash);

-- :version_of  The number of a version in the store.
SELECT version.id
  FROM collection
  JOIN document ON document.collection = collection.id AND document.name = %(name)s
  JOIN version ON version.document = document.id AND version.version = %(version)s
 WHERE collection.name = %(collection)s;

-- :keep_version  The same, of one that nobody forgets until the end of the transaction.
SELECT version.id
  FROM collection
  JOIN document ON document.collection = collection.id AND document.name = %(name)s
  JOIN version ON version.document = document.id AND version.version = %(version)s
 WHERE collection.name = %(collection)s
   FOR KEY SHARE OF version;

-- :passages  The passages of a version, in order.
SELECT number, "start", "end", section, content_hash FROM passage WHERE version = %(version)s ORDER BY number;

-- :chunks  The chunks of a version, in order.
SELECT number, "start", "end", content_hash FROM chunk WHERE version = %(version)s ORDER BY number;

-- :older_models  The models of an embedder that it had before this one. A name starts with that of its embedder.
SELECT id FROM vector_model WHERE starts_with(name, %(embedder)s::text || '/') AND name <> %(model)s;

-- :count_older  How many current versions of a collection lack vectors of a model and have some of older ones.
SELECT count(*)
  FROM document
  JOIN collection ON collection.id = document.collection
 WHERE collection.name = %(collection)s
   AND EXISTS (SELECT 1
                 FROM passage
                 JOIN vector ON vector.model = ANY (%(older)s::bigint[])
                            AND vector.content_hash = passage.content_hash
                WHERE passage.version = document.current_version
                  AND NOT EXISTS (SELECT 1
                                    FROM vector AS newer
                                   WHERE newer.model = (SELECT id FROM vector_model WHERE name = %(model)s)
                                     AND newer.content_hash = passage.content_hash));

-- :delete_older_vectors  Delete the vectors of an older model that nobody needs: the text has a newer one, or only
-- replaced versions hold it.
DELETE FROM vector
 USING (VALUES (%s::bigint, %s::bigint)) AS models (newer, older)
 WHERE model = models.older
   AND (EXISTS (SELECT 1 FROM vector AS newer
                 WHERE newer.model = models.newer AND newer.content_hash = vector.content_hash)
        OR NOT EXISTS (SELECT 1
                         FROM passage JOIN document ON document.current_version = passage.version
                        WHERE passage.content_hash = vector.content_hash));

-- :delete_vectors_of  Delete the vectors of texts that no other document holds.
DELETE FROM vector
 WHERE model IN (SELECT id FROM vector_model)
   AND content_hash IN (SELECT passage.content_hash
                          FROM passage JOIN version ON version.id = passage.version
                         WHERE version.document = %(document)s)
   AND NOT EXISTS (SELECT 1
                     FROM passage JOIN version ON version.id = passage.version
                    WHERE passage.content_hash = vector.content_hash AND version.document <> %(document)s);

-- :delete_unused_vector_models
DELETE FROM vector_model WHERE NOT EXISTS (SELECT 1 FROM vector WHERE vector.model = vector_model.id);

-- :delete_document  Delete a name; versions, bytes and ranges go with it.
DELETE FROM document WHERE id = %(document)s;

-- :count_current_blocks  How many blocks a complete word index holds.
SELECT coalesce(sum(version.blocks), 0)::bigint FROM document JOIN version ON version.id = document.current_version;

-- :changed_since  Documents whose current version an index of that generation does not hold.
SELECT document.id, document.collection, document.current_version, document.name
  FROM document WHERE document.generation > %(generation)s ORDER BY document.id;

-- :changed_since_in  The same in one collection.
SELECT document.id, document.collection, document.current_version, document.name
  FROM document WHERE document.generation > %(generation)s AND document.collection = %(collection)s
 ORDER BY document.id;

-- :block_spans  Where the blocks of a version stand.
SELECT block.number, block."start", block."end" FROM block WHERE block.version = %(version)s ORDER BY block.number;

-- :text  The text of a version, as bytes.
SELECT convert_to(text, 'UTF8') FROM version WHERE id = %(version)s;

-- :current_among  Which of these versions are current, and were already at that generation.
SELECT version.id, collection.name, document.name, source.sha256, version.version
  FROM document
  JOIN collection ON collection.id = document.collection
  JOIN version ON version.id = document.current_version
  JOIN source ON source.id = version.source
 WHERE version.id = ANY (%(versions)s::bigint[]) AND document.generation <= %(generation)s;

-- :insert_run  Keep what was asked and answered; the same run again changes nothing.
INSERT INTO run (id, collection, asked_at, question, outcome, answer, trace)
VALUES (%(id)s, %(collection)s, %(asked_at)s, %(question)s, %(outcome)s, %(answer)s, %(trace)s)
    ON CONFLICT (id) DO NOTHING
RETURNING id;

-- :insert_run_documents  Link a run to what it read.
INSERT INTO run_document (run, collection, name, source, version) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT DO NOTHING;

-- :insert_candidates  Keep what a run proposed.
INSERT INTO candidate (run, number, name, version, first_line, last_line, page, section, quote, answer_type, value,
                       score, stopped_by, reason, kept)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT DO NOTHING;

-- :runs_like  The runs of a collection whose id starts so, the newest first.
SELECT run.id, collection.name, asked_at, question, outcome, answer, trace
  FROM run
  JOIN collection ON collection.id = run.collection
 WHERE collection.name = %(collection)s AND starts_with(run.id, %(start)s)
 ORDER BY asked_at DESC, run.number DESC
 LIMIT %(limit)s;

-- :runs_of_version  The runs that read a version, the newest first.
SELECT run.id, collection.name, asked_at, question, outcome, answer, trace
  FROM run_document
  JOIN run ON run.id = run_document.run
  JOIN collection ON collection.id = run.collection
 WHERE run_document.source = %(source)s AND run_document.version = %(version)s
   AND run_document.collection = %(collection)s AND run_document.name = %(name)s
 ORDER BY asked_at DESC, run.number DESC;

-- :run_documents  What a run read.
SELECT collection, name, source, version FROM run_document WHERE run = %(run)s ORDER BY name, version;

-- :candidates  What a run proposed, likeliest first.
SELECT name, version, first_line, last_line, page, section, quote, answer_type, value, score, stopped_by, reason, kept
  FROM candidate
 WHERE run = %(run)s
 ORDER BY number;

-- :rejections  What checks have stopped in a collection, the newest run first.
SELECT run.id, asked_at, question, outcome, candidate.name, version, first_line, last_line, page, section, quote,
       answer_type, value, score, stopped_by, reason, kept
  FROM run
  JOIN collection ON collection.id = run.collection
  JOIN candidate ON candidate.run = run.id
 WHERE collection.name = %(collection)s AND stopped_by <> '' AND (%(check)s = '' OR stopped_by = %(check)s)
 ORDER BY asked_at DESC, run.number DESC, candidate.number
 LIMIT %(limit)s;

-- :keep_table_cell  Keep a cell of a table over documents; one that is asked anew takes the place of the one before.
INSERT INTO table_cell (version, key, cell) VALUES (%(version)s, %(key)s, %(cell)s)
    ON CONFLICT (version, key) DO UPDATE SET cell = excluded.cell;

-- :table_cells  What is kept of a version under these keys.
SELECT key, cell FROM table_cell
 WHERE version = %(version)s AND key = ANY (%(keys)s::text[]);

-- :hold_table  Know a table over documents; the same again changes nothing.
INSERT INTO document_table (collection, id, fields) VALUES (%(collection)s, %(id)s, %(fields)s) ON CONFLICT DO NOTHING;

-- :hold_table_rows  Which documents are its rows.
INSERT INTO document_table_row (collection, id, number, document)
SELECT %s::bigint, %s::text, %s::integer, document.id
  FROM document WHERE document.collection = %s AND document.name = %s
   FOR KEY SHARE
    ON CONFLICT DO NOTHING;

-- :tables_like  The tables of a collection whose id starts so.
SELECT document_table.id, fields
  FROM document_table JOIN collection ON collection.id = document_table.collection
 WHERE collection.name = %(collection)s AND starts_with(document_table.id, %(start)s)
 ORDER BY document_table.id LIMIT %(limit)s;

-- :table_rows  The names of the documents of a table, in order.
SELECT document.name
  FROM document_table_row
  JOIN collection ON collection.id = document_table_row.collection
  JOIN document ON document.id = document_table_row.document
 WHERE collection.name = %(collection)s AND document_table_row.id = %(id)s
 ORDER BY number;

-- :insert_decision  Add what somebody decided about a cell.
INSERT INTO table_decision (version, field, decision) VALUES (%(version)s, %(field)s, %(decision)s) RETURNING number;

-- :decisions  What was decided about the cells of a version, the oldest first.
SELECT field, decision FROM table_decision
 WHERE version = %(version)s AND field = ANY (%(fields)s::text[])
 ORDER BY number;

-- :keep_unit  Keep what came of a part; the same part again takes the place of the one before.
INSERT INTO extract_unit (version, schema, field, chunk, chunk_hash, unit)
VALUES (%(version)s, %(schema)s, %(field)s, %(chunk)s, %(chunk_hash)s, %(unit)s)
    ON CONFLICT (version, schema, field, chunk, chunk_hash) DO UPDATE SET unit = excluded.unit;

-- :units  What is kept of the parts of a version for a field, in the order of the text.
SELECT chunk, chunk_hash, unit FROM extract_unit
 WHERE version = %(version)s AND schema = %(schema)s AND field = %(field)s ORDER BY chunk;

-- :finish_units  Note when all parts of a field were done: they are kept for a while longer.
UPDATE extract_unit SET done_at = %(at)s
 WHERE version = %(version)s AND schema = %(schema)s AND field = %(field)s AND done_at IS NULL;

-- :drop_units  Delete the parts of what was done before a time.
DELETE FROM extract_unit WHERE done_at < %(before)s;
-- :model_reply  What a model replied to a request.
SELECT reply FROM model_reply WHERE key = %(key)s;

-- :keep_model_reply  Keep a reply; the first one stays.
INSERT INTO model_reply (key, reply)
SELECT %(key)s::text, %(reply)s::text WHERE EXISTS (SELECT 1 FROM model_reply_about WHERE key = %(key)s)
    ON CONFLICT (key) DO NOTHING;

-- :drop_model_reply  Forget a reply that nothing came of, so that it is asked for anew.
DELETE FROM model_reply WHERE key = %(key)s;

-- :about_version  Which document a request is about.
INSERT INTO model_reply_about (version, key) VALUES (%s, %s) ON CONFLICT DO NOTHING;

-- :is_in_flight  Whether a batch that is not harvested yet holds the request, or its reply is there.
SELECT EXISTS (SELECT 1 FROM model_reply WHERE key = %(key)s)
    OR EXISTS (SELECT 1 FROM batch_request JOIN provider_batch ON provider_batch.number = batch
                WHERE key = %(key)s AND state IN ('submitting', 'submitted', 'ended'));

-- :failed_request  How often a request failed since it was last forgiven, and what was said the last time.
SELECT count(*), coalesce(max(lpad(batch::text, 12, '0') || error), ''), coalesce(min(retryable), 1)
  FROM batch_request
 WHERE key = %(key)s AND counts = 1 AND ending NOT IN ('', 'succeeded');

-- :forgive_request  Do not count the failures of a request any more.
UPDATE batch_request SET counts = 0 WHERE key = %(key)s;

-- :insert_batch  A batch that is about to be sent.
INSERT INTO provider_batch (token, purpose, model, place, state, sent_at)
VALUES (%(token)s, %(purpose)s, %(model)s, %(place)s, %(state)s, %(sent_at)s) RETURNING number;

-- :insert_batch_requests  What it asks.
INSERT INTO batch_request (batch, number, key, rung) VALUES (%s, %s, %s, %s);

-- :batch_number  The calls that a table made one by one count as one batch.
SELECT number FROM provider_batch WHERE token = %(token)s;

-- :insert_live_call  A call that was made for itself, and what it took.
INSERT INTO batch_request (batch, number, key, rung, ending, calls, input_tokens, cached_tokens, output_tokens, cost)
SELECT %(batch)s::bigint, 1 + coalesce(max(number), 0), %(key)s::text, %(rung)s::text, 'succeeded',
       %(calls)s::integer, %(input_tokens)s::integer, %(cached_tokens)s::integer, %(output_tokens)s::integer,
       %(cost)s::text
  FROM batch_request WHERE batch = %(batch)s;

-- :set_batch_state  How far a batch has got. A batch that is harvested or dropped stays so.
UPDATE provider_batch SET state = %(state)s, said = %(said)s,
       provider_id = CASE WHEN %(provider_id)s = '' THEN provider_id ELSE %(provider_id)s END
 WHERE number = %(number)s AND state NOT IN ('harvested', 'dropped');

-- :set_batch_sent  When it is sent.
UPDATE provider_batch SET sent_at = %(sent_at)s WHERE number = %(number)s;

-- :batch_request  One request of a batch.
SELECT key, rung, ending FROM batch_request WHERE batch = %(batch)s AND number = %(number)s;

-- :batch_rungs  How each request of a batch is held to a form.
SELECT number, rung FROM batch_request WHERE batch = %(batch)s;

-- :end_request  What came of a request; the first result stays.
UPDATE batch_request
   SET ending = %(ending)s, error = %(error)s, retryable = %(retryable)s, calls = %(calls)s, input_tokens = %(input_tokens)s,
       cached_tokens = %(cached_tokens)s, output_tokens = %(output_tokens)s, cost = %(cost)s
 WHERE batch = %(batch)s AND number = %(number)s AND ending = '';

-- :end_missing  Requests of a batch of which the provider says nothing.
UPDATE batch_request SET ending = 'missing', error = %(error)s WHERE batch = %(batch)s AND ending = '';

-- :open_batches  Batches that are not harvested yet, the oldest first.
SELECT number, token, model, place, state, provider_id, sent_at, said FROM provider_batch
 WHERE state IN ('submitting', 'submitted', 'ended') ORDER BY number;

-- :batches_for  All batches that were made for a table, the oldest first; without one all there are.
SELECT number, token, model, place, state, provider_id, sent_at, said FROM provider_batch
 WHERE %(purpose)s = '' OR purpose = %(purpose)s ORDER BY number;

-- :batch_endings  How many requests of a batch came to which end, and what they took.
SELECT ending, count(*), sum(calls), sum(input_tokens), sum(cached_tokens), sum(output_tokens)
  FROM batch_request WHERE batch = %(batch)s GROUP BY ending;

-- :batch_costs  What each request of a batch cost, where there are prices.
SELECT cost FROM batch_request WHERE batch = %(batch)s AND cost IS NOT NULL;

-- :provider_ids  The provider's own names of batches that we know.
SELECT provider_id FROM provider_batch WHERE provider_id <> '';

-- :count_documents  How many names all collections have together.
SELECT count(*) FROM document;

-- :all_sources  Every file that is held, with the hash of what it was.
SELECT sha256, content FROM source;
