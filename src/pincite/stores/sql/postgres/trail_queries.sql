-- :last_entry  The entry that nothing comes behind.
SELECT number, kind, subject, recorded_at, payload, previous, hash FROM chain ORDER BY number DESC LIMIT 1;

-- :entries  The chain from behind one entry on, as bytes: what was changed may be no text any more.
SELECT number, convert_to(kind, 'UTF8'), convert_to(subject, 'UTF8'), convert_to(recorded_at, 'UTF8'), convert_to(payload, 'UTF8'),
       convert_to(previous, 'UTF8'), convert_to(hash, 'UTF8')
  FROM chain
 WHERE number > %(after)s ORDER BY number LIMIT %(limit)s;

-- :entry_of  The entry of a run or a decision.
SELECT number, kind, subject, recorded_at, payload, previous, hash FROM chain
 WHERE kind = %(kind)s AND subject = %(subject)s ORDER BY number LIMIT 1;

-- :entries_of_runs_like  The entries of runs whose id starts so.
SELECT number, kind, subject, recorded_at, payload, previous, hash FROM chain
 WHERE kind = 'run' AND starts_with(subject, %(start)s) ORDER BY number DESC LIMIT %(limit)s;

-- :tombstone_of  What says that the payload of an entry was erased.
SELECT number, kind, subject, recorded_at, payload, previous, hash FROM chain
 WHERE kind = 'erased' AND subject >= %(number)s::text || ' ' AND subject < %(number)s::text || '!' ORDER BY number LIMIT 1;

-- :insert_entry
INSERT INTO chain (number, kind, subject, recorded_at, payload, previous, hash) VALUES (%s, %s, %s, %s, %s, %s, %s);

-- :run_whole  All that the row of a run says.
SELECT nonce, run.id, collection.name, asked_at, question, outcome, answer, trace
  FROM run LEFT JOIN collection ON collection.id = run.collection WHERE run.id = %(run)s;

-- :candidates_whole  All that the rows of a run's candidates say, likeliest first.
SELECT number, name, version, first_line, last_line, page, section, quote, answer_type, value, score, stopped_by,
       reason, kept
  FROM candidate WHERE run = %(run)s ORDER BY number;

-- :set_run_nonce
UPDATE run SET nonce = %(nonce)s WHERE id = %(run)s;

-- :run_parts  What was recorded beside the answer of a run.
SELECT part, content FROM run_part WHERE run = %(run)s ORDER BY part;

-- :insert_run_parts
INSERT INTO run_part (run, part, content) VALUES (%s, %s, %s);

-- :decision_whole  All that was decided in one decision, and about what.
SELECT table_decision.nonce, collection.name, document.name, version.version, field, decision
  FROM table_decision
  LEFT JOIN version ON version.id = table_decision.version
  LEFT JOIN document ON document.id = version.document
  LEFT JOIN collection ON collection.id = document.collection
 WHERE number = %(number)s;

-- :set_decision_nonce
UPDATE table_decision SET nonce = %(nonce)s WHERE number = %(number)s;

-- :unchained_runs  Runs that no entry of the chain names, the oldest first.
SELECT id FROM run
 WHERE NOT EXISTS (SELECT 1 FROM chain WHERE kind = 'run' AND subject = run.id) ORDER BY asked_at, number;

-- :unchained_decisions  Decisions that no entry of the chain names, the oldest first.
SELECT number FROM table_decision
 WHERE NOT EXISTS (SELECT 1 FROM chain WHERE kind = 'decision' AND subject = table_decision.number::text)
 ORDER BY number;

-- :runs_that_read  Runs that read any version of a name.
SELECT DISTINCT run FROM run_document WHERE collection = %(collection)s AND name = %(name)s;

-- :runs_before  Runs of a collection that were asked before a time.
SELECT run.id FROM run JOIN collection ON collection.id = run.collection
 WHERE collection.name = %(collection)s AND asked_at < %(before)s ORDER BY asked_at;

