"""Find the columns of a table from the white corridors that run down between its cells."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pincite.ingest.pdf.strips import Segment, Strip

_NARROWEST = 0.5
"""Of the font size: less white than this does not divide columns."""


_YEAR = re.compile(r"(?:19|20)\d\d$")
_SAMPLE = 40
_HEAD = 3
"""So many strips at the top may hold headers that stand over several columns."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the columns stand: the x at which each begins and the last one ends."""

    bounds: tuple[float, ...]

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def of(self, segment: Segment) -> tuple[int, int]:
        """The first and the last column that a segment stands in."""
        most = len(self) - 1
        first = min(max(bisect_right(self.bounds, segment.x0 + 0.5) - 1, 0), most)
        last = min(max(bisect_left(self.bounds, segment.x1 - 0.5) - 1, first), most)
        return first, last


def columns(strips: Sequence[Strip]) -> Columns:
    """The columns that most of these strips keep to; a single one where they keep to none."""
    divided = [strip for strip in strips if len(strip.segments) > 1]
    left, right = min(s.x0 for s in strips), max(s.x1 for s in strips)
    if not divided:
        return Columns((left, right))
    found = _corridors(divided, left, right)
    body = _below_names(divided)
    if len(body) < len(divided) and _crowds(found, body):
        parted = _corridors(body, left, right)
        return found if _crowds(parted, body) else parted
    return found


def _corridors(divided: Sequence[Strip], left: float, right: float) -> Columns:
    # A page of small print has hundreds of strips, and some of them tell as much as all.
    sample = divided[:: max(1, len(divided) // _SAMPLE)]
    others = _Others(sample)
    kept = [others.without_spanning(strip, place < _HEAD) for place, strip in enumerate(divided)]
    width = max(int(right - left) + 2, 2)
    cover = np.zeros(width + 1, np.int32)
    for segments in kept:
        for segment in segments:
            cover[max(int(segment.x0 - left + 0.5), 0)] += 1
            cover[min(max(int(segment.x1 - left + 0.5), 0), width)] -= 1
    covered = np.cumsum(cover)[:width]
    tolerated = len(divided) // 8
    narrowest = _NARROWEST * sorted(strip.size for strip in divided)[len(divided) // 2]
    bounds = [left]
    start = -1
    for x in range(width):
        if covered[x] <= tolerated:
            start = x if start < 0 else start
        else:
            if start > 0 and x - start >= narrowest:
                bounds.append(left + start + _lowest(covered[start:x]))
            start = -1
    return _filled(Columns((*bounds, right)), divided)


def _below_names(strips: list[Strip]) -> list[Strip]:
    """The strips from the first figures on, where there are enough: names may reach over their columns."""
    first = next((place for place, strip in enumerate(strips) if _has_figures(strip)), 0)
    return strips[first:] if len(strips) - first >= _HEAD else strips


def _crowds(found: Columns, body: Sequence[Strip]) -> bool:
    """Whether two figures of a row stand in one column, in a third of the rows or more."""
    crowded = 0
    for strip in body:
        places = [found.of(segment)[0] for segment in strip.segments[1:] if segment.numeric]
        crowded += len(set(places)) < len(places)
    return 3 * crowded >= len(body)


def _has_figures(strip: Strip) -> bool:
    return any(segment.numeric and not _YEAR.match(segment.text) for segment in strip.segments[1:])


def _filled(found: Columns, strips: Sequence[Strip]) -> Columns:
    """The columns, less those in which nothing stands but the beginning of what reaches into the next one."""
    rows = [strip for strip in strips if _has_figures(strip)]
    places = [found.of(segment) for strip in rows or strips for segment in strip.segments]
    held = {first for first, last in places if first == last}
    kept = [x for place, x in enumerate(found.bounds[1:-1], start=1) if place - 1 in held or place == 1]
    return Columns((found.bounds[0], *kept, found.bounds[-1]))


def _lowest(cover: np.ndarray[tuple[int], np.dtype[np.int32]]) -> float:
    """The middle of the emptiest part of a corridor."""
    empty = np.flatnonzero(cover == cover.min())
    return float(empty[0] + empty[-1]) / 2


class _Others:
    """Strips that others are compared with: where each of their segments begins and ends."""

    def __init__(self, strips: Sequence[Strip]) -> None:
        segments = [segment for strip in strips for segment in strip.segments]
        counts = [len(strip.segments) for strip in strips]
        self._strips = strips
        self._most = max(counts)
        self._x0 = np.array([segment.x0 for segment in segments])
        self._x1 = np.array([segment.x1 for segment in segments])
        self._firsts = np.cumsum([0, *counts[:-1]])

    def without_spanning(self, strip: Strip, first: bool) -> list[Segment]:
        """The segments of a strip that do not stand over several of those in another, or in few others."""
        few = first and len(strip.segments) < self._most
        enough = 1.0 if few else max(1.0, 0.4 * (len(self._strips) - 1))
        x0 = np.array([[segment.x0] for segment in strip.segments])
        x1 = np.array([[segment.x1] for segment in strip.segments])
        over = np.add.reduceat((x0 < self._x1) & (self._x0 < x1), self._firsts, axis=1, dtype=np.int64) > 1
        over[:, [place for place, other in enumerate(self._strips) if other is strip]] = False
        counts = np.count_nonzero(over, axis=1).tolist()
        return [segment for segment, count in zip(strip.segments, counts, strict=True) if count < enough]
