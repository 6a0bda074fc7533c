-- Queries about jobs over many documents. Each starts with a line `-- :name  what it does`.

-- :jobs_alike  The jobs of a collection that do the same and were not cancelled, the newest first.
SELECT id FROM job
 WHERE collection = %(collection)s AND key = %(key)s AND state <> 'cancelled'
 ORDER BY number DESC LIMIT 1;

-- :insert_job  Hold a new job; its number.
INSERT INTO job (id, collection, key, state, reason, submitted_at, worked_at, request, fields, settings, tries,
                 lease_seconds, most_seconds, most_tokens, most_cost, seconds, calls, tokens, cost, outages)
VALUES (%(id)s, %(collection)s, %(key)s, 'running', '', %(submitted_at)s, '', %(request)s, %(fields)s, %(settings)s, %(tries)s,
        %(lease_seconds)s, %(most_seconds)s, %(most_tokens)s, %(most_cost)s, 0, 0, 0, NULL, 0)
RETURNING number;

-- :insert_job_items  The documents of a job.
INSERT INTO job_item (job, number, path, name, sha256, state, attempt, worker, beat, strikes, reason)
VALUES (%s, %s, %s, %s, %s, %s, 0, '', 0, 0, %s);

-- :jobs_like  The jobs of a collection whose id starts so, the newest first.
SELECT job.id, collection.name, job.state, job.reason, submitted_at, worked_at, request, fields, settings, tries,
       lease_seconds, most_seconds, most_tokens, most_cost, seconds, calls, tokens, cost,
       count(*) FILTER (WHERE job_item.state = 'pending'),
       count(*) FILTER (WHERE job_item.state = 'running'),
       count(*) FILTER (WHERE job_item.state = 'done'),
       count(*) FILTER (WHERE job_item.state = 'failed'),
       count(*) FILTER (WHERE job_item.state = 'set_aside')
  FROM job
  JOIN collection ON collection.id = job.collection
  LEFT JOIN job_item ON job_item.job = job.number
 WHERE collection.name = %(collection)s AND starts_with(job.id, %(start)s)
 GROUP BY job.number, collection.name
 ORDER BY job.number DESC
 LIMIT %(limit)s;

-- :job_items  The documents of a job in one of some states, in order.
SELECT job_item.number, path, name, job_item.state, attempt, job_item.worker, job_item.reason
  FROM job_item JOIN job ON job.number = job_item.job
 WHERE job.id = %(job)s AND job_item.state = ANY (%(states)s::text[])
 ORDER BY job_item.number;

-- :job_attempts  Every attempt at the documents of a job, in order.
SELECT job_item.number, job_attempt.number, job_attempt.worker, started_at, ended, job_attempt.reason,
       job_attempt.seconds
  FROM job_attempt
  JOIN job_item ON job_item.id = job_attempt.item
  JOIN job ON job.number = job_item.job
 WHERE job.id = %(job)s
 ORDER BY job_item.number, job_attempt.number;

-- :job_results  The rows of the results of a job; a document without any once, in order.
SELECT job_item.number, path, name, job_item.state, attempt, job_item.worker, job_item.reason, content
  FROM job_item
  JOIN job ON job.number = job_item.job
  LEFT JOIN job_result ON job_result.item = job_item.id
 WHERE job.id = %(job)s
 ORDER BY job_item.number, job_result.number;

-- :claim_item  Take one pending document, of the oldest job first; two workers never take the same one.
UPDATE job_item SET state = 'running', worker = %(worker)s, attempt = attempt + 1, beat = 0
 WHERE id = (SELECT waiting.id
               FROM job JOIN job_item AS waiting ON waiting.job = job.number AND waiting.state = 'pending'
              WHERE job.state = 'running'
                AND (cardinality(%(jobs)s::text[]) = 0 OR job.id = ANY (%(jobs)s::text[]))
              -- What was tried before comes last, so that a document that crashes its worker holds up no other.
              ORDER BY job.number, waiting.attempt, waiting.number LIMIT 1
                FOR UPDATE OF waiting SKIP LOCKED)
RETURNING id, attempt, worker, path, name, sha256,
          (SELECT job.id FROM job WHERE job.number = job_item.job),
          (SELECT job.request FROM job WHERE job.number = job_item.job),
          (SELECT job.settings FROM job WHERE job.number = job_item.job),
          (SELECT job.lease_seconds FROM job WHERE job.number = job_item.job);

-- :insert_attempt  Enter that a worker has begun.
INSERT INTO job_attempt (item, number, worker, started_at, ended, reason, seconds)
VALUES (%(item)s, %(attempt)s, %(worker)s, %(started_at)s, '', '', 0);

-- :beat  Renew a lease, and say how the job stands; no row where the lease is lost.
UPDATE job_item SET beat = beat + 1
 WHERE id = %(item)s AND worker = %(worker)s AND attempt = %(attempt)s AND state = 'running'
RETURNING (SELECT job.state FROM job WHERE job.number = job_item.job);

-- :held_item  The job of a document, if the worker still has it, and how often it failed before. Both are locked:
-- of two workers that do the last documents of a job at once, the second sees that nothing is left.
SELECT job_item.job, strikes, tries, outages
  FROM job_item JOIN job ON job.number = job_item.job
 WHERE job_item.id = %(item)s AND worker = %(worker)s AND attempt = %(attempt)s AND job_item.state = 'running'
   FOR UPDATE OF job_item, job;

