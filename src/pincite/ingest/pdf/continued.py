"""Join the parts of a table that goes on over pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.ingest.pdf.charindex import Edges
from pincite.ingest.pdf.grid import Grid, GridCell

_SHIFT = 9.0


@dataclass(frozen=True, slots=True)
class PageCell:
    """A cell of a whole table, and the page it stands on."""

    page: int
    cell: GridCell


@dataclass(frozen=True, slots=True)
class WholeTable:
    """A table with all its rows, and the header rows that later pages repeat."""

    page: int
    edges: Edges
    rows: int
    columns: int
    header_rows: int
    cells: tuple[PageCell, ...]
    found_by: str
    repeated: tuple[PageCell, ...] = ()


def whole(parts: Sequence[Grid]) -> WholeTable:
    """The parts, which stand on pages that follow each other, as one table."""
    first = parts[0]
    cells = [PageCell(first.page, cell) for cell in first.cells]
    repeated: list[PageCell] = []
    rows = first.rows
    for part in parts[1:]:
        again = _repeats(first, part)
        for cell in part.cells:
            if cell.row < again:
                repeated.append(PageCell(part.page, cell))
            else:
                cells.append(PageCell(part.page, replace(cell, row=cell.row - again + rows)))
        rows += part.rows - again
    return WholeTable(
        first.page,
        first.edges,
        rows,
        first.columns,
        first.header_rows,
        tuple(cells),
        first.found_by,
        tuple(repeated),
    )


def goes_on(above: Grid, below: Grid) -> bool:
    """Whether the table at the top of a page continues the one at the foot of the page before."""
    if above.columns != below.columns or below.page != above.page + 1:
        return False
    if _repeats(above, below):
        return True
    if below.header_rows and above.header_rows and _is_bold_new_head(above, below):
        return False
    return all(_near(above, below, column) for column in range(above.columns))


def _repeats(first: Grid, part: Grid) -> int:
    """How many rows of a part repeat the header of the first."""
    count = first.header_rows
    if count == 0 or part.rows <= count:
        return 0
    heads = [[cell.text.split() for cell in grid.cells if cell.row < count] for grid in (first, part)]
    return count if heads[0] == heads[1] else 0


def _is_bold_new_head(above: Grid, below: Grid) -> bool:
    """Whether the lower table has headers of its own, which differ from those above."""
    named = [cell.column for cell in below.cells if cell.row < below.header_rows]
    figures = {cell.column for cell in above.cells if cell.numeric and cell.row >= above.header_rows}
    return bool(figures & set(named))


def _near(above: Grid, below: Grid, column: int) -> bool:
    """Whether the column stands where it stood: its cells begin, end or are centred there."""
    upper = [cell for cell in above.cells if cell.column == column and cell.columns == 1]
    lower = [cell for cell in below.cells if cell.column == column and cell.columns == 1]
    if not upper or not lower:
        return True
    starts = abs(min(cell.x0 for cell in upper) - min(cell.x0 for cell in lower))
    ends = abs(max(cell.x1 for cell in upper) - max(cell.x1 for cell in lower))
    shared = min(max(c.x1 for c in upper), max(c.x1 for c in lower)) - max(
        min(c.x0 for c in upper), min(c.x0 for c in lower)
    )
    return min(starts, ends) <= _SHIFT and shared > 0
