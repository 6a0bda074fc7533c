"""Files of a library are for its owner alone, whatever the umask; where its database is shared, so are they.

Whoever lets others use a library opens its folder and its database to them: files that are made later follow
the database.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

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
    with contextlib.suppress(FileExistsError):
        os.close(opener(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL))


def _mode_near(path: Path) -> int:
    """That of the library's database, which is in the same folder or in the one above."""
    for folder in (path.parent, path.parent.parent):
        try:
            return (folder / DATABASE).stat().st_mode & _READ_AND_WRITE
        except OSError:
            continue
    return _OWNER
