"""Keep some of the library's disk free, and some of that for writing down that work stopped."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pincite.errors import StoreError
from pincite.records.limits import MEGABYTE
from pincite.stores.lock import opener
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


FILE = "jobs.reserve"
_BYTES = 1 << 18  # a few pages of the log


@contextmanager
def reserved(folder: Path) -> Iterator[Callable[[], None]]:
    """What gives the room back. Where there is none to keep, there is nothing to give back."""
    file = folder / FILE

    def give_back() -> None:
        with suppress(OSError):
            file.unlink(missing_ok=True)

    with suppress(OSError), open(file, "wb", opener=opener) as opened:
        opened.write(bytes(_BYTES))
    try:
        yield give_back
    finally:
        give_back()
