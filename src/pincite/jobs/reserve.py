"""Keep some room on the disk, so that a full disk leaves enough to write down that work stopped, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pincite.stores.private import opener

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
