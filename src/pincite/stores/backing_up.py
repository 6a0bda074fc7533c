"""Back up a library while others use it, prove the copy by its hashes, and make a library of it again.

Everything is in library.db, also the bytes of the files and the vectors; the indexes are made again from it.
Bytes that are kept outside (stores/source_bytes.py) are brought into the copy.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from pincite.errors import InputError, StoreError, TamperError
from pincite.records.library import BackUp
from pincite.stores import queries
from pincite.stores.copying import (
    Progress,
    copy_database,
    give_name,
    require_new,
    require_room,
    sync,
    unfinished,
)
from pincite.stores.faults import in_plain_words
from pincite.stores.lock import make_folder
from pincite.stores.sqlite_database import APPLICATION_ID, FILE, SqliteDatabase, connect_to_read

Fetch = Callable[[str], bytes]
"""The bytes with a hash that are kept outside, or a TamperError."""
_PIECE_BYTES = 1 << 20
_MOST_NAMED = 5
_SHA256 = re.compile(r"[0-9a-fA-F]{64}")
_SQLITE = b"SQLite format 3\0"


def back_up(
    database: SqliteDatabase,
    file: Path,
    progress: Progress = lambda done, all: None,
    fetch: Fetch | None = None,
) -> BackUp:
    """Copy the library as it is at this moment into a new file; others may read and write meanwhile.

    Bytes that are kept outside are fetched and become rows of the copy: who restores it needs nothing else.
    """
    file = file.absolute()
    require_new(file)
    with in_plain_words(file.parent), unfinished(file) as part:
        require_room(file.parent, database.folder / FILE)
        with closing(connect_to_read(database.folder / FILE)) as source:
            copy_database(source, part, progress)
        _bring_in(part, fetch, database)
        made = proved(part)
        give_name(part, file)
    return BackUp(file, *made)


def restore(
    file: Path,
    folder: Path,
    sha256: str = "",
    progress: Progress = lambda done, all: None,
    *,
    keep_keys: bool = False,
) -> BackUp:
    """Make a library of a back-up in a folder that is not there yet, or empty; whole or not at all.

    Its keys are revoked unless they are to be kept: one that was revoked since would open it again.
    """
    file, folder = file.absolute(), folder.absolute()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        is_there = "is not empty" if folder.is_dir() else "is a file"
        raise InputError(
            f"{folder} {is_there}, and restoring overwrites nothing.",
            hint="Name a new folder: pincite --library NEW restore FILE",
        )
    if sha256 and not _SHA256.fullmatch(sha256):
        raise InputError(
            f"{sha256!r} is no SHA-256, which has 64 digits from 0 to f.",
            hint="Give the one that `pincite backup` printed, or leave out --sha256.",
        )
    made = proved(file)
    if sha256 and sha256.lower() != made[3]:
        raise TamperError(
            f"{file} has the SHA-256 {made[3]}, not {sha256.lower()}.", hint="Use the right back-up."
        )
    with in_plain_words(folder.parent):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with unfinished(folder) as part:
            require_room(folder.parent, file)
            part.unlink()
            make_folder(part)
            with closing(connect_to_read(file)) as source:
                copy_database(source, part / FILE, progress)
            proved(part / FILE)
            revoked = 0 if keep_keys else _revoke_keys(part / FILE)
            sync(part)
            os.replace(part, folder)
            sync(folder.parent)
    return BackUp(file, *made, keys_revoked=revoked)


def _revoke_keys(file: Path) -> int:
    """How many good keys there were. They stay on record: without any, callers would need none."""
    with closing(sqlite3.connect(file)) as connection, connection:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        revoked = connection.execute(queries.load("sqlite")["revoke_all_api_keys"], {"at": now}).rowcount
    sync(file)
    return revoked


def proved(file: Path) -> tuple[int, int, int, str, int]:
    """Documents, files, bytes, SHA-256 and schema of a back-up whose every part is as it was recorded."""
    if file.is_dir():
        raise InputError(
            f"{file} is a folder, and a back-up is a file.",
            hint="Name a file of `pincite backup`; a library needs no restoring.",
        )
    if not file.is_file():
        raise InputError(f"There is no file {file}.", hint="Check the path of the back-up.")
    with in_plain_words(file), file.open("rb") as opened:
        if opened.read(len(_SQLITE)) != _SQLITE:
            raise _no_back_up(file)
    with in_plain_words(file), closing(connect_to_read(file)) as connection:
        schema = _schema(file, connection)
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise TamperError(f"{file} is damaged: {found}.", hint="Use another back-up.")
        sources = _check_sources(connection)
        (documents,) = connection.execute(queries.load("sqlite")["count_documents"]).fetchone()
    return documents, sources, file.stat().st_size, _sha256(file), schema


def _bring_in(part: Path, fetch: Fetch | None, database: SqliteDatabase) -> None:
    """Make rows of what is kept outside."""
    known = queries.load("sqlite")
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        # Its own fault where a file is missing is that of the library, not of the file system.
        for (sha256,) in copy.execute(known["outside_hashes"]).fetchall():
            try:
                if fetch is None:
                    raise StoreError("The bytes of some files are kept outside this library.")
                content = fetch(sha256)
            except TamperError:
                if database.row("needs_outside", sha256=sha256):
                    raise
                raise StoreError(
                    "A document was forgotten while the library was copied, so the copy is of no use.",
                    hint="Run the back-up again.",
                    retryable=True,
                ) from None
            copy.execute(known["bring_in"], {"sha256": sha256, "content": content})
    sync(part)


def _schema(file: Path, connection: sqlite3.Connection) -> int:
    """The number of the schema of a back-up; an error where it is none, or of another form."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID or not schema:
        raise _no_back_up(file)
    queries.require_known(f"The back-up {file}", schema, "sqlite")
    return int(schema)


def _no_back_up(file: Path) -> InputError:
    return InputError(f"{file} is not a back-up of a library.", hint="Name a file of `pincite backup`.")


def _check_sources(connection: sqlite3.Connection) -> int:
    """How many files it holds; a TamperError where one is not as it was added."""
    damaged, count = [], 0
    for sha256, content in connection.execute(queries.load("sqlite")["all_sources"]):
        count += 1
        if not isinstance(content, bytes) or hashlib.sha256(content).hexdigest() != sha256:
            damaged.append(str(sha256)[:12])
    if damaged:
        raise TamperError(
            f"{len(damaged):,} of the files it holds were changed or damaged (SHA-256 "
            f"{', '.join(damaged[:_MOST_NAMED])}).",
            hint="`pincite doctor` names their documents: forget each and add its file again.",
        )
    return count


def _sha256(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as opened:
        while piece := opened.read(_PIECE_BYTES):
            digest.update(piece)
    return digest.hexdigest()
