"""Part lines that PDFium read across two columns, at the white space between the columns.

A file may draw its columns row by row, and then PDFium takes the rows for lines. Careful on purpose:
a table drawn row by row looks much the same, and torn apart it says nothing. So the white space must
run down several rows, the words right of it must start at one edge, and on both sides lines must be full
and go on in the middle of a sentence, as lines of a paragraph do and cells of a table do not.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

import numpy as np

from pincite.ingest.pdf.charindex import EdgeRows

_MIN_GAP = 0.7
"""Of the height of a line; space between words is seldom half as wide."""
_MIN_ROWS = 4
_EDGE = 2.0
"""Points by which edges may differ that are meant to be the same."""
_MAX_LEADING = 3.0
"""In heights of a line: further apart, a row is a header or belongs to something else."""
_MARK = re.compile(r"[\W\d_]*\w?[\W\d_]*$")
_MIN_WORDS = 3.0
_FULL = 0.6
_RUNS_ON = 0.3
"""Share of lines that start with a small letter."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Words of a line between white space; `gap` is the white space before it, 0 where the line starts."""

    word: int
    words: int
    edges: tuple[float, float, float, float]
    gap: float
    left: float
    """Where the part before it in the line starts."""
    runs_on: bool
    follows_mark: bool
    """Whether the number or bullet of an item stands before it."""

    @property
    def start(self) -> float:
        return self.edges[0]


def split(starts: list[int], texts: Sequence[str], standing: EdgeRows) -> list[int]:
    """The first word of each line; a line read across columns has become one line for each column."""
    widths = standing[1:, 0] - standing[:-1, 2]
    wide = widths >= _MIN_GAP * (standing[:-1, 3] - standing[:-1, 1])
    wide[[start - 1 for start in starts if start]] = False
    places = (np.flatnonzero(wide) + 1).tolist()
    if not places or len(starts) + len(places) < 2 * _MIN_ROWS:
        return starts
    parts = list(_parts(places, starts, texts, standing))
    cuts: set[int] = set()
    for edge in _edges(parts):
        for run in _runs(parts, edge, standing):
            if _divides_text(run, edge, parts):
                cuts.update(part.word for part in run if part.gap and not part.follows_mark)
    return sorted({*starts, *cuts}) if cuts else starts


def _parts(
    places: Sequence[int], starts: Sequence[int], texts: Sequence[str], standing: EdgeRows
) -> Iterator[_Part]:
    inside, boxes = set(places), standing.tolist()
    left, before = 0.0, 0
    for word, end in pairwise(sorted({*starts, *places, len(texts)})):
        x0, y0, _, y1 = boxes[word]
        gap = x0 - boxes[word - 1][2] if word in inside else 0.0
        edges = x0, y0, boxes[end - 1][2], y1
        follows_mark = before == word - 1 and _MARK.match(texts[before]) is not None
        yield _Part(word, end - word, edges, gap, left, texts[word][:1].islower(), follows_mark)
        left, before = x0, word


def _edges(parts: Sequence[_Part]) -> list[float]:
    """Where many parts start of which some follow white space, the commonest first."""
    inside = {round(part.start) for part in parts if part.gap}
    counts = Counter(round(part.start) for part in parts)
    return [float(edge) for edge, count in counts.most_common(6) if count >= _MIN_ROWS and edge in inside]


def _runs(parts: Sequence[_Part], edge: float, standing: EdgeRows) -> Iterator[list[_Part]]:
    """Parts right of an edge, one below the other, where no word crosses the edge in between."""
    crossing = (standing[:, 0] < edge - _EDGE) & (standing[:, 2] > edge + _EDGE)
    heights = sorted(standing[crossing, 1].tolist())
    run: list[_Part] = []
    for part in sorted((part for part in parts if _follows(part, edge)), key=lambda part: part.edges[1]):
        if run and (
            part.edges[1] - run[-1].edges[1] > _MAX_LEADING * (part.edges[3] - part.edges[1])
            or bisect_right(heights, part.edges[1]) > bisect_right(heights, run[-1].edges[1])
        ):
            yield run
            run = []
        run.append(part)
    if run:
        yield run


def _follows(part: _Part, edge: float) -> bool:
    """Whether a part starts at the edge, or is set in from it and follows white space over the edge."""
    if abs(part.start - edge) <= _EDGE:
        return True
    height = part.edges[3] - part.edges[1]
    reaches = part.start - part.gap <= edge + _EDGE - _MIN_GAP * height
    return part.start > edge and part.gap > 0 and reaches


def _divides_text(run: Sequence[_Part], edge: float, parts: Sequence[_Part]) -> bool:
    top, bottom = run[0].edges[1] - 1, run[-1].edges[1] + 1
    starts = {round(part.left) for part in run if part.gap}
    beside = [part for part in parts if round(part.start) in starts and top <= part.edges[1] <= bottom]
    flush = [part for part in run if abs(part.start - edge) <= _EDGE]
    return 2 * len(flush) >= len(run) and _reads_like_text(flush) and _reads_like_text(beside)


def _reads_like_text(column: Sequence[_Part]) -> bool:
    if len(column) < _MIN_ROWS:
        return False
    width = max(part.edges[2] - part.start for part in column)
    full = [part for part in column if part.edges[2] - part.start >= _FULL * width]
    words = fmean(part.words for part in column)
    runs_on = fmean(part.runs_on for part in column)
    return 2 * len(full) >= len(column) and words >= _MIN_WORDS and runs_on >= _RUNS_ON
