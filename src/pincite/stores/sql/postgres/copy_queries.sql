-- Copies of whole libraries (stores/library_copying.py).

-- :identity_of  What the version with a number is.
SELECT collection.name, document.name, source.sha256, version.version
  FROM version
  JOIN document ON document.id = version.document
  JOIN collection ON collection.id = document.collection
  JOIN source ON source.id = version.source
 WHERE version.id = %(version)s;

-- :unfinished_copy  Which library this is an unfinished copy of; no row where it is none.
SELECT source, started_at FROM unfinished_copy;

-- :begin_copy  Say that this is an unfinished copy.
INSERT INTO unfinished_copy (source, started_at) VALUES (%(source)s, %(at)s);

-- :end_copy  The copy is finished.
DELETE FROM unfinished_copy;

-- :new_library_id  Be a library of its own.
UPDATE library SET id = %(id)s;

-- :columns_of_tables  The tables of the library with their columns, in order.
SELECT table_name::text, column_name::text
  FROM information_schema.columns
 WHERE table_schema = 'pincite'
   AND EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = 'pincite' AND tablename = table_name)
 ORDER BY table_name, ordinal_position;

-- :keys_of_tables  The columns of every primary key, in order.
SELECT pg_class.relname::text, pg_attribute.attname::text
  FROM pg_index
  JOIN pg_class ON pg_class.oid = pg_index.indrelid AND pg_class.relnamespace = to_regnamespace('pincite')
 CROSS JOIN unnest(pg_index.indkey::smallint[]) WITH ORDINALITY AS keyed (number, place)
  JOIN pg_attribute ON pg_attribute.attrelid = pg_class.oid AND pg_attribute.attnum = keyed.number
 WHERE pg_index.indisprimary
 ORDER BY pg_class.relname, keyed.place;

-- :numbered_columns  The columns that get a new number with each row, and the last that was given.
SELECT columns.table_name::text, columns.column_name::text, pg_sequences.last_value
  FROM information_schema.columns
  JOIN pg_sequences
    ON pg_sequences.schemaname = 'pincite'
   AND to_regclass(format('pincite.%%I', pg_sequences.sequencename))
     = to_regclass(pg_get_serial_sequence(format('pincite.%%I', columns.table_name), columns.column_name))
 WHERE columns.table_schema = 'pincite' AND columns.is_identity = 'YES'
 ORDER BY columns.table_name;
