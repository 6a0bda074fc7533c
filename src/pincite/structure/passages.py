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
        title = title_above(document, first.section)
        found.append(Passage(len(found) + 1, span, first.section, titled_hash(title, span.of(document.text))))
    return tuple(found)


def title_above(document: Document, section: int | None) -> str:
    """The title of a section, by its number; empty for text that is in none."""
    return "" if section is None else document.sections[section].title


def passage_ends(document: Document) -> Iterator[tuple[Block, Block]]:
    """First and last block of each passage; every block is in one, and none goes over what is not seen."""
    starts = [paragraph.span.start for paragraph in document.paragraphs]
    unseen = [each.span.start for each in document.unseen]

    def part(block: Block) -> tuple[bool, int | None, int]:
        return block.kind in FURNITURE, block.section, bisect_right(unseen, block.span.start)

    for _, blocks in groupby(document.blocks, key=part):
        paragraphs = groupby(blocks, key=lambda block: bisect_right(starts, block.span.start))
        yield from _fill(list(members) for _, members in paragraphs)


def content_hash(text: str) -> str:
    """What a piece of text is known by: the same text always has the same."""
    return hashlib.sha256(text.encode()).hexdigest()


def titled_hash(title: str, text: str) -> str:
    """What a passage is known by: its text and the title of its section, because models read both."""
    # No document holds the NUL character, so no title can be taken for the start of a text.
    return content_hash(f"{title}\0{text}" if title else text)


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
