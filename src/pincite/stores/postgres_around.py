"""What lies around the rows of a library in PostgreSQL: locks of the server, and files of this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import InputError
from pincite.stores.aside import FOLDER as ASIDE
from pincite.stores.aside import Aside, clear
from pincite.stores.database import Database
from pincite.stores.place import folder_of
from pincite.stores.postgres_database import SCHEMA, PostgresDatabase, address

if TYPE_CHECKING:
    from pincite.records.library import BackUp


@dataclass(frozen=True, slots=True)
class ServerGuards:
    """Locks that the server gives back when a connection ends. Any number of processes may add and forget."""

    database: PostgresDatabase

    @contextmanager
    def only_writer(self) -> Iterator[None]:
        self.database.require_writable()
        yield

    @contextmanager
    def unless_writing(self) -> Iterator[bool]:
        yield True

    @contextmanager
    def alone_with(self, version: str, work: str) -> Iterator[bool]:
        with self.database.locked(f"{work} {version}") as free:
            yield free

    @contextmanager
    def submitting(self) -> Iterator[bool]:
        self.database.require_writable()
        with self.database.locked("submitting") as free:
            yield free


@dataclass(frozen=True, slots=True)
class ServerSurroundings:
    """What a library has on this machine, which is little: files that save time.

    They lie in a folder for the last `forget` that they know of. After another one nobody reads them, and
    whoever looks next on this machine deletes them.
    """

    database: PostgresDatabase

    def beside(self) -> Database:
        return self.database

    def aside(self) -> Aside:
        erased = self._erased()

        @contextmanager
        def writing() -> Iterator[bool]:
            if not self.database.writable or self._erased() != erased:
                yield False
                return
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            yield True

        folder = self._files / f"{ASIDE}-{erased}"
        self._drop_older(folder)
        return Aside(folder, writing)

    def hearing_of_jobs(self, tell: Callable[[], None]) -> AbstractContextManager[float]:
        from pincite.stores.wake_ups import hearing

        return hearing(address(self.database.url), SCHEMA, tell)

    def erase(self) -> None:
        self._drop_older(self._files / f"{ASIDE}-{self._erased()}")

    def back_up(
        self, file: Path, progress: Callable[[int, int], None], fetch: Callable[[str], bytes]
    ) -> BackUp:
        raise InputError(
            f"The library {self.database.place} is in PostgreSQL, whose own tools back it up.",
            hint=f"Run: pg_dump --format=custom --schema={SCHEMA} --file={file} DATABASE (docs/postgres.md)",
        )

    def close(self) -> None: ...

    @property
    def _files(self) -> Path:
        library = self.database.row("library") or (0,)
        return folder_of(self.database.url) / f"{library[0]:x}"

    def _erased(self) -> int:
        row = self.database.row("library")
        return row[2] if row else 0

    def _drop_older(self, current: Path) -> None:
        if not self._files.is_dir():
            return
        for folder in self._files.iterdir():
            if folder != current:
                clear(folder)
                folder.rmdir()
