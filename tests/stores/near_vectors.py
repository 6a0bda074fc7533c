"""Documents of many passages, each with a vector of its own, for tests of search by vector."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from store_documents import make_entry

from pincite.records.document import Passage
from pincite.records.library import Entry
from pincite.stores.library_store import LibraryStore

MODEL = "test/1/96"
DIMENSIONS = 96


def many_passages(name: str, count: int, collection: str = "default", text: str = "") -> Entry:
    """A document of which every line is a passage; no other name has the same lines."""
    entry = make_entry("\n".join(f"{text or name} line {n}" for n in range(count)), name, collection)
    document = entry.document
    passages = tuple(
        Passage(line.number, line.span, None, _sha256(line.span.of(document.text))) for line in document.lines
    )
    return replace(entry, passages=passages)


def vector_of(content_hash: str) -> np.ndarray:
    """The vector that a text gets in these tests, as it comes back from the library: one of some topics."""
    seed = int.from_bytes(hashlib.sha256(content_hash.encode()).digest()[:8], "little")
    topic, own = (np.random.default_rng(each).normal(size=DIMENSIONS) for each in (seed % 100, seed))
    vector = topic + 0.5 * own
    return (vector / np.linalg.norm(vector)).astype("<f2").astype(np.float32)


def stored(vector: np.ndarray) -> bytes:
    return vector.astype("<f2").tobytes()


def signs(vector: np.ndarray) -> bytes:
    """What the index holds of a vector, without its number."""
    return np.packbits(vector > 0).tobytes()


def keep(store: LibraryStore, entries: Sequence[Entry], model: str = MODEL) -> None:
    for entry in entries:
        hashes = {passage.content_hash for passage in entry.passages}
        store.keep_vectors(model, {each: stored(vector_of(each)) for each in hashes})


def exactly_nearest(entries: Sequence[Entry], vector: np.ndarray, limit: int) -> list[tuple[str, int]]:
    """The names and passages, compared one by one."""
    places = [
        (-round(float(vector_of(passage.content_hash) @ vector), 6), entry.identity.name, passage.number)
        for entry in entries
        for passage in entry.passages
    ]
    return [(name, number) for _, name, number in sorted(places)[:limit]]


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
