"""Vectors and reranking by models of the library fastembed, on this machine and without torch."""

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


@dataclass(frozen=True, slots=True)
class FastembedEmbedder:
    """A model that fastembed knows by its name."""

    model: str = "BAAI/bge-small-en-v1.5"
    name: ClassVar[str] = "fastembed"

    @property
    def version(self) -> str:
        return self.model

    @property
    def dimensions(self) -> int:
        return _size(self.model)

    def embed(self, texts: Sequence[str], kind: TextKind) -> NDArray[np.float32]:
        model = _embedder(self.model)
        made = model.query_embed(list(texts)) if kind == "query" else model.passage_embed(list(texts))
        return np.array(list(made), dtype=np.float32).reshape(len(texts), self.dimensions)


@dataclass(frozen=True, slots=True)
class FastembedReranker:
    """A cross-encoder that fastembed knows by its name."""

    model: str = "Xenova/ms-marco-MiniLM-L-6-v2"
    name: ClassVar[str] = "fastembed"

    def rerank(self, question: str, passages: Sequence[str]) -> list[float]:
        if not passages:
            return []
        scores = _reranker(self.model).rerank(question, list(passages))
        return as_scores(self.model, [float(score) for score in scores])


@functools.cache
def _size(model: str) -> int:
    return len(next(iter(_embedder(model).passage_embed(["size"]))))


@functools.cache
def _embedder(model: str) -> Any:
    try:
        from fastembed import TextEmbedding
    except ImportError as error:
        raise _missing() from error
    return _loaded(TextEmbedding, model)


@functools.cache
def _reranker(model: str) -> Any:
    try:
        from fastembed.rerank.cross_encoder import TextCrossEncoder
    except ImportError as error:
        raise _missing() from error
    return _loaded(TextCrossEncoder, model)


def _loaded(kind: Any, model: str) -> Any:
    try:
        return kind(model_name=model)
    except (OSError, ValueError) as error:
        raise ProviderError(
            f"The model {model!r} cannot be loaded: {' '.join(str(error).split())[:200]}",
            hint="Check the option `model`, and the network where it has to be fetched first.",
        ) from error


def _missing() -> MissingExtra:
    return MissingExtra("fastembed", extra="fastembed", needed_for="This model")
