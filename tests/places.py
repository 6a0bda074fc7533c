"""Open a library by its place as a process is given it: a folder, or the address of a database."""

from __future__ import annotations

from pincite.stores.library_store import LibraryStore
from pincite.stores.opening import open_store
from pincite.stores.place import place_of


def opened(place: str) -> LibraryStore:
    return open_store(place_of(place))
