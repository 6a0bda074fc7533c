"""Keep the database as it was before a newer version of Pincite changes its schema: the way back.

Forgetting a document deletes these copies, because they hold it, too.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from pincite.errors import InputError
from pincite.stores.copying import copy_database, give_name, require_room, unfinished

_MARK = ".schema-"


def keep_before(
    connection: sqlite3.Connection, file: Path, version: int, notice: Callable[[str], None]
) -> None:
    """Copy the database of this schema version beside it, unless that was done before."""
    kept = file.with_name(f"{file.name}{_MARK}{version}")
    if kept.exists():
        return
    require_room(file.parent, file)
    notice(f"This version of Pincite changes the library. The database of before is kept: {kept}")
    with unfinished(kept) as part:
        copy_database(connection, part)
        with closing(sqlite3.connect(part)) as copy:
            (found,) = copy.execute("PRAGMA user_version").fetchone()
        # Another process may have changed it first; then it is that one which has kept the copy.
        if found == version:
            try:
                give_name(part, kept)
            except InputError:  # another process was as quick
                return


def kept_before(folder: Path) -> list[Path]:
    """The copies of before, in order of name."""
    return sorted(folder.glob(f"*{_MARK}*[0-9]"))


def drop_kept(folder: Path) -> None:
    """Delete the copies of before."""
    for kept in kept_before(folder):
        kept.unlink(missing_ok=True)
