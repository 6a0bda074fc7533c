"""A library of another form is refused by the number of its schema, and nothing in it changes."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from raw_rows import change, stored
from store_documents import make_entry

from pincite.errors import PinciteError, StoreError
from pincite.stores import queries
from pincite.stores.backing_up import back_up, restore
from pincite.stores.library_store import LibraryStore
from pincite.stores.opening import open_copied, open_copy, open_store
from pincite.stores.place import Place, PostgresUrl
from pincite.stores.sqlite_database import FILE

(SCHEMA,) = queries.migrations("sqlite")
OTHERS = {
    0: "older form: it has schema 0, .*add the documents to it again",
    1: "older form: it has schema 1, .*add the documents to it again",
    SCHEMA - 1: f"older form: it has schema {SCHEMA - 1}, .*add the documents to it again",
    SCHEMA + 1: f"newer form: it has schema {SCHEMA + 1}, .*pip install --upgrade pincite",
}
WAYS: list[Callable[[Place], object]] = [
    lambda place: open_store(place, print),
    lambda place: open_store(place, print, read_only=True),
    lambda place: open_copied(place, print, None),
    lambda place: open_copy(place, print, None),
]


def hashes(folder: Path) -> dict[str, str]:
    """Every file of a folder by its path, as the hash of its bytes."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in found}


def set_schema(file: Path, schema: int) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version = {schema}")


@pytest.mark.parametrize("schema", OTHERS)
def test_folder_is_refused_and_no_byte_of_it_changes(store: LibraryStore, folder: Path, schema: int):
    store.add([make_entry("alpha")])
    store.close()
    set_schema(folder / FILE, schema)
    before = hashes(folder)
    assert not {f"{FILE}-wal", f"{FILE}-shm"} & before.keys()

    for way in WAYS:
        with pytest.raises(StoreError, match=OTHERS[schema]) as caught:
            way(folder)
        assert caught.value.exit_code == 5
        assert hashes(folder) == before


@pytest.mark.parametrize("kept", ["library", "log"])
def test_log_that_a_killed_process_left_stays_as_it_is(folder: Path, scratch: Path, kept: str):
    """Also where the whole library is in its log still, as it is after the first process was killed."""
    living = scratch / "living"
    living.mkdir()
    with closing(sqlite3.connect(living / FILE, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE document (id INTEGER)")
        connection.execute("PRAGMA application_id = 0x50696E63")
        connection.execute("PRAGMA user_version = 7")
        if kept == "library":
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("INSERT INTO document VALUES (1)")
        folder.mkdir()
        for name in (FILE, f"{FILE}-wal"):
            shutil.copy(living / name, folder / name)
    before = hashes(folder)

    for way in WAYS:
        with pytest.raises(StoreError, match="older form: it has schema 7"):
            way(folder)
        after = hashes(folder)
        after.pop(f"{FILE}-shm", "")  # which SQLite needs to read a log, and makes anew each time
        assert after == before


@pytest.mark.parametrize("schema", OTHERS)
def test_back_up_of_another_form_makes_no_library(store: LibraryStore, folder: Path, schema: int):
    file = folder.parent / "a.backup"
    back_up(store.database, file)
    set_schema(file, schema)
    before = file.read_bytes()

    with pytest.raises(PinciteError, match=OTHERS[schema] if schema else "not a back-up"):
        restore(file, folder.parent / "new")
    assert not (folder.parent / "new").exists()
    assert file.read_bytes() == before


@pytest.mark.parametrize("schema", [1, 6, SCHEMA - 1, SCHEMA + 1])
def test_database_of_a_server_is_refused_and_nothing_in_it_changes(postgres_url: str, schema: int):
    place = PostgresUrl(postgres_url)
    with open_store(place) as store:
        store.add([make_entry("alpha")])
    change(place, f"UPDATE migration SET version = {schema}")
    tables = [name for (name,) in stored(place, queries.load("postgres")["own_tables"])]
    rows = {table: stored(place, f'SELECT "{table}"::text FROM "{table}"') for table in tables}

    for way in WAYS:
        with pytest.raises(StoreError, match=OTHERS.get(schema, f"older form: it has schema {schema}")):
            way(place)
    assert {table: stored(place, f'SELECT "{table}"::text FROM "{table}"') for table in tables} == rows


def test_library_gets_the_migrations_that_it_has_not_had(
    place: Place, store: LibraryStore, monkeypatch: pytest.MonkeyPatch
):
    entry = make_entry("alpha")
    store.add([entry])
    store.close()
    known = queries.migrations("sqlite" if isinstance(place, Path) else "postgres")
    monkeypatch.setattr(
        queries, "migrations", lambda dialect: {**known, SCHEMA + 1: "CREATE TABLE later (n INTEGER);"}
    )

    with pytest.raises(StoreError, match="not up to date"):
        open_store(place, print, read_only=True)
    for _ in range(2):
        with open_store(place, print) as later:
            assert later.load(entry.identity).document == entry.document
    assert stored(place, "SELECT count(*) FROM later") == [(0,)]
