"""A library in PostgreSQL is searched through its own rows, and finds what the one in a folder finds."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from near_vectors import MODEL, keep, many_passages, vector_of
from raw_rows import change
from raw_rows import stored as rows_of
from store_documents import make_entry
from tests.effort import examples
from tests.postgres_server import Server

from pincite.records.library import Entry, SearchHit
from pincite.stores.library_store import LibraryStore
from pincite.stores.opening import open_store
from pincite.stores.place import PostgresUrl

_WORDS = tuple(f"word{number}" for number in range(40))
_OFTEN = tuple(1 / (number + 1) for number in range(40))
SEGMENT = 32
"""So many versions are put together."""


@pytest.fixture
def url(postgres: Server, empty_library: str) -> Iterator[PostgresUrl]:
    name = postgres.fresh(empty_library)
    yield PostgresUrl(postgres.url(name))
    postgres.drop(name)


@pytest.fixture
def library(url: PostgresUrl, notices: list[str]) -> Iterator[LibraryStore]:
    with open_store(url, notices.append) as store:
        yield store


def papers(count: int, seed: int = 0) -> list[Entry]:
    """Documents in words of which few are frequent; each has one that no other has."""
    draw = random.Random(seed)

    def line() -> str:
        return " ".join(draw.choices(_WORDS, weights=_OFTEN, k=draw.choice((1, 4, 11, 60))))

    return [
        make_entry("\n".join([f"own{number}", *(line() for _ in range(draw.randint(1, 9)))]), f"{number:03}")
        for number in range(count)
    ]


def places(hits: Sequence[SearchHit]) -> list[tuple[str, int]]:
    return [(hit.identity.name, hit.block) for hit in hits]


def names(store: LibraryStore, word: str) -> list[str]:
    return sorted({hit.identity.name for hit in store.search([word], "default", 1000)})


def segments(url: PostgresUrl) -> int:
    ((count,),) = rows_of(url, "SELECT count(*) FROM word_segment")
    return int(count)


@pytest.mark.parametrize("count", [5, SEGMENT + 3])
def test_both_stores_find_the_same_by_words(library: LibraryStore, folder: Path, count: int):
    entries = papers(count)
    with open_store(folder) as other:
        for store in (library, other):
            store.add(entries)

        for words in (
            ["word0"],
            ["word3", "word17"],
            ["own2", "word1"],
            ["Words5", "word39", "none"],
            ["none"],
        ):
            ours, theirs = (store.search(words, "default", 1000) for store in (library, other))
            assert sorted(places(ours)) == sorted(places(theirs)), words
            scores = {(hit.identity, hit.block): hit.score for hit in theirs}
            assert {(hit.identity, hit.block): hit.score for hit in ours} == pytest.approx(scores, rel=1e-4)


def test_both_stores_find_the_same_by_vectors(library: LibraryStore, folder: Path):
    entries = [many_passages(f"doc{number}", 40) for number in range(5)]
    with open_store(folder) as other:
        for store in (library, other):
            store.add(entries)
            keep(store, entries)

        for asked in map(vector_of, "abcd"):
            ours, theirs = (store.nearest(asked, MODEL, "default", 12) for store in (library, other))
            assert ours == theirs


def test_putting_versions_together_changes_no_hit_and_no_score(library: LibraryStore, url: PostgresUrl):
    library.add(papers(SEGMENT))
    asked = [["word0"], ["word2", "word9"], ["own7"]]
    together = [library.search(words, "default", 50) for words in asked]
    assert segments(url) == 1

    change(url, "DELETE FROM word_segment")
    apart = [open_and_search(url, words) for words in asked]
    change(url, "UPDATE version_words SET tokens = NULL, words = NULL")
    by_text = [open_and_search(url, words) for words in asked]

    assert apart == by_text == together
    library.repair()
    assert segments(url) == 1
    assert [library.search(words, "default", 50) for words in asked] == together


def open_and_search(url: PostgresUrl, words: list[str]) -> list[SearchHit]:
    with open_store(url, read_only=True) as reader:
        return reader.search(words, "default", 50)


def test_nothing_forgotten_stays_in_a_row_of_the_index(library: LibraryStore, url: PostgresUrl):
    library.add(papers(SEGMENT))
    assert rows_of(url, "SELECT count(*) FROM word_posting WHERE word = 'own4'") == [(1,)]
    everywhere = names(library, "word0")

    # As `forget` does in its transaction, without what comes after it.
    change(url, "DELETE FROM document WHERE name = '004'")

    assert rows_of(url, "SELECT count(*) FROM word_posting WHERE word = 'own4'") == [(0,)]
    assert rows_of(url, "SELECT count(*) FROM version_words") == [(SEGMENT - 1,)]
    assert names(library, "own4") == []
    assert names(library, "word0") == [name for name in everywhere if name != "004"]


def test_signs_of_a_vector_go_with_it(library: LibraryStore, url: PostgresUrl):
    entries = [many_passages("one", 3), many_passages("two", 4)]
    library.add(entries)
    keep(library, entries)
    assert rows_of(url, "SELECT count(*) FROM vector_signs") == [(7,)]

    library.forget("default", "one")

    assert rows_of(url, "SELECT count(*) FROM vector_signs") == [(4,)]
    assert len(library.nearest(vector_of("a"), MODEL, "default", 10)) == 4


def test_replaced_versions_leave_the_index_when_they_are_many(library: LibraryStore, url: PostgresUrl):
    library.add(papers(SEGMENT))
    assert segments(url) == 1

    library.add([make_entry(f"new{number}", f"{number:03}") for number in range(SEGMENT)])

    assert names(library, "word0") == []
    assert names(library, "new7") == ["007"]
    assert rows_of(url, "SELECT count(*) FROM word_posting WHERE word = 'word0'") == [(0,)]


def test_a_replaced_version_that_is_current_again_is_found(library: LibraryStore):
    entries = papers(SEGMENT)
    library.add(entries)
    library.add([make_entry("something else", each.identity.name) for each in entries])

    library.add(entries[:3])

    assert [names(library, f"own{number}") for number in range(4)] == [["000"], ["001"], ["002"], []]


def test_words_of_other_collections_count_for_nothing(library: LibraryStore):
    library.add([make_entry("rent\nrent and more", name="a", collection="one")])
    alone = library.search(["rent"], "one", 5)

    library.add([make_entry(f"rent {n}", name=str(n), collection="two") for n in range(SEGMENT + 2)])

    assert library.search(["rent"], "one", 5) == alone


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE version_words SET starts = '\\x00'",
        "UPDATE version_words SET words = NULL",
        "UPDATE word_posting SET packed = substring(packed FROM 2)",
        "UPDATE word_posting SET packed = '\\xffffffffffff'::bytea || packed",
        "UPDATE word_posting SET blocks = blocks + 1",
    ],
)
@pytest.mark.parametrize("count", [3, SEGMENT])
def test_packed_words_that_were_damaged_are_done_without(url: PostgresUrl, damage: str, count: int):
    with open_store(url) as store:
        store.add(papers(count))
        before = [store.search([word], "default", 50) for word in ("word0", "own2")]

    change(url, damage)

    with open_store(url) as store:
        assert [store.search([word], "default", 50) for word in ("word0", "own2")] == before


def test_search_sees_whole_current_versions_while_others_add_and_forget(
    library: LibraryStore, url: PostgresUrl, notices: list[str]
):
    """Every version has three blocks with the word, so each document is found three times or not at all."""
    rounds, documents, faults = examples(6), SEGMENT + 8, []
    done = threading.Event()

    def entry(number: int, round_: int) -> Entry:
        return make_entry(
            "\n".join(f"marker version{round_} line{line}" for line in range(3)), f"{number:02}"
        )

    def look() -> None:
        try:
            with open_store(url, read_only=True) as reader:
                while not done.is_set():
                    hits = reader.search(["marker"], "default", 1000)
                    for name in {hit.identity.name for hit in hits}:
                        mine = [hit for hit in hits if hit.identity.name == name]
                        assert len({hit.identity for hit in mine}) == 1, f"two versions of {name}"
                        assert sorted(hit.block for hit in mine) == [1, 2, 3], f"half of {name}"
        except BaseException as error:
            faults.append(error)

    def work(first: int) -> None:
        try:
            with open_store(url, notices.append) as writer:
                for round_ in range(rounds):
                    writer.add([entry(number, round_) for number in range(first, documents, 2)])
                    writer.forget("default", f"{first + 2 * round_:02}")
        except BaseException as error:
            faults.append(error)

    readers = [threading.Thread(target=look) for _ in range(2)]
    writers = [threading.Thread(target=work, args=(first,)) for first in range(2)]
    for thread in (*readers, *writers):
        thread.start()
    for thread in writers:
        thread.join()
    done.set()
    for thread in readers:
        thread.join()

    assert faults == []
    last = {f"{first + 2 * (rounds - 1):02}" for first in range(2)}
    assert names(library, "marker") == sorted({f"{number:02}" for number in range(documents)} - last)
    assert names(library, f"version{rounds - 2}") == []
    assert len(library.search(["marker"], "default", 1000)) == 3 * (documents - 2)
