"""Find the files to add, in folders too, read their bytes, and name them and what came attached.

Nothing in a folder is passed over in silence: what is not read is found as well, with the reason. What is
read is one state of the file: while another program writes to it, its bytes may be half old and half new,
and a document made of them would be one that nobody wrote.

`mail.eml › contract.pdf` is what `contract.pdf` is called that came with `mail.eml`: the same every time
the mail is added, unlike any file's own name, and without a path that the sender chose.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import InputError
from pincite.ingest.watch import limits, over
from pincite.records.limits import MEGABYTE
from pincite.stores.sqlite_database import FILE as LIBRARY_FILE

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.jobs.one_file import Attached

_MOST_BYTES = 1_000_000_000  # SQLite's own limit for one value
_TRIES = 3
_SECONDS_BETWEEN_TRIES = 0.2
_PIECE_BYTES = 1 << 20
# Not every system has the last three; where they are missing, nothing blocks on opening.
_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_KINDS = (
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


@dataclass(frozen=True, slots=True)
class Found:
    """A file, and what it is called in the library. `within` is the folder that it was found in, if any."""

    path: Path
    name: str
    within: str = ""
    skipped: str = ""
    """Why it is not to be read; empty for a file that is."""
    missed: bool = True
    """Whether it is missing then: not so for hidden files, nor for what is added in another place."""


def find(paths: Iterable[str | Path], *, follow: bool = False) -> list[Found]:
    """The files that were named, and what is in the folders that were, in order of name.

    A file in a folder is called by its path from there, so that two of one name are two. Hidden files,
    libraries and what is no file are found as skipped. So are links to folders, and links to files outside
    the folder, unless `follow` says to follow them.
    """
    paths = list(paths)
    if "" in paths:  # it would stand for the current folder
        raise no_file_named()
    found: list[Found] = []
    for path in map(Path, paths):
        inside = sorted(_Folder(path, follow).files(), key=lambda each: each.path) if path.is_dir() else []
        found += inside
        if all(each.skipped for each in inside):  # also a folder without any: reading it says so
            found.append(Found(path, path.name))
    return found


@dataclass(slots=True)
class _Folder:
    """One folder that was named, while it is walked through."""

    top: Path
    follow: bool
    _waiting: list[Path] = field(default_factory=list)
    _walked: set[tuple[int, int]] = field(default_factory=set)
    """Devices and numbers of the folders so far: a link that leads back would be followed for ever."""

    def files(self) -> Iterator[Found]:
        # With a list and not by recursion: folders may lie deeper in each other than calls can.
        self._waiting = [self.top]
        while self._waiting:
            folder = self._waiting.pop()
            try:
                status = folder.stat()
                entries = sorted(os.listdir(folder))
            except OSError:
                yield self._found(folder)  # reading it says why it cannot be
                continue
            if (status.st_dev, status.st_ino) in self._walked:
                yield replace(self._found(folder, "leads to a folder that is already added."), missed=False)
                continue
            self._walked.add((status.st_dev, status.st_ino))
            if LIBRARY_FILE in entries:
                yield self._found(folder, "is a Pincite library.")
                continue
            for name in entries:
                yield from self._at(folder / name)

    def _at(self, path: Path) -> Iterator[Found]:
        """What is to be said of one entry now; a folder waits."""
        if path.name.startswith("."):
            yield replace(self._found(path, "is hidden. To add it anyway, name it."), missed=False)
        elif path.is_symlink():
            yield from self._linked(path)
        elif path.is_dir():
            self._waiting.append(path)
        else:
            yield self._found(path, _no_file(path))

    def _linked(self, link: Path) -> Iterator[Found]:
        """What a link leads to; one that leads nowhere is found as it is, and reading it says so."""
        try:
            target = link.resolve(strict=True)
        except (OSError, RuntimeError):  # the second is what Python before 3.13 makes of a loop
            yield self._found(link)
            return
        leaves = not target.is_relative_to(self.top.resolve())
        if leaves and not self.follow:
            why = f"is a link out of the folder {self._name}; `pincite add --follow` follows it."
            yield self._found(link, why)
        elif not target.is_dir():
            yield self._found(link, _no_file(link))
        elif leaves:
            self._waiting.append(link)
        else:
            why = f"is a link to a folder in {self._name}, which is added in its own place."
            yield replace(self._found(link, why), missed=False)

    @property
    def _name(self) -> Path:
        """The folder as it was written; `.` and `..` name none and would end a sentence."""
        return self.top if self.top.name not in ("", "..") else self.top.resolve()

    def _found(self, path: Path, why: str = "") -> Found:
        skipped = f"{path} {why}" if why else ""
        return Found(path, path.relative_to(self.top).as_posix(), str(self.top), skipped)


def _no_file(path: Path) -> str:
    """What a path in a folder is, if no file; empty for a file, and for what cannot be looked at."""
    try:
        kind = _kind(path.stat())
    except OSError:
        return ""
    return f"is {kind} and not a file." if kind else ""


def _kind(status: os.stat_result) -> str:
    """What is neither a file nor a folder; empty for those."""
    return next((kind for is_kind, kind in _KINDS if is_kind(status.st_mode)), "")


def no_file_named() -> InputError:
    """What is said of an empty file name: a variable that is not set gives one, and means no folder."""
    hint = "Name a file or a folder, or . for the current folder. A variable in your command may be empty."
    return InputError("The file name is empty.", hint=hint)


def bytes_of(path: Path) -> bytes:
    """All bytes of a file as they were at one time, or an InputError that says why not."""
    try:
        _check_is_file(path, path.stat())
        for _ in range(_TRIES):
            content = _read(path)
            if content is not None:
                return content
            time.sleep(_SECONDS_BETWEEN_TRIES)
    except FileNotFoundError as error:
        raise _missing(path) from error
    except PermissionError as error:
        raise InputError(f"You have no permission to read {path}.", hint="Change its permissions.") from error
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise InputError(
                f"{path} is a link that leads back to itself.", hint="Delete or fix the link."
            ) from error
        raise InputError(f"{path} cannot be read: {error.strerror}.", hint="Check the disk.") from error
    except ValueError as error:  # a path with a NUL in it
        raise InputError(f"{path} is not a path: {error}.", hint="Check the spelling.") from error
    raise InputError(
        f"{path} changed while it was being read, {_TRIES} times in a row.",
        hint="Wait until the other program has finished writing it, then add it again.",
        retryable=True,
    )


def _check_is_file(path: Path, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        os.listdir(path)  # an OSError where it may not be read
        raise InputError(f"{path} is a folder without files to add.", hint="Name the files you want to add.")
    if kind := _kind(status):
        raise InputError(
            f"{path} is {kind} and not a file.", hint="Save its contents to a file and add that."
        )


def _read(path: Path) -> bytes | None:
    """The bytes of a file; None when it changed meanwhile."""
    # What was a file a moment ago may be a pipe by now, which must not block.
    with open(os.open(path, _OPEN), "rb") as file:
        before = os.fstat(file.fileno())
        _check_is_file(path, before)
        _check_size(path, before.st_size)
        content = file.read(before.st_size + 1)
        # Time stamps are too coarse for two changes in a row, and a program that maps the file into its
        # memory leaves them as they are: so the bytes are compared, too.
        same = len(content) == before.st_size and _digest(file.fileno()) == hashlib.sha256(content).digest()
        after = os.fstat(file.fileno())
    unchanged = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
    return content if same and unchanged else None


def _check_size(path: Path, size: int) -> None:
    allowed = min(limits().file_megabytes * MEGABYTE, _MOST_BYTES)
    if size <= allowed:
        return
    if allowed == _MOST_BYTES:
        raise InputError(f"{path} is larger than 1 GB.", hint="Split it into parts.")
    raise over(f"{path} is too large", "file_megabytes", "Split it into parts")


def _digest(file: int) -> bytes:
    os.lseek(file, 0, os.SEEK_SET)
    digest = hashlib.sha256()
    while piece := os.read(file, _PIECE_BYTES):
        digest.update(piece)
    return digest.digest()


def _missing(path: Path) -> InputError:
    if path.is_symlink():
        return InputError(
            f"{path} is a link to {os.readlink(path)}, which does not exist.",
            hint="Delete the link, or restore the file it leads to.",
        )
    return InputError(f"There is no file {path}.", hint="Check the spelling and the folder.")


SEPARATOR = " › "
_LONGEST_NAME = 120
_NOT_IN_A_NAME = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def names(parent: str, attached: Iterable[Attached]) -> Iterator[tuple[str, bytes]]:
    """The name in the library and the bytes of each file that came with `parent`."""
    taken: set[str] = set()
    for number, each in enumerate(attached, start=1):
        own = own_name(each.name, number)
        stem, dot, suffix = own.rpartition(".")
        copies = 1
        while own.lower() in taken:
            copies += 1
            own = f"{stem} ({copies}).{suffix}" if dot and stem else f"{suffix} ({copies})"
        taken.add(own.lower())
        yield f"{parent}{SEPARATOR}{own}", each.content


def came_with(name: str, parent: str) -> bool:
    """Whether a document of that name came attached to `parent`, or to something that did."""
    return name.startswith(parent + SEPARATOR)


def refuse_as_own(name: str) -> None:
    """No file may be taken for an attachment: it would be forgotten with a mail that it never came with."""
    if SEPARATOR in name:
        raise InputError(
            f"{name} cannot have this name: “{SEPARATOR}” separates an e-mail from its attachment.",
            hint="Choose another name: --name NAME",
        )


def check_name(found: Found, taken: dict[str, Path]) -> None:
    """Take the name for the file; the same file may be named twice, and what is skipped takes none."""
    if found.skipped:
        return
    refuse_as_own(found.name)
    if taken.setdefault(found.name, found.path).absolute() != found.path.absolute():
        raise InputError(
            f"{found.path} has the same name as another of these files.",
            hint="Add it separately under another name: --name NAME",
        )


def plain_name(given: str) -> str:
    """The last part of a name that somebody chose, without what cannot be seen; it may be empty."""
    last = re.split(r"[/\\]", given)[-1]
    return " ".join(_NOT_IN_A_NAME.sub(" ", last).replace("›", ">").split()).strip(". ")


def own_name(given: str, number: int) -> str:
    """The same for a file that came attached: never empty, and short."""
    plain = plain_name(given)
    if len(plain) > _LONGEST_NAME:
        stem, _, suffix = plain.rpartition(".")
        plain = f"{(stem or plain)[: _LONGEST_NAME - 12]}….{suffix[:10]}"
    return plain or f"attachment {number}"
