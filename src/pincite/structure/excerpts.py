"""What a reading model is shown of a document, and what it says of it: passages with places in them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pincite.errors import ProviderError
from pincite.records.document import Block, Document, Passage
from pincite.records.evidence import Excerpt, Extract, ReadPassage
from pincite.records.span import Span
from pincite.structure.lead_ins import lead_in
from pincite.structure.passages import passages, title_above

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
