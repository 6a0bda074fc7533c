"""Give the passages of documents their vectors, from the library where it has them.

A vector is kept under the hash of its passage (its text and the title of its section) and the embedder's
version, as 16-bit floats of unit length: what was embedded once is never embedded again, whichever document
or version holds the passage. A document may be held long before it is embedded (`jobs/pending.py`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from pincite.errors import StoreError
from pincite.jobs.lacking import model_name
from pincite.models.tokens import under_heading
from pincite.protocols import Embedder, Store, TextKind
from pincite.records.bounds import bounds
from pincite.records.document import Document, Passage
from pincite.records.library import Held, Identity, NearHit
from pincite.records.question import Question
from pincite.records.recent import Recent
from pincite.retrieve.vectors import PassageVectors, Vectors, embedded, searched
from pincite.structure.excerpts import Cut

Made = Callable[[int], None]
"""Is told how many passages were embedded since it was told last."""

_STORED = np.dtype("<f2")
# Kept after so many passages, so that whoever is stopped loses a few seconds of work: fewer for a slow
# embedder, more for one that answers quickly and takes many at once.
_FEWEST, _MOST, _GROUP_SECONDS = 32, 512, 2.0
# Models read no further than this; a passage is longer only where a sentence could not be split.
_MOST_CHARS = 4000
_IN_MEMORY = 16
_POLL_SECONDS = 0.2


@dataclass(slots=True)
class Embedding:
    """The vectors of any document of a library."""

    store: Store
    embedder: Embedder
    keep: bool = True
    """Whether the library may be written to."""
    tell: Callable[[str], None] = lambda message: None
    _recent: Recent[Identity, PassageVectors] = field(default_factory=lambda: Recent(_IN_MEMORY), init=False)
    _begun: set[Identity] = field(default_factory=set, init=False)

    def vectors_of(self, held: Held) -> PassageVectors:
        """The vectors of all passages; of none as long as some of them have not been made."""
        known = self._recent.get(held.identity)
        if known is None:
            cut = Cut.of(held.document)
            vectors = self._kept(cut.passages)
            if any(each.content_hash not in vectors for each in cut.passages):
                return PassageVectors(np.empty((0, self.embedder.dimensions), np.float32), ())
            known = self._placed(cut, cut.passages, vectors)
        return self._recent.keep(held.identity, known)

    def make(self, held: Held, made: Made = lambda count: None) -> bool:
        """Make and keep the vectors that a document lacks, or leave it to another process that is at it.

        Whether all are made. They are not where the document was replaced or forgotten meanwhile.
        """
        if not self.keep:
            return self._make(held, made, keep=False)
        with self.store.making_vectors(held.identity) as free:
            return free and self._make(held, made, keep=True)

    def finish(self, held: Held, made: Made = lambda count: None) -> None:
        """Make the vectors that a document lacks, or wait for another process that does.

        Where they cannot be kept they serve this process alone, and it says so.
        """
        waiting = False
        try:
            while not self.make(held, made) and self._is_current(held.identity):
                if not waiting:
                    self.tell(
                        f"Another process is preparing {held.identity.name} for search by meaning; waiting…"
                    )
                waiting = True
                bounds().go_on()
                time.sleep(_POLL_SECONDS)
        except StoreError as error:
            self.tell(f"Vectors are not kept: {error.message}")
            self._make(held, made, keep=False)

    def of_some(self, held: Held, cut: Cut, chosen: Sequence[Passage]) -> PassageVectors:
        """The vectors of some passages of a document, made where they are not kept.

        Another process may be making them, too: then both make the same, and one is kept.
        """
        self._begun.add(held.identity)
        vectors = self._kept(chosen)
        missing = {each.content_hash: each for each in chosen if each.content_hash not in vectors}
        if missing:
            bounds().go_on()
            vectors |= self._made_and_kept(cut, list(missing.values()))
        return self._placed(cut, chosen, vectors)

    def has_begun(self, held: Held) -> bool:
        """Whether some vectors of a document are made, in the library or for an earlier question."""
        if held.identity in self._begun:
            return True
        return self.lacks(held.identity) < len(Cut.of(held.document).passages)

    def lacks(self, identity: Identity) -> int:
        """How many passages of a document have no vector yet."""
        known = self._recent.get(identity) is not None
        return 0 if known else self.store.lacking_vectors(identity, self.model)

    def lacking(self, collection: str) -> list[Identity]:
        """The documents of a collection that are not embedded yet, or not all of them is."""
        return self.store.without_vectors(collection, self.model)

    def nearest(self, question: Question, collection: str, limit: int) -> list[NearHit]:
        """The passages of a whole collection that mean what the question means, as far as it is embedded."""
        vector = embedded(self.embedder, [searched(question)], "query")[0]
        return self.store.nearest(vector, self.model, collection, limit)

    @property
    def model(self) -> str:
        """What the vectors are kept under."""
        return model_name(self.embedder)

    def _make(self, held: Held, made: Made, *, keep: bool) -> bool:
        cut = Cut.of(held.document)
        vectors = self._kept(cut.passages)
        missing = {each.content_hash: each for each in cut.passages if each.content_hash not in vectors}
        waiting, size = list(missing.values()), _FEWEST
        while waiting:
            bounds().go_on()
            if keep and not self._is_current(held.identity):
                return False
            group, waiting = waiting[:size], waiting[size:]
            started = time.monotonic()
            vectors |= self._made(cut, group, keep=keep)
            is_quick = time.monotonic() - started < _GROUP_SECONDS / 2
            size = min(2 * size, _MOST) if is_quick else max(size // 2, _FEWEST)
            made(len(group))
        self._recent.keep(held.identity, self._placed(cut, cut.passages, vectors))
        return True

    def _is_current(self, identity: Identity) -> bool:
        return self.store.current(identity.collection, identity.name) == identity

    def _kept(self, passages: Sequence[Passage]) -> dict[str, Vectors]:
        """What the library has. A vector that was damaged counts as none, and is made again."""
        found = {}
        hashes = list(dict.fromkeys(each.content_hash for each in passages))
        for content_hash, blob in self.store.vectors(hashes, self.model).items():
            if len(blob) == self.embedder.dimensions * _STORED.itemsize:
                vector = np.frombuffer(blob, dtype=_STORED).astype(np.float32)
                if np.isfinite(vector).all():
                    found[content_hash] = vector
        return found

    def _made(self, cut: Cut, group: Sequence[Passage], *, keep: bool) -> dict[str, Vectors]:
        texts = [under_heading(each.heading, each.text)[:_MOST_CHARS] for each in cut.excerpts(group)]
        # As they will be read again, so that no answer depends on who asked first.
        stored = embedded(self.embedder, texts, "passage").astype(_STORED)
        hashes = [each.content_hash for each in group]
        if keep:
            blobs = {each: row.tobytes() for each, row in zip(hashes, stored, strict=True)}
            self.store.keep_vectors(self.model, blobs)
        return dict(zip(hashes, stored.astype(np.float32), strict=True))

    def _made_and_kept(self, cut: Cut, group: Sequence[Passage]) -> dict[str, Vectors]:
        """The same for a group alone; where it cannot be kept it serves this question alone."""
        if not self.keep:
            return self._made(cut, group, keep=False)
        try:
            return self._made(cut, group, keep=True)
        except StoreError as error:
            self.tell(f"Vectors are not kept: {error.message}")
            return self._made(cut, group, keep=False)

    def _placed(self, cut: Cut, chosen: Sequence[Passage], vectors: Mapping[str, Vectors]) -> PassageVectors:
        matrix = np.empty((len(chosen), self.embedder.dimensions), dtype=np.float32)
        for place, passage in enumerate(chosen):
            matrix[place] = vectors[passage.content_hash]
        return PassageVectors(matrix, tuple(_blocks_of(cut.document, chosen)))


@dataclass(slots=True)
class Remembering:
    """An embedder that is not asked twice for the vector of a question."""

    embedder: Embedder
    _asked: Recent[str, Vectors] = field(default_factory=lambda: Recent(_IN_MEMORY), init=False)

    @property
    def name(self) -> str:
        return self.embedder.name

    @property
    def version(self) -> str:
        return self.embedder.version

    @property
    def dimensions(self) -> int:
        return self.embedder.dimensions

    def embed(self, texts: Sequence[str], kind: TextKind) -> Vectors:
        if kind != "query" or len(texts) != 1:
            return self.embedder.embed(texts, kind)
        (text,) = texts
        known = self._asked.get(text)
        return self._asked.keep(text, self.embedder.embed(texts, kind)) if known is None else known


def _blocks_of(document: Document, cut: Sequence[Passage]) -> list[range]:
    """The numbers of the blocks that each passage holds."""
    first = {block.span.start: block.number for block in document.blocks}
    last = {block.span.end: block.number for block in document.blocks}
    return [range(first[each.span.start], last[each.span.end] + 1) for each in cut]
