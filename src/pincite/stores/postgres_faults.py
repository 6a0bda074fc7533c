"""Say in plain words what a PostgreSQL server refused, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pincite.errors import InputError, MissingExtra, StoreError

if TYPE_CHECKING:
    import psycopg

_RESTORE = "Restore the database from a back-up, or add the documents to a new library."
_INCOMPLETE = "The library {place} is damaged: a table, column or function of it is missing."
# By SQLSTATE, or by its first two characters: what happened, what to do, whether to try again.
_PLAIN: dict[str, tuple[str, str, bool]] = {
    "28": (
        "The server does not let you in to {place}: user or password is wrong, or pg_hba.conf says no.",
        "Check user and password: in the address, in PGPASSWORD or in ~/.pgpass.",
        False,
    ),
    "3D": (
        "There is no such database: {place}.",
        "Create it first, for example: createdb NAME. Or correct the address.",
        False,
    ),
    "42501": (
        "You have no permission for this in {place}.",
        "Ask its owner: docs/postgres.md lists the rights that Pincite needs.",
        False,
    ),
    "25006": (
        "The library {place} is read-only.",
        "Use a user who may write, or the main server in place of its replica.",
        False,
    ),
    "53100": (
        "The server has no space left for the library {place}.",
        "Free some space and repeat the command; earlier documents are safe.",
        False,
    ),
    "53300": (
        "The server of {place} has no connection left.",
        "Try again when others are done, or raise max_connections or the limit of this user or database.",
        True,
    ),
    "54": (
        "A document is too large for the library {place}, or its name is too long.",
        "Split the file, or give it a shorter name.",
        False,
    ),
    "40": (
        "Others changed the library {place} at the same time, so nothing was written.",
        "Try again.",
        True,
    ),
    "55P03": ("The library {place} is still in use by another process.", "Try again in a moment.", True),
    "57014": (
        "The server of {place} stopped a statement: it took longer than statement_timeout allows, "
        "or somebody cancelled it.",
        "Try again, or raise statement_timeout for this user.",
        True,
    ),
    "57": (
        "The server of {place} ended the connection: it is restarting, or somebody ended it.",
        "Try again in a moment.",
        True,
    ),
    "25P03": (
        "The server of {place} ended a transaction that was idle for too long.",
        "Try again, or raise idle_in_transaction_session_timeout for this user.",
        True,
    ),
    "42P01": (_INCOMPLETE, _RESTORE, False),
    "42703": (_INCOMPLETE, _RESTORE, False),
    "42883": (_INCOMPLETE, _RESTORE, False),
    "08": ("The connection to {place} was lost.", "Try again in a moment.", True),
    "XX001": ("The library {place} is damaged.", _RESTORE, False),
}
# What the driver says of a server that it does not reach. Its own words are never shown: where an address is
# written wrong, they quote parts of it, and a part of the password may be among them.
_UNREACHED = {
    "Connection refused": "nothing answers on that port",
    "No such file": "there is no socket of a server",
    "translate host name": "its host is not known",
    "resolve host": "its host is not known",
    "timeout": "it does not answer in time",
    "invalid integer value": "the port in its address is no number (write @ in a password as %40, / as %2F)",
    "invalid port": "the port in its address is no number (write @ in a password as %40, / as %2F)",
    "not currently accepting connections": "its owner lets nobody connect to this database at the moment",
    "starting up": "it is starting up",
    "shutting down": "it is shutting down",
    "recovery": "it is recovering",
    "SSL": "no encrypted connection comes about",
}
_LOST = _PLAIN["08"]


@contextmanager
def in_plain_words(place: str) -> Iterator[None]:
    """Whatever PostgreSQL raises inside becomes an error of ours."""
    import psycopg

    try:
        yield
    except psycopg.Error as error:
        raise store_error(error, place) from error
    except UnicodeEncodeError as error:
        raise InputError(
            f"{error.object!r} cannot be stored: it is not valid Unicode.",
            hint="Rename the file, or give it another name in the library.",
        ) from error


def store_error(error: psycopg.Error, place: str) -> StoreError:
    """What happened to the library at `place`, and what to do."""
    import psycopg
    import psycopg_pool

    if isinstance(error, psycopg_pool.PoolClosed):
        return StoreError(f"The library {place} is closed.", hint="Open it again.")
    if isinstance(error, psycopg_pool.PoolTimeout | psycopg_pool.TooManyRequests):
        return StoreError(
            f"No connection to {place} could be had in time.",
            hint="Check that the server is up; it may have too many clients.",
            retryable=True,
        )
    code = error.sqlstate or ""
    told = _PLAIN.get(code) or _PLAIN.get(code[:2])
    if told is None and not code and isinstance(error, psycopg.OperationalError):
        told = _LOST
    if told is None:
        return StoreError(
            f"The library {place} refused the operation: {_first_line(error)}.", hint="Please report this."
        )
    message, hint, retryable = told
    return StoreError(message.format(place=place), hint=hint, retryable=retryable)


def is_lost(error: psycopg.Error) -> bool:
    """Whether the connection is gone, so that another one may do."""
    import psycopg
    import psycopg_pool

    if isinstance(error, psycopg_pool.PoolTimeout | psycopg_pool.PoolClosed | psycopg_pool.TooManyRequests):
        return False
    code = error.sqlstate or ""
    return isinstance(error, psycopg.OperationalError) and (not code or code.startswith(("08", "57P")))


def cannot_connect(error: psycopg.Error, place: str) -> StoreError:
    """For a server that was not reached, or did not let us in."""
    said = str(error)
    code = error.sqlstate or _told_by(said)
    if code:
        message, hint, retryable = _PLAIN.get(code) or _PLAIN.get(code[:2]) or _LOST
        return StoreError(message.format(place=place), hint=hint, retryable=retryable)
    why = next((plain for part, plain in _UNREACHED.items() if part in said), "the connection fails")
    return StoreError(
        f"The server of {place} cannot be reached: {why}.",
        hint="Check the address, and that PostgreSQL is running there: pg_isready -h HOST -p PORT",
        retryable=True,
    )


def missing_driver() -> MissingExtra:
    return MissingExtra("psycopg", extra="postgres", needed_for="A library in PostgreSQL")


def _told_by(said: str) -> str:
    """The code for what a server says before there is a connection, which comes without one."""
    # libpq passes these on in the server's own language; in others than English they count as not reached.
    if "password" in said or "authentication" in said or "pg_hba.conf" in said:
        return "28"
    if "does not exist" in said:
        return "28" if "role" in said else "3D"
    if "permission denied" in said:
        return "42501"
    # Of the server, of one database or of one user.
    return "53300" if "too many" in said or "connection slots" in said else ""


def _first_line(error: psycopg.Error) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
