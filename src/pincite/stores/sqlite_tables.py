"""Run SQL over whole tables of a library in SQLite, for who copies it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.stores.database import Row
from pincite.stores.faults import in_plain_words
from pincite.stores.sqlite_database import SqliteDatabase
from pincite.stores.table_rows import Shape

_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
_NUMBERED = f"{_TABLES} AND sql LIKE '%AUTOINCREMENT%'"
_GUARDS_OF_CHAIN = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'chain'"


@dataclass(frozen=True, slots=True)
class SqliteStatements:
    """SQL of SQLite on one library."""

    database: SqliteDatabase
    mark: str = "?"

    def select(self, statement: str, values: Sequence[object] = ()) -> list[Row]:
        with in_plain_words(self.database.folder):
            return self.database.connection.execute(statement, values).fetchall()

    def change(self, statement: str, rows: Iterable[Sequence[object]] = ((),)) -> None:
        with in_plain_words(self.database.folder):
            self.database.connection.executemany(statement, rows)

    def shapes(self) -> dict[str, Shape]:
        return {name: self._shape(name) for (name,) in self.select(_TABLES)}

    def _shape(self, table: str) -> Shape:
        columns = self.select(f'PRAGMA table_info("{table}")')
        keyed = sorted((place, name) for _, name, _, _, _, place in columns if place)
        names = [column[1] for column in columns] + ["number"] * (table == "run")
        return Shape(tuple(names), tuple(name for _, name in keyed))

    def column(self, table: str, name: str) -> str:
        # The order in which runs were recorded, which other databases have as a column.
        return "rowid" if (table, name) == ("run", "number") else name

    def last_numbers(self) -> dict[str, int]:
        return dict(self.select("SELECT name, seq FROM sqlite_sequence"))  # made by AUTOINCREMENT

    def go_on_from(self, numbers: dict[str, int]) -> None:
        numbered = {name for (name,) in self.select(_NUMBERED)}
        for table, number in ((table, number) for table, number in numbers.items() if table in numbered):
            self.change("DELETE FROM sqlite_sequence WHERE name = ?", [(table,)])
            self.change("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [(table, number)])

    def empty_chain(self) -> None:
        guards = self.select(_GUARDS_OF_CHAIN)
        for name, _ in guards:
            self.change(f'DROP TRIGGER "{name}"')
        self.change("DELETE FROM chain")
        for _, statement in guards:
            self.change(statement)
