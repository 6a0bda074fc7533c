"""Hold a library in a PostgreSQL database that any number of machines may share: its rows, locks and copies.

Everything is in the schema `pincite` of that database, so other programs may use the rest of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import InputError, StoreError
from pincite.stores.database import Database, Row
from pincite.stores.library_store import LibraryStore, require_finished
from pincite.stores.lock import FOLDER as ASIDE
from pincite.stores.lock import Aside, clear
from pincite.stores.place import PostgresUrl, folder_of
from pincite.stores.postgres_database import CONNECTIONS, SCHEMA, PostgresDatabase, address, open_database
from pincite.stores.postgres_faults import in_plain_words
from pincite.stores.postgres_vectors import PostgresVectors
from pincite.stores.postgres_words import PostgresWords
from pincite.stores.table_rows import Shape

if TYPE_CHECKING:
    from pincite.protocols import ObjectStore
    from pincite.records.library import BackUp
    from pincite.stores.library_copying import Side


@dataclass(frozen=True, slots=True)
class ServerGuards:
    """Locks that the server gives back when a connection ends. Any number of processes may add and forget."""

    database: PostgresDatabase

    @contextmanager
    def only_writer(self) -> Iterator[None]:
        self.database.require_writable()
        yield

    @contextmanager
    def unless_writing(self) -> Iterator[bool]:
        yield True

    @contextmanager
    def alone_with(self, version: str, work: str) -> Iterator[bool]:
        with self.database.locked(f"{work} {version}") as free:
            yield free

    @contextmanager
    def submitting(self) -> Iterator[bool]:
        self.database.require_writable()
        with self.database.locked("submitting") as free:
            yield free


@dataclass(frozen=True, slots=True)
class ServerSurroundings:
    """What a library has on this machine, which is little: files that save time.

    They lie in a folder for the last `forget` that they know of. After another one nobody reads them, and
    whoever looks next on this machine deletes them.
    """

    database: PostgresDatabase

    def beside(self) -> Database:
        return self.database

    def aside(self) -> Aside:
        erased = self._erased()

        @contextmanager
        def writing() -> Iterator[bool]:
            if not self.database.writable or self._erased() != erased:
                yield False
                return
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            yield True

        folder = self._files / f"{ASIDE}-{erased}"
        self._drop_older(folder)
        return Aside(folder, writing)

    def hearing_of_jobs(self, tell: Callable[[], None]) -> AbstractContextManager[float]:
        from pincite.stores.wake_ups import hearing

        return hearing(address(self.database.url), SCHEMA, tell)

    def erase(self) -> None:
        self._drop_older(self._files / f"{ASIDE}-{self._erased()}")

    def back_up(
        self, file: Path, progress: Callable[[int, int], None], fetch: Callable[[str], bytes]
    ) -> BackUp:
        raise InputError(
            f"The library {self.database.place} is in PostgreSQL, whose own tools back it up.",
            hint=f"Run: pg_dump --format=custom --schema={SCHEMA} --file={file} DATABASE (docs/postgres.md)",
        )

    def close(self) -> None: ...

    @property
    def _files(self) -> Path:
        library = self.database.row("library") or (0,)
        return folder_of(self.database.url) / f"{library[0]:x}"

    def _erased(self) -> int:
        row = self.database.row("library")
        return row[2] if row else 0

    def _drop_older(self, current: Path) -> None:
        if not self._files.is_dir():
            return
        for folder in self._files.iterdir():
            if folder != current:
                clear(folder)
                folder.rmdir()


def open_postgres(
    url: str | PostgresUrl,
    notice: Callable[[str], None],
    read_only: bool = False,
    objects: ObjectStore | None = None,
    connections: int | None = None,
) -> LibraryStore:
    """The library in a database, made if there is none.

    Where nothing may be written, the library can be read and searched, and adding is a StoreError. Bytes of
    files that are added go to `objects`, or else into the database.
    """
    place = url if isinstance(url, PostgresUrl) else PostgresUrl(url)
    database = open_database(place, read_only=read_only, connections=connections or CONNECTIONS)
    store = require_finished(_composed(database, notice, objects))
    if database.writable:
        try:
            store.trail().begin()
            store.repair()
        except StoreError as error:
            notice(str(error))
    return store


def open_side(url: PostgresUrl, objects: ObjectStore | None = None, *, read_only: bool) -> Side:
    """A library that is copied, or a database for a copy."""
    from pincite.stores.library_copying import Side

    database = open_database(url, read_only=read_only)
    store = _composed(database, lambda message: None, objects)
    return Side(store, PostgresStatements(database), lambda: database.locked("copying"))


def _composed(
    database: PostgresDatabase, notice: Callable[[str], None], objects: ObjectStore | None
) -> LibraryStore:
    guards, around = ServerGuards(database), ServerSurroundings(database)
    words, near = PostgresWords(database, notice), PostgresVectors(database, notice)
    return LibraryStore(database, words, near, guards, around, objects=objects)


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
