"""Vectors and reranking from Voyage AI."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from pincite.protocols import TextKind
from pincite.providers.batching import as_scores, as_vectors, by_index, in_batches
from pincite.providers.endpoint import Endpoint
from pincite.providers.faults import Calls, checked_url

_PROVIDER = "Voyage"
_URL = "https://api.voyageai.com/v1"
_VARIABLE = "VOYAGE_API_KEY"
_INPUT_TYPES = {"query": "query", "passage": "document"}


class _Row(BaseModel):
    index: int
    embedding: list[float]


class _Vectors(BaseModel):
    data: list[_Row]


class _Score(BaseModel):
    index: int
    relevance_score: float


class _Scores(BaseModel):
    data: list[_Score]


@dataclass(frozen=True, slots=True)
class VoyageEmbedder:
    """An embedding model of Voyage, which reads questions and passages differently."""

    model: str = "voyage-3.5"
    dimensions: int = 1024
    """How many numbers a vector has; not every model offers every size."""
    base_url: str = _URL
    key_variable: str = _VARIABLE
    calls: Calls = field(default_factory=Calls)
    name: ClassVar[str] = "voyage"

    def __post_init__(self) -> None:
        checked_url(self.base_url)

    @property
    def version(self) -> str:
        return self.model

    def embed(self, texts: Sequence[str], kind: TextKind) -> NDArray[np.float32]:
        def send(some: Sequence[str]) -> list[list[float]]:
            body = {"model": self.model, "input": list(some), "input_type": _INPUT_TYPES[kind]}
            sized = body if self.dimensions == 1024 else body | {"output_dimension": self.dimensions}
            reply = endpoint.post("/embeddings", sized, _Vectors)
            return by_index(_PROVIDER, [(row.index, row.embedding) for row in reply.data], len(some))

        endpoint = Endpoint(_PROVIDER, self.base_url, self.key_variable, self.calls)
        return as_vectors(_PROVIDER, in_batches(texts, self.calls, send), len(texts), self.dimensions)


@dataclass(frozen=True, slots=True)
class VoyageReranker:
    """A reranking model of Voyage."""

    model: str = "rerank-2.5"
    base_url: str = _URL
    key_variable: str = _VARIABLE
    calls: Calls = field(default_factory=Calls)
    name: ClassVar[str] = "voyage"

    def __post_init__(self) -> None:
        checked_url(self.base_url)

    def rerank(self, question: str, passages: Sequence[str]) -> list[float]:
        def send(some: Sequence[str]) -> list[float]:
            body = {"model": self.model, "query": question, "documents": list(some)}
            reply = endpoint.post("/rerank", body, _Scores)
            return by_index(_PROVIDER, [(row.index, row.relevance_score) for row in reply.data], len(some))

        endpoint = Endpoint(_PROVIDER, self.base_url, self.key_variable, self.calls)
        return as_scores(_PROVIDER, in_batches(passages, self.calls, send))
