"""The one folder from which a client may have files added: nothing outside it, and no links.

Each part of the path is opened by itself, from the folder down, without following links. So a link that is
put there between a check and the reading leads nowhere, either.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pincite.errors import ConfigError, InputError
from pincite.records.limits import MEGABYTE, Limits

_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_PIECE_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Inbox:
    """A folder of the person who started the server."""

    folder: Path

    @classmethod
    def of(cls, folder: Path) -> Inbox:
        """The folder, which must be there; a link to it is what the person meant, and is followed."""
        if not folder.is_dir():
            raise ConfigError(
                f"{folder} is not a folder, so no files can be added from it.",
                hint="Name an existing folder: --allow-add FOLDER",
            )
        return cls(folder.resolve())

    def copy(self, path: str, into: Path, limits: Limits) -> Path:
        """A copy of a file of the folder in `into`, under the same name."""
        parts = self._parts(path)
        descriptor = self._opened(parts, path)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise InputError(f"{path!r} is not a file.", hint="Name one file of the folder.")
            if status.st_size > limits.file_megabytes * MEGABYTE:
                raise InputError(
                    f"{path!r} is larger than {limits.file_megabytes:,} MB (limits.file_megabytes).",
                    hint="Split it into parts.",
                )
            copy = into / parts[-1]
            with open(copy, "xb") as file:
                while piece := os.read(descriptor, _PIECE_BYTES):
                    file.write(piece)
            return copy
        finally:
            os.close(descriptor)

    def _parts(self, path: str) -> tuple[str, ...]:
        given = PurePosixPath(path)
        if given.is_absolute() and given.is_relative_to(self.folder):
            given = given.relative_to(self.folder)
        outside = given.is_absolute() or ".." in given.parts or not given.parts or "\0" in path
        if outside:
            raise InputError(
                f"{path!r} is not in the folder from which files may be added.",
                hint="Give a path inside that folder, such as 'lease.pdf'.",
            )
        return given.parts

    def _opened(self, parts: tuple[str, ...], path: str) -> int:
        at = os.open(self.folder, _FLAGS | os.O_DIRECTORY)
        try:
            for number, part in enumerate(parts, start=1):
                folder = os.O_DIRECTORY if number < len(parts) else 0
                below = os.open(part, _FLAGS | folder, dir_fd=at)
                os.close(at)
                at = below
        except OSError as error:
            os.close(at)
            raise InputError(
                f"{path!r} cannot be added: {error.strerror}.",
                hint="Name a file that is in the folder itself; links are not followed.",
            ) from error
        return at
