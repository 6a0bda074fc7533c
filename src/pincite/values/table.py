"""Read a table as its cells say it, from the document's own cells or from rows of text.

A document knows which of its rows name the columns. A text does not: there the first row is taken for the
head when a row below it holds a figure where it holds words, and otherwise the reading says that it may
be none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.records.document import CELL_GAP, Cell, Document, Table
from pincite.values.gaps import one_line
from pincite.values.readings import Reading
from pincite.values.types import TableValue

_LINE = re.compile(r"[^\n]+")
_FIGURE = re.compile(r"[0-9]")
_OPEN_HEAD = "its first row may name the columns or be a row like the others"


def table_value(document: Document, table: Table) -> TableValue | None:
    """The table as its cells say it; None where no row stands under its head.

    A cell that covers several columns or rows is written in the first of them. Where several rows name the
    columns, their words stand one after the other, the outermost first.
    """
    grid = [[""] * table.columns for _ in range(table.rows)]
    heads: list[list[str]] = [[] for _ in range(table.columns)]
    for cell in table.cells:
        words = one_line(cell.span.of(document.text))
        if cell.row < table.header_rows:
            _name_columns(heads, cell, words)
        else:
            grid[cell.row][cell.column] = words
    rows = tuple(tuple(row) for row in grid[table.header_rows :])
    headers = tuple(" ".join(words) for words in heads) if table.header_rows else ()
    return TableValue(headers=headers, rows=rows) if rows and table.columns else None


def _name_columns(heads: list[list[str]], cell: Cell, words: str) -> None:
    for column in range(cell.column, cell.column + cell.columns):
        heads[column].append(words)


def find_tables(text: str) -> list[Reading[TableValue]]:
    """Every run of two or more lines that have the same number of cells."""
    return [reading for run in _runs(text) for reading in _read(text, run)]


def _runs(text: str) -> Iterator[list[re.Match[str]]]:
    """Lines that follow each other, have a gap between cells, and as many cells as the line before."""
    run: list[re.Match[str]] = []
    for line in _LINE.finditer(text):
        cells = line[0].count(CELL_GAP)
        follows = bool(run) and line.start() == run[-1].end() + 1 and cells == run[-1][0].count(CELL_GAP)
        if run and not follows:
            yield run
            run = []
        if cells:
            run.append(line)
    if run:
        yield run


def _read(text: str, run: Sequence[re.Match[str]]) -> Iterator[Reading[TableValue]]:
    if len(run) < 2:
        return
    rows = [tuple(one_line(cell) for cell in line[0].split(CELL_GAP)) for line in run]
    headed = _names_columns(rows)
    value = TableValue(headers=rows[0] if headed else (), rows=tuple(rows[1:] if headed else rows))
    yield Reading(value, run[0].start(), run[-1].end(), "" if headed else _OPEN_HEAD)


def _names_columns(rows: Sequence[tuple[str, ...]]) -> bool:
    head, below = rows[0], rows[1:]
    columns = [
        column
        for column, name in enumerate(head)
        if not _FIGURE.search(name) and all(_FIGURE.search(row[column]) for row in below)
    ]
    return bool(columns) and not any(_FIGURE.search(name) for name in head)
