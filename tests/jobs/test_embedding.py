"""Documents are held first and embedded afterwards, bit by bit, and never twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from tests.embedders import EMBEDDED, MEANINGS, Hashing
from tests.factories import entry, question

from pincite.ask.choose_documents import DocumentChooser
from pincite.jobs.embedding import Embedding, Remembering
from pincite.records.library import Held
from pincite.stores.library_store import LibraryStore
from pincite.stores.sqlite import open_library

PARAGRAPH = "The charge for item {number} is due in spring. " + "It is owed by whoever ordered it. " * 20
LONG = "\n\n".join(PARAGRAPH.format(number=number) for number in range(400))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LibraryStore]:
    EMBEDDED.clear()
    with open_library(tmp_path / "library", print) as store:
        yield store


def added(store: LibraryStore, text: str, name: str) -> Held:
    new = entry(text, name)
    store.add([new])
    return store.load(new.identity)


@dataclass
class Interrupted:
    """Embeds some groups of passages, and then the user has had enough."""

    groups: int
    embedder: Hashing = field(default_factory=Hashing)
    name: str = "hashing"
    version: str = "words"
    dimensions: int = 256

    def embed(self, texts: Sequence[str], kind: str) -> np.ndarray:
        if self.groups == 0:
            raise KeyboardInterrupt
        self.groups -= 1
        return self.embedder.embed(texts, kind)


def test_what_was_embedded_before_an_interruption_is_not_embedded_again(store: LibraryStore):
    document = added(store, LONG, "long.txt")
    with pytest.raises(KeyboardInterrupt):
        Embedding(store, Interrupted(groups=3)).make(document)
    before = list(EMBEDDED)

    embedding = Embedding(store, Hashing())
    assert embedding.make(document)

    assert len(before) > 0
    assert len(EMBEDDED) == len(set(EMBEDDED)) == len(embedding.vectors_of(document).blocks)
    assert EMBEDDED[: len(before)] == before


def test_documents_that_lack_vectors_are_named_until_they_have_them(store: LibraryStore):
    embedding = Embedding(store, Hashing())
    first, second = (added(store, f"The fee of {name} is EUR 5.", name) for name in ("a.txt", "b.txt"))

    assert embedding.lacking("default") == [first.identity, second.identity]
    embedding.make(first)
    assert embedding.lacking("default") == [second.identity]
    assert Embedding(store, Hashing(model="other")).lacking("default") == [first.identity, second.identity]


def test_passages_of_a_whole_library_are_found_by_a_word_of_the_same_meaning(store: LibraryStore):
    embedding = Embedding(store, Hashing())
    for number in range(5):
        embedding.make(added(store, f"Rain falls on roof {number}.", f"{number}.txt"))
    wanted = added(store, "The remuneration is EUR 5.", "pay.txt")
    embedding.make(wanted)

    best = embedding.nearest(question("What is the fee?"), "default", 1)

    assert [(hit.identity, hit.passage) for hit in best] == [(wanted.identity, 1)]


@dataclass(frozen=True)
class Counting(Hashing):
    """Tells how often it was asked."""

    asked: list[str] = field(default_factory=list)

    def embed(self, texts: Sequence[str], kind: str) -> np.ndarray:
        self.asked.extend(texts)
        return super().embed(texts, kind)


def test_question_is_embedded_once_for_choosing_and_for_reading():
    counting = Counting()
    embedder = Remembering(counting)

    once, again = embedder.embed(["a fee"], "query"), embedder.embed(["a fee"], "query")
    embedder.embed(["a fee"], "passage")

    assert np.array_equal(once, again)
    assert counting.asked == ["a fee", "a fee"]
    for number in range(100):
        embedder.embed([f"question {number}"], "query")
    embedder.embed(["a fee"], "query")
    assert counting.asked.count("a fee") == 3  # what was asked long ago is not remembered


def library_of_rain(store: LibraryStore, embedding: Embedding) -> Held:
    """Many documents with the question's words, and one that has only their meaning."""
    for number in range(12):
        embedding.make(added(store, f"Rain may quit falling on roof {number}.", f"rain{number:02}.txt"))
    other = added(store, "A tenant may terminate at will.", "tenancy.txt")
    embedding.make(other)
    return other


def test_vectors_propose_documents_beside_those_of_the_words(store: LibraryStore):
    embedding = Embedding(store, Hashing())
    meant = library_of_rain(store, embedding)
    everything = tuple(listing.identity for listing in store.listing("default"))
    asked = question("May a lodger quit at will?")
    chooser = DocumentChooser(store, "default", shortlist=4)

    by_words = chooser.plan(asked, everything).shortlist
    with_vectors = chooser.plan(asked, everything, embedding.nearest).shortlist

    assert with_vectors[:4] == by_words
    assert len(with_vectors) == 5
    assert meant.identity in with_vectors


def test_vectors_choose_alone_where_no_document_has_the_words(
    store: LibraryStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(MEANINGS, "zorb", "sprocket")
    embedding = Embedding(store, Hashing())
    for number in range(12):
        embedding.make(added(store, f"Rain falls on roof {number}.", f"rain{number:02}.txt"))
    meant = added(store, "The sprocket.", "work.txt")
    embedding.make(meant)
    everything = tuple(listing.identity for listing in store.listing("default"))

    asked = question("Which zorb?")
    plan = DocumentChooser(store, "default", shortlist=3).plan(asked, everything, embedding.nearest)

    assert len(plan.shortlist) == 3
    assert plan.shortlist[0] == meant.identity


def test_library_that_is_not_embedded_is_chosen_from_by_words(store: LibraryStore):
    for number in range(8):
        added(store, f"Rain falls on roof {number}.", f"rain{number:02}.txt")
    everything = tuple(listing.identity for listing in store.listing("default"))
    chooser, asked = DocumentChooser(store, "default", shortlist=2), question("Which roof leaks?")

    near = Embedding(store, Hashing()).nearest

    assert chooser.plan(asked, everything, near) == chooser.plan(asked, everything)
