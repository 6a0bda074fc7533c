"""Part lines that PDFium read across two columns, at the white space between the columns.

A file may draw its columns row by row, and then PDFium takes the rows for lines. Careful on purpose: a table
drawn row by row looks much the same, and torn apart it says nothing. So the white space must run down many
rows, or beside lines that start right of it; and on both sides lines must be full and go on in the middle of
a sentence, as lines of a paragraph do and cells of a table do not.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

import numpy as np

from pincite.ingest.pdf.charindex import EdgeRows

_MIN_GAP = 0.7
"""Of the height of a line; space between words is seldom as wide."""
_EDGE = 2.0
"""Points by which edges may differ that are meant to be the same: letters have white space beside them."""
_MAX_LEADING = 3.0
"""In heights of a line: further apart, a row is a header or belongs to something else."""
_MARK = re.compile(r"[\W\d_]*\w?[\W\d_]*$")
# Rows that are divided, unless lines start at the edge; and lines that show what a column is like.
_MIN_DIVIDED, _MIN_LINES = 8, 4
_MIN_WORDS = 3.0
_FULL = 0.6
_RUNS_ON = 0.3
"""Share of lines that start with a small letter."""


@dataclass(frozen=True, slots=True)
class _Half:
    """What stands left or right of an edge in a line."""

    first: int
    words: int
    start: float
    width: float
    runs_on: bool


@dataclass(frozen=True, slots=True)
class _Row:
    """A line, with its halves left and right of an edge."""

    y: float
    height: float
    left: _Half | None
    right: _Half | None
    crossed: bool
    """Whether words run over the edge."""


def split(starts: list[int], texts: Sequence[str], standing: EdgeRows) -> list[int]:
    """The first word of each line; a line read across columns has become one line for each column."""
    widths = standing[1:, 0] - standing[:-1, 2]
    wide = widths >= _MIN_GAP * (standing[:-1, 3] - standing[:-1, 1])
    wide[[start - 1 for start in starts if start]] = False
    places = (np.flatnonzero(wide) + 1).tolist()
    if not places or len(starts) < _MIN_LINES:
        return starts
    page = _Page(starts, texts, standing)
    cuts: set[int] = set()
    for edge in page.edges(places):
        for run in page.runs(edge):
            cuts.update(_cuts(run, edge, texts))
    return sorted({*starts, *cuts}) if cuts else starts


class _Page:
    """The words of a page, line by line."""

    def __init__(self, starts: Sequence[int], texts: Sequence[str], standing: EdgeRows) -> None:
        self._texts = texts
        self._boxes = standing.tolist()
        self._lines = sorted(pairwise([*starts, len(texts)]), key=lambda line: self._boxes[line[0]][1])

    def edges(self, places: Sequence[int]) -> list[float]:
        """Where many lines start, or parts of lines, and white space crosses: the commonest first."""
        starts = [self._boxes[place][0] for place in (*places, *(first for first, _ in self._lines))]
        white = [(self._boxes[place - 1][2], self._boxes[place][0] + _EDGE) for place in places]
        return [
            float(edge)
            for edge, count in Counter(map(round, starts)).most_common(8)
            if count >= _MIN_LINES and any(left < edge <= right for left, right in white)
        ]

    def runs(self, edge: float) -> Iterator[list[_Row]]:
        """Rows one below the other of which none is crossed."""
        run: list[_Row] = []
        last = 0.0
        for line in self._lines:
            row = self._row(line, edge)
            if run and (row.crossed or (row.right and row.y - last > _MAX_LEADING * row.height)):
                yield run
                run = []
            if not row.crossed:
                run.append(row)
                last = row.y if row.right else last
        if run:
            yield run

    def _row(self, line: tuple[int, int], edge: float) -> _Row:
        first, last = line
        boxes = self._boxes[first:last]
        count = bisect_left(boxes, edge - _EDGE, key=lambda box: box[0])
        _, y0, _, y1 = boxes[0]
        left = self._half(first, first + count) if count else None
        right = self._half(first + count, last) if count < len(boxes) else None
        end = boxes[count - 1][2] if count else 0.0
        gap = boxes[count][0] - end if left and right else _MIN_GAP * (y1 - y0)
        return _Row(y0, y1 - y0, left, right, end > edge + _EDGE or gap < _MIN_GAP * (y1 - y0))

    def _half(self, first: int, last: int) -> _Half:
        start, end = self._boxes[first][0], self._boxes[last - 1][2]
        return _Half(first, last - first, start, end - start, self._texts[first][:1].islower())


def _cuts(run: Sequence[_Row], edge: float, texts: Sequence[str]) -> list[int]:
    """Where to part the lines of a run; nowhere if the edge divides anything but text."""
    divided = [row for row in run if row.left is not None and row.right is not None]
    if not divided:
        return []
    rights = [row.right for row in run if row.right is not None]
    flush = [half for half in rights if abs(half.start - edge) <= _EDGE]
    lefts = [row.left for row in run if row.left is not None]
    alone = len(flush) - sum(half is not None and half in flush for half in (row.right for row in divided))
    if len(divided) < _MIN_DIVIDED and alone < _MIN_LINES:
        return []
    if 2 * len(flush) < len(rights) or not (_reads_like_text(flush) and _reads_like_text(lefts)):
        return []
    return [row.right.first for row in divided if row.right is not None and not _is_mark(row.left, texts)]


def _is_mark(half: _Half | None, texts: Sequence[str]) -> bool:
    """Whether nothing but the number or bullet of an item stands left of the edge."""
    return half is not None and half.words == 1 and _MARK.match(texts[half.first]) is not None


def _reads_like_text(halves: Sequence[_Half]) -> bool:
    if len(halves) < _MIN_LINES:
        return False
    usual = sorted(half.width for half in halves)[len(halves) * 3 // 4]
    full = sum(half.width >= _FULL * usual for half in halves)
    words, runs_on = fmean(half.words for half in halves), fmean(half.runs_on for half in halves)
    return 2 * full >= len(halves) and words >= _MIN_WORDS and runs_on >= _RUNS_ON
