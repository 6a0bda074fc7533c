"""Search by vector: everything that is kept is compared, and nothing that is gone."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import time
from pathlib import Path

import numpy as np
import pytest
from near_vectors import (
    DIMENSIONS,
    MODEL,
    exactly_nearest,
    keep,
    many_passages,
    signs,
    stored,
    vector_of,
)
from processes import start, wait_for

from pincite import testing
from pincite.records.library import Entry
from pincite.stores import lock
from pincite.stores.library_store import LibraryStore
from pincite.stores.signs import Signs, by_adding
from pincite.stores.sqlite import open_library, open_library_to_read
from pincite.stores.vectors import FOLDER, LOCK_FILE

BY_VECTOR = True
ASKED = vector_of("a question")


def found(store: LibraryStore, limit: int = 5, vector: np.ndarray = ASKED, collection: str = "default"):
    hits = store.nearest(vector, MODEL, collection, limit)
    return [(hit.identity.name, hit.passage) for hit in hits]


def manifest(folder: Path) -> dict[str, object]:
    (path,) = (folder / FOLDER).glob("*.json")
    return json.loads(path.read_text())


def signs_file(folder: Path) -> Path:
    return folder / FOLDER / str(manifest(folder)["file"])


def filled(store: LibraryStore, *counts: int) -> list[Entry]:
    entries = [many_passages(f"doc{number}", count) for number, count in enumerate(counts)]
    store.add(entries)
    keep(store, entries)
    return entries


def test_library_keeps_the_promise_of_a_store(store: LibraryStore):
    testing.store_finds_the_nearest(store, [many_passages(f"doc{n}", 40) for n in range(6)], MODEL)


def test_nearest_of_thousands_are_those_that_comparing_all_finds(store: LibraryStore):
    entries = filled(store, *([100] * 30))

    for asked in map(vector_of, "abcdefgh"):
        assert found(store, 10, asked) == exactly_nearest(entries, asked, 10)


def test_more_can_be_wanted_than_there_are(store: LibraryStore):
    entries = filled(store, 3, 2)

    assert found(store, 50) == exactly_nearest(entries, ASKED, 50)
    assert found(store, 0) == []


def test_library_without_vectors_finds_nothing(store: LibraryStore, folder: Path):
    assert found(store) == []
    store.add([many_passages("doc", 3)])
    assert found(store) == []
    assert not (folder / FOLDER).exists()


def test_passage_of_a_replaced_version_is_not_found_until_it_is_current_again(store: LibraryStore):
    old, new = many_passages("doc", 3, text="old"), many_passages("doc", 3, text="new")
    store.add([old])
    keep(store, [old])
    store.add([new])
    keep(store, [new])

    exact = vector_of(old.passages[1].content_hash)
    assert found(store, 5, exact) == exactly_nearest([new], exact, 5)
    store.add([old])
    assert found(store, 1, exact) == [("doc", 2)]
    assert found(store, 5, exact) == exactly_nearest([old], exact, 5)


def test_passages_of_another_collection_never_stand_in_the_way(store: LibraryStore):
    theirs, ours = many_passages("theirs", 3_000, "theirs"), many_passages("ours", 4)
    store.add([theirs, ours])
    keep(store, [theirs, ours])

    assert found(store, 10) == exactly_nearest([ours], ASKED, 10)
    assert found(store, 10, collection="theirs") == exactly_nearest([theirs], ASKED, 10)


def test_text_that_stands_in_several_documents_is_found_in_each(store: LibraryStore):
    copies = [many_passages(name, 2, text="same") for name in ("b", "a", "c")]
    store.add(copies)
    keep(store, copies[:1])
    exact = vector_of(copies[0].passages[0].content_hash)

    assert found(store, 3, exact) == [("a", 1), ("b", 1), ("c", 1)]
    assert found(store, 2, exact) == [("a", 1), ("b", 1)]


def test_vectors_that_are_alike_come_in_an_order_that_does_not_depend_on_who_was_first(folder: Path):
    orders = []
    for place in ("one", "other"):
        with open_library(folder / place, print) as store:
            entries = [many_passages(name, 5) for name in ("a", "b", "c")]
            entries = entries if place == "one" else entries[::-1]
            store.add(entries)
            for entry in entries:
                store.keep_vectors(MODEL, {each.content_hash: stored(ASKED) for each in entry.passages})
            orders.append(found(store, 8))
    assert orders[0] == orders[1]
    assert len(orders[0]) == 8


def test_each_model_has_vectors_of_its_own(store: LibraryStore, folder: Path):
    entries = filled(store, 5)
    other = many_passages("other", 5)
    store.add([other])
    keep(store, [other], "test/2/96")

    assert found(store, 20) == exactly_nearest(entries, ASKED, 20)
    hits = store.nearest(ASKED, "test/2/96", "default", 20)
    assert {hit.identity.name for hit in hits} == {"other"}
    assert len(list((folder / FOLDER).glob("*.json"))) == 2


def test_damaged_vector_is_never_found_and_can_be_made_good(store: LibraryStore):
    (entry,) = filled(store, 3)
    hashes = [passage.content_hash for passage in entry.passages]
    store.keep_vectors(MODEL, {hashes[0]: b"", hashes[1]: stored(np.full(DIMENSIONS, np.nan))})

    assert found(store) == [("doc0", 3)]
    keep(store, [entry])
    assert found(store) == exactly_nearest([entry], ASKED, 5)


def test_index_only_grows_at_its_end(store: LibraryStore, folder: Path):
    entries = filled(store, 50)
    before, file = signs_file(folder).read_bytes(), signs_file(folder)

    entries += [many_passages("more", 7)]
    store.add(entries[1:])
    keep(store, entries[1:])

    assert signs_file(folder) == file
    assert file.read_bytes()[: len(before)] == before
    assert manifest(folder)["rows"] == 57
    assert found(store, 10) == exactly_nearest(entries, ASKED, 10)


def test_same_vectors_kept_again_change_nothing(store: LibraryStore, folder: Path):
    entries = filled(store, 9)
    before = manifest(folder), signs_file(folder).read_bytes()

    keep(store, entries)

    assert (manifest(folder), signs_file(folder).read_bytes()) == before


def test_forgetting_leaves_no_byte_of_a_vector_in_any_file(store: LibraryStore, folder: Path):
    secret, *rest = entries = filled(store, 20, 30)
    vectors = [vector_of(passage.content_hash) for passage in secret.passages]
    everywhere = [file for file in folder.rglob("*") if file.is_file()]
    assert any(signs(vectors[3]) in file.read_bytes() for file in everywhere)
    assert any(stored(vectors[3]) in file.read_bytes() for file in everywhere)

    store.forget("default", secret.identity.name)

    for file in (file for file in folder.rglob("*") if file.is_file()):
        content = file.read_bytes()
        for vector in vectors:
            assert signs(vector) not in content, file
            assert stored(vector) not in content, file
    assert found(store, 10) == exactly_nearest(rest, ASKED, 10)
    assert manifest(folder)["rows"] == 30
    store.forget("default", entries[1].identity.name)
    assert list((folder / FOLDER).iterdir()) == []


def test_forgetting_is_finished_on_opening_where_it_was_interrupted(folder: Path):
    with open_library(folder, print) as store:
        secret, *rest = filled(store, 20, 30)
        shutil.copytree(folder / FOLDER, folder.parent / "before")
        store.forget("default", secret.identity.name)
    shutil.rmtree(folder / FOLDER)
    shutil.copytree(folder.parent / "before", folder / FOLDER)

    with open_library(folder, print) as store:
        kept = b"".join(file.read_bytes() for file in (folder / FOLDER).iterdir())
        assert not any(signs(vector_of(passage.content_hash)) in kept for passage in secret.passages)
        assert found(store, 10) == exactly_nearest(rest, ASKED, 10)


@pytest.mark.parametrize(
    "damage", ["no folder", "no file", "cut", "longer", "no manifest", "garbage", "no number", "elsewhere"]
)
def test_damaged_index_is_made_again_or_done_without(folder: Path, damage: str):
    with open_library(folder, print) as store:
        entries = filled(store, 20, 30)
    file = signs_file(folder)
    if damage == "no folder":
        shutil.rmtree(folder / FOLDER)
    elif damage == "no file":
        file.unlink()
    elif damage == "cut":
        file.write_bytes(file.read_bytes()[:100])
    elif damage == "longer":
        file.write_bytes(file.read_bytes() + b"left by a killed process")
    else:
        path = next((folder / FOLDER).glob("*.json"))
        changed = {"no number": {"last": "12"}, "elsewhere": {"file": "../library.db"}}.get(damage, {})
        written = json.dumps(json.loads(path.read_text()) | changed)
        path.write_text(written[:-9] if damage == "garbage" else written)
        if damage == "no manifest":
            path.unlink()

    with open_library_to_read(folder, print) as reader:
        assert found(reader, 10) == exactly_nearest(entries, ASKED, 10)
    with open_library(folder, print) as store:
        entries += [many_passages("more", 7)]
        store.add(entries[2:])
        keep(store, entries[2:])
        assert found(store, 10) == exactly_nearest(entries, ASKED, 10)
    assert manifest(folder)["rows"] == 57
    assert {path.name for path in (folder / FOLDER).iterdir() if path.suffix != ".json"} == {
        signs_file(folder).name
    }


def test_index_from_a_later_state_of_the_library_is_not_used(folder: Path):
    with open_library(folder, print) as store:
        (old,) = filled(store, 5)
    shutil.copy(folder / "library.db", folder.parent / "back-up.db")
    with open_library(folder, print) as store:
        later = many_passages("later", 20)
        store.add([later])
        keep(store, [later])
    shutil.copy(folder.parent / "back-up.db", folder / "library.db")

    with open_library(folder, print) as store:
        other = many_passages("other", 6)
        store.add([other])
        keep(store, [other])
        assert found(store, 20) == exactly_nearest([old, other], ASKED, 20)
    assert manifest(folder)["rows"] == 11


def test_reader_goes_on_while_another_writes_and_forgets(store: LibraryStore, folder: Path):
    first, second = filled(store, 40, 40)
    with open_library_to_read(folder, print) as reader:
        assert found(reader, 10) == exactly_nearest([first, second], ASKED, 10)
        third = many_passages("third", 40)
        store.add([third])
        keep(store, [third])
        assert found(reader, 10) == exactly_nearest([first, second, third], ASKED, 10)
        store.forget("default", first.identity.name)
        assert found(reader, 10) == exactly_nearest([second, third], ASKED, 10)


def test_vectors_are_found_while_another_process_holds_the_index(store: LibraryStore, folder: Path):
    (folder / LOCK_FILE).touch()
    with lock.hold_if_free(folder / LOCK_FILE) as free:
        assert free
        entries = filled(store, 30)
        assert found(store, 10) == exactly_nearest(entries, ASKED, 10)
        assert not (folder / FOLDER).exists()
    more = many_passages("more", 3)
    store.add([more])
    keep(store, [more])
    assert manifest(folder)["rows"] == 33


def test_passage_without_a_vector_is_told_by_its_document(store: LibraryStore):
    done, half, none = (many_passages(name, 3) for name in ("done", "half", "none"))
    store.add([none, half, done, many_passages("theirs", 3, "theirs")])
    keep(store, [done])
    first = half.passages[0].content_hash
    store.keep_vectors(MODEL, {first: stored(vector_of(first))})

    assert [each.name for each in store.without_vectors("default", MODEL)] == ["half", "none"]
    assert len(store.without_vectors("default", "another model")) == 3


@pytest.mark.parametrize("seed", [0, 1, pytest.param(2, marks=pytest.mark.long)])
def test_killed_writer_leaves_an_index_that_agrees_with_the_rows(folder: Path, seed: int):
    writer = start("churn_vectors", folder)
    wait_for(writer, "ready")
    time.sleep(random.Random(seed).uniform(0.1, 0.7))
    writer.kill()
    writer.wait()

    with open_library(folder, print) as store:
        held = _held(folder)
        assert found(store, 10_000) == exactly_nearest(held, ASKED, 10_000)
        index = b"".join(file.read_bytes() for file in (folder / FOLDER).iterdir())
        names = {entry.identity.name for entry in held}
        gone = [many_passages(f"doc{n}", 5) for n in range(300) if f"doc{n}" not in names]
        assert not any(signs(vector_of(each.content_hash)) in index for e in gone for each in e.passages)


def _held(folder: Path) -> list[Entry]:
    """The documents of which the rows hold all vectors."""
    connection = sqlite3.connect(folder / "library.db")
    hashes = {each for (each,) in connection.execute("SELECT content_hash FROM vector")}
    held = [name for (name,) in connection.execute("SELECT name FROM document")]
    connection.close()
    entries = [many_passages(name, 5) for name in held]
    return [entry for entry in entries if {each.content_hash for each in entry.passages} <= hashes]


def test_bits_are_counted_alike_with_and_without_numpys_own_function():
    words = np.random.default_rng(0).integers(0, 2**64, size=(1_000, 3), dtype=np.uint64)
    words[:2, 1] = 0, 2**64 - 1

    counts = by_adding(words[:, 1])

    assert counts.tolist() == [int(word).bit_count() for word in words[:, 1]]


def test_of_signs_that_differ_alike_the_older_come_first():
    rows = np.array([[number, 0] for number in range(1, 40)], dtype=np.uint64)

    assert Signs(rows).nearest(np.full(64, -1.0, dtype=np.float32), 7) == [1, 2, 3, 4, 5, 6, 7]
