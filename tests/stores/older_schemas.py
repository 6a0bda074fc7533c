"""A library in a folder as an earlier schema had it: the same rows, in the tables of that time."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from pincite.stores import queries
from pincite.stores.sqlite_database import FILE

APPLICATION_ID = 0x50696E63


def set_back(folder: Path, schema: int) -> None:
    """Have a closed library be one of an earlier schema."""
    newer = (folder / FILE).rename(folder / "newer.db")
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as connection:
        for number in range(1, schema + 1):
            connection.executescript(queries.migrations("sqlite")[number])
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {schema}")
        connection.execute("ATTACH ? AS newer", [str(newer)])
        connection.execute("PRAGMA foreign_keys = OFF")
        for (table,) in connection.execute(
            "SELECT name FROM main.sqlite_master WHERE type = 'table'"
        ).fetchall():
            columns = ", ".join(
                sorted(_columns(connection, "main", table) & _columns(connection, "newer", table))
            )
            connection.execute(f'DELETE FROM main."{table}"')
            connection.execute(
                f'INSERT INTO main."{table}" ({columns}) SELECT {columns} FROM newer."{table}"'
            )
    newer.unlink()


def _columns(connection: sqlite3.Connection, schema: str, table: str) -> set[str]:
    return {f'"{name}"' for _, name, *_ in connection.execute(f'PRAGMA {schema}.table_info("{table}")')}
