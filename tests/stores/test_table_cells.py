"""Cells of tables are kept with the version that was asked, and go with it."""

from __future__ import annotations

from tests.factories import AGREEMENT, entry

from pincite.stores.library_store import LibraryStore
from pincite.stores.sqlite import open_library


def test_cell_is_kept_under_its_key_and_another_takes_its_place(store: LibraryStore):
    held = entry()
    store.add([held])

    store.keep_table_cell(held.identity, "a", "first")
    store.keep_table_cell(held.identity, "b", "other")
    store.keep_table_cell(held.identity, "a", "second")

    assert store.table_cells(held.identity, ["a", "c"]) == {"a": "second"}
    assert store.table_cells(held.identity, []) == {}


def test_cells_are_there_after_the_library_was_closed(store: LibraryStore, folder):
    held = entry()
    store.add([held])
    store.keep_table_cell(held.identity, "a", "cell")
    store.close()

    with open_library(folder, lambda message: None) as again:
        assert again.table_cells(held.identity, ["a"]) == {"a": "cell"}


def test_each_version_has_cells_of_its_own(store: LibraryStore):
    first, second = entry(), entry(AGREEMENT.replace("4,500", "5,100"))
    store.add([first])
    store.keep_table_cell(first.identity, "a", "first")
    store.add([second])

    assert store.table_cells(second.identity, ["a"]) == {}
    assert store.table_cells(first.identity, ["a"]) == {"a": "first"}


def test_cells_go_with_a_document_that_is_forgotten(store: LibraryStore):
    held = entry()
    store.add([held])
    store.keep_table_cell(held.identity, "a", "cell")
    store.forget("default", held.identity.name)

    assert store.table_cells(held.identity, ["a"]) == {}
    store.keep_table_cell(held.identity, "a", "cell")
    store.add([held])
    assert store.table_cells(held.identity, ["a"]) == {}
