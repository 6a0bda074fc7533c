-- Queries that only a server needs.

-- :has_schema  Whether there is a schema of this name, and whether it is ours.
SELECT CASE WHEN to_regclass('pincite.migration') IS NOT NULL THEN 'ours'
            WHEN EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = pg_namespace.oid) THEN 'foreign'
        END
  FROM pg_namespace WHERE nspname = 'pincite';

-- :migrations_done  The migrations that were done.
SELECT version FROM pincite.migration;

-- :create_schema  Make room for a library.
CREATE SCHEMA IF NOT EXISTS pincite;

-- :insert_migration  Note that a migration was done.
INSERT INTO pincite.migration (version) VALUES (%(version)s);

-- :may_migrate  Whether this user may make the library, or change its tables.
SELECT CASE WHEN to_regnamespace('pincite') IS NULL
            THEN has_database_privilege(current_database(), 'CREATE')
            WHEN to_regclass('pincite.migration') IS NULL
            THEN has_schema_privilege('pincite', 'CREATE')
            ELSE pg_has_role((SELECT relowner FROM pg_class WHERE oid = to_regclass('pincite.migration')), 'USAGE')
        END;

-- :may_write  Whether this user may add documents. Whoever sees some rows only may read only.
SELECT has_table_privilege('pincite.document', 'INSERT') AND has_table_privilege('pincite.library', 'UPDATE')
   AND NOT row_security_active('pincite.document')
   -- So it is on a replica, too.
   AND NOT current_setting('transaction_read_only')::boolean;

-- :sees_nothing  Whether the tables look empty to this user, whatever they hold; and whose they are.
SELECT row_security_active('pincite.document')
       AND NOT EXISTS (SELECT 1 FROM pincite.tenant WHERE role = current_user),
       (SELECT pg_get_userbyid(relowner)::text FROM pg_class WHERE oid = 'pincite.document'::regclass);

-- :own_tables  The tables of the library.
SELECT tablename FROM pg_tables WHERE schemaname = 'pincite' ORDER BY tablename;

-- :try_lock  Take a lock for as long as the connection lives, if nobody has it.
SELECT pg_try_advisory_lock(hashtextextended('pincite ' || %(what)s::text, 0));

-- :unlock  Give it back.
SELECT pg_advisory_unlock(hashtextextended('pincite ' || %(what)s::text, 0));

-- :server  Which server it is, what the library takes there, and which pgvector it has.
SELECT current_setting('server_version'), (SELECT max(version) FROM pincite.migration),
       (SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
         WHERE relnamespace = 'pincite'::regnamespace AND relkind = 'r'),
       has_table_privilege('pincite.document', 'INSERT') AND NOT row_security_active('pincite.document')
       AND NOT pg_is_in_recovery()
       -- Not what this connection does, which only looks.
       AND NOT (SELECT reset_val::boolean FROM pg_settings WHERE name = 'default_transaction_read_only'),
       (SELECT extversion FROM pg_extension WHERE extname = 'vector');
