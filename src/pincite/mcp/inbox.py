"""Add files for a client: of one folder, nothing outside it and no links, or bytes that it sends.

Each part of the path is opened by itself, from the folder down, without following links. So a link that is
put there between a check and the reading leads nowhere, either.
"""

from __future__ import annotations

import binascii
import os
import stat
import tempfile
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pincite.answer.answers import Failure
from pincite.errors import ConfigError, InputError
from pincite.jobs.batch import Added
from pincite.jobs.files import own_name
from pincite.mcp.tool_forms import AddedDocument, AddResult
from pincite.records.limits import MEGABYTE, Limits
from pincite.service import Library

_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_PIECE_BYTES = 1 << 20
LONGEST_UPLOAD = 22_000_000  # characters of Base64: a file of 16 MB


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


def of_file(library: Library, inbox: Inbox | None, path: str) -> AddResult:
    """What became of a file of the folder."""
    if inbox is None:
        raise InputError(
            "No folder is open for files to add.", hint="The user opens one: pincite mcp --allow-add FOLDER"
        )
    with tempfile.TemporaryDirectory(prefix="pincite-add-") as folder:
        copy = inbox.copy(path, Path(folder), library.settings.limits)
        return _result(library.add(copy))


def of_upload(library: Library, allowed: bool, name: str, content: str) -> AddResult:
    """What became of a file that was sent in Base64; of its name only the last part counts."""
    if not allowed:
        raise InputError(
            "Files cannot be sent to this server.", hint="The user allows it: pincite mcp --allow-upload"
        )
    if not name.strip():
        raise InputError("The file has no name.", hint="Give `name` with its ending, such as 'lease.pdf'.")
    try:
        sent = b64decode(content, validate=True)
    except (binascii.Error, ValueError) as error:
        raise InputError("The content is not Base64.", hint="Encode the whole file in Base64.") from error
    return _result(library.add_bytes(sent, own_name(name, 1)))


def _result(results: Sequence[Added]) -> AddResult:
    return AddResult(
        added=[
            AddedDocument(
                name=each.identity.name if each.identity else Path(each.path).name,
                status=each.status,
                error=Failure.of(each.error) if each.error else None,
            )
            for each in results
        ]
    )
