-- Users of the database who may read some collections of a library and know nothing of the others.
--
-- The owner of the tables, and whoever has the owner's rights, sees everything, and pays nothing for this: row
-- security does not apply to owners. Any other user sees what `tenant` names for it, and nothing else. A table that
-- is not named in `admit_tenant` cannot be read by tenants at all, so that a new table is closed until somebody
-- decides otherwise.

CREATE TABLE tenant (
    role       name NOT NULL,
    collection text COLLATE "C" NOT NULL, -- by its name: it need not be there yet
    PRIMARY KEY (role, collection)
);
ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON tenant FOR SELECT USING (role = current_user);

ALTER TABLE collection ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON collection FOR SELECT
    USING (name IN (SELECT tenant.collection FROM tenant WHERE role = current_user));

-- The numbers of the collections that this user may read; asked for once in a query, not once for each row.
CREATE FUNCTION my_collections() RETURNS bigint[] LANGUAGE sql STABLE PARALLEL SAFE SET search_path FROM CURRENT AS $$
    SELECT coalesce(array_agg(id), '{}') FROM collection
$$;

-- Tables that say which collection a row belongs to.
DO $$
DECLARE
    relation text;
BEGIN
    FOREACH relation IN ARRAY ARRAY['document', 'run', 'document_table', 'document_table_row', 'job', 'word_segment',
                                    'version_words']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', relation);
        EXECUTE format('CREATE POLICY of_tenant ON %I FOR SELECT
                        USING (collection = ANY ((SELECT my_collections())::bigint[]))', relation);
    END LOOP;
END $$;

-- Tables whose rows belong to a row of another one: whoever may see that one sees them.
DO $$
DECLARE
    link text[];
BEGIN
    FOREACH link SLICE 1 IN ARRAY ARRAY[
        ['source', 'document', 'document', 'id'], ['version', 'document', 'document', 'id'],
        ['origin', 'document', 'document', 'id'],
        ['page', 'version', 'version', 'id'], ['furniture', 'version', 'version', 'id'],
        ['line', 'version', 'version', 'id'], ['section', 'version', 'version', 'id'],
        ['paragraph', 'version', 'version', 'id'], ['block', 'version', 'version', 'id'],
        ['passage', 'version', 'version', 'id'], ['chunk', 'version', 'version', 'id'],
        ['anchor', 'version', 'version', 'id'], ['table', 'version', 'version', 'id'],
        ['cell', 'version', 'version', 'id'], ['figure', 'version', 'version', 'id'],
        ['unseen', 'version', 'version', 'id'], ['cover', 'version', 'version', 'id'],
        ['table_cell', 'version', 'version', 'id'], ['table_decision', 'version', 'version', 'id'],
        ['extract_unit', 'version', 'version', 'id'],
        ['run_document', 'run', 'run', 'id'], ['candidate', 'run', 'run', 'id'], ['run_part', 'run', 'run', 'id'],
        ['job_item', 'job', 'job', 'number'], ['job_attempt', 'item', 'job_item', 'id'],
        ['job_result', 'item', 'job_item', 'id'],
        ['vector', 'content_hash', 'passage', 'content_hash'], ['vector_signs', 'vector', 'vector', 'id'],
        ['word_posting', 'segment', 'word_segment', 'id']]
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', link[1]);
        EXECUTE format('CREATE POLICY of_tenant ON %1$I FOR SELECT
                        USING (EXISTS (SELECT 1 FROM %3$I AS above WHERE above.%4$I = %1$I.%2$I))',
                       link[1], link[2], link[3], link[4]);
    END LOOP;
END $$;

-- Let a user of the database read a collection.
CREATE FUNCTION admit_tenant(role name, collection text) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', 'pincite', role);
    EXECUTE format(
        'GRANT SELECT ON migration, library, queue_schema, unfinished_copy, tenant, collection, document, source, version,
                         origin, page, furniture, line, section, paragraph, block, passage, chunk, anchor, "table", cell,
                         figure, unseen, cover, table_cell, table_decision, extract_unit, run, run_document, candidate,
                         run_part, document_table, document_table_row, job, job_item, job_attempt, job_result,
                         vector_model, vector, vector_signs, near_attempt, word_segment, word_posting, version_words
         TO %I', role);
    INSERT INTO tenant (role, collection) VALUES (admit_tenant.role, admit_tenant.collection) ON CONFLICT DO NOTHING;
END $$;

-- Let a user read a collection no longer; without one, nothing of the library.
CREATE FUNCTION dismiss_tenant(role name, collection text DEFAULT NULL) RETURNS void LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
BEGIN
    DELETE FROM tenant
     WHERE tenant.role = dismiss_tenant.role
       AND (dismiss_tenant.collection IS NULL OR tenant.collection = dismiss_tenant.collection);
    IF NOT EXISTS (SELECT 1 FROM tenant WHERE tenant.role = dismiss_tenant.role) THEN
        EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM %I', 'pincite', role);
        EXECUTE format('REVOKE ALL ON SCHEMA %I FROM %I', 'pincite', role);
    END IF;
END $$;
REVOKE EXECUTE ON FUNCTION admit_tenant(name, text), dismiss_tenant(name, text) FROM PUBLIC;
