"""Take over the tables that a page reader found on a page."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pincite.ingest.pdf.glyphs import PrintedPage
from pincite.ingest.pdf.grid import Grid, GridCell, edges_of
from pincite.ingest.pdf.strips import words_of
from pincite.records.reading import ReadCell, ReadTable


def read_grids(page: PrintedPage, taken: Collection[int], found: Sequence[ReadTable]) -> list[Grid]:
    """The tables whose cells all stand on lines of the body; `taken` are the `id()`s of the others."""
    places = [place for place, line in enumerate(page.lines) if id(line) not in taken]
    numbers = {place: number for number, place in enumerate(places)}
    grids: list[Grid] = []
    for table in found:
        cells = [cell for read in table.cells if (cell := _cell(read, page, numbers)) is not None]
        if not cells or len(cells) < len(table.cells):
            continue
        cells.sort(key=lambda cell: (cell.row, cell.column))
        # Where its columns stand is known to the reader only: no table on the next page can go on with it.
        bounds = tuple(float(column) for column in range(table.columns + 1))
        grids.append(
            Grid(
                page.number,
                edges_of(cells),
                bounds,
                table.rows,
                table.header_rows,
                tuple(cells),
                "page reader",
            )
        )
    return grids


def _cell(cell: ReadCell, page: PrintedPage, numbers: dict[int, int]) -> GridCell | None:
    if cell.line not in numbers:
        return None
    line = page.lines[cell.line]
    words = words_of(line, numbers[cell.line])[cell.first : cell.last]
    if len(words) < cell.last - cell.first or not words:
        return None
    return GridCell(cell.row, cell.column, cell.rows, cell.columns, (tuple(words),))
