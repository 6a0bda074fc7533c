-- :insert_api_key  A key that was just made.
INSERT INTO api_key (id, name, right, collections, secret_sha256, created_at)
VALUES (:id, :name, :right, :collections, :secret_sha256, :created_at);

-- :api_keys  All keys, the oldest first.
SELECT id, name, right, collections, created_at, revoked_at, secret_sha256 FROM api_key ORDER BY created_at, id;

-- :api_key  One key.
SELECT id, name, right, collections, created_at, revoked_at, secret_sha256 FROM api_key WHERE id = :id;

-- :count_api_keys  How many keys were ever made.
SELECT count(*) FROM api_key;

-- :revoke_api_key  From now on a key opens nothing; the first time stays.
UPDATE api_key SET revoked_at = :at WHERE id = :id AND revoked_at = '';

-- :revoke_all_api_keys  From now on no key opens anything.
UPDATE api_key SET revoked_at = :at WHERE revoked_at = '';

-- :drop_all_once  Nothing is known of any request any more.
DELETE FROM request_once;

-- :begin_once  Take a request down before it is done; one that is there stays.
INSERT INTO request_once (owner, collection, key, request_sha256, worker, expires_at)
VALUES (:owner, :collection, :key, :request_sha256, :worker, :expires_at)
ON CONFLICT DO NOTHING;

-- :request_once  What is known of a request.
SELECT request_sha256, worker, status, media_type, body FROM request_once
 WHERE owner = :owner AND collection = :collection AND key = :key;

-- :finish_once  Keep what was answered.
UPDATE request_once SET status = :status, media_type = :media_type, body = :body, expires_at = :expires_at
 WHERE owner = :owner AND collection = :collection AND key = :key AND worker = :worker;

-- :drop_once  Nothing came of it, so it may be done again.
DELETE FROM request_once
 WHERE owner = :owner AND collection = :collection AND key = :key AND worker = :worker AND status IS NULL;

-- :drop_expired_once  Those that are kept long enough.
DELETE FROM request_once WHERE expires_at < :now;

-- :drop_once_of_collection  A document was forgotten, which a reply may quote.
DELETE FROM request_once WHERE collection = :collection AND status IS NOT NULL;
