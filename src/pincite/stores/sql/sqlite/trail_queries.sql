-- :last_entry  The entry that nothing comes behind.
SELECT number, kind, subject, recorded_at, payload, previous, hash FROM chain ORDER BY number DESC LIMIT 1;

-- :entries  The chain from behind one entry on, as bytes: what was changed may be no text any more.
SELECT number, CAST(kind AS BLOB), CAST(subject AS BLOB), CAST(recorded_at AS BLOB), CAST(payload AS BLOB),
       CAST(previous AS BLOB), CAST(hash AS BLOB)
  FROM chain
 WHERE number > :after ORDER BY number LIMIT :limit;

-- :entry_of  The entry of a run or a decision.
SELECT number, kind, subject, recorded_at, payload, previous, hash FROM chain
 WHERE kind = :kind AND subject = :subject ORDER BY number LIMIT 1;

-- :entries_of_runs_like  The entries of runs whose id starts so.
SELECT number, kind, subject, recorded_at, payload, previous, hash FROM chain
 WHERE kind = 'run' AND substr(subject, 1, length(:start)) = :start ORDER BY number DESC LIMIT :limit;

-- :tombstone_of  What says that the payload of an entry was erased.
SELECT number, kind, subject, recorded_at, payload, previous, hash FROM chain
 WHERE kind = 'erased' AND subject >= :number || ' ' AND subject < :number || '!' ORDER BY number LIMIT 1;

-- :insert_entry
INSERT INTO chain (number, kind, subject, recorded_at, payload, previous, hash) VALUES (?, ?, ?, ?, ?, ?, ?);

-- :run_whole  All that the row of a run says.
SELECT nonce, run.id, collection.name, asked_at, question, outcome, answer, trace
  FROM run LEFT JOIN collection ON collection.id = run.collection WHERE run.id = :run;

-- :candidates_whole  All that the rows of a run's candidates say, likeliest first.
SELECT number, name, version, first_line, last_line, page, section, quote, answer_type, value, score, stopped_by,
       reason, kept
  FROM candidate WHERE run = :run ORDER BY number;

-- :set_run_nonce
UPDATE run SET nonce = :nonce WHERE id = :run;

-- :run_parts  What was recorded beside the answer of a run.
SELECT part, content FROM run_part WHERE run = :run ORDER BY part;

-- :insert_run_parts
INSERT INTO run_part (run, part, content) VALUES (?, ?, ?);

-- :decision_whole  All that was decided in one decision, and about what.
SELECT table_decision.nonce, collection.name, document.name, version.version, field, decision
  FROM table_decision
  LEFT JOIN version ON version.id = table_decision.version
  LEFT JOIN document ON document.id = version.document
  LEFT JOIN collection ON collection.id = document.collection
 WHERE number = :number;

-- :set_decision_nonce
UPDATE table_decision SET nonce = :nonce WHERE number = :number;

-- :unchained_runs  Runs that no entry of the chain names, the oldest first.
SELECT id FROM run
 WHERE NOT EXISTS (SELECT 1 FROM chain WHERE kind = 'run' AND subject = run.id) ORDER BY asked_at, rowid;

-- :unchained_decisions  Decisions that no entry of the chain names, the oldest first.
SELECT number FROM table_decision
 WHERE NOT EXISTS (SELECT 1 FROM chain WHERE kind = 'decision' AND subject = CAST(table_decision.number AS TEXT))
 ORDER BY number;

-- :runs_that_read  Runs that read any version of a name.
SELECT DISTINCT run FROM run_document WHERE collection = :collection AND name = :name;

-- :runs_before  Runs of a collection that were asked before a time.
SELECT run.id FROM run JOIN collection ON collection.id = run.collection
 WHERE collection.name = :collection AND asked_at < :before ORDER BY asked_at;

