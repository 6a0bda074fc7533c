"""What lies around the rows of a library in a folder: locks, copies, and files that save time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from pincite.stores import lock
from pincite.stores.aside import FOLDER as ASIDE
from pincite.stores.aside import Aside, clear
from pincite.stores.database import Database
from pincite.stores.faults import in_plain_words
from pincite.stores.private import make_folder
from pincite.stores.sqlite_database import SqliteDatabase, open_beside

if TYPE_CHECKING:
    from pincite.records.library import BackUp

LOCK_FILE = "writer.lock"
SUBMITTING_FILE = "batches.lock"
MAKING_FOLDER = "making"
_SECONDS_BETWEEN_LOOKS = 1.0
_KEPT_LOG = (
    "Another process is reading this library: its log keeps the forgotten text until that process ends."
)
# What the files of locks are called by the work that they guard.
_WORKS = {"vectors": "", "pictures": "pictures-"}


@dataclass(frozen=True, slots=True)
class FileGuards:
    """Locks of the operating system on files of the folder."""

    database: SqliteDatabase
    notice: Callable[[str], None]
    lock_timeout_seconds: float

    @contextmanager
    def only_writer(self) -> Iterator[None]:
        self.database.require_writable()
        with lock.hold(self._lock_file, self.notice, self.lock_timeout_seconds):
            yield

    @contextmanager
    def unless_writing(self) -> Iterator[bool]:
        with lock.hold_if_free(self._lock_file) as free:
            yield free

    @contextmanager
    def alone_with(self, version: str, work: str) -> Iterator[bool]:
        folder = self.database.folder / MAKING_FOLDER
        with in_plain_words(self.database.folder):
            make_folder(folder)
        # A few files for all documents, so that none is left behind that tells of a forgotten one.
        slot = hashlib.sha256(version.encode()).hexdigest()[:2]
        with lock.hold_if_free(folder / f"{_WORKS[work]}{slot}.lock") as free:
            yield free

    @contextmanager
    def submitting(self) -> Iterator[bool]:
        self.database.require_writable()
        with lock.hold_if_free(self.database.folder / SUBMITTING_FILE) as free:
            yield free

    @property
    def _lock_file(self) -> Path:
        return self.database.folder / LOCK_FILE


@dataclass(frozen=True, slots=True)
class Folder:
    """What the folder holds besides the rows and the indexes."""

    database: SqliteDatabase
    notice: Callable[[str], None]
    guards: FileGuards
    _beside: list[SqliteDatabase] = field(default_factory=list, init=False, repr=False)
    """The connection for rows that are small and changed all the time, where one was asked for."""
    _opening: Lock = field(default_factory=Lock, init=False, repr=False)
    """Threads that ask for it at once open one."""

    def beside(self) -> Database:
        with self._opening:
            if not self._beside:
                self._beside.append(open_beside(self.database))
        return self._beside[0]

    def aside(self) -> Aside:
        erased = self.database.row("library")

        @contextmanager
        def writing() -> Iterator[bool]:
            if not self.database.writable:
                yield False
                return
            with self.guards.unless_writing() as free:
                now = self.database.row("library") if free else None
                yield bool(now and erased and now[2] == erased[2])

        return Aside(self.database.folder / ASIDE, writing)

    @contextmanager
    def hearing_of_jobs(self, tell: Callable[[], None]) -> Iterator[float]:
        # Nobody tells what another process writes to a file.
        yield _SECONDS_BETWEEN_LOOKS

    def erase(self) -> None:
        if not self.database.empty_log():
            self.notice(_KEPT_LOG)
        with in_plain_words(self.database.folder):
            clear(self.database.folder / ASIDE)

    def back_up(
        self, file: Path, progress: Callable[[int, int], None], fetch: Callable[[str], bytes]
    ) -> BackUp:
        from pincite.stores.backing_up import back_up

        return back_up(self.database, file, progress, fetch)

    def close(self) -> None:
        for beside in self._beside:
            beside.close()
