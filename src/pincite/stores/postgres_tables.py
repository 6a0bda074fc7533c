"""Run SQL over whole tables of a library in PostgreSQL, for who copies it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.errors import StoreError
from pincite.stores.database import Row
from pincite.stores.postgres_database import SCHEMA, PostgresDatabase
from pincite.stores.postgres_faults import in_plain_words
from pincite.stores.table_rows import Shape


@dataclass(frozen=True, slots=True)
class PostgresStatements:
    """SQL of PostgreSQL on one library."""

    database: PostgresDatabase
    mark: str = "%s"

    def select(self, statement: str, values: Sequence[object] = ()) -> list[Row]:
        with in_plain_words(self.database.place), self.database.connection() as connection:
            return connection.execute(statement.encode(), values or None, binary=True).fetchall()

    def change(self, statement: str, rows: Iterable[Sequence[object]] = ((),)) -> None:
        given = [row for row in rows if _is_storable(row)]
        with (
            in_plain_words(self.database.place),
            self.database.connection() as connection,
            connection.cursor() as cursor,
        ):
            if given == [()]:
                cursor.execute(statement.encode())
            else:
                cursor.executemany(statement.encode(), given)

    def shapes(self) -> dict[str, Shape]:
        columns: dict[str, list[str]] = {}
        for table, column in self.database.rows("columns_of_tables"):
            columns.setdefault(table, []).append(column)
        keys: dict[str, list[str]] = {}
        for table, column in self.database.rows("keys_of_tables"):
            keys.setdefault(table, []).append(column)
        return {name: Shape(tuple(columns[name]), tuple(keys.get(name, ()))) for name in columns}

    def column(self, table: str, name: str) -> str:
        return name

    def last_numbers(self) -> dict[str, int]:
        rows = self.database.rows("numbered_columns")
        return {table: last for table, _, last in rows if last is not None}

    def go_on_from(self, numbers: dict[str, int]) -> None:
        for table, column, _ in self.database.rows("numbered_columns"):
            ((highest,),) = self.select(f'SELECT max("{column}") FROM "{table}"')
            last = max(highest or 0, numbers.get(table, 0))
            place = [f'{SCHEMA}."{table}"', column, max(last, 1), last > 0]
            self.select("SELECT setval(pg_get_serial_sequence(%s, %s), %s::bigint, %s::boolean)", place)

    def empty_chain(self) -> None:
        self.change("ALTER TABLE chain DISABLE TRIGGER USER")
        self.change("DELETE FROM chain")
        self.change("ALTER TABLE chain ENABLE TRIGGER USER")


def _is_storable(row: Sequence[object]) -> bool:
    """True; a StoreError where a copy could not be equal."""
    if any(isinstance(each, str) and "\0" in each for each in row):
        raise StoreError(
            "A text of the library holds the character NUL, which PostgreSQL cannot store.",
            hint="It is most likely in a question or a file name: erase that run (`pincite runs erase`), "
            "or forget that document.",
        )
    return True
