"""Several processes share a library, and any of them may be killed at any instant."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest
from processes import start, wait_for
from store_documents import make_entry

from pincite.errors import StoreError
from pincite.records.library import Listing
from pincite.stores.library_store import LibraryStore
from pincite.stores.lock import WAITING
from pincite.stores.sqlite import open_library


def names(store: LibraryStore) -> set[str]:
    return {listing.identity.name for listing in store.listing("default")}


def test_second_process_waits_says_so_and_both_add_all_their_documents(folder: Path):
    first = start("add", folder, "first", 12, 0.1)
    wait_for(first, "adding")
    second = start("add", folder, "second", 3, 0)

    second_said, _ = second.communicate(timeout=60)
    first_said, _ = first.communicate(timeout=60)

    assert WAITING in second_said
    assert WAITING not in first_said
    with open_library(folder, print) as store:
        expected = {f"first{n}" for n in range(12)} | {f"second{n}" for n in range(3)}
        assert names(store) == expected
        assert {hit.identity.name for n in expected for hit in store.search([n], "default", 5)} == expected


def test_processes_that_create_a_library_at_the_same_time_all_succeed(folder: Path):
    processes = [start("add", folder, f"p{number}x", 2, 0) for number in range(4)]

    said = [process.communicate(timeout=60)[0] for process in processes]

    assert [text.splitlines()[-1] for text in said] == ["done"] * 4, said
    with open_library(folder, print) as store:
        assert len(names(store)) == 8


def test_reader_finds_everything_that_is_listed_while_another_process_writes(folder: Path):
    with open_library(folder, print) as reader:
        writer = start("churn", folder)
        wait_for(writer, "ready")
        until, compared = time.monotonic() + 1.5, 0
        while time.monotonic() < until:
            for listing in reader.listing("default")[-3:]:
                compared += _compare(reader, listing)
        writer.kill()
        writer.wait()
        assert compared


def test_process_that_died_between_rows_and_index_is_made_up_for(folder: Path):
    with open_library(folder, print) as store:
        store.add([make_entry("alpha", name="a")])
        store._hold(make_entry("beta", name="b"))

    with open_library(folder, print) as store:
        assert [hit.identity.name for hit in store.search(["beta"], "default", 5)] == ["b"]
        assert store.words._rest is None


@pytest.mark.parametrize("seed", range(2))
def test_killed_writer_leaves_every_document_whole_or_absent(folder: Path, seed: int):
    _kill_and_check(folder, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_killed_writer_leaves_every_document_whole_or_absent_often(folder: Path, seed: int):
    _kill_and_check(folder, seed)


def _compare(reader: LibraryStore, listing: Listing) -> bool:
    """Whether the version stayed current during its search, so that there was something to compare."""
    number = listing.identity.name.removeprefix("doc")
    hits = reader.search([f"marker{number}v0", f"marker{number}v1"], "default", 5)
    if reader.current("default", listing.identity.name) != listing.identity:
        return False
    assert [hit.identity for hit in hits] == [listing.identity]
    try:
        text = reader.load(listing.identity).document.text
    except StoreError:
        # Forgotten since it was compared, which is the only excuse for not being there.
        assert reader.current("default", listing.identity.name) != listing.identity
        return False
    assert text.startswith(f"marker{number}v")
    return True


def _kill_and_check(folder: Path, seed: int) -> None:
    """Kill a writer twice in the same library, so that the second one starts from what the first left."""
    draw = random.Random(seed)
    for _ in range(2):
        writer = start("churn", folder)
        wait_for(writer, "ready")
        time.sleep(draw.uniform(0.0, 0.5))
        writer.kill()
        writer.wait()
        with open_library(folder, print) as store:
            _check(store)


def _check(store: LibraryStore) -> None:
    listings = store.listing("default")
    present = {_marker(store, listing): listing.identity for listing in listings}
    assert len(present) == len(listings)
    for listing in listings:
        assert store.content(listing.identity).decode() == store.load(listing.identity).document.text
    last = max((int(re.findall(r"\d+", marker)[0]) for marker in present), default=0)
    possible = [f"marker{number}v{version}" for number in range(last + 4) for version in (0, 1)]
    for marker in possible:
        found = [hit.identity for hit in store.search([marker], "default", 5)]
        assert found == ([present[marker]] if marker in present else []), marker
    assert store.words._rest is None, "the index was not repaired on opening"


def _marker(store: LibraryStore, listing: Listing) -> str:
    return store.load(listing.identity).document.text.split("\n")[0]
