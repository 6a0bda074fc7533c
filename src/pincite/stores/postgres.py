"""Hold a library in a database of a PostgreSQL server, which any number of machines may share.

Everything is in the schema `pincite` of that database, so other programs may use the rest of it.
"""

from __future__ import annotations

from collections.abc import Callable

from pincite.errors import StoreError
from pincite.stores.library_store import LibraryStore
from pincite.stores.place import PostgresUrl
from pincite.stores.postgres_around import ServerGuards, ServerSurroundings
from pincite.stores.postgres_database import open_database
from pincite.stores.postgres_vectors import PostgresVectors
from pincite.stores.postgres_words import PostgresWords


def open_postgres(
    url: str | PostgresUrl, notice: Callable[[str], None], read_only: bool = False
) -> LibraryStore:
    """The library in a database, made if there is none.

    Where nothing may be written, the library can be read and searched, and adding is a StoreError.
    """
    place = url if isinstance(url, PostgresUrl) else PostgresUrl(url)
    database = open_database(place, read_only=read_only)
    guards, around = ServerGuards(database), ServerSurroundings(database)
    words, near = PostgresWords(database, notice), PostgresVectors(database, notice)
    store = LibraryStore(database, words, near, guards, around)
    if database.writable:
        try:
            store.trail().begin()
            store.repair()
        except StoreError as error:
            notice(str(error))
    return store
