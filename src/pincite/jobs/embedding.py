"""Give the passages of documents their vectors, from the library where it has them.

A vector is kept under the hash of its passage's text and the embedder's version, as 16-bit floats of unit
length: what was embedded once is never embedded again, whichever document or version holds the text. A
document may be held long before it is embedded: it is when it is read, or when it is added again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from pincite.contract.passages import passages
from pincite.errors import StoreError
from pincite.protocols import Embedder, Store, TextKind
from pincite.records.document import Document, Passage
from pincite.records.library import Held, Identity, NearHit
from pincite.records.question import Question
from pincite.retrieve.vectors import PassageVectors, Vectors, embedded, searched

_STORED = np.dtype("<f2")
# Kept after so many, so that whoever is interrupted starts again where it was.
_KEPT_AT_ONCE = 512
# Models read no further than this; a passage is longer only where a sentence could not be split.
_MOST_CHARS = 4000
_IN_MEMORY = 16


@dataclass(slots=True)
class Embedding:
    """The vectors of any document of a library."""

    store: Store
    embedder: Embedder
    keep: bool = True
    """Whether the library may be written to."""
    tell: Callable[[str], None] = lambda message: None
    _recent: OrderedDict[Identity, PassageVectors] = field(default_factory=OrderedDict, init=False)

    def vectors_of(self, held: Held) -> PassageVectors:
        """The vectors of all passages; those that the library does not have are made and kept."""
        known = self._recent.pop(held.identity, None) or self._read(held)
        self._recent[held.identity] = known
        if len(self._recent) > _IN_MEMORY:
            self._recent.popitem(last=False)
        return known

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
        return f"{self.embedder.name}/{self.embedder.version}/{self.embedder.dimensions}"

    def _read(self, held: Held) -> PassageVectors:
        document = held.document
        cut = passages(document)
        texts = {each.content_hash: each.span.of(document.text)[:_MOST_CHARS] for each in cut}
        vectors = self._kept(list(texts))
        missing = [each for each in texts if each not in vectors]
        for start in range(0, len(missing), _KEPT_AT_ONCE):
            self.tell(f"Embedding passage {start + 1:,} of {len(missing):,} of {held.identity.name}")
            group = missing[start : start + _KEPT_AT_ONCE]
            vectors |= self._made([(content_hash, texts[content_hash]) for content_hash in group])
        matrix = np.empty((len(cut), self.embedder.dimensions), dtype=np.float32)
        for place, passage in enumerate(cut):
            matrix[place] = vectors[passage.content_hash]
        return PassageVectors(matrix, tuple(_blocks_of(document, cut)))

    def _kept(self, hashes: Sequence[str]) -> dict[str, Vectors]:
        """What the library has. A vector that was damaged counts as none, and is made again."""
        found = {}
        for content_hash, blob in self.store.vectors(hashes, self.model).items():
            if len(blob) == self.embedder.dimensions * _STORED.itemsize:
                vector = np.frombuffer(blob, dtype=_STORED).astype(np.float32)
                if np.isfinite(vector).all():
                    found[content_hash] = vector
        return found

    def _made(self, texts: Sequence[tuple[str, str]]) -> dict[str, Vectors]:
        vectors = embedded(self.embedder, [text for _, text in texts], "passage")
        # As they will be read again, so that no answer depends on who asked first.
        stored = vectors.astype(_STORED)
        self._keep(
            {content_hash: row.tobytes() for (content_hash, _), row in zip(texts, stored, strict=True)}
        )
        rounded = stored.astype(np.float32)
        return {content_hash: row for (content_hash, _), row in zip(texts, rounded, strict=True)}

    def _keep(self, vectors: Mapping[str, bytes]) -> None:
        if not self.keep:
            return
        try:
            self.store.keep_vectors(self.model, vectors)
        except StoreError as error:
            # The answer does not depend on it: the next question embeds them again.
            self.tell(f"Vectors are not kept: {error.message}")


@dataclass(slots=True)
class Remembering:
    """An embedder that is not asked twice for the vector of a question."""

    embedder: Embedder
    _asked: OrderedDict[str, Vectors] = field(default_factory=OrderedDict, init=False)

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
        vectors = self._asked.pop(text, None)
        self._asked[text] = self.embedder.embed(texts, kind) if vectors is None else vectors
        if len(self._asked) > _IN_MEMORY:
            self._asked.popitem(last=False)
        return self._asked[text]


def _blocks_of(document: Document, cut: Sequence[Passage]) -> list[range]:
    """The numbers of the blocks that each passage holds."""
    first = {block.span.start: block.number for block in document.blocks}
    last = {block.span.end: block.number for block in document.blocks}
    return [range(first[each.span.start], last[each.span.end] + 1) for each in cut]
