"""Copy a whole library to another place, proved by its hashes and by its chain."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.audit.chain_check import checked
from pincite.settings import load

if TYPE_CHECKING:
    from pincite.records.library import LibraryCopy
    from pincite.stores.place import PostgresUrl
    from pincite.stores.trail import TrailRows

_IN_ITSELF = "none"


def copy_library(
    source: str | Path | PostgresUrl,
    target: str | Path | PostgresUrl,
    *,
    sources: str | None = None,
    progress: Callable[[str, int, int], None] = lambda doing, done, all: None,
    notice: Callable[[str], None] = lambda message: None,
) -> LibraryCopy:
    """Copy a whole library to a place where nothing is yet, or go on with a copy that was interrupted.

    Each is a folder or the address of a PostgreSQL database (`postgresql://USER@HOST/DATABASE`).
    Others may use the source meanwhile: the copy is as it was when this began. All is proved by its hashes
    before the copy can be opened. Only replies that a server keeps for repeated requests are left out.
    `sources` is where the copy keeps the bytes of files, if not where the setting says; "none" is in itself.
    """
    from pincite.stores.library_copying import Copying
    from pincite.stores.opening import open_copied, open_copy, open_store
    from pincite.stores.place import place_of

    kept = load({}).sources
    kept_there = None if sources == _IN_ITSELF else sources or kept
    here = open_copied(place_of(source), notice, kept)
    with here.store:
        there = open_copy(place_of(target), notice, kept_there)
        with there.store:
            copied = Copying(here, there, _state, progress).run()
    # The indexes are made again.
    open_store(place_of(target), notice, sources=kept_there).close()
    return copied


def _state(trail: TrailRows) -> tuple[str, bool, object]:
    report = checked(trail)
    return report.head, report.intact, report
