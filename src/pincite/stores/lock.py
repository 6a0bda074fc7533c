"""Let one process at a time write to a library.

The operating system holds the lock for as long as the process lives, so a killed writer never leaves
a library locked. The file itself says nothing and stays.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pincite.errors import StoreError
from pincite.stores.faults import in_plain_words
from pincite.stores.private import opener

WAITING = "Another process is adding to this library; waiting…"
DEFAULT_TIMEOUT_SECONDS = 600.0
_POLL_SECONDS = 0.05


@contextmanager
def hold(path: Path, notice: Callable[[str], None], timeout_seconds: float) -> Iterator[None]:
    """Wait for the lock, say so once if it takes waiting, and give up with a StoreError."""
    descriptor = _open(path)
    try:
        _wait(descriptor, path, notice, timeout_seconds)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def hold_if_free(path: Path) -> Iterator[bool]:
    """The lock, or False at once when another process has it."""
    descriptor = _open(path)
    try:
        yield _take(descriptor)
    finally:
        os.close(descriptor)


def _open(path: Path) -> int:
    with in_plain_words(path.parent):
        return opener(path, os.O_RDWR | os.O_CREAT)


def _wait(descriptor: int, path: Path, notice: Callable[[str], None], timeout_seconds: float) -> None:
    if _take(descriptor):
        return
    notice(WAITING)
    give_up = time.monotonic() + timeout_seconds
    while not _take(descriptor):
        if time.monotonic() > give_up:
            raise StoreError(
                f"Another process has been adding to {path.parent} for {timeout_seconds:g} seconds.",
                hint="Wait until it ends, or stop it; what it has stored is safe.",
                retryable=True,
            )
        time.sleep(_POLL_SECONDS)


if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _take(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
