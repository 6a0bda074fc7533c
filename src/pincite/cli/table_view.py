"""Show the tables of a document to a person: cells in columns, where each stands, what names it."""

from __future__ import annotations

from itertools import takewhile

from rich.console import RenderableType
from rich.text import Text

from pincite.cli.running_text import one_line
from pincite.cli.screen import new_table, output, printable, say
from pincite.records.document import Cell, Document, Table

_MOST_ROWS, _MOST_COLUMNS = 60, 30
_WIDEST_CELL = 40


def show_tables(document: Document) -> None:
    """Every table with its first rows; the JSON form has them all."""
    if not document.tables:
        say("No tables were found.")
    for number, table in enumerate(document.tables):
        if number:
            say("")
        output().print(Text(_title(document, table), "bold"), soft_wrap=True)
        output().print(_cells(document, table))
        if table.rows > _MOST_ROWS or table.columns > _MOST_COLUMNS:
            output().print(Text("The rest of it: --tables --json", "dim"))


def _title(document: Document, table: Table) -> str:
    page = document.page_of(table.span.start)
    where = f", page {page.number}" if page else ""
    size = f"{table.rows:,} x {table.columns:,}"
    caption = f": {one_line(table.caption.of(document.text))}" if table.caption else ""
    return f"Table {table.number}{where}, {size}, found by {printable(table.found_by)}{caption}"


def _cells(document: Document, table: Table) -> RenderableType:
    shown = new_table()
    shown.show_header = False
    rows, columns = _shown_rows(table), min(table.columns, _MOST_COLUMNS)
    anchored = any(cells and cells[0].anchor for cells in rows)
    for _ in range(columns + anchored):
        shown.add_column(overflow="fold", max_width=_WIDEST_CELL)
    for row, cells in enumerate(rows):
        texts = [Text("")] * columns
        for cell in cells:
            style = "bold" if row < table.header_rows else ""
            texts[cell.column] = Text(one_line(cell.span.of(document.text)), style)
        anchor = [Text(printable(cells[0].anchor) if cells else "", "dim")] if anchored else []
        shown.add_row(*anchor, *texts)
    return shown


def _shown_rows(table: Table) -> list[list[Cell]]:
    rows: list[list[Cell]] = [[] for _ in range(min(table.rows, _MOST_ROWS))]
    for cell in takewhile(lambda cell: cell.row < _MOST_ROWS, table.cells):
        if cell.column < _MOST_COLUMNS:
            rows[cell.row].append(cell)
    return rows
