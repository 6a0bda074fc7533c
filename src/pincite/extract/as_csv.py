"""Write a table over documents as rows of plain cells: CSV, Parquet and JSON lines."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pincite.answer.document_tables import Cell, Table
from pincite.errors import MissingExtra
from pincite.extract.cell_words import chance_of, citations_of, reason_of, row_name, state_of, value_of


def to_jsonl(table: Table) -> str:
    """The whole file; a row has the form that it has in the JSON of a table."""
    return "".join(f"{row.model_dump_json(by_alias=True)}\n" for row in table.rows)


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


# A spreadsheet would run such a text as a formula, and the words are those of strangers.
_FORMULA = re.compile(r"[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?[\d.,]+(?: %)?")


def to_csv(table: Table) -> str:
    """The whole file."""
    return csv_of([header_of(table), *rows_of(table)])


def csv_of(rows: Iterable[Sequence[str]]) -> str:
    """Rows as a file. What a spreadsheet would take for a formula begins with an apostrophe."""
    written = io.StringIO(newline="")
    csv.writer(written).writerows([_harmless(words) for words in row] for row in rows)
    return written.getvalue()


def _harmless(words: str) -> str:
    return f"'{words}" if _FORMULA.match(words) and not _NUMBER.fullmatch(words) else words


def to_parquet(table: Table) -> bytes:
    """The whole file, or a MissingExtra where pyarrow is not installed."""
    arrow, parquet = pyarrow()
    header, rows = header_of(table), list(rows_of(table))
    columns = [arrow.array([row[at] for row in rows], arrow.string()) for at in range(len(header))]
    written = io.BytesIO()
    parquet.write_table(arrow.Table.from_arrays(columns, names=header), written)
    return written.getvalue()


def pyarrow() -> tuple[Any, Any]:
    """The package and what it writes Parquet with."""
    try:
        import pyarrow as arrow
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise MissingExtra("pyarrow", extra="parquet", needed_for="Writing Parquet") from error
    return arrow, parquet
