"""Vectors in a library: kept by the hash of their text and by model, and gone with the last such text."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from store_documents import make_entry
from test_sqlite_store import stored

from pincite.errors import StoreError
from pincite.records.library import Entry
from pincite.stores.library_store import LibraryStore
from pincite.stores.sqlite import open_library, open_library_to_read

MODEL = "test/1"

BY_VECTOR = True


def hash_of(entry: Entry) -> str:
    return entry.passages[0].content_hash


def test_vector_is_kept_by_hash_and_model(store: LibraryStore):
    one, other = make_entry("one", "one.pdf"), make_entry("other", "other.pdf")
    store.add([one, other])

    store.keep_vectors(MODEL, {hash_of(one): b"12"})
    store.keep_vectors("test/2", {hash_of(one): b"34", hash_of(other): b"56"})

    hashes = [hash_of(one), hash_of(other), "unknown"]
    assert store.vectors(hashes, MODEL) == {hash_of(one): b"12"}
    assert store.vectors(hashes, "test/2") == {hash_of(one): b"34", hash_of(other): b"56"}
    assert store.vectors(hashes, "test/3") == {}
    assert store.vectors([], MODEL) == {}


def test_vector_is_kept_after_closing(store: LibraryStore, folder: Path):
    entry = make_entry("one")
    store.add([entry])
    store.keep_vectors(MODEL, {hash_of(entry): b"12"})
    store.close()

    with open_library_to_read(folder, print) as reopened:
        assert reopened.vectors([hash_of(entry)], MODEL) == {hash_of(entry): b"12"}
        with pytest.raises(StoreError, match="is read-only"):
            reopened.keep_vectors(MODEL, {hash_of(entry): b"12"})


def test_vector_that_is_kept_again_replaces_the_one_before(store: LibraryStore):
    entry = make_entry("one")
    store.add([entry])

    store.keep_vectors(MODEL, {hash_of(entry): b"damaged"})
    store.keep_vectors(MODEL, {hash_of(entry): b"12"})

    assert store.vectors([hash_of(entry)], MODEL) == {hash_of(entry): b"12"}


def test_forgetting_leaves_nothing_in_any_table(store: LibraryStore, folder: Path):
    entries = [make_entry(text) for text in ("draft", "final")]
    store.add(entries)
    for model in (MODEL, "test/2"):
        store.keep_vectors(model, {hash_of(entry): b"secret vector" for entry in entries})

    store.forget("default", "lease.pdf")

    tables = stored(folder, "SELECT name FROM sqlite_schema WHERE type = 'table'")
    # SQLite's own counters, the library itself and the names of collections outlive every document.
    left = {str(name) for (name,) in tables} - {"sqlite_sequence", "library", "collection", "chain"}
    assert {"vector", "vector_model", "passage"} <= left
    for table in left:
        assert stored(folder, f'SELECT count(*) FROM "{table}"') == [(0,)], table
    assert b"secret vector" not in (folder / "library.db").read_bytes()


def test_vector_of_a_text_that_another_document_holds_stays(store: LibraryStore):
    one, copy, other = (
        make_entry("same", "a.pdf"),
        make_entry("same", "b.pdf"),
        make_entry("other", "a.pdf"),
    )
    store.add([one, copy, other])
    store.keep_vectors(MODEL, {hash_of(one): b"12", hash_of(other): b"34"})

    store.forget("default", "a.pdf")

    assert store.vectors([hash_of(one), hash_of(other)], MODEL) == {hash_of(one): b"12"}
    store.forget("default", "b.pdf")
    assert store.vectors([hash_of(one)], MODEL) == {}


def test_vector_of_a_text_in_another_collection_stays(store: LibraryStore):
    ours, theirs = make_entry("same"), make_entry("same", collection="theirs")
    store.add([ours, theirs])
    store.keep_vectors(MODEL, {hash_of(ours): b"12"})

    store.forget("default", "lease.pdf")

    assert store.vectors([hash_of(ours)], MODEL) == {hash_of(ours): b"12"}


def test_text_that_is_forgotten_while_it_is_embedded_leaves_no_vector(store: LibraryStore, folder: Path):
    entry = make_entry("one")
    store.add([entry])
    store.forget("default", "lease.pdf")

    store.keep_vectors(MODEL, {hash_of(entry): b"12"})

    assert stored(folder, "SELECT count(*) FROM vector") == [(0,)]
    assert stored(folder, "SELECT count(*) FROM vector_model") == [(0,)]


def test_older_version_of_a_document_keeps_its_vectors(store: LibraryStore):
    old, new = make_entry("old"), make_entry("new")
    store.add([old])
    store.keep_vectors(MODEL, {hash_of(old): b"12"})

    store.add([new])

    assert store.vectors([hash_of(old)], MODEL) == {hash_of(old): b"12"}


def test_vectors_can_be_read_while_another_connection_writes(store: LibraryStore, folder: Path):
    entry = make_entry("one")
    store.add([entry])
    store.keep_vectors(MODEL, {hash_of(entry): b"12"})
    writer = sqlite3.connect(folder / "library.db", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("DELETE FROM vector")

    with open_library(folder, print) as reader:
        assert reader.vectors([hash_of(entry)], MODEL) == {hash_of(entry): b"12"}
    writer.close()


def test_older_vectors_go_where_newer_ones_are_made(store: LibraryStore):
    made, waiting, replaced = (
        make_entry("made", "a.pdf"),
        make_entry("w", "b.pdf"),
        make_entry("old", "a.pdf"),
    )
    store.add([replaced])
    store.add([made, waiting])
    hashes = [hash_of(each) for each in (made, waiting, replaced)]
    store.keep_vectors("local/1/2", dict.fromkeys(hashes, b"12"))
    store.keep_vectors("served/1/2", dict.fromkeys(hashes, b"12"))
    store.keep_vectors("local/2/2", {hash_of(made): b"34"})

    store.drop_older_vectors("local", "local/2/2")

    assert set(store.vectors(hashes, "local/1/2")) == {hash_of(waiting)}
    assert set(store.vectors(hashes, "served/1/2")) == set(hashes)
    assert set(store.vectors(hashes, "local/2/2")) == {hash_of(made)}


def test_vectors_of_one_document_are_made_by_one_process_at_a_time(store: LibraryStore, folder: Path):
    one = make_entry("one")
    with open_library(folder, print) as other:
        with store.making_vectors(one.identity) as free, other.making_vectors(one.identity) as also:
            assert (free, also) == (True, False)
        with other.making_vectors(one.identity) as then:
            assert then
