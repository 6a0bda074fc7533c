"""Vectors and reranking from Cohere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from pincite.protocols import TextKind
from pincite.providers.batching import as_scores, as_vectors, by_index, in_batches
from pincite.providers.endpoint import Endpoint
from pincite.providers.faults import Calls, checked_url

_PROVIDER = "Cohere"
_URL = "https://api.cohere.com/v2"
_VARIABLE = "COHERE_API_KEY"
_INPUT_TYPES = {"query": "search_query", "passage": "search_document"}
# The one family whose vectors can be asked for in several sizes.
_SIZED = "embed-v4"


class _Floats(BaseModel):
    rows: list[list[float]] = Field(alias="float")


class _Vectors(BaseModel):
    embeddings: _Floats


class _Score(BaseModel):
    index: int
    relevance_score: float


class _Scores(BaseModel):
    results: list[_Score]


@dataclass(frozen=True, slots=True)
class CohereEmbedder:
    """An embedding model of Cohere, which reads questions and passages differently."""

    model: str = "embed-v4.0"
    dimensions: int = 1536
    """How many numbers a vector has; the models before embed-v4 give 1024 or 384."""
    base_url: str = _URL
    key_variable: str = _VARIABLE
    calls: Calls = field(default_factory=Calls)
    name: ClassVar[str] = "cohere"

    def __post_init__(self) -> None:
        checked_url(self.base_url)

    @property
    def version(self) -> str:
        return self.model

    def embed(self, texts: Sequence[str], kind: TextKind) -> NDArray[np.float32]:
        def send(some: Sequence[str]) -> list[list[float]]:
            body = {
                "model": self.model,
                "texts": list(some),
                "input_type": _INPUT_TYPES[kind],
                "embedding_types": ["float"],
            }
            sized = body | {"output_dimension": self.dimensions} if self.model.startswith(_SIZED) else body
            rows = endpoint.post("/embed", sized, _Vectors).embeddings.rows
            # The reply names no places, so a missing row would shift all that follow.
            as_vectors(_PROVIDER, rows, len(some), self.dimensions)
            return rows

        endpoint = Endpoint(_PROVIDER, self.base_url, self.key_variable, self.calls)
        return as_vectors(_PROVIDER, in_batches(texts, self.calls, send), len(texts), self.dimensions)


@dataclass(frozen=True, slots=True)
class CohereReranker:
    """A reranking model of Cohere."""

    model: str = "rerank-v3.5"
    base_url: str = _URL
    key_variable: str = _VARIABLE
    calls: Calls = field(default_factory=Calls)
    name: ClassVar[str] = "cohere"

    def __post_init__(self) -> None:
        checked_url(self.base_url)

    def rerank(self, question: str, passages: Sequence[str]) -> list[float]:
        def send(some: Sequence[str]) -> list[float]:
            body = {"model": self.model, "query": question, "documents": list(some)}
            reply = endpoint.post("/rerank", body, _Scores)
            return by_index(_PROVIDER, [(row.index, row.relevance_score) for row in reply.results], len(some))

        endpoint = Endpoint(_PROVIDER, self.base_url, self.key_variable, self.calls)
        return as_scores(_PROVIDER, in_batches(passages, self.calls, send))
