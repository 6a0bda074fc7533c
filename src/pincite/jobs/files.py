"""Find the files to add, in folders too, and read their bytes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pincite.errors import InputError
from pincite.ingest.watch import limits, over
from pincite.records.limits import MEGABYTE
from pincite.stores.database import FILE as LIBRARY_FILE

_MOST_BYTES = 1_000_000_000  # SQLite's own limit for one value


@dataclass(frozen=True, slots=True)
class Found:
    """A file, and what it is called in the library. `within` is the folder that it was found in, if any."""

    path: Path
    name: str
    within: str = ""


def find(paths: Iterable[str | Path]) -> list[Found]:
    """The files that were named, and those in the folders that were, in order of name.

    A file in a folder is called by its path from there, so that two of one name are two. Hidden files
    and libraries are left out, and links to folders are not followed.
    """
    found: list[Found] = []
    for path in map(Path, paths):
        files = sorted(_files_in(path)) if path.is_dir() else []
        found += [Found(file, file.relative_to(path).as_posix(), str(path)) for file in files]
        if not files:  # also a folder without any: reading it says so
            found.append(Found(path, path.name))
    return found


def _files_in(folder: Path) -> Iterator[Path]:
    for here, folders, files in os.walk(folder):
        if LIBRARY_FILE in files:
            folders.clear()
            continue
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (
            path for name in files if not name.startswith(".") and (path := Path(here, name)).is_file()
        )


def bytes_of(path: Path) -> bytes:
    """All bytes of a file, or an InputError that says why not."""
    try:
        if path.is_dir():
            raise InputError(f"{path} is a folder without files.", hint="Name the files you want to add.")
        allowed = min(limits().file_megabytes * MEGABYTE, _MOST_BYTES)
        with path.open("rb") as file:
            # Read, not asked for: what is no plain file does not know its size.
            content = file.read(allowed + 1)
    except FileNotFoundError as error:
        raise InputError(f"There is no file {path}.", hint="Check the spelling and the folder.") from error
    except PermissionError as error:
        raise InputError(f"{path} may not be read.", hint="Give yourself the right to read it.") from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.", hint="Check the disk.") from error
    except ValueError as error:  # a path with a NUL in it
        raise InputError(f"{path} is not a path: {error}.", hint="Check the spelling.") from error
    if len(content) > allowed:
        if allowed == _MOST_BYTES:
            raise InputError(f"{path} is larger than 1 GB.", hint="Split it into parts.")
        raise over(f"{path} is too large", "file_megabytes", "Split it into parts")
    return content
