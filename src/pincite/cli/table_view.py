"""Show the tables of a document as they are read, with the scale of their figures; or as CSV."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from typing import TextIO

from rich.console import RenderableType
from rich.text import Text

from pincite.cli.running_text import one_line
from pincite.cli.screen import new_table, output, printable, say
from pincite.language.how_many import how_many
from pincite.records.document import Cell, Document, Table
from pincite.structure.cell_facts import CellFact, facts_of
from pincite.structure.table_layout import layout_of
from pincite.values.printed_figure import printed_figure

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
        for line in _figures(document, table):
            output().print(Text(line, "dim"), soft_wrap=True)
        output().print(_cells(document, table))
        if table.rows > _MOST_ROWS or table.columns > _MOST_COLUMNS:
            output().print(Text("The rest of it: --tables --json", "dim"))


def _title(document: Document, table: Table) -> str:
    page = document.page_of(table.span.start)
    where = f", page {page.number}" if page else ""
    size = f"{table.rows:,} x {table.columns:,}"
    caption = f": {one_line(table.caption.of(document.text))}" if table.caption else ""
    return f"Table {table.number}{where}, {size}, found by {printable(table.found_by)}{caption}"


def _figures(document: Document, table: Table) -> Iterator[str]:
    """How the figures of a table are read: by what they are multiplied, the currency, what is unclear."""
    facts = [fact for fact in facts_of(document, table) if fact.printed]
    scales = Counter(_scale(document, fact) for fact in facts if fact.kind != "percentage")
    if any(scales):
        yield "figures: " + "; ".join(
            f"{said or 'as printed'} ({how_many(n, 'cell')})" for said, n in scales.items()
        )
    if currencies := Counter(fact.currency for fact in facts if fact.currency):
        yield "currency: " + "; ".join(f"{code} ({how_many(n, 'cell')})" for code, n in currencies.items())
    for doubt, count in Counter(fact.doubt for fact in facts if fact.doubt).items():
        yield f"unclear: {printable(doubt)} ({how_many(count, 'cell')})"


def _scale(document: Document, fact: CellFact) -> str:
    if fact.scale is None:
        return ""
    return f"x {fact.scale.factor:,}, “{one_line(fact.scale.span.of(document.text))}”"


_COLUMNS = "table page row column printed kind value currency scale unclear place".split()
# A spreadsheet takes what begins so for a formula.
_FORMULA = ("=", "+", "@", "-", "\t", "\r")


def write_csv(document: Document, file: TextIO) -> None:
    """Every cell of every table on a line: what names it, what it prints, and its value in full."""
    writer = csv.writer(file)
    writer.writerow(_COLUMNS)
    for table in document.tables:
        for fact in facts_of(document, table):
            page = document.page_of(fact.cell.span.start)
            line = document.lines_of(fact.cell.span)[0].number
            writer.writerow(
                (
                    table.number,
                    page.number if page else "",
                    _as_text(" › ".join(one_line(cell.span.of(document.text)) for cell in fact.row_path)),
                    _as_text(" › ".join(one_line(cell.span.of(document.text)) for cell in fact.column_path)),
                    _as_text(one_line(fact.cell.span.of(document.text))),
                    fact.kind,
                    "" if fact.value is None else format(fact.value, "f"),
                    fact.currency or "",
                    fact.scale.factor if fact.scale else "",
                    fact.doubt,
                    fact.cell.anchor or f"line {line}",
                )
            )


def _as_text(words: str) -> str:
    """Words of a document that no spreadsheet takes for a formula."""
    return f"'{words}" if words.startswith(_FORMULA) and printed_figure(words) is None else words


def _cells(document: Document, table: Table) -> RenderableType:
    shown = new_table()
    heads = {number for row in layout_of(document, table).rows for number in row.heads}
    shown.show_header = False
    rows, columns = _shown_rows(table), min(table.columns, _MOST_COLUMNS)
    anchored = any(cells and cells[0].anchor for cells in rows)
    for _ in range(columns + anchored):
        shown.add_column(overflow="fold", max_width=_WIDEST_CELL)
    for row, cells in enumerate(rows):
        texts = [Text("")] * columns
        for cell in cells:
            style = "bold" if row < table.header_rows or row in heads else ""
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
