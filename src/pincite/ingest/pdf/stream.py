"""Read tables by the white space between their columns, with what lines and shades there are as hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.ingest.pdf.bands import bands, borders
from pincite.ingest.pdf.charindex import Edges
from pincite.ingest.pdf.corridors import Columns, columns
from pincite.ingest.pdf.grid import Grid, GridCell
from pincite.ingest.pdf.rules import Rules
from pincite.ingest.pdf.spans import cover
from pincite.ingest.pdf.strips import Segment, Strip

_LONG = 40
_MAX_TRIMMED = 6
_FAR = 3.2
"""Of the font size: strips further apart than this do not stand in one table."""


@dataclass(frozen=True, slots=True)
class Run:
    """Strips that follow each other and keep to the same columns."""

    strips: tuple[Strip, ...]
    columns: Columns
    borders: tuple[float, ...]

    @property
    def edges(self) -> Edges:
        first, last = self.strips[0], self.strips[-1]
        return self.columns.bounds[0], first.top, self.columns.bounds[-1], last.bottom


def runs(strips: Sequence[Strip], rules: Rules) -> Iterator[Run]:
    """Every stretch of strips that keeps to columns, from top to bottom."""
    start, floor = 0, 0
    while start < len(strips):
        if len(strips[start].segments) < 2:
            start += 1
            continue
        end = _end(strips, start, rules)
        run = _settled(strips, (floor, start, end), rules)
        if run is not None:
            yield run
        start = floor = max(end, start + 1)


def onward(strips: Sequence[Strip], before: Grid, rules: Rules) -> Run | None:
    """The strips at the top of a page that keep to the columns of the table on the page before."""
    reach = [_reach(before, column) for column in range(before.columns)]
    found = Columns(before.bounds)
    heads = {word for cell in before.cells if cell.row < before.header_rows for word in cell.text.split()}
    members: list[Strip] = []
    for strip in strips:
        far = members and strip.baseline - members[-1].baseline > _FAR * strip.size
        if far and not _alike(members, strip):
            break
        places = [(found.of(segment), segment) for segment in strip.segments]
        fits = sum(_lines_up(s, reach[first]) or _lines_up(s, reach[last]) for (first, last), s in places)
        if heads.issuperset(word.text for word in strip.words):
            fits = len(places)
        if fits < 0.75 * len(places) or abs(strip.size - strips[0].size) > 0.5:
            break
        members.append(strip)
    while members and len(members[-1].segments) < 2 and not _is_wrapped(members[-1], members[-2:][0], found):
        members.pop()
    if not any(2 * len(strip.segments) >= len(found) and len(strip.segments) > 1 for strip in members):
        return None
    lines = borders(rules.across, rules.shaded, found.bounds[0], found.bounds[-1])
    bottom = members[-1].bottom + members[-1].size
    return Run(tuple(members), found, tuple(y for y in lines if y <= bottom))


def _reach(grid: Grid, column: int) -> tuple[float, float]:
    cells = [cell for cell in grid.cells if cell.column == column and cell.columns == 1]
    if not cells:
        return grid.bounds[column], grid.bounds[column + 1]
    return min(cell.x0 for cell in cells), max(cell.x1 for cell in cells)


def _lines_up(segment: Segment, reach: tuple[float, float]) -> bool:
    x0, x1 = reach
    middle = abs((segment.x0 + segment.x1) / 2 - (x0 + x1) / 2)
    return min(abs(segment.x0 - x0), abs(segment.x1 - x1), middle) < 3.0


def cells_of(run: Run, rules: Rules) -> tuple[list[GridCell], int, list[bool]]:
    """The cells, the count of rows, and of each row whether it is set as a header."""
    return cells_in(bands(run.strips, run.columns, run.borders), run, rules)


def cells_in(
    rows: Sequence[Sequence[Strip]], run: Run, rules: Rules
) -> tuple[list[GridCell], int, list[bool]]:
    """The same for strips that are gathered into rows already."""
    heads = _rows_above_figures(rows)
    found: list[GridCell] = []
    for number, row in enumerate(rows):
        found += _cells(number, row, run.columns, number < heads)
    spread = _spread(found, run.columns, heads, rules)
    return spread, len(rows), [_is_set_off(row, rows, run) for row in rows]


def _end(strips: Sequence[Strip], start: int, rules: Rules) -> int:
    """Where the strips stop that may stand in one table with strip `start`."""
    end, model = start + 1, strips[start]
    for number in range(start + 1, len(strips)):
        strip, above = strips[number], strips[number - 1]
        far = strip.baseline - above.baseline > _FAR * max(strip.size, above.size)
        if far and not _shaded_together(above, strip, rules) and not _alike(strips[start:end], strip):
            below = strips[number + 1] if number + 1 < len(strips) else None
            if number > end or not _opens_group(strips[start:end], strip, below):
                break
        if len(strip.segments) > 1:
            # A few lines alike make columns; a line with other gaps is the next matter.
            model = strip
            end = number + 1
        elif number - end >= 6 or _leaves(strips, start, number, model):
            break
    while end < len(strips) and _ends_cell(strips[end], strips[end - 1], model):
        end += 1
    return end


def _leaves(strips: Sequence[Strip], start: int, number: int, model: Strip) -> bool:
    """Whether a strip of one segment cannot stand in the table: text across it, or the next title."""
    if _is_title(strips, number, model) or _is_lead_in(strips, number, model):
        return True
    return _crosses(strips[number].segments[0], model) and not _is_note(strips, start, number)


def _is_title(strips: Sequence[Strip], number: int, model: Strip) -> bool:
    """Whether centred lines follow a row of figures: the title of the next table."""
    if not any(segment.numeric for segment in model.segments[1:]):
        return False
    lines = strips[number : number + 2]
    return len(lines) == 2 and all(
        len(line.segments) == 1
        and line.x0 > model.x0 + 6 * line.size
        and not any(abs(line.x0 - segment.x0) < 3 for segment in model.segments)
        for line in lines
    )


def _is_lead_in(strips: Sequence[Strip], number: int, model: Strip) -> bool:
    """Whether text follows a row of figures, and names of columns follow it: the next table."""
    if not _has_figures(model):
        return False
    ahead = strips[number : number + _MAX_TRIMMED]
    count = next((place for place, strip in enumerate(ahead) if len(strip.segments) > 1), 0)
    if count == 0 or _has_figures(ahead[count]):
        return False
    texts = [strip.text for strip in ahead[:count]]
    return any(text.endswith(":") or (len(text) >= _LONG and text.endswith(".")) for text in texts)


def _has_figures(strip: Strip) -> bool:
    return any(segment.numeric and not _is_year(segment.text) for segment in strip.segments[1:])


def _is_note(strips: Sequence[Strip], start: int, number: int) -> bool:
    """Whether a strip across several columns still belongs to the header, as "(in millions)" does."""
    strip, above = strips[number], strips[start:number]
    below = next((s for s in strips[number + 1 : number + 4] if len(s.segments) > 1), None)
    figures = any(s.numeric and len(s.text) != 4 for member in above for s in member.segments)
    return below is not None and not figures and len(above) <= 4 and strip.x0 > below.x0 + 4 * strip.size


def _alike(members: Sequence[Strip], strip: Strip) -> bool:
    """Whether a strip that stands further down starts a row in the same columns as those above."""
    if len(strip.segments) < 2 or strip.baseline - members[-1].baseline > 2 * _FAR * strip.size:
        return False
    places = [x for member in members for s in member.segments for x in (s.x0, s.x1)]
    lined = [any(abs(x - s.x0) < 1.5 or abs(x - s.x1) < 1.5 for x in places) for s in strip.segments]
    return abs(strip.size - members[-1].size) < 0.2 and all(lined)


def _opens_group(members: Sequence[Strip], strip: Strip, below: Strip | None) -> bool:
    """Whether a label that stands further down, or a row, goes on with figures below those above it."""
    row = strip if len(strip.segments) > 1 else below
    if len(strip.segments) == 1 and len(strip.text) >= _LONG:
        return False
    if row is None or len(row.segments) < 2 or abs(strip.x0 - members[-1].x0) > 2 * strip.size:
        return False
    if (
        strip.baseline - members[-1].baseline > 2 * _FAR * strip.size
        or row.baseline - strip.baseline > _FAR * row.size
    ):
        return False
    above = [s for member in members for s in member.segments[1:] if s.numeric and not _is_year(s.text)]
    figures = [s for s in row.segments[1:] if s.numeric and not _is_year(s.text)]
    alike = abs(row.size - members[-1].size) < 0.2 and abs(strip.size - row.size) < 0.2
    return (
        alike and len(figures) == len(row.segments) - 1 and all(_under(figure, above) for figure in figures)
    )


def _under(figure: Segment, above: Sequence[Segment]) -> bool:
    """Whether a figure stands mostly below one of those above."""
    return any(
        min(figure.x1, s.x1) - max(figure.x0, s.x0) >= 0.5 * min(figure.x1 - figure.x0, s.x1 - s.x0)
        for s in above
    )


def _ends_cell(strip: Strip, above: Strip, model: Strip) -> bool:
    """Whether a strip of one segment is the last line of a cell in the row above."""
    if len(strip.segments) > 1 or abs(strip.size - above.size) > 0.2:
        return False
    close = strip.baseline - above.baseline < 1.35 * strip.size
    segment = strip.segments[0]
    over = [other for other in model.segments if segment.overlaps(other)]
    last = over and over[0] is not model.segments[-1]
    narrow = not last or segment.x1 < model.segments[model.segments.index(over[0]) + 1].x0
    return close and len(over) == 1 and narrow


def _shaded_together(above: Strip, below: Strip, rules: Rules) -> bool:
    """Whether lines or shades lead from one strip to the other, as in a table with high rows."""
    gap = below.baseline - above.baseline
    if gap > 2 * _FAR * above.size:
        return False
    marks = [y for _, y, _, _ in rules.across] + [y for _, y0, _, y1 in rules.shaded for y in (y0, y1)]
    return any(above.baseline <= y <= below.baseline for y in marks)


def _crosses(segment: Segment, model: Strip) -> bool:
    return sum(segment.overlaps(other) for other in model.segments) > 1


def _settled(strips: Sequence[Strip], reach: tuple[int, int, int], rules: Rules) -> Run | None:
    """The run without the strips at its ends that do not keep to its columns, and with its headers.

    `reach` is how far up headers may be looked for, where the run starts and where it ends.
    """
    floor, start, end = reach
    members = list(strips[start:end])
    for _ in range(_MAX_TRIMMED):
        found = columns(members)
        if len(found) < 2:
            return None
        if len(members) > 2 and _breaks(members[-1], found):
            members.pop()
        elif len(members) > 3 and _opens_with_text(members, found, rules):
            members.pop(0)
        else:
            break
    else:
        return None
    while len(members) > 1 and not _is_wrapped(members[-1], members[-2], found):
        members.pop()
    above = start - 1
    while members and above >= floor and _heads(strips[above], members[0], found, rules):
        members.insert(0, strips[above])
        above -= 1
    if len(members) < 2:
        return None
    lines = borders(rules.across, rules.shaded, found.bounds[0], found.bounds[-1])
    top, bottom = members[0].top, members[-1].bottom
    near = 1.5 * members[0].size
    return Run(tuple(members), found, tuple(y for y in lines if top - near <= y <= bottom + near))


def _opens_with_text(members: Sequence[Strip], found: Columns, rules: Rules) -> bool:
    return _breaks(members[0], found) and not _heads(members[0], members[1], found, rules)


def _breaks(strip: Strip, found: Columns) -> bool:
    """Whether a strip runs through a corridor from the first column on, as a line of text does."""
    first, last = found.of(strip.segments[0])
    wide = strip.segments[0].x1 - strip.segments[0].x0 > 0.5 * (found.bounds[-1] - found.bounds[0])
    return first == 0 and last > 0 and (wide or len(strip.segments) == 1)


def _is_wrapped(strip: Strip, above: Strip, found: Columns) -> bool:
    """Whether the last strip is a row, or a cell's second line, and not text after the table."""
    if len(strip.segments) > 1:
        return True
    first, last = found.of(strip.segments[0])
    close = strip.baseline - above.baseline < 1.35 * strip.size
    return first == last and (first > 0 or (close and abs(strip.size - above.size) < 0.2))


