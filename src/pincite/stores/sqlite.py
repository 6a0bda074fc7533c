"""Hold a library in a folder: documents and runs in SQLite, indexes of words and vectors beside it.

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

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import InputError, StoreError
from pincite.stores import lock
from pincite.stores.faults import another_library
from pincite.stores.folder import FileGuards, Folder
from pincite.stores.library_store import LibraryStore, require_finished
from pincite.stores.sqlite_database import FILE, SqliteDatabase, open_database, open_to_read
from pincite.stores.vectors import LibraryVectors
from pincite.stores.words import LibraryWords

if TYPE_CHECKING:
    from pincite.protocols import ObjectStore
    from pincite.stores.library_copying import Side

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
    from pincite.stores.sqlite_tables import SqliteStatements

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
