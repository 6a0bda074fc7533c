"""What a language model is asked and what it replies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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


def _sum(one: Decimal | None, other: Decimal | None) -> Decimal | None:
    return other if one is None else one if other is None else one + other
