"""Find the tables of plain text whose columns are parted by tabs, as spreadsheets and databases copy them.

Such lines need not line up on the screen: "Net weight" and "Weight" reach different stops. Each tab ends a
cell, so lines with as many tabs each, one below the other, are the rows of a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from pincite.ingest.columns import head_of_stub, header_rows
from pincite.records.document import Cell, Line, Table
from pincite.records.span import Span

_FEWEST_ROWS = 3
_LONGEST_CELL = 120
# One tab also sets a label apart from a paragraph: then most cells behind it must be short.
_SHORT_CELL = 40


def tabbed_tables(text: str, lines: Sequence[Line]) -> Iterator[tuple[Table, int, int]]:
    """Each such table, with the place of its first line and of the one after its last."""
    for first, last in _runs(text, lines):
        grid = [line.span.of(text).split("\t") for line in lines[first:last]]
        if _is_table(grid):
            yield _table(lines[first:last], grid), first, last


def _runs(text: str, lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Stretches of lines right below each other with as many tabs each."""
    start = 0
    for _, group in groupby(
        range(len(lines)),
        key=lambda place: (lines[place].span.of(text).count("\t"), lines[place].number - place),
    ):
        places = list(group)
        start = places[0]
        if len(places) >= _FEWEST_ROWS and "\t" in lines[start].span.of(text):
            yield start, places[-1] + 1


def _is_table(grid: Sequence[Sequence[str]]) -> bool:
    """Whether every row but the first is named, most cells hold something, and none a paragraph."""
    if not all(row[0].strip() for row in grid[1:]):
        return False
    cells = [cell.strip() for row in grid for cell in row[1:]]
    written = [cell for cell in cells if cell]
    if 2 * len(written) < len(cells) or any(len(cell) > _LONGEST_CELL for row in grid for cell in row):
        return False
    return len(grid[0]) > 2 or 2 * sum(len(cell) <= _SHORT_CELL for cell in written) > len(written)


def _table(lines: Sequence[Line], grid: Sequence[Sequence[str]]) -> Table:
    cells = []
    for row, (line, parts) in enumerate(zip(lines, grid, strict=True)):
        at = line.span.start
        for column, part in enumerate(parts):
            if content := part.strip():
                start = at + part.index(content)
                cells.append(Cell(row, column, Span(start, start + len(content))))
            at += len(part) + 1
    stub = [[(column, cell.strip()) for column, cell in enumerate(row) if cell.strip()] for row in grid]
    heads = header_rows(grid) or head_of_stub(stub)
    span = Span(cells[0].span.start, cells[-1].span.end)
    return Table(1, span, len(grid), len(grid[0]), heads, tuple(cells), "delimiter")