-- :questions_beyond  Questions of a collection behind the newest ones that take so many bytes together, the oldest first. The last one stays.
SELECT id FROM (
    SELECT run.id, asked_at, run.rowid AS number, row_number() OVER newest AS place,
           sum(length(CAST(question AS BLOB)) + length(CAST(answer AS BLOB)) + length(CAST(trace AS BLOB))
               + coalesce((SELECT sum(length(content)) FROM run_part WHERE run_part.run = run.id), 0)
               + coalesce((SELECT sum(length(CAST(quote AS BLOB)) + length(CAST(value AS BLOB)) + length(CAST(reason AS BLOB)))
                             FROM candidate WHERE candidate.run = run.id), 0)) OVER newest AS bytes
      FROM run JOIN collection ON collection.id = run.collection
     WHERE collection.name = :collection
       AND NOT EXISTS (SELECT 1 FROM run_part WHERE run_part.run = run.id AND part = 'asked_for')
    WINDOW newest AS (ORDER BY asked_at DESC, run.rowid DESC))
 WHERE bytes > :bytes AND place > 1 ORDER BY asked_at, number;

-- :delete_run  Erase what a run recorded: documents, candidates and parts go with it.
DELETE FROM run WHERE id = :run;

-- :delete_cells_of  Erase cells of tables that came of these runs.
DELETE FROM table_cell
 WHERE CASE WHEN json_valid(cell) THEN json_extract(cell, '$.run') END IN (SELECT value FROM json_each(:runs));

-- :forget_paths_of  Forget where the file of a document was that a job is done with.
UPDATE job_item SET path = ''
 WHERE name = :name
   AND job IN (SELECT job.number FROM job JOIN collection ON collection.id = job.collection
                WHERE collection.name = :collection
                  AND (job.state = 'cancelled' OR job_item.state NOT IN ('pending', 'running')));

-- :delete_results_of  Erase rows of jobs with a cell that came of these runs.
DELETE FROM job_result
 WHERE EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid(content) THEN content ELSE '{}' END, '$.cells') AS cell
                WHERE json_extract(cell.value, '$.run') IN (SELECT value FROM json_each(:runs)));

-- :delete_units_of  Erase parts of long documents that came of these runs.
DELETE FROM extract_unit
 WHERE CASE WHEN json_valid(unit) THEN json_extract(unit, '$.run') END IN (SELECT value FROM json_each(:runs));

-- :decisions_about  Decisions about a name, and with `citing` those that cite it elsewhere.
SELECT table_decision.number
  FROM table_decision
  JOIN version ON version.id = table_decision.version
  JOIN document ON document.id = version.document
  JOIN collection ON collection.id = document.collection
 WHERE collection.name = :collection
   AND (document.name = :name
        OR (:citing AND EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid(decision) THEN decision ELSE '{}' END,
                                                           '$.evidence') AS cited
                                 WHERE json_extract(cited.value, '$.name') = :name)))
 ORDER BY table_decision.number;

-- :decisions_before  Decisions of a collection that were made before a time.
SELECT table_decision.number
  FROM table_decision
  JOIN version ON version.id = table_decision.version
  JOIN document ON document.id = version.document
  JOIN collection ON collection.id = document.collection
 WHERE collection.name = :collection AND CASE WHEN json_valid(decision) THEN json_extract(decision, '$.at') END < :before
 ORDER BY table_decision.number;

-- :delete_decision
DELETE FROM table_decision WHERE number = :number;

-- :runs_listed  Runs of a collection, the newest first, without what they recorded; those behind `after`, if it is a run.
SELECT run.id, asked_at, question, outcome,
       (SELECT json_group_array(name) FROM (SELECT DISTINCT name FROM run_document WHERE run_document.run = run.id ORDER BY name)),
       EXISTS (SELECT 1 FROM run_part WHERE run_part.run = run.id AND part = 'asked_for')
  FROM run JOIN collection ON collection.id = run.collection
 WHERE collection.name = :collection
   AND (:outcome = '' OR outcome = :outcome)
   AND asked_at >= :since
   AND (:document = '' OR EXISTS (SELECT 1 FROM run_document
                                   WHERE run_document.run = run.id AND run_document.name = :document))
   AND (:asked_for = ''
        OR (:asked_for = 'cell') = EXISTS (SELECT 1 FROM run_part WHERE run_part.run = run.id AND part = 'asked_for'))
   AND (:after = '' OR (asked_at, run.rowid) < (SELECT asked_at, rowid FROM run AS last WHERE last.id = :after))
 ORDER BY asked_at DESC, run.rowid DESC
 LIMIT :limit;
