"""Copy a whole library to another place, proved by its hashes and by its chain."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.audit.chain_check import checked
from pincite.settings import load

if TYPE_CHECKING:
    from pincite.records.library_copy import LibraryCopy
    from pincite.stores.trail import TrailRows


def copy_library(
    source: str | Path,
    target: str | Path,
    *,
    sources: str | None = None,
    progress: Callable[[str, int, int], None] = lambda doing, done, all: None,
    notice: Callable[[str], None] = lambda message: None,
) -> LibraryCopy:
    """Copy a whole library to a place where nothing is yet, or go on with a copy that was interrupted.

    Others may use the source meanwhile: the copy is as it was when this began. All is proved by its hashes
    before the copy can be opened. Only replies that a server keeps for repeated requests are left out.
    `sources` is where the copy keeps the bytes of files, if not where the setting says.
    """
    from pincite.stores import sqlite
    from pincite.stores.library_copying import Copying
    from pincite.stores.objects import open_objects

    kept = load({}).sources
    here = sqlite.open_copied(Path(source), notice, open_objects(kept))
    with here.store:
        there = sqlite.open_copy(Path(target), notice, open_objects(sources or kept))
        with there.store:
            copied = Copying(here, there, _state, progress).run()
    # The indexes are made again.
    sqlite.open_library(Path(target), notice).close()
    return copied


def _state(trail: TrailRows) -> tuple[str, bool, object]:
    report = checked(trail)
    return report.head, report.intact, report
