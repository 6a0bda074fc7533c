"""Open a library wherever it is: in a folder, or in PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pincite.stores.library_store import LibraryStore
from pincite.stores.place import Place


def open_store(
    place: Place, notice: Callable[[str], None] = lambda message: None, *, read_only: bool = False
) -> LibraryStore:
    """The library at a place, made if there is none; with `read_only` nothing is made or changed."""
    if isinstance(place, Path):
        from pincite.stores import sqlite

        return (sqlite.open_library_to_read if read_only else sqlite.open_library)(place, notice)
    from pincite.stores.postgres import open_postgres

    return open_postgres(place, notice, read_only)


def has_library(place: Place) -> bool:
    """Whether there is anything to open, even something broken: opening it says what is wrong."""
    if isinstance(place, Path):
        from pincite.stores.sqlite_database import is_there

        return is_there(place)
    from pincite.stores import postgres_database

    return postgres_database.has_library(place)
