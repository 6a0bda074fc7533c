"""Tell which columns a header covers that is set over several of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from pincite.ingest.pdf.grid import GridCell
from pincite.ingest.pdf.rules import Rules

_UNCOVERED, _WIDENED = 0.6, 2.0
_MIDDLE = 0.5
_MAX_COLUMNS = 24
Extents = dict[int, tuple[float, float]]
Range = tuple[int, int]


def cover(over: Sequence[GridCell], below: Sequence[GridCell], columns: int, rules: Rules) -> list[GridCell]:
    """The cells of one header row, each over the columns that its underline or its middle says."""
    extents = _extents(below)
    if not over or columns > _MAX_COLUMNS:
        return list(over)
    ruled = [_underlined(cell, over, extents, rules) for cell in over]

    # In a row with several cells, one that stands right over its own column names that one.
    centred = {place for place, cell in enumerate(over) if len(over) > 2 and _is_centred(cell, extents)}

    @cache
    def best(place: int, start: int) -> tuple[float, tuple[Range, ...]]:
        """The cheapest ranges for the cells from `place` on, none of which begins before `start`."""
        if place == len(over):
            return _UNCOVERED * (columns - start), ()
        cell = over[place]
        found: tuple[float, tuple[Range, ...]] = (1e9, ())
        for first, last in _ranges(cell, start, columns, ruled[place]):
            later, ranges = best(place + 1, last + 1)
            wide = _WIDENED if last - first > cell.columns - 1 and place in centred else 0.0
            cost = _UNCOVERED * (first - start) + _offset(cell, first, last, extents) + wide + later
            if cost < found[0]:
                found = cost, ((first, last), *ranges)
        return found

    cost, ranges = best(0, 1)
    if cost >= 1e9:
        return list(over)
    return [
        replace(cell, column=first, columns=last - first + 1)
        for cell, (first, last) in zip(over, ranges, strict=True)
    ]


def _is_centred(cell: GridCell, extents: Extents) -> bool:
    return cell.columns == 1 and _offset(cell, cell.column, cell.column, extents) < _MIDDLE


def _extents(cells: Sequence[GridCell]) -> Extents:
    """How far the words of each column reach."""
    found: Extents = {}
    for cell in cells:
        if cell.columns == 1:
            x0, x1 = found.get(cell.column, (cell.x0, cell.x1))
            found[cell.column] = min(x0, cell.x0), max(x1, cell.x1)
    return found


def _ranges(cell: GridCell, start: int, columns: int, ruled: Range | None) -> list[Range]:
    if ruled is not None:
        return [ruled] if ruled[0] >= start else []
    own = cell.column, cell.column + cell.columns - 1
    return [
        (first, last) for first in range(start, own[0] + 1) for last in range(max(own[1], first), columns)
    ]


def _offset(cell: GridCell, first: int, last: int, extents: Extents) -> float:
    """How far the cell is from the middle of these columns, in heights of its line."""
    if first not in extents or last not in extents:
        return 1e9 if last > first else 0.0
    size = max(cell.lines[0][0].y1 - cell.lines[0][0].y0, 1.0)
    middle = (extents[first][0] + extents[last][1]) / 2
    return abs((cell.x0 + cell.x1) / 2 - middle) / size


def _underlined(cell: GridCell, over: Sequence[GridCell], extents: Extents, rules: Rules) -> Range | None:
    """The columns under a line that is drawn below this cell alone."""
    size, foot = cell.lines[-1][0].y1 - cell.lines[-1][0].y0, cell.lines[-1][0].y1
    for x0, y0, x1, _ in sorted(rules.across, key=lambda rule: rule[0] - rule[2]):
        if 0 in extents and x0 < sum(extents[0]) / 2 < x1:
            continue
        if not -0.5 * size <= y0 - foot <= 0.7 * size or not x0 - 1 <= cell.x0 or not cell.x1 <= x1 + 1:
            continue
        alone = not any(x0 <= (o.x0 + o.x1) / 2 <= x1 for o in over if o is not cell)
        under = [c for c, (a, b) in extents.items() if c > 0 and x0 - 1 <= (a + b) / 2 <= x1 + 1]
        if alone and under:
            return min(*under, cell.column), max(*under, cell.column + cell.columns - 1)
    return None
