"""Open a library by its place as a process is given it: a folder, or the address of a database."""

from __future__ import annotations

from pathlib import Path

from pincite.stores.library_store import LibraryStore
from pincite.stores.sqlite import open_library


def opened(place: str) -> LibraryStore:
    return open_library(Path(place), lambda message: None)
