"""Cut a document into passages: whole blocks of one section, up to 1,000 characters.

A passage is what the ranking of passages, vectors and rerankers read. It has nothing to do with the
size of a citation.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import groupby

from pincite.records.document import FURNITURE, Block, Document, Passage
from pincite.records.span import Span

MAX_PASSAGE_CHARS = 1000
# A passage shorter than this takes in the start of a paragraph that does not fit as a whole.
_SMALL_PASSAGE_CHARS = 250


def passages(document: Document) -> tuple[Passage, ...]:
    """Whole blocks of one section, up to 1,000 characters, in order and without overlap."""
    found: list[Passage] = []
    for first, last in passage_ends(document):
        span = Span(first.span.start, last.span.end)
        found.append(Passage(len(found) + 1, span, first.section, content_hash(span.of(document.text))))
    return tuple(found)


def passage_ends(document: Document) -> Iterator[tuple[Block, Block]]:
    """First and last block of each passage; every block is in one."""
    starts = [paragraph.span.start for paragraph in document.paragraphs]
    for _, blocks in groupby(document.blocks, key=lambda block: (block.kind in FURNITURE, block.section)):
        paragraphs = groupby(blocks, key=lambda block: bisect_right(starts, block.span.start))
        yield from _fill(list(members) for _, members in paragraphs)


def content_hash(text: str) -> str:
    """What a piece of text is known by: the same text always has the same."""
    return hashlib.sha256(text.encode()).hexdigest()


def length(first: Block, last: Block) -> int:
    """How many characters there are from one block to the end of another."""
    return last.span.end - first.span.start


def _fill(paragraphs: Iterable[list[Block]]) -> Iterator[tuple[Block, Block]]:
    """First and last block of each passage: whole paragraphs where they fit, whole blocks in any case."""
    passage: list[Block] = []
    for paragraph in paragraphs:
        is_small = not passage or length(passage[0], passage[-1]) < _SMALL_PASSAGE_CHARS
        if passage and not is_small and length(passage[0], paragraph[-1]) > MAX_PASSAGE_CHARS:
            yield passage[0], passage[-1]
            passage = []
        for block in paragraph:
            if passage and length(passage[0], block) > MAX_PASSAGE_CHARS:
                yield passage[0], passage[-1]
                passage = []
            passage.append(block)
    if passage:
        yield passage[0], passage[-1]
