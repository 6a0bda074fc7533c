"""Copy a database that others use into a file that gets its name only when it is whole and on the disk.

A process that is killed leaves an unfinished file that nobody takes for a copy, and the next one removes it.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from pincite.errors import InputError, StoreError
from pincite.stores import lock
from pincite.stores.lock import touch

Progress = Callable[[int, int], None]
_PAGES_AT_ONCE = 4_096
_SAFETY_BYTES = 20_000_000


def copy_database(
    source: sqlite3.Connection, file: Path, progress: Progress = lambda done, all: None
) -> None:
    """The database as it is at this moment; others may read and write meanwhile."""
    touch(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as copy:
        # Within one reading transaction the copy is of one moment, and writers neither wait nor disturb it.
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        try:
            source.backup(
                copy,
                pages=_PAGES_AT_ONCE,
                progress=lambda status, left, all: progress(all - left, all),
                sleep=0,
            )
        finally:
            source.execute("ROLLBACK")
        # One file without a log beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
    sync(file)


@contextmanager
def unfinished(file: Path) -> Iterator[Path]:
    """A file of its own beside the one to be, which is removed unless it was given that name."""
    for old in file.parent.glob(f".{file.name}.*.part"):
        _remove_if_left(old)
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}.part")
    held = part.with_name(f"{part.name}-held")
    with lock.hold_if_free(held):
        try:
            touch(part)
            yield part
        finally:
            _remove(part)
            _remove(held)


def require_new(file: Path) -> None:
    """An InputError where there is such a file, or no folder for it."""
    if file.exists() or file.is_symlink():
        raise InputError(f"{file} is there already, and is not overwritten.", hint="Choose another name.")
    if not file.parent.is_dir():
        raise InputError(f"There is no folder {file.parent}.", hint="Make it first, or choose another.")


def require_room(folder: Path, database: Path) -> None:
    """A StoreError where a copy would fill the disk."""
    needed = database.stat().st_size + _SAFETY_BYTES
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise StoreError(
            f"{folder} has {free / 1e6:,.0f} MB free, and the copy needs {needed / 1e6:,.0f} MB.",
            hint="Free some space, or choose another disk.",
        )


def give_name(part: Path, file: Path) -> None:
    """Give the copy its name, and never that of a file that has come meanwhile."""
    os.chmod(part, 0o600)
    try:
        os.link(part, file)
    except FileExistsError:
        require_new(file)
        raise
    except OSError:  # a file system without hard links
        require_new(file)
        os.rename(part, file)
    sync(file.parent)


def sync(path: Path) -> None:
    """Return when a file, or what a folder lists, is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove_if_left(part: Path) -> None:
    held = part.with_name(f"{part.name}-held")
    with lock.hold_if_free(held) as free:
        if free:
            _remove(part)
            _remove(held)


def _remove(path: Path) -> None:
    with suppress(OSError):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
            path.with_name(f"{path.name}-journal").unlink(missing_ok=True)
