"""What a reading model is shown of a document, and what it says of it, told of the document again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.contract.passages import passages, title_above
from pincite.errors import ProviderError
from pincite.records.document import Document, Passage
from pincite.records.excerpt import Excerpt, Extract, ReadPassage
from pincite.records.span import Span


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

    def _excerpt(self, passage: Passage) -> Excerpt:
        return Excerpt(passage.span.of(self.document.text), title_above(self.document, passage.section))


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
    span, start = extract.span, passage.span.start
    pointed = None if span is None else Span(start + span.start, start + span.end)
    return ReadPassage(passage.span, extract.score, pointed)
