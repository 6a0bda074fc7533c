"""Part a page that is set in two columns of text, so that a table is looked for in each of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from pincite.ingest.pdf.rules import Rules
from pincite.ingest.pdf.strips import Strip

_LONG = 22
_FEWEST = 6
_HIGHEST_BAND = 250.0


def galleys(page: Sequence[Strip], rules: Rules) -> list[list[Strip]]:
    """What runs over both columns of text, the left one and the right one; all strips together elsewhere."""
    middle = _middle(page)
    if middle is None:
        return [list(page)]
    zones = _zones(rules, middle)
    across: list[Strip] = []
    sides: tuple[list[Strip], list[Strip]] = [], []
    for strip in page:
        ruled = any(top <= strip.baseline <= bottom for top, bottom in zones)
        if ruled or any(part.x0 < middle < part.x1 for part in strip.segments):
            across.append(strip)
            continue
        left = tuple(part for part in strip.segments if part.x1 <= middle)
        for side, parts in zip(sides, (left, strip.segments[len(left) :]), strict=True):
            if parts:
                side.append(Strip(strip.baseline, strip.size, strip.bold, parts))
    return [across, *sides]


def _zones(rules: Rules, middle: float) -> list[tuple[float, float]]:
    """From where to where a table that is ruled over both columns reaches."""
    wide = sorted((y0, x0, x1) for x0, y0, x1, _ in rules.across if x0 < middle - 20 and x1 > middle + 20)
    zones: list[tuple[float, float]] = []
    for (top, left, right), (bottom, x0, x1) in pairwise(wide):
        if abs(left - x0) < 4 and abs(right - x1) < 4 and bottom - top < _HIGHEST_BAND:
            zones.append((top, bottom))
    return zones


def _middle(page: Sequence[Strip]) -> float | None:
    """Where the white between two columns of text runs; None when there are none.

    The lines of the two need not stand at the same heights. More than one piece at a height on one side
    of the white is a table, not text.
    """
    long = [part for strip in page for part in strip.segments if len(part.text) >= _LONG]
    if len(long) < 2 * _FEWEST:
        return None
    left, right = min(part.x0 for part in long), max(part.x1 for part in long)
    width = int(right - left) + 2
    cover = np.zeros(width + 1, np.int32)
    for part in long:
        cover[int(part.x0 - left)] += 1
        cover[int(part.x1 - left) + 1] -= 1
    covered = np.cumsum(cover)[:width]
    first, last = int(0.35 * width), int(0.65 * width)
    if last <= first:
        return None
    least = np.flatnonzero(covered[first:last] == covered[first:last].min())
    middle = left + first + float(least[len(least) // 2])
    before = sum(part.x1 <= middle for part in long)
    behind = sum(part.x0 >= middle for part in long)
    crossing = len(long) - before - behind
    if min(before, behind) < _FEWEST or crossing > 0.25 * len(long):
        return None
    return middle if _is_text(page, middle) else None


def _is_text(page: Sequence[Strip], middle: float) -> bool:
    """Whether most of what stands left or right of the middle stands there alone at its height."""
    alone = several = 0
    for strip in page:
        for side in (
            [part for part in strip.segments if part.x1 <= middle],
            [part for part in strip.segments if part.x0 >= middle],
        ):
            if any(len(part.text) >= _LONG for part in side):
                alone += len(side) == 1
                several += len(side) > 1
    return several <= 0.35 * alone
