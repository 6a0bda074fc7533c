"""Passages and chunks: whole blocks, within their limits."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from itertools import pairwise

from pincite.ingest.chunk import MAX_CHUNK_CHARS, MIN_CHUNK_CHARS, chunks
from pincite.ingest.text import TextParser
from pincite.records.document import Document
from pincite.structure.excerpts import MAX_PASSAGE_CHARS, passages

SENTENCE = "The Supplier shall deliver the goods to the warehouse named in the order."


def contract(clauses: int, sentences: int = 6) -> Document:
    text = "\n\n".join(
        f"{number}. Clause\n\n" + " ".join([SENTENCE] * sentences) for number in range(1, clauses + 1)
    )
    return TextParser().read(text.encode(), "a.txt")


def test_passage_never_leaves_its_section():
    document = contract(clauses=5)
    for passage in passages(document):
        assert {block.section for block in document.blocks_of(passage.span)} == {passage.section}


def test_passage_is_whole_blocks_up_to_its_limit():
    document = contract(clauses=3, sentences=40)
    starts = {block.span.start for block in document.blocks}
    ends = {block.span.end for block in document.blocks}
    for passage in passages(document):
        assert passage.span.start in starts
        assert passage.span.end in ends
        assert passage.span.end - passage.span.start <= MAX_PASSAGE_CHARS


def test_heading_stays_with_the_text_under_it():
    document = contract(clauses=2, sentences=30)
    assert SENTENCE in passages(document)[0].span.of(document.text)


def test_every_block_is_in_a_passage_and_in_a_chunk():
    document = contract(clauses=40)
    for pieces in (passages(document), chunks(document)):
        assert all(any(piece.span.covers(block.span) for piece in pieces) for block in document.blocks)


def test_short_document_is_one_chunk():
    assert len(chunks(contract(clauses=1))) == 1


def test_chunks_keep_their_size():
    sizes = [chunk.span.end - chunk.span.start for chunk in chunks(contract(clauses=60))]
    assert len(sizes) > 3
    assert all(MIN_CHUNK_CHARS <= size <= MAX_CHUNK_CHARS for size in sizes)


def test_last_chunk_is_not_too_small():
    for clauses in range(16, 24):
        last = chunks(contract(clauses=clauses))[-1]
        assert last.span.end - last.span.start >= MIN_CHUNK_CHARS


def test_chunks_overlap_by_10_to_20_percent():
    for left, right in pairwise(chunks(contract(clauses=60))):
        overlap = (left.span.end - right.span.start) / (left.span.end - left.span.start)
        assert 0.10 <= overlap <= 0.20


def test_chunks_end_with_a_section_where_they_can():
    document = contract(clauses=60)
    starts = {section.span.start for section in document.sections}
    for chunk in chunks(document)[:-1]:
        following = next(block for block in document.blocks if block.span.start >= chunk.span.end)
        assert following.span.start in starts


def test_content_hash_of_a_chunk_is_that_of_its_text():
    document = contract(clauses=2)
    for piece in chunks(document):
        assert piece.content_hash == hashlib.sha256(piece.span.of(document.text).encode()).hexdigest()


def test_content_hash_of_a_passage_covers_its_text_and_the_title_of_its_section():
    document = contract(clauses=2)
    sections = [replace(each, title=f"{each.title} (amended)") for each in document.sections]
    renamed = replace(document, sections=tuple(sections))

    assert document.sections
    for piece, other in zip(passages(document), passages(renamed), strict=True):
        assert (piece.content_hash == other.content_hash) == (piece.section is None)


def test_pieces_are_numbered_from_one():
    document = contract(clauses=30)
    for pieces in (passages(document), chunks(document)):
        assert [piece.number for piece in pieces] == list(range(1, len(pieces) + 1))
