"""What a reading model is shown of a document, and what it says of it: passages with places in them."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pincite.errors import ProviderError
from pincite.records.document import FURNITURE, Block, Document, Passage
from pincite.records.evidence import Excerpt, Extract, ReadPassage
from pincite.records.span import Span
from pincite.structure.lead_ins import lead_in

# About as much as the reader was shown in training beside a sentence that was asked about.
_BESIDE_CHARS = 400


@dataclass(frozen=True, slots=True)
class Cut:
    """A document with the passages that it is cut into."""

    document: Document
    passages: tuple[Passage, ...]

    @classmethod
    def of(cls, document: Document) -> Cut:
        return cls(document, passages(document))

    def at(self, start: int) -> Passage:
        """The passage that holds the character at `start`."""
        return self.passages[bisect_right(self.passages, start, key=lambda each: each.span.start) - 1]

    def at_block(self, number: int) -> Passage:
        """The passage that holds a block, by the block's number."""
        return self.at(self.document.blocks[number - 1].span.start)

    def excerpts(self, chosen: Iterable[Passage]) -> list[Excerpt]:
        """What a model is shown of each passage: its text and the title of its section."""
        return [self._excerpt(passage) for passage in chosen]

    def sentence(self, block: Block) -> tuple[Span, Excerpt]:
        """A sentence with those beside it in its passage, as a model is shown it, and where that stands."""
        passage = self.at(block.span.start)
        beside = [
            self.document.blocks[number - 1]
            for number in (block.number - 1, block.number + 1)
            if 1 <= number <= len(self.document.blocks)
        ]
        inside = [block, *(each for each in beside if passage.span.covers(each.span))]
        start = max(min(each.span.start for each in inside), block.span.start - _BESIDE_CHARS)
        end = min(max(each.span.end for each in inside), block.span.end + _BESIDE_CHARS)
        shown = Span(start, end)
        marked = Span(block.span.start - start, block.span.end - start)
        return shown, Excerpt(shown.of(self.document.text), self._title_over(passage, block), marked)

    def _excerpt(self, passage: Passage) -> Excerpt:
        return Excerpt(passage.span.of(self.document.text), title_above(self.document, passage.section))

    def _title_over(self, passage: Passage, block: Block) -> str:
        """The title over a sentence; over the row of a table also the row that names its columns."""
        title = self._shown_title(passage)
        head = lead_in(self.document, block) if block.kind == "table_row" else None
        names = " ".join(head.span.of(self.document.text).split()) if head else ""
        return ": ".join(filter(None, (names, title)))

    def _shown_title(self, passage: Passage) -> str:
        """The title as it stands over the whole passage: none where the passage begins with it."""
        title = " ".join(title_above(self.document, passage.section).split())
        return "" if " ".join(passage.span.of(self.document.text).split()).startswith(title) else title


def as_read(
    chosen: Sequence[Passage], extracts: Sequence[Extract], reader: str
) -> dict[Passage, ReadPassage]:
    """By passage what a model said of it; a ProviderError where that is not one score for each."""
    if len(extracts) != len(chosen) or not all(0.0 <= extract.score <= 1.0 for extract in extracts):
        raise ProviderError(
            f"The reader {reader} gave {len(extracts)} scores for {len(chosen)} passages, or some that "
            "are not from 0 to 1.",
            hint="Choose another one, or none, in the setting `reader`.",
        )
    return {passage: _placed(passage, extract) for passage, extract in zip(chosen, extracts, strict=True)}


def _placed(passage: Passage, extract: Extract) -> ReadPassage:
    return placed(passage.span, extract)


def placed(shown: Span, extract: Extract) -> ReadPassage:
    """What a model said of a stretch of the document, with its places told of the document."""
    raw = extract.raw
    if raw is not None:
        raw = replace(raw, short=_moved(raw.short, shown.start), long=_moved(raw.long, shown.start))
    return ReadPassage(shown, extract.score, _moved(extract.span, shown.start), raw)


def _moved(span: Span | None, by: int) -> Span | None:
    return None if span is None else Span(by + span.start, by + span.end)


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
