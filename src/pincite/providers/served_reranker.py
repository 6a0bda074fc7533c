"""Reranking by a server of one's own: text-embeddings-inference, vLLM and what speaks like them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from pydantic import BaseModel, RootModel

from pincite.providers.batching import as_scores, by_index, in_batches
from pincite.providers.endpoint import Endpoint
from pincite.providers.faults import Calls, checked_url


class _Score(BaseModel):
    index: int
    score: float


class _Plain(RootModel[list[_Score]]):
    """What text-embeddings-inference answers."""


class _Result(BaseModel):
    index: int
    relevance_score: float


class _Results(BaseModel):
    """What vLLM, Jina and llama.cpp answer."""

    results: list[_Result]


@dataclass(frozen=True, slots=True)
class ServedReranker:
    """Any cross-encoder behind `/rerank`; called without a key unless `key_variable` names one.

    `speaks` is `tei` for text-embeddings-inference, and `jina` for vLLM, llama.cpp and others, which also
    want to be told the model.
    """

    base_url: str
    model: str = ""
    speaks: Literal["tei", "jina"] = "tei"
    key_variable: str = ""
    calls: Calls = field(default_factory=lambda: Calls(batch_texts=32))
    name: ClassVar[str] = "served"

    def __post_init__(self) -> None:
        checked_url(self.base_url)

    def rerank(self, question: str, passages: Sequence[str]) -> list[float]:
        send = _Asking(question, self)
        return as_scores(send.endpoint.provider, in_batches(passages, self.calls, send))


@dataclass(frozen=True, slots=True)
class _Asking:
    """One question, put to the server for some passages at a time."""

    question: str
    server: ServedReranker

    @property
    def endpoint(self) -> Endpoint:
        server = self.server
        provider = f"The reranking server {server.base_url}"
        return Endpoint(provider, server.base_url, server.key_variable, server.calls)

    def __call__(self, passages: Sequence[str]) -> list[float]:
        found = self._tei(passages) if self.server.speaks == "tei" else self._jina(passages)
        return by_index(self.endpoint.provider, found, len(passages))

    def _tei(self, passages: Sequence[str]) -> list[tuple[int, float]]:
        body = {"query": self.question, "texts": list(passages), "truncate": True}
        return [(row.index, row.score) for row in self.endpoint.post("/rerank", body, _Plain).root]

    def _jina(self, passages: Sequence[str]) -> list[tuple[int, float]]:
        body = {"model": self.server.model, "query": self.question, "documents": list(passages)}
        results = self.endpoint.post("/rerank", body, _Results).results
        return [(row.index, row.relevance_score) for row in results]
