"""Read tables whose cells are ruled off from each other: lines across and lines down that meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pincite.ingest.pdf.bands import bands
from pincite.ingest.pdf.charindex import Edges
from pincite.ingest.pdf.corridors import Columns, columns
from pincite.ingest.pdf.grid import GridCell, compacted
from pincite.ingest.pdf.rules import Rules
from pincite.ingest.pdf.spans import cover
from pincite.ingest.pdf.strips import Segment, Strip, Word, divided

_NEAR = 3.0
_MAX_LINES = 600


@dataclass(frozen=True, slots=True)
class Lattice:
    """Lines that meet: the heights and the x at which they run."""

    across: tuple[Edges, ...]
    down: tuple[Edges, ...]
    xs: tuple[float, ...]
    ys: tuple[float, ...]

    @property
    def edges(self) -> Edges:
        return self.xs[0], self.ys[0], self.xs[-1], self.ys[-1]


def lattices(rules: Rules) -> Iterator[Lattice]:
    """Each set of lines that meet and have columns between them, from top to bottom."""
    lines = [*rules.across, *rules.down]
    if len(rules.down) < 1 or len(rules.across) < 2 or len(lines) > _MAX_LINES * 4:
        return
    last: Lattice | None = None
    for found in sorted(_met(lines), key=lambda lattice: lattice.ys[0]):
        if last is None:
            last = found
        elif _goes_on(last, found):
            across, down = (*last.across, *found.across), (*last.down, *found.down)
            last = Lattice(across, down, last.xs, _clustered([*last.ys, *found.ys]))
        else:
            yield last
            last = found
    if last is not None:
        yield last


def _met(lines: Sequence[Edges]) -> Iterator[Lattice]:
    for members in _meeting(lines):
        across = tuple(line for line in members if line[2] - line[0] > line[3] - line[1])
        down = tuple(line for line in members if line[2] - line[0] <= line[3] - line[1])
        if not across or not down:
            continue
        x0, x1 = min(line[0] for line in across), max(line[2] for line in across)
        y0, y1 = min(line[1] for line in down), max(line[3] for line in down)
        xs = _clustered([*((line[0] + line[2]) / 2 for line in down), x0, x1])
        ys = _clustered([*((line[1] + line[3]) / 2 for line in across), y0, y1])
        if len(xs) >= 3 and len(ys) >= 2:
            yield Lattice(across, down, xs, ys)


def _goes_on(above: Lattice, below: Lattice) -> bool:
    """Whether the lines of one table were drawn in two sets, with a little white between them."""
    close = -_NEAR <= below.ys[0] - above.ys[-1] < 8.0 and len(above.xs) == len(below.xs)
    return close and all(abs(x - y) <= _NEAR for x, y in zip(above.xs, below.xs, strict=True))


def cells_of(lattice: Lattice, strips: Sequence[Strip]) -> tuple[list[GridCell], tuple[float, ...], int]:
    """The cells that hold words, the bounds of the columns, and the count of rows."""
    xs, ys = list(lattice.xs), list(lattice.ys)
    inside = [strip for strip in (_inside(strip, lattice.edges) for strip in strips) if strip]
    if not inside:
        return [], (), 0
    free: set[int] = set()
    white = _white_columns(xs, inside)
    if white:
        xs = sorted([*xs, *white])
    if len(ys) <= 3 or white:
        ys, free = _with_rows(ys, xs, inside)
    found: dict[tuple[int, int, int, int], list[tuple[Word, ...]]] = {}
    walls = tuple((x, ys[0], x, ys[-1]) for x in white)
    areas = _areas(replace(lattice, down=(*lattice.down, *walls)), xs, ys, free)
    for strip in inside:
        parts: dict[tuple[int, int, int, int], list[Word]] = {}
        middle = strip.baseline - 0.3 * strip.size
        for word in strip.words:
            place = _at(ys, middle), _at(xs, (word.x0 + word.x1) / 2)
            parts.setdefault(areas[place], []).append(word)
        for area, words in parts.items():
            found.setdefault(area, []).append(tuple(words))
    cells = [GridCell(*area, tuple(lines)) for area, lines in found.items()]
    cells = _with_signs(cells)
    if white:
        over = sorted((c for c in cells if c.row == 0 and c.column), key=lambda cell: cell.column)
        below = [cell for cell in cells if cell.row]
        cells = [cell for cell in cells if cell not in over] + cover(over, below, len(xs) - 1, Rules())
    return compacted(cells, tuple(xs))


def _meeting(lines: Sequence[Edges]) -> list[list[Edges]]:
    """The lines in groups of those that touch."""
    parent = list(range(len(lines)))

    def root(number: int) -> int:
        while parent[number] != number:
            parent[number] = parent[parent[number]]
            number = parent[number]
        return number

    order = sorted(range(len(lines)), key=lambda number: lines[number][1])
    active: list[int] = []
    for number in order:
        x0, y0, x1, _ = lines[number]
        active = [other for other in active if lines[other][3] >= y0 - _NEAR]
        for other in active:
            if lines[other][0] <= x1 + _NEAR and x0 <= lines[other][2] + _NEAR:
                parent[root(other)] = root(number)
        active.append(number)
    groups: dict[int, list[Edges]] = {}
    for number in order:
        groups.setdefault(root(number), []).append(lines[number])
    return list(groups.values())


def _clustered(values: Sequence[float]) -> tuple[float, ...]:
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > _NEAR:
            found.append(value)
    return tuple(found)


def _inside(strip: Strip, edges: Edges) -> Strip | None:
    x0, y0, x1, y1 = edges
    middle = strip.baseline - 0.3 * strip.size
    if not y0 <= middle <= y1:
        return None
    words = [word for word in strip.words if x0 - 1 <= (word.x0 + word.x1) / 2 <= x1 + 1]
    if not words:
        return None
    return Strip(strip.baseline, strip.size, strip.bold, divided(words, strip.size))


def _white_columns(xs: Sequence[float], strips: Sequence[Strip]) -> list[float]:
    """Where figures inside one ruled column stand in columns of their own, as where only groups are ruled."""
    found: list[float] = []
    for left, right in pairwise(xs):
        inside = []
        for strip in strips:
            parts = tuple(s for s in strip.segments if left <= s.x0 and s.x1 <= right)
            if parts:
                inside.append(Strip(strip.baseline, strip.size, strip.bold, parts))
        several = [strip for strip in inside if len(strip.segments) > 1]
        figures = sum(part.numeric for strip in several for part in strip.segments[1:])
        if len(several) >= 3 and len(several) >= 0.6 * len(inside) and figures >= len(several):
            found += columns(inside).bounds[1:-1]
    return found


def _with_rows(ys: list[float], xs: list[float], strips: Sequence[Strip]) -> tuple[list[float], set[int]]:
    """The heights with those between rows that no line divides, and the places of those."""
    places = Columns(tuple(xs))
    heights = list(ys)
    for top, bottom in pairwise(ys):
        inside = [_cut(s, xs) for s in strips if top <= s.baseline - 0.3 * s.size <= bottom]
        if len(inside) > 1:
            rows = bands(inside, places, ())
            heights += [(above[-1].bottom + below[0].top) / 2 for above, below in pairwise(rows)]
    heights.sort()
    return heights, {number for number, y in enumerate(heights) if y not in ys}


def _cut(strip: Strip, xs: Sequence[float]) -> Strip:
    """The strip with its segments cut at the lines down."""
    parts: dict[int, list[Word]] = {}
    for word in strip.words:
        parts.setdefault(_at(xs, (word.x0 + word.x1) / 2), []).append(word)
    segments = tuple(Segment(tuple(words)) for _, words in sorted(parts.items()))
    return Strip(strip.baseline, strip.size, strip.bold, segments)


def _at(bounds: Sequence[float], value: float) -> int:
    for number, bound in enumerate(bounds[1:-1]):
        if value < bound:
            return number
    return max(len(bounds) - 2, 0)


Area = tuple[int, int, int, int]


def _areas(
    lattice: Lattice, xs: Sequence[float], ys: Sequence[float], free: set[int]
) -> dict[tuple[int, int], Area]:
    """For each place of the grid the cell it belongs to: row, column, and how many of each it covers."""
    found: dict[tuple[int, int], Area] = {}
    rows, columns = len(ys) - 1, len(xs) - 1
    for row in range(rows):
        for column in range(columns):
            if (row, column) in found:
                continue
            last = column
            while last + 1 < columns and not _bars(lattice.down, xs[last + 1], ys[row], ys[row + 1], 0):
                if (row, last + 1) in found:
                    break
                last += 1
            low = row
            while low + 1 < rows and low + 1 not in free:
                if _bars(lattice.across, ys[low + 1], xs[column], xs[last + 1], 1):
                    break
                low += 1
            area = row, column, low - row + 1, last - column + 1
            for r in range(row, low + 1):
                for c in range(column, last + 1):
                    found.setdefault((r, c), area)
    return found


def _bars(lines: Sequence[Edges], at: float, start: float, end: float, axis: int) -> bool:
    """Whether lines run along `at` over most of the way from start to end."""
    total = 0.0
    for line in lines:
        if abs((line[axis] + line[axis + 2]) / 2 - at) <= _NEAR:
            total += max(0.0, min(line[3 - axis], end) - max(line[1 - axis], start))
    return total >= 0.5 * (end - start)


def _with_signs(cells: list[GridCell]) -> list[GridCell]:
    """The cells with a lone currency sign joined to the figure in the column beside it."""
    place = {(cell.row, cell.column): cell for cell in cells}
    signs = {"$", "€", "£", "¥", "₹"}
    alone = [cell for cell in cells if cell.text in signs]
    for sign in alone:
        figure = place.get((sign.row, sign.column + sign.columns))
        if figure is None or not figure.numeric or len(figure.lines) != 1:
            continue
        lines = ((*sign.lines[0], *figure.lines[0]),)
        del place[sign.row, sign.column]
        place[figure.row, figure.column] = GridCell(
            figure.row, figure.column, figure.rows, figure.columns, lines
        )
    return list(place.values())
