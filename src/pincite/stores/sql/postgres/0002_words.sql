-- The words of blocks, packed: of each version by itself, and of many versions together by word.
--
-- A version is found through its own row (`version_words`) until it is put together with others in a segment,
-- whose words have a row each (`word_posting`). So adding writes one row, and searching a million blocks reads
-- a few rows for each word. A segment never changes: it is deleted whole, by the triggers below, as soon as one
-- of its versions is, and the others wait again to be put together. So nothing forgotten stays in the index.

CREATE TABLE word_segment (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    collection bigint NOT NULL REFERENCES collection ON DELETE CASCADE,
    blocks integer NOT NULL,
    tokens bigint NOT NULL
);
CREATE INDEX word_segment_collection ON word_segment (collection);

-- `packed`: the places of the blocks in the segment, how often each has the word, and how long each is.
CREATE TABLE word_posting (
    segment bigint NOT NULL,
    word text COLLATE "C" NOT NULL,
    blocks integer NOT NULL,
    packed bytea NOT NULL,
    PRIMARY KEY (segment, word)
);
ALTER TABLE word_posting ALTER COLUMN packed SET STORAGE EXTERNAL;

-- `tokens` and what follows are NULL where nobody has packed the words yet: such a version is searched through
-- its text.
CREATE TABLE version_words (
    version bigint PRIMARY KEY REFERENCES version ON DELETE CASCADE,
    collection bigint NOT NULL,
    current boolean NOT NULL DEFAULT false,
    segment bigint REFERENCES word_segment ON DELETE SET NULL,
    first integer,
    blocks integer NOT NULL,
    tokens bigint,
    words bytea,
    starts bytea,
    postings bytea,
    lengths bytea
);
CREATE INDEX version_words_waiting ON version_words (collection, version) WHERE current AND segment IS NULL;
CREATE INDEX version_words_segment ON version_words (segment) WHERE segment IS NOT NULL;
CREATE INDEX version_words_replaced ON version_words (collection) WHERE NOT current AND segment IS NOT NULL;

INSERT INTO version_words (version, collection, current, blocks)
SELECT version.id, document.collection, version.id = document.current_version, version.blocks
  FROM version
  JOIN document ON document.id = version.document;

-- Every version has its row, whoever brings it, and which is current is known here at once.
CREATE FUNCTION await_words() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO version_words (version, collection, current, blocks)
    SELECT NEW.id, collection, current_version IS NOT DISTINCT FROM NEW.id, NEW.blocks
      FROM document WHERE id = NEW.document;
    RETURN NULL;
END
$$;
CREATE TRIGGER await_words AFTER INSERT ON version FOR EACH ROW EXECUTE FUNCTION await_words();

CREATE FUNCTION follow_current() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    UPDATE version_words SET current = (version = NEW.current_version)
     WHERE version IN (OLD.current_version, NEW.current_version);
    RETURN NULL;
END
$$;
CREATE TRIGGER follow_current AFTER UPDATE OF current_version ON document FOR EACH ROW
    WHEN (OLD.current_version IS DISTINCT FROM NEW.current_version) EXECUTE FUNCTION follow_current();

-- Whoever forgets something waits for the others who do. Whoever adds has the library's row when it changes rows
-- here: so it is taken first here, too, before the rows of other versions, or the two could wait for each other.
CREATE FUNCTION erase_segment() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM FROM library FOR UPDATE;
    DELETE FROM word_segment WHERE id = OLD.segment;
    RETURN NULL;
END
$$;
CREATE TRIGGER erase_segment AFTER DELETE ON version_words FOR EACH ROW
    WHEN (OLD.segment IS NOT NULL) EXECUTE FUNCTION erase_segment();

CREATE FUNCTION erase_postings() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    DELETE FROM word_posting WHERE segment = OLD.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER erase_postings AFTER DELETE ON word_segment FOR EACH ROW EXECUTE FUNCTION erase_postings();