def _heads(strip: Strip, below: Strip, found: Columns, rules: Rules) -> bool:
    """Whether a strip stands over the columns as a header does, right of where the rows are named."""
    gap = (below.baseline - strip.baseline) / max(strip.size, below.size)
    left, right = found.bounds[1], found.bounds[-1]
    inside = strip.x0 >= left - 2 and strip.x1 <= right + 2 * strip.size
    if not inside or gap > 2.6:
        return False
    near = 1.2 * strip.size
    return gap < 1.9 or any(
        (0 <= strip.top - y < near or strip.baseline <= y <= below.top) and x0 < strip.x1 and strip.x0 < x1
        for x0, y, x1, _ in [*rules.across, *rules.shaded]
    )


def _rows_above_figures(rows: Sequence[Sequence[Strip]]) -> int:
    """How many rows stand above the first that has figures; 0 when it has them at once."""
    for number, row in enumerate(rows):
        figures = [s for strip in row for s in strip.segments[1:] if s.numeric and not _is_year(s.text)]
        if figures:
            return number
    return 1


def _is_year(text: str) -> bool:
    return len(text) == 4 and text.isdigit() and text[:2] in ("19", "20")


def _cells(number: int, row: Sequence[Strip], found: Columns, head: bool) -> Iterator[GridCell]:
    """The cells of a row; what stands over a corridor in two of its lines is one cell."""
    areas: list[tuple[int, int, list[tuple[int, Segment]]]] = []
    for height, strip in enumerate(row):
        for segment in strip.segments:
            first, last = found.of(segment)
            last = first if first == 0 and not head else last
            held = [area for area in areas if area[0] <= last and first <= area[1]]
            areas = [area for area in areas if area not in held]
            first, last = min([first, *(a[0] for a in held)]), max([last, *(a[1] for a in held)])
            members = [member for area in held for member in area[2]]
            areas.append((first, last, [*members, (height, segment)]))
    for first, last, members in sorted(areas, key=lambda area: area[0]):
        lines: dict[int, list[Segment]] = {}
        for height, segment in members:
            lines.setdefault(height, []).append(segment)
        texts = tuple(
            tuple(word for segment in sorted(lines[height], key=lambda s: s.x0) for word in segment.words)
            for height in sorted(lines)
        )
        yield GridCell(number, first, 1, last - first + 1, texts)


