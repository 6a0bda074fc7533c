"""Hold a library in a folder: rows in SQLite, indexes beside them, and the locks and copies around them.

library.db    the truth: one transaction per document
words/        the word index, which can be made again from library.db
vectors/      an index for each model that has embedded passages, which can be made again, too
aside/        what saves the next process time, such as the packed words of many documents
writer.lock   held by the one process that adds or forgets
vectors.lock  held by the one process that writes to `vectors/`
batches.lock  held by the one process that submits batches of requests to language models
copying.lock  held by the one process that makes the library as a copy of another
making/       locks, each held by the one process that works on the vectors or pictures of a document
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from pincite.errors import InputError, StoreError
from pincite.stores import lock
from pincite.stores.database import Database, Row
from pincite.stores.faults import another_library, in_plain_words
from pincite.stores.library_store import LibraryStore, require_finished
from pincite.stores.lock import FOLDER as ASIDE
from pincite.stores.lock import Aside, clear, make_folder
from pincite.stores.sqlite_database import FILE, SqliteDatabase, open_beside, open_database, open_to_read
from pincite.stores.table_rows import Shape
from pincite.stores.vectors import LibraryVectors
from pincite.stores.words import LibraryWords

if TYPE_CHECKING:
    from pincite.protocols import ObjectStore
    from pincite.records.library import BackUp
    from pincite.stores.library_copying import Side

LOCK_FILE = "writer.lock"
SUBMITTING_FILE = "batches.lock"
MAKING_FOLDER = "making"
_SECONDS_BETWEEN_LOOKS = 1.0
_KEPT_LOG = (
    "Another process is reading this library: its log keeps the forgotten text until that process ends."
)
# What the files of locks are called by the work that they guard.
_WORKS = {"vectors": "", "pictures": "pictures-"}


@dataclass(frozen=True, slots=True)
class FileGuards:
    """Locks of the operating system on files of the folder."""

    database: SqliteDatabase
    notice: Callable[[str], None]
    lock_timeout_seconds: float

    @contextmanager
    def only_writer(self) -> Iterator[None]:
        self.database.require_writable()
        with lock.hold(self._lock_file, self.notice, self.lock_timeout_seconds):
            yield

    @contextmanager
    def unless_writing(self) -> Iterator[bool]:
        with lock.hold_if_free(self._lock_file) as free:
            yield free

    @contextmanager
    def alone_with(self, version: str, work: str) -> Iterator[bool]:
        folder = self.database.folder / MAKING_FOLDER
        with in_plain_words(self.database.folder):
            make_folder(folder)
        # A few files for all documents, so that none is left behind that tells of a forgotten one.
        slot = hashlib.sha256(version.encode()).hexdigest()[:2]
        with lock.hold_if_free(folder / f"{_WORKS[work]}{slot}.lock") as free:
            yield free

    @contextmanager
    def submitting(self) -> Iterator[bool]:
        self.database.require_writable()
        with lock.hold_if_free(self.database.folder / SUBMITTING_FILE) as free:
            yield free

    @property
    def _lock_file(self) -> Path:
        return self.database.folder / LOCK_FILE


@dataclass(frozen=True, slots=True)
class Folder:
    """What the folder holds besides the rows and the indexes."""

    database: SqliteDatabase
    notice: Callable[[str], None]
    guards: FileGuards
    _beside: list[SqliteDatabase] = field(default_factory=list, init=False, repr=False)
    """The connection for rows that are small and changed all the time, where one was asked for."""
    _opening: Lock = field(default_factory=Lock, init=False, repr=False)
    """Threads that ask for it at once open one."""

    def beside(self) -> Database:
        with self._opening:
            if not self._beside:
                self._beside.append(open_beside(self.database))
        return self._beside[0]

    def aside(self) -> Aside:
        erased = self.database.row("library")

        @contextmanager
        def writing() -> Iterator[bool]:
            if not self.database.writable:
                yield False
                return
            with self.guards.unless_writing() as free:
                now = self.database.row("library") if free else None
                yield bool(now and erased and now[2] == erased[2])

        return Aside(self.database.folder / ASIDE, writing)

    @contextmanager
    def hearing_of_jobs(self, tell: Callable[[], None]) -> Iterator[float]:
        # Nobody tells what another process writes to a file.
        yield _SECONDS_BETWEEN_LOOKS

    def erase(self) -> None:
        if not self.database.empty_log():
            self.notice(_KEPT_LOG)
        with in_plain_words(self.database.folder):
            clear(self.database.folder / ASIDE)

    def back_up(
        self, file: Path, progress: Callable[[int, int], None], fetch: Callable[[str], bytes]
    ) -> BackUp:
        from pincite.stores.backing_up import back_up

        return back_up(self.database, file, progress, fetch)

    def close(self) -> None:
        for beside in self._beside:
            beside.close()


COPYING_FILE = "copying.lock"


def open_library(
    folder: Path,
    notice: Callable[[str], None],
    lock_timeout_seconds: float = lock.DEFAULT_TIMEOUT_SECONDS,
    objects: ObjectStore | None = None,
) -> LibraryStore:
    """The library in `folder`, made if there is none. `notice` is told what keeps the caller waiting.

    Where nothing may be written, the library can be read and searched, and adding is a StoreError. Bytes of
    files that are added go to `objects`, or else into the database.
    """
    database = open_database(folder)
    store = require_finished(_composed(database, notice, lock_timeout_seconds, objects))
    if database.writable:
        try:
            store.trail().begin()
            store.repair()
        except StoreError as error:
            # Reading and searching work without the index; whoever adds will meet the error again.
            notice(str(error))
    return store


def open_library_to_read(
    folder: Path, notice: Callable[[str], None], objects: ObjectStore | None = None
) -> LibraryStore:
    """The library in `folder`, which nothing done with it will change."""
    return require_finished(_composed(open_to_read(folder), notice, objects=objects))


def open_copy(folder: Path, notice: Callable[[str], None], objects: ObjectStore | None = None) -> Side:
    """A place for a copy of another library: a new or empty folder, or one with an unfinished copy."""
    if folder.is_dir() and not (folder / FILE).exists() and any(folder.iterdir()):
        raise InputError(
            f"{folder} is not empty, and there is no library in it.", hint="Name a new folder for the copy."
        )
    return _side(open_database(folder), notice, objects)


def open_copied(folder: Path, notice: Callable[[str], None], objects: ObjectStore | None = None) -> Side:
    """A library that is to be copied; nothing in it is changed."""
    return _side(open_to_read(folder), notice, objects)


def _side(database: SqliteDatabase, notice: Callable[[str], None], objects: ObjectStore | None) -> Side:
    from pincite.stores.library_copying import Side

    def alone() -> AbstractContextManager[bool]:
        return lock.hold_if_free(database.folder / COPYING_FILE)

    return Side(_composed(database, notice, objects=objects), SqliteStatements(database), alone)


def _composed(
    database: SqliteDatabase,
    notice: Callable[[str], None],
    lock_timeout_seconds: float = lock.DEFAULT_TIMEOUT_SECONDS,
    objects: ObjectStore | None = None,
) -> LibraryStore:
    """The library, unless its database was put in the place of another, which its indexes tell."""
    words, guards = LibraryWords(database, notice), FileGuards(database, notice, lock_timeout_seconds)
    near, around = LibraryVectors(database, notice), Folder(database, notice, guards)
    store = LibraryStore(database, words, near, guards, around, lock_timeout_seconds, objects)
    if words.is_foreign():
        store.close()
        raise another_library(database.folder / FILE)
    return store


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
