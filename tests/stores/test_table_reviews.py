"""Tables are known by their id, and what was decided about their cells is only ever added."""

from __future__ import annotations

import pytest
from tests.factories import entry

from pincite.errors import NotHeld
from pincite.stores.library_store import LibraryStore


def test_table_is_found_by_the_beginning_of_its_id(store: LibraryStore):
    store.add([entry(name="a.txt"), entry("Another.\n", "b.txt")])
    store.hold_table("default", "abc1", "[1]", ["b.txt", "a.txt", "gone.txt"])
    store.hold_table("default", "abc1", "[1]", ["b.txt", "a.txt"])
    store.hold_table("default", "abd2", "[2]", ["a.txt"])

    assert store.held_tables("default", "abc") == [("abc1", "[1]", ["b.txt", "a.txt"])]
    assert len(store.held_tables("default", "ab")) == 2
    assert store.held_tables("other", "abc") == []


def test_forgotten_document_is_no_longer_in_a_table(store: LibraryStore):
    store.add([entry(name="a.txt"), entry("Another.\n", "b.txt")])
    store.hold_table("default", "abc1", "[1]", ["a.txt", "b.txt"])
    store.forget("default", "a.txt")

    assert store.held_tables("default", "abc1") == [("abc1", "[1]", ["b.txt"])]


def test_decisions_come_in_the_order_in_which_they_were_made(store: LibraryStore):
    held = entry()
    store.add([held])
    for decision in ("first", "second"):
        store.add_decision(held.identity, "fee", decision)
    store.add_decision(held.identity, "end", "other")

    assert store.decisions(held.identity, ["fee"]) == [("fee", "first"), ("fee", "second")]


def test_nothing_is_decided_about_what_is_not_held(store: LibraryStore):
    held = entry()
    with pytest.raises(NotHeld):
        store.add_decision(held.identity, "fee", "first")
    assert store.decisions(held.identity, ["fee"]) == []
