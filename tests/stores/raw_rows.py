"""Look at the rows of a library, and change them, behind the back of the store."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from pincite.stores.place import Place

_GUARDS = {
    "chain_unchanged": "chain",
    "chain_uncut": "chain",
    "run_unchanged": "run",
    "table_decision_unchanged": "table_decision",
}


def stored(place: Place, statement: str) -> list[Any]:
    """What a statement finds."""
    if isinstance(place, Path):
        connection = sqlite3.connect(place / "library.db")
        try:
            return connection.execute(statement).fetchall()
        finally:
            connection.close()
    import psycopg

    with psycopg.connect(place.secret, options="-c search_path=pincite,public") as server:
        return server.execute(statement.encode()).fetchall()


def change(place: Place, *statements: str) -> None:
    """Run statements one after the other, in one transaction."""
    if isinstance(place, Path):
        connection = sqlite3.connect(place / "library.db")
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        connection.close()
        return
    import psycopg

    with psycopg.connect(place.secret, options="-c search_path=pincite,public") as server:
        for statement in statements:
            server.execute(statement.encode())


def tamper(place: Place, *statements: str) -> None:
    """Change rows as somebody would who knows the database: the triggers that guard them go first."""
    on = "" if isinstance(place, Path) else " ON {table}"
    dropped = [f"DROP TRIGGER IF EXISTS {name}{on.format(table=table)}" for name, table in _GUARDS.items()]
    change(place, *dropped, *statements)
