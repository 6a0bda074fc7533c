"""Put recognised lines in reading order: column by column, and in rows where there are no columns.

A recogniser finds stretches of text. Those side by side are one line of a table or a receipt, but two lines
of a page in two columns: it is columns when a gutter runs down between several rows of running text.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pincite.ingest.ocr.upright import upright
from pincite.records.reading import Edges, Reading, ReadLine, ReadWord

_MIN_ROWS = 4
"""Rows that must stand beside each other before a gap between them is a gutter."""
_RUNNING_CHARS = 18
"""Usual length of a line from which on it is running text and no entry of a table."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    line: ReadLine
    edges: Edges

    @property
    def middle(self) -> float:
        return (self.edges[1] + self.edges[3]) / 2

    @property
    def characters(self) -> int:
        return sum(len(word.text) + 1 for word in self.line.words)


def in_reading_order(reading: Reading, size: tuple[float, float]) -> tuple[ReadLine, ...]:
    """The same words in lines as they are read. `size`: width and height of the image."""
    stretches = [_Stretch(line, _stand(line.words, reading.angle, size)) for line in reading.lines]
    return tuple(_ordered(_rows(stretches)))


def _stand(words: Sequence[ReadWord], angle: float, size: tuple[float, float]) -> Edges:
    x0, y0, x1, y1 = zip(*(upright(word.edges, angle, size) for word in words), strict=True)
    return min(x0), min(y0), max(x1), max(y1)


def _rows(stretches: Sequence[_Stretch]) -> list[list[_Stretch]]:
    """Stretches beside each other, from the top; each row from the left."""
    rows: list[list[_Stretch]] = []
    for stretch in sorted(stretches, key=lambda stretch: stretch.middle):
        if rows and _is_level(rows[-1], stretch):
            rows[-1].append(stretch)
        else:
            rows.append([stretch])
    return [sorted(row, key=lambda stretch: stretch.edges[0]) for row in rows]


def _is_level(row: Sequence[_Stretch], stretch: _Stretch) -> bool:
    nearest = min(row, key=lambda other: abs(other.edges[0] - stretch.edges[0]))
    _, high, _, low = stretch.edges
    overlap = min(nearest.edges[3], low) - max(nearest.edges[1], high)
    beside = all(
        min(other.edges[2], stretch.edges[2]) - max(other.edges[0], stretch.edges[0])
        < 0.3 * min(other.edges[2] - other.edges[0], stretch.edges[2] - stretch.edges[0])
        for other in row
    )
    return beside and overlap > 0.5 * min(nearest.edges[3] - nearest.edges[1], low - high)


def _ordered(rows: list[list[_Stretch]]) -> list[ReadLine]:
    gutter = _widest_run(rows)
    if gutter is None:
        return [_joined(row) for row in rows]
    x, first, last = gutter
    members = [stretch for row in rows[first:last] for stretch in row]
    left = [stretch for stretch in members if stretch.edges[2] <= x]
    right = [stretch for stretch in members if stretch.edges[2] > x]
    return [
        *_ordered(rows[:first]),
        *_ordered(_rows(left)),
        *_ordered(_rows(right)),
        *_ordered(rows[last:]),
    ]


def _joined(row: Sequence[_Stretch]) -> ReadLine:
    return ReadLine(tuple(word for stretch in row for word in stretch.line.words))


def _widest_run(rows: Sequence[Sequence[_Stretch]]) -> tuple[float, int, int] | None:
    """The gutter that divides most rows: where it runs, its first row and the row after its last."""
    gaps = {
        round((left.edges[2] + right.edges[0]) / 2)
        for row in rows
        for left, right in pairwise(row)
        if right.edges[0] > left.edges[2]
    }
    best: tuple[float, int, int] | None = None
    for x in sorted(gaps):
        for first, last in _runs(rows, x):
            long_enough = best is None or last - first > best[2] - best[1]
            if long_enough and _is_running_text(rows[first:last], x):
                best = x, first, last
    return best


def _runs(rows: Sequence[Sequence[_Stretch]], x: float) -> list[tuple[int, int]]:
    crossing = [
        number
        for number, row in enumerate(rows)
        if any(stretch.edges[0] < x < stretch.edges[2] for stretch in row)
    ]
    bounds = [-1, *crossing, len(rows)]
    return [(above + 1, below) for above, below in pairwise(bounds) if below - above > _MIN_ROWS]


def _is_running_text(rows: Sequence[Sequence[_Stretch]], x: float) -> bool:
    """Whether columns of running text stand on both sides; of several on one side, the next is judged."""
    lefts = [[stretch for stretch in row if stretch.edges[2] <= x] for row in rows]
    rights = [[stretch for stretch in row if stretch.edges[0] >= x] for row in rows]
    return _is_column([row[-1] for row in lefts if row]) and _is_column([row[0] for row in rights if row])


def _is_column(side: Sequence[_Stretch]) -> bool:
    if len(side) < _MIN_ROWS:
        return False
    # Where the next column has no line, the nearest is one of the column after it: the usual edges tell.
    left = statistics.median_low(stretch.edges[0] for stretch in side)
    right = statistics.median_high(stretch.edges[2] for stretch in side)
    own = [s for s in side if s.edges[0] < right and s.edges[2] > left]
    width = max(s.edges[2] for s in own) - min(s.edges[0] for s in own)
    usual = statistics.median(s.edges[2] - s.edges[0] for s in own)
    return usual >= 0.6 * width and statistics.median(s.characters for s in own) >= _RUNNING_CHARS
