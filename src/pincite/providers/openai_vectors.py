"""Vectors from OpenAI, or from any server that speaks its `/embeddings`: vLLM, TEI, llama.cpp, Ollama."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from pincite.protocols import TextKind
from pincite.providers.batching import as_vectors, by_index, in_batches
from pincite.providers.endpoint import Endpoint
from pincite.providers.faults import Calls, checked_url

_OPENAI = "https://api.openai.com/v1"
# What models give that can be asked for less; others may refuse to be asked, even for their own size.
_SIZES = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072}


class _Row(BaseModel):
    index: int
    embedding: list[float]


class _Reply(BaseModel):
    data: list[_Row]


@dataclass(frozen=True, slots=True)
class OpenAiEmbedder:
    """An embedding model of OpenAI, or with `base_url` one of any server that speaks the same.

    Such a server is called without a key unless `key_variable` names one.
    """

    model: str = "text-embedding-3-small"
    dimensions: int = 1536
    """How many numbers a vector has: that of the model, or with OpenAI's text-embedding-3 any less."""
    base_url: str = _OPENAI
    key_variable: str = ""
    query_prefix: str = ""
    passage_prefix: str = ""
    calls: Calls = field(default_factory=Calls)
    name: ClassVar[str] = "openai"

    def __post_init__(self) -> None:
        checked_url(self.base_url)

    @property
    def version(self) -> str:
        place = "" if self.base_url == _OPENAI else f"@{self.base_url}"
        return f"{self.model}{place}" + (f" {self.passage_prefix!r}" if self.passage_prefix else "")

    def embed(self, texts: Sequence[str], kind: TextKind) -> NDArray[np.float32]:
        prefix = self.query_prefix if kind == "query" else self.passage_prefix
        rows = in_batches([prefix + text for text in texts], self.calls, self._send)
        return as_vectors(self._endpoint.provider, rows, len(texts), self.dimensions)

    def _send(self, texts: Sequence[str]) -> list[list[float]]:
        body: dict[str, object] = {"model": self.model, "input": list(texts), "encoding_format": "float"}
        if _SIZES.get(self.model, self.dimensions) != self.dimensions:
            body["dimensions"] = self.dimensions
        reply = self._endpoint.post("/embeddings", body, _Reply)
        found = [(row.index, row.embedding) for row in reply.data]
        return by_index(self._endpoint.provider, found, len(texts))

    @property
    def _endpoint(self) -> Endpoint:
        own = self.base_url == _OPENAI
        provider = "OpenAI" if own else f"The embedding server {self.base_url}"
        variable = self.key_variable or ("OPENAI_API_KEY" if own else "")
        return Endpoint(provider, self.base_url, variable, self.calls)
