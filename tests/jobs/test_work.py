"""The queue of vectors: nothing is lost, nothing is made twice, and what is gone is left alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from tests.embedders import EMBEDDED, Hashing
from tests.factories import entry
from working_process import MODEL

from pincite.errors import ProviderError
from pincite.jobs.embedding import Embedding
from pincite.jobs.lacking import Pending, pending
from pincite.jobs.pending import MOST_PASSAGES, Finishing, Progress, Reach, Work
from pincite.stores.library_store import LibraryStore
from pincite.stores.sqlite import open_library
from pincite.structure.excerpts import Cut

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "library"


@pytest.fixture
def store(folder: Path) -> Iterator[LibraryStore]:
    EMBEDDED.clear()
    with open_library(folder, print) as store:
        yield store


def text_of(document: int, passages: int) -> str:
    """Passages that can be told apart by their second word."""
    long = "It is owed by whoever ordered it. " * 28
    return "\n\n".join(f"Item d{document}p{number} is due. {long}" for number in range(passages))


def fill(store: LibraryStore, documents: int, passages: int) -> None:
    store.add([entry(text_of(number, passages), f"{number}.txt") for number in range(documents)])


def started(folder: Path, log: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(HERE / "working_process.py"), str(folder), str(log)],
        stdout=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]), "PATH": ""},
    )


def working(folder: Path, log: Path) -> subprocess.Popen[str]:
    process = started(folder, log)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    return process


def waiting_for(embedding: Embedding) -> list[Pending]:
    return pending(embedding.store, embedding.model, "default")


def logged(log: Path) -> Counter[str]:
    return Counter(log.read_text().split()) if log.exists() else Counter()


def test_work_makes_the_vectors_of_every_document_that_lacks_them(store: LibraryStore):
    fill(store, documents=3, passages=4)
    embedding = Embedding(store, Hashing())
    told: list[Progress] = []

    worked = Work(embedding, store.load, told.append).run("default")

    assert (worked.documents, worked.passages, worked.failed) == (3, 12, ())
    assert waiting_for(embedding) == []
    assert told[-1].made == told[-1].total == 12
    assert {each.name for each in told} == {"0.txt", "1.txt", "2.txt"}
    assert Work(embedding, store.load).run("default").documents == 0
    assert len(EMBEDDED) == 12


def test_pending_documents_say_how_many_passages_they_lack(store: LibraryStore):
    fill(store, documents=2, passages=3)

    waiting = waiting_for(Embedding(store, Hashing()))

    assert [(each.identity.name, each.passages) for each in waiting] == [("0.txt", 3), ("1.txt", 3)]


def test_vectors_of_an_older_embedder_are_made_anew(store: LibraryStore):
    fill(store, documents=2, passages=3)
    older = Hashing(model="1", name="local")
    Work(Embedding(store, older), store.load).run("default")
    newer = Embedding(store, Hashing(model="2", name="local"))
    assert len(waiting_for(newer)) == 2

    Work(newer, store.load).run("default")

    assert waiting_for(newer) == []
    assert len(waiting_for(Embedding(store, older))) == 2, "the older ones are kept for nobody"


def test_killed_twice_in_a_row_work_goes_on_where_it_was(store: LibraryStore, folder: Path, tmp_path: Path):
    fill(store, documents=2, passages=100)
    log, kept = tmp_path / "log", [0]
    for _ in range(2):
        process = working(folder, log)
        wait_for(lambda: store.database.number("count_vectors", model=1) > kept[-1])
        process.send_signal(signal.SIGKILL)
        process.wait()
        kept.append(store.database.number("count_vectors", model=1))

    rest = working(folder, log)
    output, _ = rest.communicate(timeout=60)

    assert 0 < kept[1] < kept[2] < 200
    assert output.split() == ["2" if kept[2] < 100 else "1", str(200 - kept[2])]
    assert store.without_vectors("default", MODEL) == []
    # Of what a killed process was at, a group may be made again; nothing that was kept is.
    assert sum(logged(log).values()) <= 200 + 2 * 64


def wait_for(condition: Callable[[], bool]) -> None:
    give_up = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < give_up
        time.sleep(0.01)


def test_two_at_once_share_the_work_and_make_nothing_twice(store: LibraryStore, folder: Path, tmp_path: Path):
    fill(store, documents=6, passages=20)
    log = tmp_path / "log"

    # Neither is waited for: on a busy machine one would be done before the other begins.
    both = [started(folder, log), started(folder, log)]
    outputs = [process.communicate(timeout=60)[0].removeprefix("ready\n").split() for process in both]

    assert store.without_vectors("default", MODEL) == []
    assert set(logged(log).values()) == {1}
    assert sum(int(passages) for _, passages in outputs) == 120
    assert all(int(documents) > 0 for documents, _ in outputs)


@dataclass
class Meanwhile:
    """Something happens while passages are embedded."""

    happens: Callable[[], object]
    embedder: Hashing = field(default_factory=Hashing)
    name: str = "hashing"
    version: str = "words"
    dimensions: int = 256

    def embed(self, texts: Sequence[str], kind: str) -> np.ndarray:
        self.happens()
        return self.embedder.embed(texts, kind)


def test_document_that_is_forgotten_while_its_vectors_are_made_leaves_none(store: LibraryStore):
    fill(store, documents=1, passages=100)
    forgets = Meanwhile(lambda: store.forget("default", "0.txt"))

    worked = Work(Embedding(store, forgets), store.load).run("default")

    assert worked.documents == 0
    assert len(EMBEDDED) < 100
    assert store.database.row("vector_model", model="hashing/words/256") is None


def test_document_that_is_replaced_while_its_vectors_are_made_gets_those_of_the_new_version(
    store: LibraryStore,
):
    fill(store, documents=1, passages=100)
    replaces = Meanwhile(lambda: store.add([entry(text_of(7, 3), "0.txt")]))
    embedding = Embedding(store, replaces)

    worked = Work(embedding, store.load).run("default")

    assert worked.documents == 1
    assert waiting_for(embedding) == []
    assert sum("d0p" in text for text in EMBEDDED) < 100


def test_damaged_document_does_not_stop_the_others(store: LibraryStore):
    fill(store, documents=3, passages=2)
    store.database.connection.execute("UPDATE version SET text = 'x' WHERE id = 1")

    worked = Work(Embedding(store, Hashing()), store.load).run("default")

    assert worked.documents == 2
    assert [identity.name for identity, _ in worked.failed] == ["0.txt"]


def test_embedder_that_fails_stops_the_work_with_its_error(store: LibraryStore):
    fill(store, documents=2, passages=2)

    def refuse() -> None:
        raise ConnectionRefusedError("connection refused")

    with pytest.raises(ProviderError, match="refused"):
        Work(Embedding(store, Meanwhile(refuse)), store.load).run("default")


def test_library_without_documents_needs_no_work(store: LibraryStore):
    assert Work(Embedding(store, Hashing()), store.load).run("default").passages == 0


def test_one_document_is_finished_before_it_is_read_and_a_longer_one_is_not(store: LibraryStore):
    short, longer = entry(text_of(0, 3), "short.txt"), entry(text_of(1, MOST_PASSAGES + 1), "long.txt")
    store.add([short, longer])
    finishing = Finishing(Embedding(store, Hashing()), store.load, print)

    assert finishing.before_reading([short.identity]) == Reach()
    assert finishing.before_reading([longer.identity]) == Reach(1, at_once=True)
    assert len(EMBEDDED) == 3


def test_document_is_not_waited_for_when_it_is_asked_for_the_first_time(store: LibraryStore):
    fill(store, documents=1, passages=100)
    embedding = Embedding(store, Hashing())
    (listing,) = store.listing("default")
    held = store.load(listing.identity)
    cut = Cut.of(held.document)
    finishing = Finishing(embedding, store.load, print)

    first = finishing.before_reading([listing.identity])
    some = embedding.of_some(held, cut, cut.passages[10:13])
    second = Finishing(Embedding(store, Hashing()), store.load, print).before_reading([listing.identity])

    assert first == Reach(1, at_once=True)
    assert len(some.blocks) == 3
    assert some.blocks[0][0] == cut.document.blocks_of(cut.passages[10].span)[0].number
    assert second == Reach()
    assert len(EMBEDDED) == 100, "what the first question needed is not made again"


def test_library_that_cannot_be_written_to_finishes_at_the_second_question(store: LibraryStore):
    fill(store, documents=1, passages=100)
    embedding = Embedding(store, Hashing(), keep=False)
    (listing,) = store.listing("default")
    held = store.load(listing.identity)
    finishing = Finishing(embedding, store.load, print)

    assert finishing.before_reading([listing.identity]).at_once
    embedding.of_some(held, Cut.of(held.document), Cut.of(held.document).passages[:3])

    assert finishing.before_reading([listing.identity]) == Reach()


def test_several_documents_are_not_waited_for(store: LibraryStore):
    fill(store, documents=3, passages=2)
    embedding = Embedding(store, Hashing())
    everything = [listing.identity for listing in store.listing("default")]
    embedding.make(store.load(everything[0]))

    assert Finishing(embedding, store.load, print).before_reading(everything) == Reach(2)
    assert len(EMBEDDED) == 2


def test_whoever_waits_for_a_document_is_told_how_long(store: LibraryStore):
    fill(store, documents=1, passages=200)
    said: list[str] = []
    seconds = iter(range(0, 1_000, 4))
    embedding = Embedding(store, Hashing())
    finishing = Finishing(embedding, store.load, said.append, lambda: float(next(seconds)))

    (listing,) = store.listing("default")
    finishing.finish(store.load(listing.identity))

    assert said[0].startswith("Preparing 0.txt for search by meaning: 16%, ")
    assert said[0].endswith(" seconds left")


def test_document_that_another_process_is_at_is_waited_for_when_it_is_asked(
    store: LibraryStore, folder: Path
):
    fill(store, documents=1, passages=2)
    (listing,) = store.listing("default")
    held, said = store.load(listing.identity), []
    with open_library(folder, print) as other:
        turn = other.making_vectors(listing.identity)
        turn.__enter__()

        def told(message: str) -> None:
            said.append(message)
            Embedding(other, Hashing())._make(held, lambda count: None, keep=True)
            turn.__exit__(None, None, None)

        embedding = Embedding(store, Hashing(), tell=told)
        embedding.finish(held)

    assert said == ["Another process is preparing 0.txt for search by meaning; waiting…"]
    assert len(embedding.vectors_of(held).blocks) == len(EMBEDDED) == 2
