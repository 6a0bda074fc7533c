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
