-- :insert_api_key  A key that was just made.
INSERT INTO api_key (id, name, "right", collections, secret_sha256, created_at)
VALUES (%(id)s, %(name)s, %(right)s, %(collections)s, %(secret_sha256)s, %(created_at)s);

-- :api_keys  All keys, the oldest first.
SELECT id, name, "right", collections, created_at, revoked_at, secret_sha256 FROM api_key ORDER BY created_at, id;

-- :api_key  One key.
SELECT id, name, "right", collections, created_at, revoked_at, secret_sha256 FROM api_key WHERE id = %(id)s;

-- :count_api_keys  How many keys were ever made.
SELECT count(*) FROM api_key;

-- :revoke_api_key  From now on a key opens nothing; the first time stays.
UPDATE api_key SET revoked_at = %(at)s WHERE id = %(id)s AND revoked_at = '';

-- :revoke_all_api_keys  From now on no key opens anything.
UPDATE api_key SET revoked_at = %(at)s WHERE revoked_at = '';

-- :drop_all_once  Nothing is known of any request any more.
DELETE FROM request_once;

-- :begin_once  Take a request down before it is done; one that is there stays.
INSERT INTO request_once (owner, collection, key, request_sha256, worker, expires_at)
VALUES (%(owner)s, %(collection)s, %(key)s, %(request_sha256)s, %(worker)s, %(expires_at)s)
ON CONFLICT DO NOTHING;

-- :request_once  What is known of a request.
SELECT request_sha256, worker, status, media_type, body FROM request_once
 WHERE owner = %(owner)s AND collection = %(collection)s AND key = %(key)s;

-- :finish_once  Keep what was answered.
UPDATE request_once SET status = %(status)s, media_type = %(media_type)s, body = %(body)s, expires_at = %(expires_at)s
 WHERE owner = %(owner)s AND collection = %(collection)s AND key = %(key)s AND worker = %(worker)s;

-- :drop_once  Nothing came of it, so it may be done again.
DELETE FROM request_once
 WHERE owner = %(owner)s AND collection = %(collection)s AND key = %(key)s AND worker = %(worker)s AND status IS NULL;

-- :drop_expired_once  Those that are kept long enough.
DELETE FROM request_once WHERE expires_at < %(now)s;

-- :drop_once_of_collection  A document was forgotten, which a reply may quote.
DELETE FROM request_once WHERE collection = %(collection)s AND status IS NOT NULL;
