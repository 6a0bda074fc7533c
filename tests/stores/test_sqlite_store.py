"""What a library holds: versions, names, collections, bytes and runs."""

from __future__ import annotations

import sqlite3
import sys
from dataclasses import replace
from pathlib import Path
from subprocess import run

import pytest
from store_documents import filing_text, make_entry

from pincite.errors import InputError, StoreError, TamperError
from pincite.records.document import Parse
from pincite.records.library import DEFAULT_COLLECTION, Identity, RunRecord
from pincite.records.reading import PICTURES_WAIT
from pincite.stores.library_store import LibraryStore
from pincite.stores.sqlite import open_library


def stored(folder: Path, statement: str) -> list[tuple[object, ...]]:
    """Rows as any other program would read them."""
    connection = sqlite3.connect(folder / "library.db")
    try:
        return connection.execute(statement).fetchall()
    finally:
        connection.close()


def change(folder: Path, statement: str) -> None:
    connection = sqlite3.connect(folder / "library.db")
    connection.execute(statement)
    connection.commit()
    connection.close()


def make_run(identity: Identity) -> RunRecord:
    return RunRecord(
        "run-1",
        DEFAULT_COLLECTION,
        "2026-11-15T02:00:00+00:00",
        "Which fee?",
        "answered",
        "{}",
        "[]",
        (identity,),
    )


def test_document_is_loaded_as_it_was_added(store: LibraryStore):
    entry = make_entry(filing_text(pages=3))

    store.add([entry])

    held = store.load(entry.identity)
    assert held.identity == entry.identity
    assert held.document == entry.document
    assert held.postings == entry.postings
    assert store.content(entry.identity) == entry.content


def test_document_is_loaded_as_it_was_added_after_closing(store: LibraryStore, folder: Path):
    entry = make_entry("Fee: 4,500 euros")
    store.add([entry])
    store.close()

    with open_library(folder, print) as reopened:
        assert reopened.load(entry.identity).document == entry.document


def test_name_that_was_never_added_has_no_current_version(store: LibraryStore):
    assert store.current("default", "unknown.pdf") is None
    assert store.listing("unknown") == []


def test_version_that_is_not_held_cannot_be_loaded(store: LibraryStore):
    identity = make_entry("never added").identity

    with pytest.raises(StoreError, match="does not hold version"):
        store.load(identity)
    with pytest.raises(StoreError, match="does not hold version"):
        store.content(identity)


def test_listing_describes_the_current_version_of_every_name_in_order(store: LibraryStore):
    first, second = make_entry("one\ntwo", name="b.pdf"), make_entry("three", name="a.pdf")

    store.add([first, make_entry("one", name="b.pdf"), first, second])

    a, b = store.listing("default")
    assert (a.identity, a.versions) == (second.identity, 1)
    assert (b.identity, b.versions) == (first.identity, 2)
    assert (b.format, b.pages, b.lines, b.blocks, b.characters) == ("pdf", 1, 2, 2, 7)
    assert b.added_at.endswith("+00:00")


def test_adding_the_same_version_again_does_nothing(store: LibraryStore, folder: Path):
    entry = make_entry("unchanged")
    store.add([entry])
    generation = stored(folder, "SELECT generation FROM library")

    store.add([entry, entry])

    assert store.listing("default")[0].versions == 1
    assert stored(folder, "SELECT generation FROM library") == generation


def test_changed_file_becomes_current_and_the_older_version_stays_loadable(store: LibraryStore):
    old, new = make_entry("The fee is 100."), make_entry("The fee is 200.")

    store.add([old])
    store.add([new])

    assert store.current("default", "lease.pdf") == new.identity
    assert store.load(old.identity).document == old.document
    assert store.content(old.identity) == old.content


def test_same_bytes_read_by_another_parser_are_another_version_and_kept_once(
    store: LibraryStore, folder: Path
):
    old, new = make_entry("text"), make_entry("text", parse=Parse("factory", "2", "ocr=no"))

    store.add([old, new])

    assert store.current("default", "lease.pdf") == new.identity
    assert store.load(new.identity).document.parse == Parse("factory", "2", "ocr=no")
    assert stored(folder, "SELECT count(*) FROM source") == [(1,)]


def test_older_bytes_added_again_become_current_without_a_duplicate(store: LibraryStore):
    old, new = make_entry("alpha"), make_entry("beta")

    store.add([old, new])
    store.add([old])

    assert store.current("default", "lease.pdf") == old.identity
    assert store.listing("default")[0].versions == 2
    assert [hit.identity for hit in store.search(["alpha"], "default", 5)] == [old.identity]
    assert store.search(["beta"], "default", 5) == []


def test_collections_hold_the_same_name_apart(store: LibraryStore):
    ours, theirs = make_entry("alpha", collection="ours"), make_entry("beta", collection="theirs")

    store.add([ours, theirs])
    store.forget("theirs", "lease.pdf")

    assert store.current("ours", "lease.pdf") == ours.identity
    assert store.current("theirs", "lease.pdf") is None
    assert store.search(["alpha"], "theirs", 5) == []


def test_forget_deletes_every_version_and_says_how_many(store: LibraryStore, folder: Path):
    versions = [make_entry(f"Draft {number}") for number in range(3)]
    store.add(versions)

    assert store.forget("default", "lease.pdf") == 3
    assert store.forget("default", "lease.pdf") == 0
    assert store.forget("nowhere", "lease.pdf") == 0

    assert store.listing("default") == []
    for table in ("document", "version", "source", "page", "furniture", "line", "section", "paragraph"):
        assert stored(folder, f"SELECT count(*) FROM {table}") == [(0,)], table
    for table in ("block", "passage", "chunk"):
        assert stored(folder, f"SELECT count(*) FROM {table}") == [(0,)], table


