-- What vectors are found by in a whole library: their signs, one bit for each dimension.
--
-- Two vectors that point alike differ in few bits, so signs propose the vectors that are then compared exactly.
-- PostgreSQL knows bits by itself. Where pgvector is there, an index over them (HNSW) spares reading all.

CREATE TABLE vector_signs (
    vector bigint PRIMARY KEY REFERENCES vector ON DELETE CASCADE,
    model bigint NOT NULL,
    signs bit varying NOT NULL
);
CREATE INDEX vector_signs_model ON vector_signs (model, vector);

-- How often somebody began to make the index of a model: one who takes the server down with it does not go on.
CREATE TABLE near_attempt (
    model bigint PRIMARY KEY REFERENCES vector_model ON DELETE CASCADE,
    attempts integer NOT NULL
);

-- A bit for each number of 16 binary digits, the low byte first: set where it is above zero.
CREATE FUNCTION signs_of(vector bytea) RETURNS bit varying LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(string_agg(
               CASE WHEN get_byte(vector, 2 * at + 1) < 128
                         AND get_byte(vector, 2 * at + 1) + get_byte(vector, 2 * at) > 0
                    THEN '1' ELSE '0' END, '' ORDER BY at), '')::bit varying
      FROM generate_series(0, length(vector) / 2 - 1) AS at
$$;

-- Signs are there with their vector, whoever brings it.
CREATE FUNCTION keep_signs() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO vector_signs (vector, model, signs) VALUES (NEW.id, NEW.model, signs_of(NEW.vector));
    RETURN NULL;
END
$$;
CREATE TRIGGER keep_signs AFTER INSERT ON vector FOR EACH ROW EXECUTE FUNCTION keep_signs();

INSERT INTO vector_signs (vector, model, signs) SELECT id, model, signs_of(vector) FROM vector;

-- Make the index of a model, where pgvector is there.
CREATE FUNCTION make_near_index(model bigint, dimensions integer) RETURNS void LANGUAGE plpgsql
    SET search_path FROM CURRENT SET maintenance_work_mem = '256MB' AS $$
DECLARE
    place name;
BEGIN
    SELECT nspname INTO STRICT place FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
     WHERE extname = 'vector';
    EXECUTE format(
        'CREATE INDEX near_%1$s ON vector_signs USING hnsw ((signs::bit(%2$s)) %3$I.bit_hamming_ops) '
        'WHERE model = %1$s', model, dimensions, place);
END
$$;

-- The vectors of a model whose signs differ least from these, as far as its index tells.
CREATE FUNCTION near_by_index(model bigint, wanted bit varying, count integer) RETURNS SETOF bigint
    LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    place name;
BEGIN
    SELECT nspname INTO STRICT place FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
     WHERE extname = 'vector';
    PERFORM set_config('hnsw.ef_search', count::text, true);
    RETURN QUERY EXECUTE format(
        'SELECT vector FROM vector_signs WHERE model = %1$s '
        'ORDER BY signs::bit(%2$s) OPERATOR(%3$I.<~>) $1::bit(%2$s) LIMIT $2', model, length(wanted), place)
        USING wanted, count;
END
$$;
