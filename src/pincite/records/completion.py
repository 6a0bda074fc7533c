"""What a language model is asked, alone or in a batch, and what it replies."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Literal

Rung = Literal["structured", "tool", "grammar", "json", "prompt"]
"""How a model is held to a form, strongest first: by its service's own structured output, by a tool that it
must call, by a grammar of its server, by being told to write JSON, by words in the prompt."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """A reply that could not be read, and what was wrong with it, word for word."""

    text: str = field(repr=False)
    problem: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Prompt:
    """Instructions of ours, the numbered lines that may be cited, and the form that the reply must have."""

    instructions: str
    context: str = field(repr=False)
    question: str
    schema: Mapping[str, Any]
    rung: Rung = "structured"
    earlier: Earlier | None = None
    """What the model is asked to mend; None when it is asked for the first time."""
    facts: str = field(default="", repr=False)
    """What is known of the document already, for the top of the prompt; empty where nothing is."""


@dataclass(frozen=True, slots=True)
class Usage:
    """The tokens that calls took, as the service counts them, and what they cost where prices are known."""

    calls: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    """Of the input, what the service had read before and charges less for."""
    output_tokens: int = 0
    cost: Decimal | None = None
    """In the currency of the user's own prices; None where there are none."""

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.cached_tokens + other.cached_tokens,
            self.output_tokens + other.output_tokens,
            _sum(self.cost, other.cost),
        )


@dataclass(frozen=True, slots=True)
class Completion:
    """The text of a reply, and why it ended.

    By itself, at the limit of its length, as a refusal, or not at all because the service does not offer
    the rung that was asked for: then the text says why.
    """

    text: str = field(repr=False)
    stopped: Literal["end", "length", "refusal", "unsupported"] = "end"
    usage: Usage = Usage()
    ignored: str = field(default="", repr=False)
    """What the service was told and did not do, such as calling the tool; empty when it did as told."""


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call to a language model: who asked which, the prompt, and the reply as it came."""

    by: str
    model: str
    prompt: Prompt = field(repr=False)
    reply: Completion = field(repr=False)
    seconds: float
    repeated: bool = False
    """Whether another question made it, which was read in one view with this one."""

    @property
    def again(self) -> ModelCall:
        """The same call in the record of another question, for which it took nothing."""
        return replace(self, reply=replace(self.reply, usage=Usage()), repeated=True)


def _sum(one: Decimal | None, other: Decimal | None) -> Decimal | None:
    return other if one is None else one if other is None else one + other


@dataclass(frozen=True, slots=True)
class PicturePrompt(Prompt):
    """A prompt with one picture, as a PNG file. Only a model that says that it `sees` may be given one."""

    picture: bytes = field(default=b"", repr=False)


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
