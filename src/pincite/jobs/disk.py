"""Keep some of the library's disk free: a full one stops everything else on it, too."""

from __future__ import annotations

import shutil
from pathlib import Path

from pincite.errors import StoreError
from pincite.records.limits import MEGABYTE
from pincite.stores.place import Place


def free_megabytes(folder: Path) -> int:
    """What is free on the disk of a folder, which need not be there yet."""
    place = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    return shutil.disk_usage(place).free // MEGABYTE


def require_free(library: Place, least_megabytes: int) -> None:
    """A StoreError where less is free than is to stay so; the disk of a server looks after itself."""
    if not isinstance(library, Path):
        return
    free = free_megabytes(library)
    if free < least_megabytes:
        raise StoreError(
            f"The disk of the library {library} has {free:,} MB free, and {least_megabytes:,} MB are to stay "
            "free (least_free_megabytes), so nothing is added and no job goes on.",
            hint="Free some space, or set least_free_megabytes lower. Documents that are held are safe.",
        )
