"""A table over documents as rows of plain cells, for spreadsheets: five columns for each field."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.answer.document_tables import Cell, Table
from pincite.extract.cell_words import chance_of, citations_of, reason_of, row_name, state_of, value_of

_BESIDE_VALUE = ("state", "chance", "citations", "reason")


def header_of(table: Table) -> list[str]:
    """Document, then value, state, chance, citations and reason of each field."""
    names = [[field.name, *(f"{field.name} ({what})" for what in _BESIDE_VALUE)] for field in table.fields]
    return ["document", *(name for five in names for name in five)]


def rows_of(table: Table) -> Iterator[list[str]]:
    """A row for each document."""
    for row in table.rows:
        yield [row_name(row), *(words for field in table.fields for words in _columns(row.cells[field.name]))]


def _columns(cell: Cell) -> tuple[str, str, str, str, str]:
    places = "\n".join(map(str, citations_of(cell)))
    return value_of(cell), state_of(cell), chance_of(cell), places, reason_of(cell)
