"""Laws of passages and chunks, for any document of sections, paragraphs and sentences."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.effort import examples

from pincite.ingest.chunk import MAX_CHUNK_CHARS, chunks
from pincite.ingest.text import TextParser
from pincite.records.document import Document
from pincite.structure.excerpts import MAX_PASSAGE_CHARS, passages, title_above

words = st.sampled_from(
    "supplier delivers goods notice term party fee month breach cure law pump valve".split()
)
sentences = st.lists(words, min_size=3, max_size=30).map(lambda said: " ".join(said).capitalize() + ".")
paragraphs = st.lists(sentences, min_size=1, max_size=12).map(" ".join)
sections = st.lists(paragraphs, min_size=1, max_size=8)
# Enough for several chunks: a few sections are said over and over, each time under another number.
documents = st.tuples(st.lists(sections, min_size=1, max_size=4), st.integers(1, 8))
laws = settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck))


def parsed(parts: tuple[list[list[str]], int]) -> Document:
    said, times = parts
    text = "".join(
        f"{number}. Clause\n\n" + "\n\n".join(section) + "\n\n"
        for number, section in enumerate(said * times, 1)
    )
    return TextParser().read(text.encode(), "a.txt")


@laws
@given(documents)
def test_every_sentence_is_whole_in_a_passage_and_in_a_chunk(parts):
    document = parsed(parts)
    for pieces in (passages(document), chunks(document)):
        for block in document.blocks:
            assert any(piece.span.covers(block.span) for piece in pieces)


@laws
@given(documents)
def test_no_piece_cuts_a_sentence(parts):
    document = parsed(parts)
    starts = {block.span.start for block in document.blocks}
    ends = {block.span.end for block in document.blocks}
    for piece in (*passages(document), *chunks(document)):
        assert piece.span.start in starts
        assert piece.span.end in ends


@laws
@given(documents)
def test_chunks_overlap_by_a_tenth_to_a_fifth_in_whole_sentences(parts):
    document = parsed(parts)
    starts = {block.span.start for block in document.blocks}
    for before, after in pairwise(chunks(document)):
        shared = before.span.end - after.span.start
        assert after.span.start in starts
        assert 0.1 <= shared / (before.span.end - before.span.start) <= 0.2


@laws
@given(documents)
def test_pieces_keep_their_size(parts):
    document = parsed(parts)
    for passage in passages(document):
        alone = len(document.blocks_of(passage.span)) == 1
        assert alone or passage.span.end - passage.span.start <= MAX_PASSAGE_CHARS
    assert all(chunk.span.end - chunk.span.start <= MAX_CHUNK_CHARS for chunk in chunks(document))


@laws
@given(documents)
def test_same_text_under_the_same_title_has_the_same_hash_and_other_text_another(parts):
    document = parsed(parts)
    hashes: dict[str, tuple[str, str]] = {}
    for piece in (*passages(document), *chunks(document)):
        title = title_above(document, getattr(piece, "section", None))
        told = title, piece.span.of(document.text)
        assert hashes.setdefault(piece.content_hash, told) == told
    assert len(set(hashes.values())) == len(hashes)
    assert passages(document) == passages(parsed(parts))
