"""Gather the strips of a table into its rows: cells may be wrapped over several lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pincite.ingest.pdf.charindex import Edges
from pincite.ingest.pdf.corridors import Columns
from pincite.ingest.pdf.strips import Strip

_ALIKE = re.compile(
    r"\d+|\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?"
    r"|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:19|20)\d\d$")
_TIGHT = 1.5
"""Of the font size: lines further apart than this do not make one cell."""


def bands(strips: Sequence[Strip], columns: Columns, borders: Sequence[float]) -> list[list[Strip]]:
    """The strips of each row. `borders` are the heights at which a line or a shade ends a row."""
    shapes = [_Shape(strip, columns) for strip in strips]
    ruled = [any(a.strip.baseline < y < b.strip.baseline for y in borders) for a, b in pairwise(shapes)]
    joins = _by_rules(shapes, ruled) or _by_pitch(shapes, ruled) or _by_content(shapes, ruled)
    found = [[strips[0]]]
    for strip, joined in zip(strips[1:], joins, strict=True):
        if joined:
            found[-1].append(strip)
        else:
            found.append([strip])
    return found


def borders(across: Sequence[Edges], shaded: Sequence[Edges], left: float, right: float) -> list[float]:
    """The heights at which rules or the edges of shades cross most of the width from left to right."""
    reach: dict[int, list[tuple[float, float]]] = {}
    for x0, y0, x1, y1 in across:
        reach.setdefault(round((y0 + y1) / 4), []).append((x0, x1))
    for x0, y0, x1, y1 in shaded:
        if y1 - y0 < 60:
            reach.setdefault(round(y0 / 2), []).append((x0, x1))
            reach.setdefault(round(y1 / 2), []).append((x0, x1))
    found = []
    for height, parts in sorted(reach.items()):
        parts = parts + reach.get(height + 1, [])
        if _length(parts, left, right) >= 0.6 * (right - left):
            found.append(2.0 * height)
    return found


def _length(parts: Sequence[tuple[float, float]], left: float, right: float) -> float:
    total, reached = 0.0, left
    for x0, x1 in sorted(parts):
        x0, x1 = max(x0, reached), min(x1, right)
        if x1 > x0:
            total += x1 - x0
            reached = x1
    return total


class _Shape:
    """Which columns a strip fills, and with what."""

    def __init__(self, strip: Strip, columns: Columns) -> None:
        self.strip = strip
        self.columns = len(columns)
        self.filled: dict[int, str] = {}
        self.figures: set[int] = set()
        self.spanning = False
        for segment in strip.segments:
            first, last = columns.of(segment)
            self.spanning = self.spanning or (last > first and first > 0)
            self.filled.setdefault(first, segment.text)
            if segment.numeric:
                self.figures.add(last)

    @property
    def is_label(self) -> bool:
        return list(self.filled) == [0]


def _distance(above: _Shape, below: _Shape) -> float:
    return (below.strip.baseline - above.strip.baseline) / max(above.strip.size, below.strip.size)


def _conflict(above: _Shape, below: _Shape) -> bool:
    """Whether the two cannot be lines of one row: both have figures in a column, or one heads the other."""
    if above.figures & below.figures or (above.spanning and len(below.filled) > 1):
        return True
    if below.is_label and 0 not in above.filled and _are_years(above):
        return True
    if above.is_label and below.is_label and above.strip.bold != below.strip.bold:
        return True
    return _heads_alike(above, below)


def _are_years(shape: _Shape) -> bool:
    """Whether the cells end the names of columns; others may be centred beside a label of two lines."""
    return all(_YEAR.search(text) for text in shape.filled.values())


def _heads_alike(above: _Shape, below: _Shape) -> bool:
    """Whether a line says what the names of several columns share: "Year ended" over 2015 and 2014."""
    names = {column: text for column, text in below.filled.items() if column > 0}
    over = {column for column in above.filled if column > 0}
    if above.figures or len(names) < 2 or not over or not over < names.keys():
        return False
    return len({_ALIKE.sub("9", text) for text in names.values()}) == 1


def _by_rules(shapes: Sequence[_Shape], ruled: Sequence[bool]) -> list[bool] | None:
    """Rows as the rules divide them, where they divide all of them."""
    within = [pair for pair, divided in zip(pairwise(shapes), ruled, strict=True) if not divided]
    if sum(ruled) < 2 or sum(ruled) < 0.15 * len(shapes):
        return None
    opens = sum(
        _conflict(above, below) or _distance(above, below) > 1.8 or _are_rows(above, below)
        for above, below in within
    )
    if opens > 0.15 * len(shapes):
        return None
    return [
        not divided and not _conflict(above, below)
        for (above, below), divided in zip(pairwise(shapes), ruled, strict=True)
    ]


def _are_rows(above: _Shape, below: _Shape) -> bool:
    """Whether both fill every column and the lower one starts anew in each, as rows of words do."""
    if len(above.filled) < above.columns or len(below.filled) < below.columns:
        return False
    return not any(text[:1].islower() for text in below.filled.values())


def _by_pitch(shapes: Sequence[_Shape], ruled: Sequence[bool]) -> list[bool] | None:
    """Rows as the distances divide them, where lines of a row stand closer than rows do."""
    distances = [_distance(above, below) for above, below in pairwise(shapes)]
    least = min(distances, default=9.0)
    tight = [distance <= least + 0.05 for distance in distances]
    wide = [distance > least + 0.1 for distance in distances]
    if least > _TIGHT or not any(wide) or sum(tight) + sum(wide) < 0.9 * len(distances):
        return None
    pairs = [pair for pair, close in zip(pairwise(shapes), tight, strict=True) if close]
    opens = sum(_opens(above, below) for above, below in pairs)
    if opens > 0.25 * len(pairs) or sum(wide) < 2:
        return None
    return [
        (close or _wraps(above, below)) and not divided and not _conflict(above, below)
        for (above, below), close, divided in zip(pairwise(shapes), tight, ruled, strict=True)
    ]


def _wraps(above: _Shape, below: _Shape) -> bool:
    """Whether a label goes on in the line below, which brings its figures."""
    runs_on = above.is_label and below.filled.get(0, "")[:1].islower() and bool(below.figures)
    return runs_on and not above.filled[0].endswith(":") and _distance(above, below) <= _TIGHT


def _opens(above: _Shape, below: _Shape) -> bool:
    """Whether the lower strip looks like a row of its own: it fills as much, or brings its own figures."""
    if above.figures & below.figures:
        return True
    if 0 not in below.filled or above.is_label or below.is_label:
        return False
    return bool(below.figures) or not any(text[:1].islower() for text in below.filled.values())


def _by_content(shapes: Sequence[_Shape], ruled: Sequence[bool]) -> list[bool]:
    """Rows as the words divide them, where all lines stand equally far apart."""
    start = next((number for number, shape in enumerate(shapes) if shape.figures), len(shapes))
    heads = start if start < len(shapes) else 0
    return [
        not divided
        and _distance(above, below) <= _TIGHT
        and not _conflict(above, below)
        and (_heads_on(above, below) if number + 1 < heads else _goes_on(above, below))
        for number, ((above, below), divided) in enumerate(zip(pairwise(shapes), ruled, strict=True))
    ]


def _heads_on(above: _Shape, below: _Shape) -> bool:
    """Whether a line above the first figures goes on with the header above it."""
    return not below.is_label and not above.spanning and not below.spanning


def _goes_on(above: _Shape, below: _Shape) -> bool:
    if 0 not in below.filled:
        return not below.figures and bool(set(below.filled) & set(above.filled))
    runs_on = below.filled[0][:1].islower()
    if below.is_label:
        return runs_on and not above.filled.get(0, "").endswith(":")
    if above.is_label:
        return runs_on and not above.filled[0].endswith(":")
    return runs_on and not below.figures and 0 in above.filled
