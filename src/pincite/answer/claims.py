"""What a generator proposes: a value and where it says the proof stands. Nobody trusts it yet."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, SerializeAsAny

from pincite.answer.signals import AnySignals, Signals

LONGEST_QUOTE = 2_000
# A table is quoted whole, and by code alone: a statement of a filing has five thousand characters.
LONGEST_TABLE = 20_000


class Citation(BaseModel):
    """Where a generator says that the proof stands: line numbers and a short quote."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: str
    lines: tuple[int, int]
    quote: Annotated[str, Field(min_length=1, max_length=LONGEST_TABLE)] = Field(repr=False)
    start: int | None = None
    """Where in the text it starts, for one of several equal cells of a row; None where the lines tell."""


class Claim(BaseModel):
    """A value, its own words, and at least one citation."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    answer_type: str
    value: SerializeAsAny[BaseModel] = Field(repr=False)
    original: str = Field(repr=False)
    citations: Annotated[tuple[Citation, ...], Field(min_length=1)]
    qualifiers: tuple[str, ...] = Field(default=(), repr=False)
    score: float = 0.0
    method: Literal["verbatim", "inferred"] = "verbatim"
    """Inferred: in words of the generator's own, which no quote can prove."""
    named: bool = False
    """Whether it is a thing that a sentence names among others: its words are part of the sentence."""
    place: tuple[int, ...] = ()
    """In a tree, the numbers of the nodes on the way down: (2, 1) is the first child of the second."""


class Shown(BaseModel):
    """Lines of one version of a document, from the first up to and including the last."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: str
    lines: tuple[int, int]


class Proposal(BaseModel):
    """All that a generator has to say: claims, likeliest first, and what it thinks of its own work."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    claims: tuple[Claim, ...] = ()
    signals: AnySignals = Signals.unremarkable()
    shown: tuple[Shown, ...] | None = None
    """Of what it was given, the lines that it looked at; None for all of it with what goes with it."""
    unread: tuple[Shown, ...] = ()
    """Lines of which nothing is known, because what was said of them breaks off."""
    notes: tuple[str, ...] = ()
    """What the trace should say of how it came about: which model, by which means, for how many tokens."""
    by: str = ""
    """The language model that proposed, by its name; empty where rules did."""
