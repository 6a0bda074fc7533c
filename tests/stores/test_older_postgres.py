"""A library in PostgreSQL of every earlier schema is brought up to date and is what it was."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from full_library import LEASE, MANY, fill
from near_vectors import MODEL, vector_of
from psycopg import sql
from tests.postgres_server import Server

from pincite.audit.chain_check import checked
from pincite.stores import queries
from pincite.stores.library_store import LibraryStore
from pincite.stores.opening import open_store
from pincite.stores.place import PostgresUrl

MIGRATIONS = queries.migrations("postgres")
EARLIER = sorted(MIGRATIONS)[:-1]


@pytest.fixture(scope="module")
def of_today(postgres: Server) -> Iterator[str]:
    """The address of a library that has something in every table."""
    name = postgres.fresh()
    with open_store(PostgresUrl(postgres.url(name))) as store:
        fill(store)
    yield postgres.url(name)
    postgres.drop(name)


def older(address: str, of_today: str, schema: int) -> PostgresUrl:
    """The same library as an earlier version of Pincite left it: its tables, and what it wrote into them."""
    with psycopg.connect(address) as connection:
        connection.execute("CREATE SCHEMA pincite")
        connection.execute("SET search_path = pincite, public")
        for number in range(1, schema + 1):
            connection.execute(MIGRATIONS[number].encode())
            connection.execute("INSERT INTO migration (version) VALUES (%s)", [number])
        with psycopg.connect(of_today) as today:
            for table, columns in _tables(connection).items():
                _copy(today, connection, table, columns)
        _number_on(connection)
    return PostgresUrl(address)


def _tables(connection: psycopg.Connection) -> dict[str, list[str]]:
    """The tables of the library and their columns, without what the database fills in by itself."""
    tables: dict[str, list[str]] = {}
    for table, column in connection.execute(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'pincite' "
        "AND table_name <> 'migration' ORDER BY table_name, ordinal_position"
    ):
        tables.setdefault(table, []).append(column)
    return tables


def _copy(today: psycopg.Connection, older: psycopg.Connection, table: str, columns: list[str]) -> None:
    named = sql.SQL(", ").join(map(sql.Identifier, columns))
    there = sql.Identifier("pincite", table)
    rows = today.execute(sql.SQL("SELECT {} FROM {}").format(named, there)).fetchall()
    older.execute("SET session_replication_role = replica")  # no trigger, and no order among the tables
    older.execute(sql.SQL("DELETE FROM {}").format(there))
    values = sql.SQL(", ").join([sql.Placeholder()] * len(columns))
    insert = sql.SQL("INSERT INTO {} ({}) OVERRIDING SYSTEM VALUE VALUES ({})").format(there, named, values)
    older.cursor().executemany(insert, rows)
    older.execute("SET session_replication_role = DEFAULT")


def _number_on(connection: psycopg.Connection) -> None:
    """Have numbers that the database gives go on behind those that are there."""
    for table, column in connection.execute(
        "SELECT table_name, column_name FROM information_schema.columns "
        "WHERE table_schema = 'pincite' AND is_identity = 'YES'"
    ).fetchall():
        last = sql.SQL("SELECT setval(pg_get_serial_sequence({}, {}), 1 + coalesce(max({}), 0)) FROM {}")
        names = sql.Literal(f'pincite."{table}"'), sql.Literal(column), sql.Identifier(column)
        connection.execute(last.format(*names, sql.Identifier("pincite", table)))


def found(store: LibraryStore) -> list[object]:
    """What anybody can find out about a library."""
    listings = [each for name, _ in store.collections() for each in store.listing(name)]
    return [
        listings,
        [store.load(each.identity) for each in listings],
        [store.content(each.identity) for each in listings],
        store.versions("default", "lease.pdf"),
        store.search(["rent", "euros"], "default", 20),
        store.search(["rent"], "other", 20),
        store.nearest(vector_of(MANY.passages[3].content_hash), MODEL, "default", 5),
        store.runs("default"),
        checked(store.trail()),
        store.decisions(LEASE.identity, ["rent"]),
        store.held_tables("default", ""),
        store.jobs().found("default"),
        store.access().keys(),
    ]


@pytest.mark.parametrize("schema", EARLIER)
def test_library_of_an_earlier_schema_is_what_it_was(of_today: str, postgres_url: str, schema: int):
    url = older(postgres_url, of_today, schema)

    with open_store(PostgresUrl(of_today)) as today, open_store(url) as store:
        assert found(store) == found(today)
        assert store.add([LEASE]) == [True]
        assert store.forget("default", "lease.pdf") == 3
        assert store.search(["rent"], "default", 20) == []
    with psycopg.connect(url.secret) as connection:
        done = connection.execute("SELECT version FROM pincite.migration ORDER BY 1").fetchall()
    assert done == [(number,) for number in sorted(MIGRATIONS)]
