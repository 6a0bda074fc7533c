"""What a store lists of what was done: collections with their documents, and runs page by page."""

from __future__ import annotations

from dataclasses import replace

import pytest
from recorded import make_run
from store_documents import make_entry

from pincite.stores.library_store import LibraryStore


def test_collections_are_those_that_hold_documents_in_order_of_name(store: LibraryStore):
    places = [
        ("b.txt", "default"),
        ("a.txt", "zebra"),
        ("b.txt", "zebra"),
        ("c.txt", "Ähre"),
        ("d.txt", "gone"),
    ]
    store.add([make_entry(f"About {name}", name=name, collection=collection) for name, collection in places])
    store.add([make_entry("Another version", name="b.txt")])
    store.forget("gone", "d.txt")

    assert sorted(store.collections()) == [("default", 1), ("zebra", 2), ("Ähre", 1)]


@pytest.fixture
def asked(store: LibraryStore) -> LibraryStore:
    """Five runs, two of them at the same second, two of them for cells of tables."""
    entry = make_entry("The fee is 100.")
    store.add([entry])
    for name, day in (("one", 1), ("two", 2), ("three", 2), ("four", 3), ("five", 4)):
        run = make_run(name, entry.identity, f"2026-11-0{day}T00:00:00+00:00")
        cell = {"asked_for": '"cell"'} if name in ("two", "five") else {}
        store.record(replace(run, parts={**run.parts, **cell}))
    return store


def test_runs_for_cells_are_told_from_questions(asked: LibraryStore):
    trail = asked.trail()

    assert [each.id for each in trail.listed("default", asked_for="cell")] == ["five", "two"]
    assert [each.id for each in trail.listed("default", asked_for="question")] == ["four", "three", "one"]
    assert [each.asked_for for each in trail.listed("default", limit=2)] == ["cell", "question"]


def test_pages_of_runs_have_every_run_once_also_those_of_one_second(asked: LibraryStore):
    trail, seen, after = asked.trail(), [], ""
    while page := trail.listed("default", limit=2, after=after):
        seen += [each.id for each in page]
        after = page[-1].id

    assert seen == ["five", "four", "three", "two", "one"]
    assert trail.listed("default", after="nobody") == []
