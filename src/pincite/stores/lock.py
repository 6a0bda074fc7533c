"""Files of a library: for its owner alone, written by one process at a time; and those made again at will.

Whoever lets others use a library opens its folder and its database to them: files that are made later follow
the database.

The operating system holds the lock for as long as the process lives, so a killed writer never leaves
a library locked. The file itself says nothing and stays.

They may hold words of documents. So forgetting any document deletes all of them, and a process that knew of
it writes none any more.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from pincite.errors import StoreError
from pincite.stores.faults import in_plain_words

DATABASE = "library.db"
_OWNER = 0o600
_READ_AND_WRITE = 0o666


def make_folder(folder: Path) -> None:
    """The folder, or one inside a library, unless it is there."""
    mode = _mode_near(folder)
    # Whoever may read the files of a folder may also enter it.
    folder.mkdir(mode=mode | (mode & 0o444) >> 2, exist_ok=True)


def opener(path: str | Path, flags: int) -> int:
    """For `open`: a file that is made is private."""
    return os.open(path, flags, _mode_near(Path(path)))


def touch(file: Path) -> None:
    """An empty private file, unless there is one.

    A database that is there is not opened: closing it here would let go of the locks that SQLite holds on it
    for other connections of this process, and another process could then empty its log.
    """
    with suppress(FileExistsError):
        os.close(opener(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL))


def _mode_near(path: Path) -> int:
    """That of the library's database, which is in the same folder or in the one above."""
    for folder in (path.parent, path.parent.parent):
        try:
            return (folder / DATABASE).stat().st_mode & _READ_AND_WRITE
        except OSError:
            continue
    return _OWNER


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


FOLDER = "aside"
_UNFINISHED = ".part"
_HASH_BYTES = 32


@dataclass(frozen=True, slots=True)
class Aside:
    """The files of one library, as long as nothing of it is forgotten."""

    folder: Path
    writing: Callable[[], AbstractContextManager[bool]]
    """Keeps others from forgetting meanwhile; False where nothing may be written now."""

    def names(self) -> list[str]:
        """What there is to read, in order."""
        with suppress(OSError):
            found = (path.name for path in self.folder.iterdir() if path.suffix != _UNFINISHED)
            return sorted(found)
        return []

    def read(self, name: str) -> bytes | None:
        """What was written under a name; None where it is gone or damaged."""
        try:
            content = (self.folder / name).read_bytes()
        except OSError:
            return None
        body = content[_HASH_BYTES:]
        return body if hashlib.sha256(body).digest() == content[:_HASH_BYTES] else None

    def write(self, name: str, content: bytes) -> bool:
        """Whether it is there from now on, whole. Nothing is lost where it is not: it can be made again."""
        unfinished = self.folder / f"{name}.{os.getpid()}{_UNFINISHED}"
        with self.writing() as free:
            if not free:
                return False
            try:
                make_folder(self.folder)
                with open(unfinished, "wb", opener=opener) as file:
                    file.write(hashlib.sha256(content).digest() + content)
                unfinished.replace(self.folder / name)
            except OSError:
                with suppress(OSError):
                    unfinished.unlink(missing_ok=True)
                return False
        return True

    def drop(self, name: str) -> None:
        """Delete one that is of no more use, where that may be done."""
        with self.writing() as free, suppress(OSError):
            if free:
                (self.folder / name).unlink(missing_ok=True)


def clear(folder: Path) -> None:
    """Delete all of them; the caller keeps others from writing."""
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        path.unlink(missing_ok=True)
