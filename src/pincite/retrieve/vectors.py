"""Find passages by what they mean: the cosine between the question's vector and theirs, all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from pincite.errors import ProviderError
from pincite.protocols import Embedder, Fusion, Path, TextKind
from pincite.records.document import Passage
from pincite.records.evidence import Hit
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.retrieve.search import in_order
from pincite.structure.excerpts import Cut

Vectors = NDArray[np.float32]

# What the passage least like the question keeps of a score: above nothing, so that it is still a hit.
_LEAST = 0.01
MOST = 32
"""How many passages are compared by meaning before all vectors are made."""


@dataclass(frozen=True, slots=True, eq=False)
class PassageVectors:
    """The vectors of a document's passages, each of unit length, and the blocks that each passage holds."""

    matrix: Vectors
    blocks: tuple[range, ...]


@dataclass(frozen=True, slots=True)
class ByVectors:
    """The blocks of the passages that mean what the question means.

    A vector stands for a whole passage, so all of its blocks are proposed alike; the words of the question
    tell them apart when the paths are fused. An embedder that fails is an error and never an empty list:
    what was not searched must not look like what was not found.
    """

    embedder: Embedder
    vectors_of: Callable[[Held], PassageVectors]
    limit: int = 50
    """How many passages are proposed."""
    some_of: Callable[[Question, Held], PassageVectors] | None = None
    """Gives the vectors of some passages where not all are made; None: nothing is found there then."""
    name: ClassVar[str] = "vectors"
    # The same question is put to one document after the other.
    _asked: dict[str, Vectors] = field(default_factory=dict, init=False, repr=False, compare=False)

    def find(self, question: Question, held: Held) -> list[Hit]:
        passages = self.vectors_of(held)
        if not passages.blocks and self.some_of:
            passages = self.some_of(question, held)
        if not passages.blocks:
            return []
        scores = _shares(passages.matrix @ self._vector(searched(question)))
        order = np.argsort(-scores, kind="stable")[: self.limit]
        return [Hit(number, float(scores[place])) for place in order for number in passages.blocks[place]]

    def cosines(self, question: Question, held: Held) -> list[float]:
        """How near each passage is to the question, in their order; none before all vectors are made."""
        passages = self.vectors_of(held)
        if not passages.blocks:
            return []
        near: list[float] = (passages.matrix @ self._vector(searched(question))).tolist()
        return near

    def near(self, question: Question, texts: Sequence[str]) -> list[float]:
        """How near each of some texts is to the question, in their order."""
        near: list[float] = (
            embedded(self.embedder, texts, "passage") @ self._vector(searched(question))
        ).tolist()
        return near

    def _vector(self, text: str) -> Vectors:
        if text not in self._asked:
            self._asked[text] = embedded(self.embedder, [text], "query")[0]
        return self._asked[text]


@dataclass(frozen=True, slots=True)
class FirstVectors:
    """Searches by meaning before all vectors are made: among the passages that words find best.

    The vectors of a whole document take longer than the rest of a question. Those of what words find best
    take a second; they are kept, so that none of them is made again. What is judged of an answer then is
    judged as without vectors: how near a passage is to the question tells little as long as its rivals are
    unknown.
    """

    vectors_of: Callable[[Held, Cut, Sequence[Passage]], PassageVectors]
    paths: Sequence[Path]
    fusion: Fusion

    def of(self, question: Question, held: Held) -> PassageVectors:
        """Those of the passages that hold something found, then of others as they stand, up to `MOST`."""
        cut = Cut.of(held.document)
        found = in_order(question, held, self.paths, self.fusion.fuse)
        chosen = dict.fromkeys(chain((cut.at_block(each.block) for each in found), cut.passages))
        return self.vectors_of(held, cut, list(chosen)[:MOST])


def embedded(embedder: Embedder, texts: Sequence[str], kind: TextKind) -> Vectors:
    """Vectors of unit length, whatever the embedder gives, or a ProviderError."""
    try:
        vectors = np.asarray(embedder.embed(texts, kind), dtype=np.float32)
    except (OSError, ValueError) as error:
        raise ProviderError(
            f"The embedder {embedder.name!r} failed: {error}.", hint="Try again.", retryable=True
        ) from error
    wanted = (len(texts), embedder.dimensions)
    if vectors.shape != wanted or not np.isfinite(vectors).all():
        raise ProviderError(
            f"The embedder {embedder.name!r} gave no usable vectors: {wanted[0]} of {wanted[1]} finite "
            f"numbers were due, and it gave {' x '.join(map(str, vectors.shape))}.",
            hint="Check its model and the option `dimensions`.",
        )
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def searched(question: Question) -> str:
    """The user's own words; without those that say what is not wanted, which would find just that."""
    if not question.generation.excluded:
        return question.generation.plain
    return " ".join(term.asked for term in question.retrieval.terms)


def _shares(cosines: Vectors) -> NDArray[np.float64]:
    """Cosines as shares between the document's least and most similar passage.

    Every model squeezes its cosines into a narrow band of its own, in which a hopeless passage has nine
    tenths of the best one's: fused as they are, they would tell nothing apart.
    """
    low, high = float(cosines.min()), float(cosines.max())
    if high <= low:
        return np.ones(len(cosines))
    return _LEAST + (1 - _LEAST) * (cosines.astype(float) - low) / (high - low)
