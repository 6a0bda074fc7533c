"""Hold a library in a folder: documents and runs in SQLite, indexes of words and vectors beside it.

library.db    the truth: one transaction per document
words/        the word index, which can be made again from library.db
vectors/      an index for each model that has embedded passages, which can be made again, too
aside/        what saves the next process time, such as the packed words of many documents
writer.lock   held by the one process that adds or forgets
vectors.lock  held by the one process that writes to `vectors/`
batches.lock  held by the one process that submits batches of requests to language models
library.db.schema-N   the database as it was before a newer version changed its schema
making/       locks, each held by the one process that works on the vectors or pictures of a document
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pincite.errors import StoreError
from pincite.stores import lock
from pincite.stores.faults import another_library
from pincite.stores.folder import FileGuards, Folder
from pincite.stores.library_store import LibraryStore
from pincite.stores.sqlite_database import FILE, SqliteDatabase, open_database, open_to_read
from pincite.stores.vectors import LibraryVectors
from pincite.stores.words import LibraryWords


def open_library(
    folder: Path,
    notice: Callable[[str], None],
    lock_timeout_seconds: float = lock.DEFAULT_TIMEOUT_SECONDS,
) -> LibraryStore:
    """The library in `folder`, made if there is none. `notice` is told what keeps the caller waiting.

    Where nothing may be written, the library can be read and searched, and adding is a StoreError.
    """
    database = open_database(folder, notice)
    store = _composed(database, notice, lock_timeout_seconds)
    if database.writable:
        try:
            store.trail().begin()
            store.repair()
        except StoreError as error:
            # Reading and searching work without the index; whoever adds will meet the error again.
            notice(str(error))
    return store


def open_library_to_read(folder: Path, notice: Callable[[str], None]) -> LibraryStore:
    """The library in `folder`, which nothing done with it will change."""
    return _composed(open_to_read(folder), notice)


def _composed(
    database: SqliteDatabase,
    notice: Callable[[str], None],
    lock_timeout_seconds: float = lock.DEFAULT_TIMEOUT_SECONDS,
) -> LibraryStore:
    """The library, unless its database was put in the place of another, which its indexes tell."""
    words, guards = LibraryWords(database, notice), FileGuards(database, notice, lock_timeout_seconds)
    near, around = LibraryVectors(database, notice), Folder(database, notice, guards)
    store = LibraryStore(database, words, near, guards, around, lock_timeout_seconds)
    if words.is_foreign():
        store.close()
        raise another_library(database.folder / FILE)
    return store