def _spread(cells: list[GridCell], found: Columns, heads: int, rules: Rules) -> list[GridCell]:
    """The cells, where a header that is centred over several columns covers all of them."""
    notes = [cell for cell in cells if cell.row < heads and _is_note_on_all(cell, cells)]
    spread = [cell for cell in cells if (cell.row >= heads - 1 or cell.column == 0) and cell not in notes]
    for row in range(heads - 1):
        over = [cell for cell in cells if cell.row == row and cell.column > 0 and cell not in notes]
        below = [cell for cell in cells if cell.row > row]
        spread += cover(over, below, len(found), rules)
    return spread + [replace(note, column=1, columns=len(found) - 1) for note in notes]


def _is_note_on_all(cell: GridCell, cells: Sequence[GridCell]) -> bool:
    """Whether it is alone in its row and in brackets, as "(in thousands)", which is said of all figures."""
    text = cell.text
    alone = sum(other.row == cell.row for other in cells) == 1
    return (
        alone and cell.column > 0 and text[:1] == "(" and text[-1:] == ")" and any(c.isalpha() for c in text)
    )


def _is_set_off(row: Sequence[Strip], rows: Sequence[Sequence[Strip]], run: Run) -> bool:
    """Whether a row is bold, or the only line across the table stands under it or under those below it."""
    if all(strip.bold for strip in row):
        return True
    inner = [y for y in run.borders if rows[0][-1].baseline < y < rows[-1][0].baseline]
    few = len(inner) <= max(1, len(rows) // 4)
    return bool(inner) and few and row[-1].baseline < inner[0] and inner[0] < rows[len(rows) // 2][0].baseline
