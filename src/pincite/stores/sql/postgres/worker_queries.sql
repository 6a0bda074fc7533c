-- Queries about what workers share: wake-ups, files of jobs, calls to providers. Each starts with `-- :name  …`.

-- :wake_workers  Tell workers that there may be something to do, as soon as this transaction is committed.
SELECT procrastinate_defer_jobs_v1(ARRAY[
    ROW('pincite', 'pincite.wake', 0, NULL, NULL, jsonb_build_object('job', %(job)s::text), NULL)
        ::procrastinate_job_to_defer_v1
]);

-- :insert_job_file  Keep the bytes of a file of a job; the same bytes once.
INSERT INTO job_file (job, sha256, content) VALUES (%(job)s, %(sha256)s, %(content)s) ON CONFLICT DO NOTHING;

-- :job_file  The bytes of the file of a document.
SELECT content
  FROM job_item JOIN job_file ON job_file.job = job_item.job AND job_file.sha256 = job_item.sha256
 WHERE job_item.id = %(item)s;

-- :drop_job_file  Delete the bytes of a document that is done, unless another of the job still needs them.
DELETE FROM job_file
 WHERE job = %(job)s AND sha256 = (SELECT sha256 FROM job_item WHERE id = %(item)s)
   AND NOT EXISTS (SELECT 1 FROM job_item
                    WHERE job_item.job = job_file.job AND job_item.sha256 = job_file.sha256
                      AND job_item.sha256 <> '' AND job_item.state <> 'done');

-- :drop_files_of_done  Delete what a job that is done has left: bytes that two documents at once were done with.
DELETE FROM job_file
 WHERE job = %(job)s AND (SELECT state FROM job WHERE number = %(job)s) = 'done'
   AND NOT EXISTS (SELECT 1 FROM job_item
                    WHERE job_item.job = job_file.job AND job_item.sha256 = job_file.sha256
                      AND job_item.sha256 <> '' AND job_item.state <> 'done');

-- :drop_job_files  Delete all bytes of a job; their hashes.
DELETE FROM job_file WHERE job = %(job)s RETURNING sha256;

-- :drop_files_named  Delete the bytes that jobs of a collection keep for a document.
DELETE FROM job_file
 WHERE (job, sha256) IN (SELECT job_item.job, job_item.sha256
                           FROM job_item JOIN job ON job.number = job_item.job
                          WHERE job.collection = %(collection)s AND job_item.name = %(name)s);

-- :take_slot  Take a call that nobody has; no row where all are taken, or another was quicker.
INSERT INTO model_slot (key, number, holder, beat)
SELECT %(key)s, allowed.number, %(holder)s, 0
  FROM generate_series(1, %(most)s::bigint) AS allowed (number)
 WHERE NOT EXISTS (SELECT 1 FROM model_slot WHERE key = %(key)s AND model_slot.number = allowed.number)
 ORDER BY allowed.number LIMIT 1
ON CONFLICT DO NOTHING
RETURNING number;

-- :beat_slot  Say that a call goes on.
UPDATE model_slot SET beat = beat + 1 WHERE key = %(key)s AND number = %(number)s AND holder = %(holder)s;

-- :free_slot  Give a call back; `beat` is NULL, or that at which it stood still.
DELETE FROM model_slot
 WHERE key = %(key)s AND number = %(number)s AND holder = %(holder)s AND (%(beat)s::bigint IS NULL OR beat = %(beat)s);

-- :slots  Who has which of the calls.
SELECT number, holder, beat FROM model_slot WHERE key = %(key)s ORDER BY number;

-- :kept_files  Every file of which a job keeps the bytes.
SELECT job.id, job_file.sha256 FROM job_file JOIN job ON job.number = job_file.job ORDER BY job.number, sha256;

-- :queue_schema  For which version of the queue its tables are, and its last migration.
SELECT package, migration FROM queue_schema;

-- :set_queue_schema  Note for which version of the queue its tables are from now on.
INSERT INTO queue_schema (package, migration) VALUES (%(package)s, %(migration)s)
ON CONFLICT (number) DO UPDATE SET package = excluded.package, migration = excluded.migration;
