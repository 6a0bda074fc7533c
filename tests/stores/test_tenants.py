"""Users of the database who may read some collections: what they find, and what they cannot find out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import psycopg
import pytest
from tests.postgres_server import Server
from tests.stores.near_vectors import MODEL, keep
from tests.stores.recorded import make_run
from tests.stores.store_documents import make_entry

from pincite.errors import NotHeld, StoreError
from pincite.retrieve.index import build
from pincite.service import open_library
from pincite.stores.opening import open_store
from pincite.stores.place import PostgresUrl

OURS, THEIRS = "ours", "theirs"
# What no tenant reads at all, because nothing in it says whose it is.
CLOSED = (
    "chain",
    "api_key",
    "model_reply",
    "model_reply_about",
    "provider_batch",
    "batch_request",
    "job_file",
)


@pytest.fixture
def database(postgres: Server) -> Iterator[str]:
    name = postgres.fresh()
    yield name
    postgres.drop(name)


@pytest.fixture
def tenant(postgres: Server, database: str) -> Iterator[str]:
    """The address of a user who may read one of two collections that hold the same kinds of rows."""
    role = f"tenant_of_{database}"
    with open_store(PostgresUrl(postgres.url(database))) as store:
        for collection, text in ((OURS, "Our fee is 100 euros."), (THEIRS, "Their secret fee is 999 euros.")):
            entry = make_entry(text, collection=collection, name=f"{collection}.pdf")
            entry = replace(entry, postings=build(entry.document))
            store.add([entry])
            keep(store, [entry])
            run = make_run(f"run-{collection}", entry.identity)
            store.record(run.__class__(run.id, collection, *_rest(run)))
            store.keep_table_cell(entry.identity, "key", f'{{"of": "{collection}"}}')
            store.add_decision(entry.identity, "field", "{}")
            store.hold_table(collection, f"table-{collection}", "[]", [entry.identity.name])
    postgres.run(f"CREATE ROLE {role} LOGIN")
    postgres.run(f"SELECT pincite.admit_tenant('{role}', '{OURS}')", database)
    yield postgres.url(database, role)
    postgres.run(f"SELECT pincite.dismiss_tenant('{role}')", database)
    postgres.run(f"DROP ROLE {role}")


def _rest(run: object) -> tuple[object, ...]:
    names = ("asked_at", "question", "outcome", "answer", "trace", "documents", "candidates", "parts")
    return tuple(getattr(run, name) for name in names)


def test_tenant_reads_lists_and_searches_its_own_collection(tenant: str):
    with open_store(PostgresUrl(tenant)) as store:
        (listing,) = store.listing(OURS)
        vector = np.ones(len(next(iter(_vectors(tenant)))) // 2, dtype=np.float32)

        assert "100 euros" in store.load(listing.identity).document.text
        assert store.content(listing.identity)
        assert [hit.identity for hit in store.search(["fee"], OURS, 5)] == [listing.identity]
        assert [hit.identity for hit in store.nearest(vector, MODEL, OURS, 5)] == [listing.identity]
        assert [run.id for run in store.runs(OURS)] == ["run-ours"]
        assert store.table_cells(listing.identity, ["key"]) == {"key": '{"of": "ours"}'}


def _vectors(tenant: str) -> list[bytes]:
    with psycopg.connect(tenant) as connection:
        return [vector for (vector,) in connection.execute("SELECT vector FROM pincite.vector").fetchall()]


def test_tenant_finds_nothing_of_another_collection(tenant: str, postgres: Server, database: str):
    with open_store(PostgresUrl(postgres.url(database))) as owner:
        (theirs,) = owner.listing(THEIRS)
    with open_store(PostgresUrl(tenant)) as store:
        vector = np.ones(len(next(iter(_vectors(tenant)))) // 2, dtype=np.float32)

        assert store.listing(THEIRS) == []
        assert store.current(THEIRS, "theirs.pdf") is None
        assert store.search(["secret"], THEIRS, 5) == store.search(["secret"], OURS, 5) == []
        assert store.nearest(vector, MODEL, THEIRS, 5) == []
        assert store.runs(THEIRS) == []
        assert store.held_tables(THEIRS, "") == []
        assert store.table_cells(theirs.identity, ["key"]) == {}
        with pytest.raises(NotHeld):
            store.load(theirs.identity)
        with pytest.raises(NotHeld):
            store.content(theirs.identity)


def test_no_statement_of_a_tenant_sees_rows_of_another_collection(
    tenant: str, postgres: Server, database: str
):
    with postgres.connected(database) as owner:
        tables = [
            name for (name,) in owner.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'pincite'")
        ]
        (secret,) = owner.execute("SELECT id FROM pincite.version WHERE text LIKE '%secret%'").fetchone() or (
            0,
        )
        (hashed,) = owner.execute(
            "SELECT content_hash FROM pincite.passage WHERE version = %s", [secret]
        ).fetchone() or ("",)
    seen: dict[str, str] = {}
    with psycopg.connect(tenant, autocommit=True) as connection:
        for table in tables:
            try:
                rows = connection.execute(f'SELECT t::text FROM pincite."{table}" AS t'.encode()).fetchall()
                seen[table] = "\n".join(row for (row,) in rows)
            except psycopg.errors.InsufficientPrivilege:
                continue
        guessed = connection.execute(
            "SELECT (SELECT count(*) FROM pincite.version WHERE id = %(id)s) "
            "+ (SELECT count(*) FROM pincite.line WHERE version = %(id)s) "
            "+ (SELECT count(*) FROM pincite.vector WHERE content_hash = %(hash)s) "
            "+ (SELECT count(*) FROM pincite.run WHERE id = 'run-theirs')",
            {"id": secret, "hash": hashed},
        ).fetchone()

    assert not seen.keys() & set(CLOSED)
    assert {"document", "version", "vector", "run", "word_segment", "version_words"} <= seen.keys()
    for table, rows in seen.items():
        for clue in ("theirs", "secret", "Their", hashed):
            assert clue not in rows, table
    assert guessed == (0,)
    assert "ours" in seen["collection"]


def test_tenant_changes_nothing_and_admits_nobody(tenant: str):
    with open_store(PostgresUrl(tenant)) as store, pytest.raises(StoreError, match="read-only"):
        store.add([make_entry("x", collection=OURS)])
    with psycopg.connect(tenant, autocommit=True) as connection:
        for statement in (
            "UPDATE pincite.tenant SET collection = 'theirs'",
            "INSERT INTO pincite.tenant VALUES (current_user, 'theirs')",
            "DELETE FROM pincite.document",
            "SELECT pincite.admit_tenant(current_user, 'theirs')",
            "ALTER TABLE pincite.document DISABLE ROW LEVEL SECURITY",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement.encode())
        # Asking the server to do without row security is an error, and shows nothing.
        connection.execute("SET row_security = off")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SELECT * FROM pincite.document")


def test_tenant_asks_its_own_documents(tenant: str):
    with open_library(tenant, collection=OURS) as library:
        assert [each.identity.name for each in library.documents()] == ["ours.pdf"]
        answer = library.ask("What is the fee?")
        assert answer.error is None
        assert {lead.evidence[0].name for lead in answer.leads} <= {"ours.pdf"}
    with open_library(tenant, collection=THEIRS) as library:
        assert library.documents() == []


def test_user_without_collections_is_told_that_it_has_no_rights(postgres: Server, tenant: str, database: str):
    postgres.run(f"CREATE ROLE stranger_in_{database} LOGIN")

    with pytest.raises(StoreError, match="no permission"):
        open_store(PostgresUrl(postgres.url(database, f"stranger_in_{database}")))

    postgres.run(f"DROP ROLE stranger_in_{database}")


def test_user_with_rights_on_tables_who_is_no_tenant_is_refused_and_sees_no_empty_library(
    postgres: Server, database: str, tenant: str
):
    role = f"reader_of_{database}"
    postgres.run(f"CREATE ROLE {role} LOGIN")
    postgres.run(f"GRANT USAGE ON SCHEMA pincite TO {role}", database)
    postgres.run(f"GRANT ALL ON ALL TABLES IN SCHEMA pincite TO {role}", database)
    try:
        with pytest.raises(StoreError) as caught:
            open_store(PostgresUrl(postgres.url(database, role)))
        assert caught.value.message.startswith(f"{role} may read no collection")
        assert f"GRANT postgres TO {role};" in caught.value.hint

        postgres.run(f"SELECT pincite.admit_tenant('{role}', '{OURS}')", database)
        with open_store(PostgresUrl(postgres.url(database, role))) as store:
            assert [each for each, _ in store.collections()] == [OURS]
            with pytest.raises(StoreError, match="is read-only"):
                store.add([make_entry("x", collection=OURS)])
    finally:
        postgres.run(f"DROP OWNED BY {role}", database)
        postgres.run(f"DROP ROLE {role}")


def test_user_who_may_only_read_by_the_settings_of_the_database_reads(postgres: Server, database: str):
    url = PostgresUrl(postgres.url(database))
    with open_store(url) as store:
        store.add([make_entry("The fee is 100.")])
    postgres.run(f"ALTER DATABASE {database} SET default_transaction_read_only = on")

    notices: list[str] = []
    with open_store(url, notices.append) as store:
        assert not store.database.writable
        assert len(store.listing("default")) == 1
    assert notices == []
