"""What is asked of a provider in one batch, what came of each request, and how far the batch has got."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pincite.records.completion import Completion, Rung, Usage

BatchState = Literal["submitting", "submitted", "ended", "harvested", "dropped", "live"]
"""`submitting` is written before anything is sent, so that a crash leaves a trace; `dropped` never ran or is
given up; `live` stands for the calls of a table that were made one by one."""
Ending = Literal["succeeded", "errored", "expired", "cancelled", "missing"]
_CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True)
class ModelRequest:
    """One call of a language model, whole: where it goes, and all that is sent."""

    model: str
    place: str
    body: Mapping[str, Any] = field(repr=False)
    rung: Rung
    most_output_tokens: int = 0

    @functools.cached_property
    def written(self) -> str:
        return json.dumps(self.body, ensure_ascii=False)

    @functools.cached_property
    def key(self) -> str:
        """The same for the same call of the same model: replies are kept under it."""
        said = json.dumps([self.place, self.model, self.rung, self.written])
        return hashlib.sha256(said.encode()).hexdigest()

    @property
    def tokens(self) -> int:
        """As everywhere: four characters each, rounded up."""
        return -(-len(self.written) // _CHARACTERS_PER_TOKEN)


@dataclass(frozen=True, slots=True)
class BatchResult:
    """What came of one request: a reply, or why there is none."""

    custom_id: str
    ending: Ending
    completion: Completion | None = None
    error: str = ""
    retryable: bool = True
    """Whether the same request may succeed in another batch."""


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """How far the provider has got; `gone` where it does not know the batch any more."""

    state: Literal["running", "ended", "gone"]
    done: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class SubmittedBatch:
    """A batch as the library knows it."""

    number: int
    token: str
    """Ours: it stands in all that is sent, so that a batch can be told at the provider."""
    model: str
    place: str
    state: BatchState
    provider_id: str
    requests: int
    sent_at: float
    """Seconds since 1970 by our clock, right before it was sent."""
    endings: Mapping[str, int] = field(default_factory=dict)
    """How many requests came to which end."""
    usage: Usage = field(default_factory=Usage)
    said: str = ""
    """What the provider said of the whole batch, where it refused it."""


@dataclass(frozen=True, slots=True)
class FailedRequest:
    """How often a request came back without a reply, and what was said of it the last time."""

    times: int
    error: str
    retryable: bool
