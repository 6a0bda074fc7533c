"""Bring the tables of Procrastinate, the queue that wakes workers, up to date beside our own.

The package brings its schema and its migrations; which of them the library has is in a row of ours. They are
applied with our own migrations, under the same lock, so that nobody has to run another program.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, LiteralString

from pincite.stores import queries
from pincite.stores.database import Row

if TYPE_CHECKING:
    from psycopg import Connection

_PACKAGE = "procrastinate"


def is_current(connection: Connection[Row]) -> bool:
    """Whether the tables are for the version that is installed; also where none is."""
    try:
        installed = version(_PACKAGE)
    except PackageNotFoundError:
        return True
    row = connection.execute(_sql("queue_schema")).fetchone()
    return row is not None and row[0] == installed


def bring_up(connection: Connection[Row]) -> None:
    """Make the tables, or apply the migrations that are new; the caller holds the lock of migrations."""
    if is_current(connection):
        return
    scripts = _migrations()
    row = connection.execute(_sql("queue_schema")).fetchone()
    if row is None:
        with connection.transaction():
            connection.execute((_folder() / "schema.sql").read_bytes())
            _note(connection, version(_PACKAGE), max(scripts))
        return
    # Each for itself: a value that is added to an enumeration can be used only afterwards.
    for name in sorted(name for name in scripts if name > row[1]):
        with connection.transaction():
            connection.execute(scripts[name])
            _note(connection, row[0], name)
    _note(connection, version(_PACKAGE), max(*scripts, row[1]))


def _note(connection: Connection[Row], package: str, migration: str) -> None:
    connection.execute(_sql("set_queue_schema"), {"package": package, "migration": migration})


def _folder() -> Traversable:
    return files(f"{_PACKAGE}.sql")


def _migrations() -> dict[str, bytes]:
    """By name, in whose order they are applied."""
    found = (_folder() / "migrations").iterdir()
    return {each.name: each.read_bytes() for each in found if each.name.endswith(".sql")}


def _sql(query: str) -> LiteralString:
    return queries.load("postgres")[query]
