"""Say in plain words what a database or the file system refused, and what to do about it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pincite.errors import InputError, StoreError, TamperError

_RESTORE = "Restore library.db from a back-up, or add the documents to a new library."
# By primary result code. IOERR covers a failing disk as well as a file-size limit or quota.
_PLAIN: dict[int, tuple[str, str]] = {
    sqlite3.SQLITE_NOTADB: (
        "{path} is not a Pincite library: its database cannot be read.",
        "Choose another folder, or restore library.db from a back-up.",
    ),
    sqlite3.SQLITE_CORRUPT: (
        "The library {path} is damaged.",
        _RESTORE,
    ),
    sqlite3.SQLITE_BUSY: (
        "The library {path} is still in use by another process.",
        "Try again when that process is done.",
    ),
    sqlite3.SQLITE_LOCKED: (
        "The library {path} is still in use.",
        "Try again in a moment.",
    ),
    sqlite3.SQLITE_FULL: (
        "There is no space left for the library {path}.",
        "Free some space and repeat the command; earlier documents are safe.",
    ),
    sqlite3.SQLITE_READONLY: (
        "The library {path} is read-only.",
        "Give yourself write permission, or use another library.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "The library {path} cannot be opened.",
        "Check that the folder exists and that you can read and write it.",
    ),
    sqlite3.SQLITE_PERM: (
        "You have no permission to use the library {path}.",
        "Ask for access to its folder.",
    ),
    sqlite3.SQLITE_IOERR: (
        "Reading or writing the library {path} failed.",
        "Check the disk, its free space and your quota; earlier documents are safe.",
    ),
    sqlite3.SQLITE_TOOBIG: (
        "A document is too large for the library {path}.",
        "Split the file: one piece may hold up to 1 GB.",
    ),
}
_RETRYABLE = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
# What Python's module says of text that is no longer UTF-8; SQLite itself does not look.
_UNDECODABLE = "Could not decode to UTF-8"
_CLOSED = "closed database"


@contextmanager
def in_plain_words(path: Path) -> Iterator[None]:
    """Whatever SQLite or the file system raises inside becomes an error of ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise store_error(error, path) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreError(
            f"The library {path} cannot be used: {reason}.",
            hint="Check that the folder exists, that you can write to it and that the disk has space.",
        ) from error
    except UnicodeEncodeError as error:
        raise InputError(
            f"{error.object!r} cannot be stored: it is not valid Unicode.",
            hint="Rename the file, or give it another name in the library.",
        ) from error


def store_error(error: sqlite3.Error, path: Path) -> StoreError:
    """What happened to the library at `path`, and what to do."""
    code = primary_code(error)
    if _UNDECODABLE in str(error):
        return TamperError(f"The library {path} contains text that was changed or damaged.", hint=_RESTORE)
    if _CLOSED in str(error):
        return StoreError(
            f"The library {str(path)!r} is closed.", hint=f"Open it again: pincite.open({str(path)!r})"
        )
    message, hint = _PLAIN.get(
        code, (f"The library {{path}} refused the operation: {error}.", "Please report this.")
    )
    return StoreError(message.format(path=path), hint=hint, retryable=code in _RETRYABLE)


def tampered(name: str) -> TamperError:
    """For a document whose rows are not those that were stored."""
    return TamperError(
        f"The stored copy of {name} was changed or damaged.",
        hint="Forget it and add the file again, or restore the library from a back-up.",
    )


def lost(file: Path, what: str) -> StoreError:
    """For a library whose indexes are there and whose database is not."""
    return StoreError(
        f"{file} {what}, but its indexes are there: the library has lost its documents.", hint=_anew(file)
    )


def another_program(file: Path, indexed: bool) -> StoreError:
    """For a database that is not ours, where ours is to be or, if there are indexes of ours, was."""
    hint = _anew(file) if indexed else "Choose another folder for the library."
    return StoreError(f"{file} is a database of another program.", hint=hint)


def another_library(file: Path) -> StoreError:
    """For a database that the indexes beside it were not made from."""
    return StoreError(
        f"{file} does not belong to the search indexes next to it.",
        hint=f"{_anew(file)} If this database is the right one, delete the folders words and vectors beside "
        "it: Pincite makes them again.",
    )


def _anew(file: Path) -> str:
    return (
        f"Restore {file.name} from a back-up. Without one, add the documents to a new library: name another "
        "folder, or empty this one first."
    )


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's result code without its details; 0 where Python's module raised on its own."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