-- :end_item  What came of a document.
UPDATE job_item SET state = %(state)s, worker = '', strikes = %(strikes)s, reason = %(reason)s WHERE id = %(item)s;

-- :end_attempt  How an attempt ended.
UPDATE job_attempt SET ended = %(ended)s, reason = %(reason)s, seconds = %(seconds)s
 WHERE item = %(item)s AND number = %(attempt)s;

-- :delete_results  What an earlier attempt has left.
DELETE FROM job_result WHERE item = %(item)s;

-- :insert_result  A row of the results; nothing where the version is gone that it quotes.
INSERT INTO job_result (item, number, version, content)
SELECT %(item)s::bigint, %(number)s::integer, found.version, %(content)s::text
  FROM (SELECT (SELECT version.id
                  FROM job_item
                  JOIN job ON job.number = job_item.job
                  JOIN document ON document.collection = job.collection AND document.name = %(name)s
                  JOIN version ON version.document = document.id AND version.version = %(version)s
                 WHERE job_item.id = %(item)s
                   FOR KEY SHARE OF version) AS version) AS found
 WHERE %(version)s::text IS NULL OR found.version IS NOT NULL;

-- :job_budget  What a job may take and has taken.
SELECT most_seconds, most_tokens, most_cost, seconds, calls, tokens, cost, outages FROM job WHERE number = %(job)s FOR UPDATE;

-- :spend_on_job  What a job has taken by now.
UPDATE job SET seconds = %(seconds)s, calls = %(calls)s, tokens = %(tokens)s, cost = %(cost)s, outages = %(outages)s
 WHERE number = %(job)s;

-- :pause_job  Have nobody begin with another document.
UPDATE job SET state = 'paused', reason = %(reason)s WHERE number = %(job)s AND state = 'running';

-- :settle_job  A job of which nothing is left is done.
UPDATE job SET state = 'done', reason = ''
 WHERE number = %(job)s AND state IN ('running', 'paused')
   AND NOT EXISTS (SELECT 1 FROM job_item WHERE job_item.job = %(job)s AND job_item.state = 'pending')
   AND NOT EXISTS (SELECT 1 FROM job_item WHERE job_item.job = %(job)s AND job_item.state = 'running');

-- :items_of_worker  The documents that a worker has.
SELECT job_item.id, job_item.job, attempt, strikes, tries
  FROM job_item JOIN job ON job.number = job_item.job
 WHERE job_item.worker = %(worker)s AND job_item.state = 'running'
 ORDER BY job_item.id
   FOR UPDATE OF job_item, job;

-- :leases  Who has which document, of the jobs that are named or else of all.
SELECT job_item.id, job_item.worker, attempt, beat, lease_seconds
  FROM job_item JOIN job ON job.number = job_item.job
 WHERE job_item.state = 'running' AND (cardinality(%(jobs)s::text[]) = 0 OR job.id = ANY (%(jobs)s::text[]));

-- :lapsed_item  The document of a lease, if the lease is as it was seen.
SELECT job, strikes FROM job_item
 WHERE id = %(item)s AND worker = %(worker)s AND attempt = %(attempt)s AND beat = %(beat)s AND state = 'running'
   FOR UPDATE;

-- :open_items  How many documents of running jobs wait, and how many somebody has.
SELECT coalesce(sum((SELECT count(*) FROM job_item WHERE job_item.job = job.number AND job_item.state = 'pending')), 0)::bigint,
       coalesce(sum((SELECT count(*) FROM job_item WHERE job_item.job = job.number AND job_item.state = 'running')), 0)::bigint
  FROM job
 WHERE state = 'running' AND (cardinality(%(jobs)s::text[]) = 0 OR id = ANY (%(jobs)s::text[]));

-- :worked_jobs  The running jobs that workers are at, of those that are named or else of all.
SELECT number FROM job
 WHERE state = 'running' AND (cardinality(%(jobs)s::text[]) = 0 OR id = ANY (%(jobs)s::text[]))
   AND EXISTS (SELECT 1 FROM job_item WHERE job_item.job = job.number AND job_item.state = 'running');

-- :see_workers  Say that workers are at a job.
UPDATE job SET worked_at = %(now)s WHERE number = %(job)s;

-- :job_number  The number of a job.
SELECT number FROM job WHERE id = %(id)s FOR UPDATE;

-- :run_job  Have a job go on.
UPDATE job SET state = 'running', reason = '', outages = 0 WHERE number = %(job)s;

-- :cancel_job  Have nobody do any more of a job.
UPDATE job SET state = 'cancelled', reason = '' WHERE number = %(job)s AND state <> 'done';

-- :running_jobs  The running jobs, of those that are named or else of all.
SELECT number FROM job WHERE state = 'running' AND (cardinality(%(jobs)s::text[]) = 0 OR id = ANY (%(jobs)s::text[]));

-- :set_budget  What a job may take from now on; NULL leaves a limit as it is.
UPDATE job SET most_seconds = coalesce(%(most_seconds)s::double precision, most_seconds), most_tokens = coalesce(%(most_tokens)s::bigint, most_tokens),
               most_cost = coalesce(%(most_cost)s::text, most_cost)
 WHERE number = %(job)s;

-- :retry_items  Have documents that came to nothing tried again; their numbers.
UPDATE job_item SET state = 'pending', worker = '', strikes = 0
 WHERE job = %(job)s AND state IN ('failed', 'set_aside')
RETURNING id;
