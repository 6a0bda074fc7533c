"""Write a table over documents as CSV: UTF-8, commas, a row for each document."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from pincite.answer.document_tables import Table
from pincite.extract.sheet_rows import header_of, rows_of

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
