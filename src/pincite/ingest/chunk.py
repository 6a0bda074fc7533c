"""Cut a document into chunks of whole blocks: what a language model reads at once."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pincite.records.document import FURNITURE, Block, Chunk, Document
from pincite.records.span import Span
from pincite.structure.excerpts import content_hash, length

_CHARS_PER_TOKEN = 4
MIN_CHUNK_CHARS = 500 * _CHARS_PER_TOKEN
MAX_CHUNK_CHARS = 2000 * _CHARS_PER_TOKEN
_MIN_OVERLAP, _MAX_OVERLAP = 0.10, 0.20


def chunks(document: Document) -> tuple[Chunk, ...]:
    """500 to 2,000 tokens each, overlapping the one before by 10 to 20 %; shorter beside what is not seen."""
    weights = _weights(document)
    found: list[Chunk] = []
    for start, end in _seen_together(document):
        blocks = document.blocks[start:end]
        for first, last in _Plan(blocks, weights[start:end]).ranges():
            span = Span(blocks[first].span.start, blocks[last].span.end)
            found.append(Chunk(len(found) + 1, span, content_hash(span.of(document.text))))
    return tuple(found)


def _seen_together(document: Document) -> Iterator[tuple[int, int]]:
    """The runs of blocks, by first and next, between which nothing stands that a reader does not see."""
    cuts = [
        bisect_left(document.blocks, each.span.start, key=lambda block: block.span.start)
        for each in document.unseen
    ]
    ends = sorted({0, *cuts, len(document.blocks)})
    return pairwise(ends)


def _weights(document: Document) -> list[int]:
    """How good it is to cut before each block: 2 at a section, 1 at a paragraph, 0 inside one."""
    starts = {paragraph.span.start for paragraph in document.paragraphs}
    weights: list[int] = []
    before: Block | None = None
    for block in document.blocks:
        same_part = before is not None and (before.kind in FURNITURE) == (block.kind in FURNITURE)
        if before is None or before.section != block.section or not same_part:
            weights.append(2)
        else:
            weights.append(int(block.span.start in starts))
        before = block
    return weights


@dataclass(frozen=True, slots=True)
class _Plan:
    """Where to cut so that sizes and overlaps hold and the cuts fall where the text pauses."""

    blocks: Sequence[Block]
    weights: Sequence[int]

    def ranges(self) -> Iterator[tuple[int, int]]:
        """First and last block of each chunk."""
        first, end = 0, len(self.blocks) - 1
        while first <= end:
            if self._size(first, end) <= MAX_CHUNK_CHARS:
                yield first, end
                return
            last = self._last(first)
            yield first, last
            first = self._next(first, last)

    def _size(self, first: int, last: int) -> int:
        return length(self.blocks[first], self.blocks[last])

    def _last(self, first: int) -> int:
        """The best place to end a chunk that starts at `first`: after a section, a paragraph, a block."""
        ends = []
        last = first
        while self._size(first, last) <= MAX_CHUNK_CHARS:
            if self._size(first, last) >= MIN_CHUNK_CHARS:
                ends.append(last)
            last += 1
        ends.sort(key=lambda end: (self.weights[end + 1], end), reverse=True)
        # Nothing lies between the limits only where blocks stand very far apart in the file.
        fallback = ends[0] if ends else last - 1
        return next((end for end in ends if self._is_good(first, end)), fallback)

    def _is_good(self, first: int, last: int) -> bool:
        """Whether the next chunk can overlap as it should and will not be too small."""
        start = self._next(first, last)
        rest = self._size(start, len(self.blocks) - 1)
        return _MIN_OVERLAP <= self._overlap(first, last, start) <= _MAX_OVERLAP and rest >= MIN_CHUNK_CHARS

    def _next(self, first: int, last: int) -> int:
        """Where the next chunk starts: with the overlap closest to the middle of what is allowed."""
        middle = (_MIN_OVERLAP + _MAX_OVERLAP) / 2
        ideal = self.blocks[last].span.end - middle * self._size(first, last)
        near = bisect_left(self.blocks, ideal, first + 1, last + 1, key=lambda block: block.span.start)
        starts = [
            start
            for start in (near - 1, near)
            if first < start <= last
            and self._overlap(first, last, start) <= _MAX_OVERLAP
            and self._size(start, last + 1) <= MAX_CHUNK_CHARS
        ]
        return min(
            starts, key=lambda start: abs(self._overlap(first, last, start) - middle), default=last + 1
        )

    def _overlap(self, first: int, last: int, start: int) -> float:
        return 0.0 if start > last else self._size(start, last) / self._size(first, last)