-- :questions_beyond  Questions of a collection behind the newest ones that take so many bytes together, the oldest first. The last one stays.
SELECT id FROM (
    SELECT run.id, asked_at, run.number, row_number() OVER newest AS place,
           sum(octet_length(question) + octet_length(answer) + octet_length(trace)
               + coalesce((SELECT sum(octet_length(content)) FROM run_part WHERE run_part.run = run.id), 0)
               + coalesce((SELECT sum(octet_length(quote) + octet_length(value) + octet_length(reason))
                             FROM candidate WHERE candidate.run = run.id), 0)) OVER newest AS bytes
      FROM run JOIN collection ON collection.id = run.collection
     WHERE collection.name = %(collection)s
       AND NOT EXISTS (SELECT 1 FROM run_part WHERE run_part.run = run.id AND part = 'asked_for')
    WINDOW newest AS (ORDER BY asked_at DESC, run.number DESC)) AS measured
 WHERE bytes > %(bytes)s AND place > 1 ORDER BY asked_at, number;

-- :delete_run  Erase what a run recorded: documents, candidates and parts go with it.
DELETE FROM run WHERE id = %(run)s;

-- :delete_cells_of  Erase cells of tables that came of these runs.
DELETE FROM table_cell
 WHERE json_of(cell) ->> 'run' = ANY (%(runs)s::text[]);

-- :forget_paths_of  Forget where the file of a document was that a job is done with.
UPDATE job_item SET path = ''
 WHERE name = %(name)s
   AND job IN (SELECT job.number FROM job JOIN collection ON collection.id = job.collection
                WHERE collection.name = %(collection)s
                  AND (job.state = 'cancelled' OR job_item.state NOT IN ('pending', 'running')));

-- :delete_results_of  Erase rows of jobs with a cell that came of these runs.
DELETE FROM job_result
 WHERE EXISTS (SELECT 1 FROM json_each(CASE json_typeof(json_of(content) -> 'cells')
                                            WHEN 'object' THEN json_of(content) -> 'cells' END) AS cell
                WHERE cell.value ->> 'run' = ANY (%(runs)s::text[]));

-- :delete_units_of  Erase parts of long documents that came of these runs.
DELETE FROM extract_unit
 WHERE json_of(unit) ->> 'run' = ANY (%(runs)s::text[]);

-- :decisions_about  Decisions about a name, and with `citing` those that cite it elsewhere.
SELECT table_decision.number
  FROM table_decision
  JOIN version ON version.id = table_decision.version
  JOIN document ON document.id = version.document
  JOIN collection ON collection.id = document.collection
 WHERE collection.name = %(collection)s
   AND (document.name = %(name)s
        OR (%(citing)s = 1
            AND EXISTS (SELECT 1 FROM json_array_elements(CASE json_typeof(json_of(decision) -> 'evidence')
                                                               WHEN 'array' THEN json_of(decision) -> 'evidence' END)
                                      AS cited
                         WHERE cited ->> 'name' = %(name)s)))
 ORDER BY table_decision.number;

-- :decisions_before  Decisions of a collection that were made before a time.
SELECT table_decision.number
  FROM table_decision
  JOIN version ON version.id = table_decision.version
  JOIN document ON document.id = version.document
  JOIN collection ON collection.id = document.collection
 WHERE collection.name = %(collection)s AND json_of(decision) ->> 'at' < %(before)s
 ORDER BY table_decision.number;

-- :delete_decision
DELETE FROM table_decision WHERE number = %(number)s;

-- :runs_listed  Runs of a collection, the newest first, without what they recorded; those behind `after`, if it is a run.
SELECT run.id, asked_at, question, outcome,
       (SELECT coalesce(json_agg(name ORDER BY name), '[]')::text
          FROM (SELECT DISTINCT name FROM run_document WHERE run_document.run = run.id) AS read),
       EXISTS (SELECT 1 FROM run_part WHERE run_part.run = run.id AND part = 'asked_for')
  FROM run JOIN collection ON collection.id = run.collection
 WHERE collection.name = %(collection)s
   AND (%(outcome)s = '' OR outcome = %(outcome)s)
   AND asked_at >= %(since)s
   AND (%(document)s = '' OR EXISTS (SELECT 1 FROM run_document
                                   WHERE run_document.run = run.id AND run_document.name = %(document)s))
   AND (%(asked_for)s = ''
        OR (%(asked_for)s = 'cell') = EXISTS (SELECT 1 FROM run_part WHERE run_part.run = run.id AND part = 'asked_for'))
   AND (%(after)s = ''
        OR (asked_at, run.number) < (SELECT last.asked_at, last.number FROM run AS last WHERE last.id = %(after)s))
 ORDER BY asked_at DESC, run.number DESC
 LIMIT %(limit)s;
