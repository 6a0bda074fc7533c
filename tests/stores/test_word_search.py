"""Search agrees with the store, whatever state the word index is in."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from store_documents import filing_text, make_entry
from tests.effort import examples

from pincite.records.library import Entry
from pincite.stores.library_store import LibraryStore
from pincite.stores.sqlite import open_library, open_library_to_read
from pincite.stores.words import REBUILDING


def found(store: LibraryStore, word: str, collection: str = "default") -> list[str]:
    """Names of the documents in which a word is found."""
    return sorted({hit.identity.name for hit in store.search([word], collection, 100)})


def numbered(count: int) -> list[Entry]:
    return [make_entry(f"marker{n}\nof document {n}", name=f"{n}.pdf") for n in range(count)]


def assert_agrees(store: LibraryStore, present: Sequence[int], absent: Sequence[int] = ()) -> None:
    assert {n: found(store, f"marker{n}") for n in present} == {n: [f"{n}.pdf"] for n in present}
    assert {n: found(store, f"marker{n}") for n in absent} == {n: [] for n in absent}


def damage(words: Path, kind: str) -> None:
    files = [file for file in words.iterdir() if file.suffix == f".{kind}" or file.name == kind]
    assert files
    for file in files:
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def test_blocks_are_found_best_first(store: LibraryStore):
    entry = make_entry("The rent is due monthly.\nRent, rent and rent.\nNothing here.")
    store.add([entry])

    hits = store.search(["rent"], "default", 10)

    assert [(hit.identity, hit.block) for hit in hits] == [(entry.identity, 2), (entry.identity, 1)]
    assert hits[0].score > hits[1].score > 0


def test_words_are_found_in_any_form_and_case(store: LibraryStore):
    store.add([make_entry("Termination of the AGREEMENTS")])

    for word in ("termination", "Terminated", "termin", "agreement", "AGREEMENT"):
        assert found(store, word) == ["lease.pdf"], word


def test_search_gives_no_more_than_the_limit(store: LibraryStore):
    store.add([make_entry("\n".join(["rent"] * 30))])

    assert len(store.search(["rent"], "default", 7)) == 7
    assert store.search(["rent"], "default", 0) == []
    assert store.search([], "default", 7) == []


def test_only_current_versions_are_found(store: LibraryStore):
    old, new = make_entry("alpha"), make_entry("beta")

    store.add([old])
    store.add([new])

    assert found(store, "alpha") == []
    assert found(store, "beta") == ["lease.pdf"]


def test_only_the_named_collection_is_searched(store: LibraryStore):
    store.add(
        [make_entry("rent", name="a", collection="one"), make_entry("rent", name="b", collection="two")]
    )

    assert found(store, "rent", "one") == ["a"]
    assert found(store, "rent", "two") == ["b"]
    assert found(store, "rent", "three") == []


def test_words_that_every_block_has_are_looked_for_only_where_there_are_no_others(store: LibraryStore):
    store.add([make_entry("The rent is due.\nThe deposit is due on the first of the month.")])

    assert [hit.block for hit in store.search(["What", "is", "the", "rent"], "default", 5)] == [1]
    assert {hit.block for hit in store.search(["the"], "default", 5)} == {1, 2}


def test_collection_that_is_most_of_a_library_is_searched_without_what_others_hold(store: LibraryStore):
    others = [make_entry("rent rent rent\n" * 8, name=f"{n}", collection="small") for n in range(4)]
    filler = "\n".join(f"filler {n}" for n in range(100))
    store.add(
        [*others, make_entry(f"{filler}\nthe rent of the house is due", name="big", collection="large")]
    )

    hits = store.search(["rent"], "large", 5)

    assert [(hit.identity.name, hit.block) for hit in hits] == [("big", 101)]
    assert len(store.search(["rent"], "small", 50)) == 32


def test_very_long_words_neither_break_adding_nor_searching(store: LibraryStore):
    store.add([make_entry("x" * 70_000 + "\nrent")])

    assert found(store, "rent") == ["lease.pdf"]
    assert found(store, "x" * 70_000) == []
    assert found(store, "methionylthreonylthreonylglutaminylarginyl") == []


@settings(
    max_examples=examples(30), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    words=st.lists(
        st.text(max_size=12) | st.sampled_from(['"', "a:b", "+", "(", "*", "field:[1 TO 2]", "\\", "\udcff"])
    )
)
def test_no_word_is_query_syntax(store: LibraryStore, words: list[str]):
    store.add([make_entry("alpha beta")])

    store.search([*words, "alpha"], "default", 5)

    assert found(store, "alpha") == ["lease.pdf"]


def test_index_holds_exactly_the_current_blocks_after_every_change(
    store: LibraryStore, folder: Path, notices: list[str]
):
    def blocks() -> int:
        index = store.words._index
        assert index is not None
        assert index.generation == store.words._library()[1]
        return index.blocks

    store.add(numbered(3))
    first = store.words._index
    assert blocks() == 6
    store.add([make_entry("changed", name="0.pdf")])
    assert blocks() == 5
    store.add(numbered(4))
    assert blocks() == 8
    assert store.words._index is first
    store.forget("default", "1.pdf")
    assert blocks() == 6
    assert_agrees(store, present=[0, 2, 3], absent=[1])
    assert store.words._rest is None
    assert notices == []


def test_index_that_missed_the_last_commit_is_brought_up_to_date_on_opening(
    store: LibraryStore, folder: Path
):
    entries = numbered(4)
    store.add(entries[:2])
    before = _copy(folder)
    store.add([*entries[2:], make_entry("changed", name="0.pdf")])
    store.close()
    _put_back(before, folder)

    with open_library(folder, print) as reopened:
        assert_agrees(reopened, present=[1, 2, 3], absent=[0])
        assert found(reopened, "changed") == ["0.pdf"]
        reopened.close()
    with open_library_to_read(folder, print) as reader:
        assert reader.database.writable is False
        assert_agrees(reader, present=[1, 2, 3], absent=[0])


def test_index_from_before_a_forget_is_not_used_again(store: LibraryStore, folder: Path):
    store.add(numbered(3))
    before = _copy(folder)
    store.forget("default", "1.pdf")
    store.close()
    _put_back(before, folder)

    with open_library(folder, print) as reopened:
        assert_agrees(reopened, present=[0, 2], absent=[1])
        assert reopened.words._index is not None
        assert reopened.words._index.blocks == 4


def test_index_that_is_behind_is_searched_correctly_without_repair(store: LibraryStore, folder: Path):
    entries = numbered(4)
    store.add(entries[:3])
    before = _copy(folder)
    # 0 is changed and changed back, so that the old index and the scan both know its version.
    store.add([make_entry("other", name="0.pdf"), entries[0], make_entry("other", name="1.pdf"), entries[3]])
    store.forget("default", "2.pdf")
    _put_back(before, folder)

    with open_library_to_read(folder, print) as reader:
        assert_agrees(reader, present=[0, 3], absent=[1, 2])
        assert len(reader.search(["marker0"], "default", 100)) == 1
        assert found(reader, "other") == ["1.pdf"]


def test_current_hits_are_found_behind_many_outdated_ones(store: LibraryStore, folder: Path):
    store.add([make_entry("\n".join(["rent"] * 60), name=f"{n}.pdf") for n in range(3)])
    store.add([make_entry("many words about the rent and more", name="kept.pdf")])
    before = _copy(folder)
    store.add([make_entry("gone", name=f"{n}.pdf") for n in range(3)])
    _put_back(before, folder)

    with open_library_to_read(folder, print) as reader:
        assert [hit.identity.name for hit in reader.search(["rent"], "default", 1)] == ["kept.pdf"]


@pytest.mark.parametrize("kind", ["meta.json", "term", "idx", "fast", "store", "fieldnorm"])
def test_damaged_index_is_rebuilt(store: LibraryStore, folder: Path, notices: list[str], kind: str):
    store.add(numbered(3))
    store.close()
    damage(folder / "words", kind)

    with open_library_to_read(folder, print) as reader:
        assert_agrees(reader, present=[0, 1, 2])
    with open_library(folder, notices.append) as reopened:
        assert notices == [REBUILDING]
        assert_agrees(reopened, present=[0, 1, 2])
        reopened.add(numbered(4))
        assert_agrees(reopened, present=[0, 1, 2, 3])


def test_index_with_missing_blocks_is_rebuilt(store: LibraryStore, folder: Path):
    store.add(numbered(3))
    index = store.words._index
    assert index is not None
    writer = index._index.writer(15_000_000, 1)
    writer.delete_documents_by_term("document", 2)
    writer.commit()
    del writer
    store.close()

    with open_library(folder, print) as reopened:
        assert_agrees(reopened, present=[0, 1, 2])


@pytest.mark.parametrize("replacement", ["nothing", "empty folder", "file"])
def test_lost_index_is_rebuilt(store: LibraryStore, folder: Path, replacement: str):
    store.add(numbered(3))
    store.close()
    shutil.rmtree(folder / "words")
    if replacement == "empty folder":
        (folder / "words").mkdir()
    if replacement == "file":
        (folder / "words").write_text("words")

    with open_library(folder, print) as reopened:
        assert_agrees(reopened, present=[0, 1, 2])


def test_index_deleted_under_an_open_library_is_rebuilt_by_the_next_add(store: LibraryStore, folder: Path):
    store.add(numbered(2))
    shutil.rmtree(folder / "words")

    assert_agrees(store, present=[0, 1])
    store.add(numbered(3))
    assert_agrees(store, present=[0, 1, 2])
    assert (folder / "words" / "meta.json").is_file()


def test_index_newer_than_the_restored_database_is_rebuilt(store: LibraryStore, folder: Path, scratch: Path):
    store.add(numbered(2))
    store.database.empty_log()
    shutil.copy(folder / "library.db", scratch / "back-up.db")
    store.add(numbered(4))
    store.close()
    shutil.copy(scratch / "back-up.db", folder / "library.db")

    with open_library_to_read(folder, print) as reader:
        assert_agrees(reader, present=[0, 1], absent=[2, 3])
    with open_library(folder, print) as reopened:
        assert_agrees(reopened, present=[0, 1], absent=[2, 3])


def test_reader_that_is_already_open_sees_what_another_store_adds_and_forgets(
    store: LibraryStore, folder: Path
):
    with open_library(folder, print) as reader:
        store.add(numbered(3))
        assert_agrees(reader, present=[0, 1, 2])
        store.forget("default", "1.pdf")
        assert_agrees(reader, present=[0, 2], absent=[1])
        store.add([make_entry(filing_text(pages=1), name="0.pdf")])
        assert_agrees(reader, present=[2], absent=[0, 1])


def _copy(folder: Path) -> Path:
    return Path(shutil.copytree(folder / "words", folder.parent / "words-before"))


def _put_back(before: Path, folder: Path) -> None:
    shutil.rmtree(folder / "words")
    shutil.copytree(before, folder / "words")