def test_forgotten_words_are_in_no_file_of_the_library(store: LibraryStore, folder: Path):
    secret = "Xyzzyplughfoo"
    kept = make_entry("kept words\n" + filing_text(pages=2), name="kept.pdf")
    store.add([kept, make_entry(filing_text(pages=4) + f"\n{secret} is the code", name="secret.pdf")])
    store.add([make_entry(f"short {secret}", name="secret.pdf")])
    assert _files_with(folder, secret)

    store.forget("default", "secret.pdf")

    assert _files_with(folder, secret) == []
    assert store.search([secret], "default", 5) == []
    assert store.load(kept.identity).document == kept.document
    assert [hit.block for hit in store.search(["kept"], "default", 5)] == [1]


def test_forget_says_when_a_reader_keeps_the_log(store: LibraryStore, folder: Path, notices: list[str]):
    store.add([make_entry("secret")])
    store.database.connection.execute("PRAGMA busy_timeout = 50")
    reader = sqlite3.connect(folder / "library.db", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM document").fetchone()

    store.forget("default", "lease.pdf")

    reader.close()
    assert any("keeps the forgotten text" in notice for notice in notices)


def _files_with(folder: Path, word: str) -> list[str]:
    needles = (word.encode(), word.lower().encode())
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [file.name for file in files if any(needle in file.read_bytes() for needle in needles)]


def test_changed_bytes_of_a_file_are_noticed(store: LibraryStore, folder: Path):
    entry = make_entry("The fee is 100.")
    store.add([entry])

    change(folder, "UPDATE source SET content = x'00'")

    with pytest.raises(TamperError, match=r"stored copy of lease\.pdf was changed or damaged.*Forget it"):
        store.content(entry.identity)


def test_failing_entry_leaves_the_ones_before_it_stored_and_searchable(store: LibraryStore):
    good, bad = make_entry("alpha", name="good.pdf"), make_entry("beta", name="bad\udcff.pdf")

    with pytest.raises(InputError, match="not valid Unicode"):
        store.add([good, bad])

    assert [listing.identity.name for listing in store.listing("default")] == ["good.pdf"]
    assert [hit.identity for hit in store.search(["alpha"], "default", 5)] == [good.identity]


def test_entry_that_fails_half_way_leaves_nothing(store: LibraryStore, folder: Path):
    entry = make_entry("alpha")
    twice = replace(entry, chunks=entry.chunks * 2)

    with pytest.raises(StoreError):
        store.add([twice])

    assert store.listing("default") == []
    assert stored(folder, "SELECT count(*) FROM version") == [(0,)]


@pytest.mark.parametrize("named", [{"name": "a\0b.pdf"}, {"collection": "a\0b"}])
def test_name_with_a_nul_is_refused_by_every_store(store: LibraryStore, named: dict[str, str]):
    with pytest.raises(InputError, match="contains the character NUL"):
        store.add([make_entry("The fee is 100.", **named)])

    assert store.collections() == []


def test_run_is_recorded_once_with_its_documents(store: LibraryStore, folder: Path):
    entry = make_entry("The fee is 100.")
    store.add([entry])
    run_record = make_run(entry.identity)

    store.record(run_record)
    store.record(run_record)

    assert stored(folder, "SELECT id, question, outcome, answer, trace FROM run") == [
        ("run-1", "Which fee?", "answered", "{}", "[]")
    ]
    assert stored(folder, "SELECT run, name, source, version FROM run_document") == [
        ("run-1", "lease.pdf", entry.identity.source, entry.identity.version)
    ]


def test_run_in_an_empty_library_is_recorded(store: LibraryStore, folder: Path):
    store.record(replace(make_run(make_entry("x").identity), documents=()))

    assert stored(folder, "SELECT count(*) FROM run") == [(1,)]


def test_run_still_names_its_documents_after_they_are_forgotten(store: LibraryStore, folder: Path):
    entry = make_entry("The fee is 100.")
    store.add([entry])
    store.record(make_run(entry.identity))

    store.forget("default", "lease.pdf")

    assert stored(folder, "SELECT name, source FROM run_document") == [("lease.pdf", entry.identity.source)]


def test_importing_the_store_loads_neither_tantivy_nor_numpy():
    probe = "import sys, pincite.stores.sqlite; print(*{'tantivy', 'numpy'} & set(sys.modules))"
    result = run(
        [sys.executable, "-c", probe],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert result.stdout.strip() == ""


def test_entry_that_replaces_a_version_is_held_only_while_that_version_is_current(store: LibraryStore):
    first, second, third = (make_entry(text) for text in ("one", "two", "three"))
    store.add([first])

    assert store.add([replace(second, replaces=first.identity)]) == [True]
    assert store.add([replace(third, replaces=first.identity)]) == [False]
    assert store.current(second.identity.collection, second.identity.name) == second.identity


def test_only_current_versions_whose_parse_says_so_wait_for_their_pictures(store: LibraryStore):
    whole, other = make_entry("one", "a.pdf"), make_entry("two", "b.pdf")
    parse = whole.document.parse.before_pictures()
    identity = replace(whole.identity, version="0" * 16)
    store.add([replace(whole, identity=identity, document=replace(whole.document, parse=parse)), other])
    assert store.waiting_for_pictures(DEFAULT_COLLECTION) == [identity]

    store.add([replace(whole, replaces=identity)])

    assert store.waiting_for_pictures(DEFAULT_COLLECTION) == []
    assert store.load(identity).document.parse.options.endswith(PICTURES_WAIT)
