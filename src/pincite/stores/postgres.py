"""Hold a library in a database of a PostgreSQL server, which any number of machines may share.

Everything is in the schema `pincite` of that database, so other programs may use the rest of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pincite.errors import StoreError
from pincite.stores.library_store import LibraryStore, require_finished
from pincite.stores.place import PostgresUrl
from pincite.stores.postgres_around import ServerGuards, ServerSurroundings
from pincite.stores.postgres_database import CONNECTIONS, PostgresDatabase, open_database
from pincite.stores.postgres_vectors import PostgresVectors
from pincite.stores.postgres_words import PostgresWords

if TYPE_CHECKING:
    from pincite.protocols import ObjectStore
    from pincite.stores.library_copying import Side


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
    from pincite.stores.postgres_tables import PostgresStatements

    database = open_database(url, read_only=read_only)
    store = _composed(database, lambda message: None, objects)
    return Side(store, PostgresStatements(database), lambda: database.locked("copying"))


def _composed(
    database: PostgresDatabase, notice: Callable[[str], None], objects: ObjectStore | None
) -> LibraryStore:
    guards, around = ServerGuards(database), ServerSurroundings(database)
    words, near = PostgresWords(database, notice), PostgresVectors(database, notice)
    return LibraryStore(database, words, near, guards, around, objects=objects)
