"""Vectors and reranking by models of the library sentence-transformers, on this machine."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pincite.errors import MissingExtra, ProviderError
from pincite.protocols import TextKind
from pincite.providers.batching import as_scores

_PACKAGE = "sentence-transformers"


@dataclass(frozen=True, slots=True)
class SentenceTransformersEmbedder:
    """A model by its name on a hub, or by the folder that holds it. No code of the model's is run."""

    model: str = "sentence-transformers/all-MiniLM-L6-v2"
    revision: str = ""
    query_prefix: str = ""
    passage_prefix: str = ""
    batch_texts: int = 32
    name: ClassVar[str] = "sentence_transformers"

    @property
    def version(self) -> str:
        pinned = f"@{self.revision}" if self.revision else ""
        return f"{self.model}{pinned}" + (f" {self.passage_prefix!r}" if self.passage_prefix else "")

    @property
    def dimensions(self) -> int:
        return int(_encoder(self.model, self.revision).get_sentence_embedding_dimension())

    def embed(self, texts: Sequence[str], kind: TextKind) -> NDArray[np.float32]:
        prefix = self.query_prefix if kind == "query" else self.passage_prefix
        encoder = _encoder(self.model, self.revision)
        vectors = encoder.encode(
            [prefix + text for text in texts],
            batch_size=self.batch_texts,
            convert_to_numpy=True,
            show_progress_bar=False,
        )
        return np.asarray(vectors, dtype=np.float32).reshape(len(texts), self.dimensions)


@dataclass(frozen=True, slots=True)
class CrossEncoderReranker:
    """A cross-encoder by its name on a hub, or by the folder that holds it."""

    model: str = "cross-encoder/ms-marco-MiniLM-L6-v2"
    revision: str = ""
    batch_texts: int = 32
    name: ClassVar[str] = "sentence_transformers"

    def rerank(self, question: str, passages: Sequence[str]) -> list[float]:
        if not passages:
            return []
        pairs = [(question, passage) for passage in passages]
        encoder = _cross_encoder(self.model, self.revision)
        scores = encoder.predict(pairs, batch_size=self.batch_texts, show_progress_bar=False)
        return as_scores(self.model, [float(score) for score in scores])


@functools.cache
def _encoder(model: str, revision: str) -> Any:
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise _missing() from error
    return _loaded(SentenceTransformer, model, revision)


@functools.cache
def _cross_encoder(model: str, revision: str) -> Any:
    try:
        from sentence_transformers import CrossEncoder
    except ImportError as error:
        raise _missing() from error
    return _loaded(CrossEncoder, model, revision)


def _loaded(kind: Any, model: str, revision: str) -> Any:
    try:
        return kind(model, revision=revision or None)
    except (OSError, ValueError) as error:
        raise ProviderError(
            f"The model {model!r} cannot be loaded: {' '.join(str(error).split())[:200]}",
            hint="Check the option `model`; a folder with the model works without a network.",
        ) from error


def _missing() -> MissingExtra:
    return MissingExtra(_PACKAGE, extra=_PACKAGE, needed_for="This model")
