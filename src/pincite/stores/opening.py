"""Open a library wherever it is: in a folder, or in PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.stores.library_store import LibraryStore, require_finished
from pincite.stores.objects import open_objects
from pincite.stores.place import Place

if TYPE_CHECKING:
    from pincite.stores.library_copying import Side


def open_store(
    place: Place,
    notice: Callable[[str], None] = lambda message: None,
    *,
    read_only: bool = False,
    sources: str | None = None,
    connections: int | None = None,
) -> LibraryStore:
    """The library at a place, made if there is none; with `read_only` nothing is made or changed.

    The bytes of files are kept at `sources`, where that is named (`objects.py`). To a database this process
    makes at most so many `connections`.
    """
    objects = open_objects(sources)
    if not isinstance(place, Path):
        from pincite.stores.postgres import open_postgres

        return open_postgres(place, notice, read_only, objects, connections)
    from pincite.stores import sqlite

    if read_only:
        return sqlite.open_library_to_read(place, notice, objects)
    return sqlite.open_library(place, notice, objects=objects)


def open_copied(place: Place, notice: Callable[[str], None], sources: str | None) -> Side:
    """A library that is to be copied; nothing in it is changed."""
    objects = open_objects(sources)
    if isinstance(place, Path):
        from pincite.stores import sqlite

        side = sqlite.open_copied(place, notice, objects)
    else:
        from pincite.stores.postgres import open_side

        side = open_side(place, objects, read_only=True)
    require_finished(side.store)
    return side


def open_copy(place: Place, notice: Callable[[str], None], sources: str | None) -> Side:
    """A place for a copy of another library, where nothing is yet or an unfinished copy is."""
    objects = open_objects(sources)
    if isinstance(place, Path):
        from pincite.stores import sqlite

        return sqlite.open_copy(place, notice, objects)
    from pincite.stores.postgres import open_side

    return open_side(place, objects, read_only=False)


def has_library(place: Place) -> bool:
    """Whether there is anything to open, even something broken: opening it says what is wrong."""
    if isinstance(place, Path):
        from pincite.stores.sqlite_database import is_there

        return is_there(place)
    from pincite.stores import postgres_database

    return postgres_database.has_library(place)
