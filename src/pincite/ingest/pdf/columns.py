"""Put what stands on a page in reading order: column by column, and across them where something spans them.

The order in which the file draws is kept wherever it could be one in which a page is read, because it
knows more than geometry does. Only a page that leaps back up, or from column to column at every line, is cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Generic, Protocol, TypeVar

from pincite.ingest.pdf.charindex import Edges

Interval = tuple[float, float]

_MIN_CORRIDOR = 0.35
"""Of the usual height of a line."""
_MIN_COLUMN = 4.0
"""In heights of a line: what is narrower is the number of an item or of a line."""
_STRAY = 0.15
"""Up to this share of leaps, a few things were drawn out of turn; beyond it, nothing is in order."""
_FAR = 1e6


class Placed(Protocol):
    """Anything that stands on a page: a line, or a table that must not be cut."""

    @property
    def edges(self) -> Edges: ...


Item = TypeVar("Item", bound=Placed)


@dataclass(frozen=True, slots=True)
class _Run(Generic[Item]):
    """Items that the file draws in an order in which they can be read."""

    items: list[Item]

    @property
    def edges(self) -> Edges:
        x0, y0, x1, y1 = zip(*(item.edges for item in self.items), strict=True)
        return min(x0), min(y0), max(x1), max(y1)


def ordered(items: Sequence[Item]) -> list[Item]:
    """The items of one page as they are read."""
    drawn = list(items)
    leaps = _leaps(drawn)
    if not leaps:
        return drawn
    height = max(median(item.edges[3] - item.edges[1] for item in items), 1.0)
    runs = [_Run(drawn[first:last]) for first, last in pairwise([0, *leaps, len(drawn)])]
    moved = [item for run in _cut(runs, height) for item in run.items]
    if not _leaps(moved) and len(leaps) <= _STRAY * len(drawn):
        return moved
    return min(drawn, moved, _cut(drawn, height), key=lambda order: (len(_leaps(order)), _climbs(order)))


def _climbs(items: Sequence[Placed]) -> int:
    """How often reading goes on further up: with as few columns as can be, it is least."""
    return sum(after.edges[3] < before.edges[3] for before, after in pairwise(items))


def _leaps(items: Sequence[Placed]) -> list[int]:
    """Which items cannot be read after the item before them."""
    return [
        number
        for number, (before, after) in enumerate(pairwise(items), start=1)
        if not _may_follow(before.edges, after.edges)
    ]


def _may_follow(before: Edges, after: Edges) -> bool:
    """Whether one can be read after the other: below it, or at the top of a column to its right."""
    if _share_a_row(before, after):
        return False
    return after[3] > before[3] or after[0] >= before[2] - 1


def _share_a_row(left: Edges, right: Edges) -> bool:
    overlap = min(left[3], right[3]) - max(left[1], right[1])
    return overlap > 0.5 * min(left[3] - left[1], right[3] - right[1])


def _cut(items: list[Item], height: float) -> list[Item]:
    if len(items) < 2:
        return items
    strips = _strips(items)
    if len(strips) == 1:
        return _side_by_side(items, height)
    found: list[Item] = []
    for band in _bands(strips, height):
        members = [item for strip in band for item in strip]
        columns = _columns(members, height)
        if len(columns) > 1:
            for column in columns:
                found += _cut(column, height)
        else:
            for strip in band:
                found += _side_by_side(strip, height)
    return found


def _side_by_side(strip: list[Item], height: float) -> list[Item]:
    """What stands in one strip, from left to right where white space divides it."""
    columns = _columns(strip, height, whole=False)
    if len(columns) < 2:
        is_row = all(_share_a_row(strip[0].edges, item.edges) for item in strip)
        return sorted(strip, key=lambda item: item.edges[0 if is_row else 1])
    return [item for column in columns for item in _cut(column, height)]


def _strips(items: Sequence[Item]) -> list[list[Item]]:
    """Items that share a row, from the top down."""
    strips: list[list[Item]] = []
    bottom = -_FAR
    for item in sorted(items, key=lambda item: item.edges[1]):
        if strips and bottom - item.edges[1] > 0.35 * (item.edges[3] - item.edges[1]):
            strips[-1].append(item)
        else:
            strips.append([item])
            bottom = -_FAR
        bottom = max(bottom, item.edges[3])
    return strips


def _bands(strips: Sequence[list[Item]], height: float) -> list[list[list[Item]]]:
    """Strips one below the other that white space divides in the same way."""
    bands: list[list[list[Item]]] = []
    white: list[Interval] = []
    divided = False
    for strip in strips:
        own = _white(strip, height)
        if bands:
            shared = _intersection(white, own, height)
            members = [item for earlier in bands[-1] for item in earlier] + strip
            still = _divides(shared, members)
            if still or not (divided or _divides(own, strip)):
                bands[-1].append(strip)
                white, divided = shared, still
                continue
        bands.append([strip])
        white, divided = own, _divides(own, strip)
    return [part for band in bands for part in _between_headings(band, height)]


def _between_headings(band: list[list[Item]], height: float) -> list[list[list[Item]]]:
    """A band of columns in parts where a heading at its left stands over the columns below it.

    Such a heading stands free under columns that end together, and over columns that start together.
    """
    for here in range(1, len(band) - 1):
        above, heading, below = band[here - 1], band[here], band[here + 1]
        space = min(item.edges[1] for item in heading) - max(item.edges[3] for item in above)
        is_free = len(heading) == 1 and space > 0.6 * height
        if is_free and len(above) > 1 and len(below) > 1 and len(_columns(below, height, whole=False)) > 1:
            return [band[:here], *_between_headings(band[here:], height)]
    return [band]


def _columns(items: Sequence[Item], height: float, *, whole: bool = True) -> list[list[Item]]:
    """The items in columns. With `whole`, a column has two items and the width of a few words."""
    columns: list[list[Item]] = []
    end = -_FAR
    for item in sorted(items, key=lambda item: item.edges[0]):
        if not columns or item.edges[0] - end >= _MIN_CORRIDOR * height:
            columns.append([])
        columns[-1].append(item)
        end = max(end, item.edges[2])
    return _joined(columns, height) if whole else columns


def _joined(columns: list[list[Item]], height: float) -> list[list[Item]]:
    """Columns, where what is too narrow for one belongs to what stands right of it."""
    joined: list[list[Item]] = []
    for column in columns:
        if joined and not _is_column(joined[-1], height):
            joined[-1] += column
        else:
            joined.append(column)
    if len(joined) > 1 and not _is_column(joined[-1], height):
        joined[-2:] = [joined[-2] + joined[-1]]
    return joined


def _is_column(items: Sequence[Placed], height: float) -> bool:
    width = max(item.edges[2] for item in items) - min(item.edges[0] for item in items)
    return len(items) > 1 and width >= _MIN_COLUMN * height


def _white(items: Sequence[Placed], height: float) -> list[Interval]:
    white: list[Interval] = []
    end = -_FAR
    for item in sorted(items, key=lambda item: item.edges[0]):
        if item.edges[0] - end >= _MIN_CORRIDOR * height:
            white.append((end, item.edges[0]))
        end = max(end, item.edges[2])
    return [*white, (end, _FAR)]


def _intersection(left: Sequence[Interval], right: Sequence[Interval], height: float) -> list[Interval]:
    shared = [(max(a[0], b[0]), min(a[1], b[1])) for a in left for b in right]
    return [interval for interval in shared if interval[1] - interval[0] >= _MIN_CORRIDOR * height]


def _divides(white: Sequence[Interval], items: Sequence[Placed]) -> bool:
    """Whether items stand on both sides of some white space."""
    first = min(item.edges[2] for item in items)
    last = max(item.edges[0] for item in items)
    return any(first <= start + 0.01 and last >= end - 0.01 for start, end in white)
