"""Keep bytes as files of a folder, each under its key: whole or not at all, and on the disk.

Any folder that all machines of a library see will do, also one of a network file system.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pincite.errors import StoreError
from pincite.stores.copying import sync

_UNFINISHED = ".part"
_UNFINISHED_SECONDS = 3_600
_ZEROS = bytes(1 << 20)


@dataclass(frozen=True, slots=True)
class FolderObjects:
    """Files of a folder that only their owner can read."""

    folder: Path

    @property
    def place(self) -> str:
        return str(self.folder)

    def put(self, key: str, content: bytes) -> None:
        file = self.folder / key
        with self._in_plain_words():
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            part = file.with_name(f".{file.name}.{secrets.token_hex(4)}{_UNFINISHED}")
            try:
                with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
                    opened.write(content)
                    opened.flush()
                    os.fsync(opened.fileno())
                os.replace(part, file)
            except BaseException:
                part.unlink(missing_ok=True)
                raise
            # The folders above may be new, too, and a file is found by all of them.
            for folder in (file.parent, *file.parent.parents):
                sync(folder)
                if folder == self.folder.parent:
                    break

    def get(self, key: str) -> bytes | None:
        with self._in_plain_words():
            try:
                return (self.folder / key).read_bytes()
            except FileNotFoundError:
                return None

    def has(self, key: str) -> bool:
        with self._in_plain_words():
            return (self.folder / key).is_file()

    def delete(self, key: str) -> None:
        """Overwritten before it is released, as SQLite does with what it deletes."""
        file = self.folder / key
        with self._in_plain_words():
            try:
                with file.open("r+b") as opened:
                    for start in range(0, file.stat().st_size, len(_ZEROS)):
                        opened.write(_ZEROS[: file.stat().st_size - start])
                    opened.flush()
                    os.fsync(opened.fileno())
                file.unlink()
                sync(file.parent)
            except FileNotFoundError:
                return

    def keys(self, under: str) -> Iterator[tuple[str, int]]:
        """Also what a killed process left unfinished long ago, under a key that stands for no object."""
        with self._in_plain_words():
            for file in sorted((self.folder / under).rglob("*")):
                try:
                    found = file.stat()
                except FileNotFoundError:
                    continue
                written = file.suffix == _UNFINISHED and time.time() - found.st_mtime < _UNFINISHED_SECONDS
                if stat.S_ISREG(found.st_mode) and not written:
                    yield file.relative_to(self.folder).as_posix(), found.st_size

    @contextmanager
    def _in_plain_words(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            reason = "no space is left" if full else (error.strerror or str(error))
            hint = "Free some space." if full else "Check that the folder is there and you can write to it."
            raise StoreError(
                f"The folder of source files {self.folder} cannot be used: {reason}.",
                hint=hint,
                retryable=error.errno in (errno.EIO, errno.ESTALE, errno.ETIMEDOUT),
            ) from error
