"""Tell whether a place was in what the generator was given to read.

A quote can stand word for word in the document and still be a guess: of a place that nobody handed to
the generator it can know nothing. With a place go the titles over it, what introduces it, the list or table
it stands in and, with a heading, the section under it, for these are handed over by code as one. A model
sees none of that, but the lines it is shown.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Self

from pincite.records.document import Block, Document
from pincite.records.span import Span
from pincite.structure.lead_ins import is_row, lead_in

# How far back the start of a list that nothing introduces is looked for.
_LONGEST_LIST = 1_000


@dataclass(frozen=True, slots=True)
class Context:
    """The stretches of one document that were handed over, in order and apart."""

    spans: tuple[Span, ...]
    alone: bool = False
    """Whether nothing goes with a place: these are the very lines that a generator looked at."""

    @classmethod
    def of_lines(cls, document: Document, numbers: Collection[int]) -> Self:
        """The lines so numbered and nothing else; those that follow each other made one stretch."""
        spans: list[Span] = []
        before = -1
        for at, line in enumerate(document.lines):
            if line.number not in numbers:
                continue
            follows = bool(spans) and before == at - 1
            spans.append(Span(spans.pop().start if follows else line.span.start, line.span.end))
            before = at
        return cls(tuple(spans), alone=True)

    @classmethod
    def of(cls, spans: Iterable[Span]) -> Self:
        """The same stretches, those that touch made one."""
        merged: list[Span] = []
        for span in sorted(spans):
            if merged and span.start <= merged[-1].end:
                merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
            else:
                merged.append(span)
        return cls(tuple(merged))

    def holds(self, document: Document, span: Span) -> bool:
        """Whether every block that `span` touches was handed over, by itself or with its list."""
        blocks = document.blocks_of(span)
        return bool(blocks) and all(self._handed(document, block, span) for block in blocks)

    def _handed(self, document: Document, block: Block, span: Span) -> bool:
        inside = Span(max(block.span.start, span.start), min(block.span.end, span.end))
        if self.alone or self._covers(inside):
            return self._covers(inside)
        introduction = lead_in(document, block)
        if introduction is not None and self._covers(introduction.span):
            return True
        return (
            self._with_its_list(document, block)
            or self._under_heading(document, block)
            or self._heads_some(document, block)
        )

    def _covers(self, span: Span) -> bool:
        before = bisect_right(self.spans, span.start, key=lambda stretch: stretch.start)
        return before > 0 and self.spans[before - 1].covers(span)

    def _with_its_list(self, document: Document, block: Block) -> bool:
        """Whether another item of the same run of items was handed over."""
        if block.kind != "bullet" and not is_row(document, block):
            return False
        return any(self._covers(other.span) for other in _run(document, block))

    def _under_heading(self, document: Document, block: Block) -> bool:
        return any(
            self._covers(document.blocks_of(section.span)[0].span)
            for section in document.section_path(block.section)
            if document.blocks_of(section.span)
        )

    def _heads_some(self, document: Document, block: Block) -> bool:
        """Whether the block is the title over something that was handed over: its titles go with a place."""
        if block.kind != "heading" or block.section is None:
            return False
        section = document.sections[block.section].span
        return section.start == block.span.start and any(
            stretch.start < section.end and section.start < stretch.end for stretch in self.spans
        )


def _run(document: Document, block: Block) -> Iterable[Block]:
    """The items before and after this one, nearest first, up to the first block of another kind."""
    for step in (-1, 1):
        at = block.number - 1 + step
        reached = 0
        while 0 <= at < len(document.blocks) and reached < _LONGEST_LIST:
            other = document.blocks[at]
            if other.kind != block.kind or other.section != block.section:
                break
            yield other
            at, reached = at + step, reached + 1
