"""Which tables a copy of a library is made of, and how whole tables are read and written.

The SQL is made here and not in a file, from the schema itself: a column that a later migration adds cannot be
forgotten in a copy.

A new table must be named here: a test compares this with the schema.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from pincite.stores.database import Row

_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Shape:
    """The columns of a table, and those of them that make its key."""

    columns: tuple[str, ...]
    key: tuple[str, ...]


class Statements(Protocol):
    """Runs SQL on the rows of one library, in the transaction that is open."""

    @property
    def mark(self) -> str:
        """What stands for a value."""
        ...

    def select(self, statement: str, values: Sequence[object] = ()) -> list[Row]: ...

    def change(self, statement: str, rows: Iterable[Sequence[object]] = ((),)) -> None: ...

    def shapes(self) -> dict[str, Shape]:
        """Every table of the library, by name."""
        ...

    def column(self, table: str, name: str) -> str:
        """What a column is called in this database."""
        ...

    def last_numbers(self) -> dict[str, int]:
        """By table the last number that was given to a row, where none may be given again."""
        ...

    def go_on_from(self, numbers: dict[str, int]) -> None:
        """Give no number again that was given on the other side."""
        ...

    def empty_chain(self) -> None:
        """Take the first entry of a chain away in which nothing was recorded yet."""
        ...


@dataclass(frozen=True, slots=True)
class TableRows:
    """The rows of one table."""

    statements: Statements
    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    def count(self) -> int:
        ((number,),) = self.statements.select(f'SELECT count(*) FROM "{self.name}"')
        return int(number)

    def in_order(self) -> Iterator[Row]:
        """Every row, in the order of the key."""
        order, mark = self._listed(self.key), self.statements.mark
        start = f'SELECT {self._listed(self.columns)} FROM "{self.name}"'
        places = [self.columns.index(column) for column in self.key]
        rows = self.statements.select(f"{start} ORDER BY {order} LIMIT {_AT_ONCE}")
        after = f"{start} WHERE ({order}) > ({_marks(self.key, mark)}) ORDER BY {order} LIMIT {_AT_ONCE}"
        while rows:
            yield from rows
            last = [rows[-1][place] for place in places]
            rows = self.statements.select(after, last) if len(rows) == _AT_ONCE else []

    def of_version(self, version: int) -> list[Row]:
        """The rows of one version, in the order of the key."""
        where = f"version = {self.statements.mark} ORDER BY {self._listed(self.key)}"
        return self.statements.select(
            f'SELECT {self._listed(self.columns)} FROM "{self.name}" WHERE {where}', [version]
        )

    def values(self, columns: Sequence[str], key: Sequence[object]) -> Row:
        """Some columns of one row."""
        (row,) = self.statements.select(
            f'SELECT {self._listed(columns)} FROM "{self.name}" WHERE {self._is_key()}', key
        )
        return row

    def insert(self, rows: Sequence[Row], also: Sequence[str] = ()) -> None:
        """Add rows with all their columns, and behind them those named in `also`."""
        columns = (*self.columns, *also)
        marks = _marks(columns, self.statements.mark)
        if rows:
            into = f'"{self.name}" ({self._listed(columns)})'
            self.statements.change(f"INSERT INTO {into} VALUES ({marks})", rows)

    def delete(self, keys: Sequence[Row]) -> None:
        if keys:
            self.statements.change(f'DELETE FROM "{self.name}" WHERE {self._is_key()}', keys)

    def key_of(self, row: Row) -> Row:
        return tuple(row[self.columns.index(column)] for column in self.key)

    def _is_key(self) -> str:
        return " AND ".join(f'"{column}" = {self.statements.mark}' for column in self.key)

    def _listed(self, columns: Iterable[str]) -> str:
        return ", ".join(f'"{self.statements.column(self.name, column)}"' for column in columns)


def _marks(columns: Sequence[str], mark: str) -> str:
    return ", ".join([mark] * len(columns))


OF_A_VERSION = (
    *("page", "furniture", "line", "section", "paragraph", "block", "passage", "chunk"),
    *("anchor", "table", "cell", "figure", "unseen", "cover"),
)
"""Rows that are made with a version and go with it: they are copied in one transaction with it."""

FIRST = ("collection", "document", "source")
LATER = (
    *("origin", "vector_model", "vector", "run", "run_document", "candidate", "run_part"),
    *("document_table", "document_table_row", "table_decision", "table_cell", "extract_unit"),
    *("job", "job_file", "job_item", "job_attempt", "job_result"),
    *("model_reply", "model_reply_about", "provider_batch", "batch_request", "chain", "api_key"),
)
"""Each behind those that it refers to."""

SEPARATE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "document": frozenset({"current_version", "generation"}),
        "source": frozenset({"content", "outside"}),
        "job_file": frozenset({"content"}),
        "version": frozenset({"text", "words", "postings", "confidences", "profile"}),
    }
)
"""Columns by which rows are not compared: set at the end, proved by a hash of their own, or both."""

DERIVED: Mapping[str, frozenset[str]] = MappingProxyType({})
"""Columns that only one database has, and makes again from others."""

LEFT_OUT: Mapping[str, str] = MappingProxyType(
    {
        "migration": "which migrations PostgreSQL has had",
        "library": "the copy is a library of its own and has an id of its own",
        **dict.fromkeys(
            ("word_segment", "word_posting", "version_words", "vector_signs", "near_attempt"),
            "by which PostgreSQL finds words and vectors; made again from what is copied",
        ),
        "queue_schema": "which version of Procrastinate wakes the workers; its own tables are made anew",
        "tenant": "users of one server, who may be unknown to another",
        "unfinished_copy": "says of the copy that it is not finished",
    }
)
