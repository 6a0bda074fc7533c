"""Cut documents into the passages that the product would read, with the heading above each."""

from __future__ import annotations

import multiprocessing
import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from evals.training.corpus import Corpus, Range
from pincite.ingest.text import TextParser
from pincite.models.tokens import MAX_CHARS, after_heading
from pincite.structure.excerpts import passages

_NUMBERING = re.compile(
    r"^\s*(?:(?:article|section|clause|part|chapter|item|schedule|exhibit)\s+[\divxlc]+(?:\.\d+)*\b[.):]*|"
    r"\d+(?:\.\d+)*[.):]*(?=\s)|[(]?(?:[ivxlc]+|[a-z]|\d+)[.):]+)\s*[-–—:.]?\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Cut:
    """A passage: its characters, where its words begin after a heading of its own, and the heading above."""

    start: int
    end: int
    words: int
    heading: str
    blocks: tuple[Range, ...] = ()
    """Its sentences and rows, in characters of the passage."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A document in the corpus: its passages there, and which characters each holds."""

    pool: Range
    cuts: tuple[Cut, ...]

    def touching(self, start: int, end: int) -> list[int]:
        """The passages that share characters with a place."""
        return [self.pool[0] + at for at, cut in enumerate(self.cuts) if cut.start < end and start < cut.end]


def cut(text: str) -> tuple[Cut, ...]:
    """The passages of one document."""
    document = TextParser().read(text.encode(), "document.txt")
    sections = {section.id: section for section in document.sections}
    starts = [block.span.start for block in document.blocks]
    found = []
    for passage in passages(document):
        section = sections.get(passage.section) if passage.section is not None else None
        title = " ".join(section.title.split())[:MAX_CHARS] if section else ""
        words = after_heading(text, passage.span.start, passage.span.end, section.title if section else "")
        # A passage that starts with the heading needs none above it.
        heading = title if words == passage.span.start else ""
        first, last = bisect_left(starts, passage.span.start), bisect_left(starts, passage.span.end)
        blocks = tuple(
            (block.span.start - passage.span.start, block.span.end - passage.span.start)
            for block in document.blocks[first:last]
        )
        found.append(Cut(passage.span.start, passage.span.end, words, heading, blocks))
    return tuple(found)


def cut_all(texts: Sequence[str], workers: int) -> list[tuple[Cut, ...]]:
    """The passages of many documents; processes share the work."""
    if workers <= 1:
        return [cut(text) for text in texts]
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        return pool.map(cut, texts, chunksize=4)


def place(corpus: Corpus, text: str, cuts: Sequence[Cut], *, validation: bool) -> Placed:
    """Add a document's passages to the corpus, one after the other."""
    first = len(corpus.passages)
    for piece in cuts:
        body, bare = text[piece.start : piece.end], text[piece.words : piece.end].strip()
        corpus.passage(body, piece.heading, bare if bare else None, piece.blocks, validation=validation)
    return Placed((first, len(corpus.passages)), tuple(cuts))


def heading_question(title: str) -> str | None:
    """What a heading asks about, without its number; None for one that says too little or too much."""
    words = _NUMBERING.sub("", " ".join(title.split())).strip(" .:;-–—_[]()")
    letters = sum(char.isalpha() for char in words)
    if not 5 <= len(words) <= 60 or letters < 0.75 * len(words) or len(words.split()) > 8:
        return None
    return words.lower() if words.isupper() else words
