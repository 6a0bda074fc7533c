"""What speaks for an item, as published: what code proved of it, who judged that it answers, who decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

State = Literal["proved", "open", "contradicted"]
"""Proved by code; open where code cannot and nothing contradicts; what is contradicted never leaves."""
_WEAKEST_FIRST: tuple[State, ...] = ("contradicted", "open", "proved")


def _rounded(chance: float) -> float:
    return round(chance, 2)


Chance = Annotated[float, Field(ge=0, le=1), AfterValidator(_rounded)]
"""How likely something is, as measured; published with two decimals, because no measurement carries more."""


class Published(BaseModel):
    """Part of an answer in its published form, in which every key stands."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_serialization_defaults_required=True)


class Check(Published):
    """One check of an item: what it looked at, how it ended, and why it is not proved or how it is."""

    check: str
    state: State
    reason: str = Field(default="", repr=False)


# Who judges beside language models: what code compares, and the reader in the package with its version.
_COMPARISONS = frozenset({"words", "parties", "document"})
_OWN_READER = "local/"


class JudgedBy(Published):
    """One reader who judged whether an item answers the question, and what it says."""

    reader: str
    says: str = Field(repr=False)

    @property
    def is_named(self) -> bool:
        """Whether it is a language model or a verifier that somebody has named."""
        return self.reader not in _COMPARISONS and not self.reader.startswith(_OWN_READER)


class Judgement(Published):
    """Who judged that an item answers, with which chance, and which chance was needed.

    `chance` and `bar` are null where nobody who judged was measured.
    """

    by: list[JudgedBy] = Field(default_factory=list)
    chance: Chance | None = None
    bar: Chance | None = None

    @property
    def named(self) -> list[str]:
        """The language models and verifiers among those who judged."""
        return list(dict.fromkeys(voice.reader for voice in self.by if voice.is_named))

    @property
    def falls_short(self) -> bool:
        """Whether the chance was measured and is below what is needed to answer."""
        return self.chance is not None and self.bar is not None and self.chance < self.bar

    @classmethod
    def weakest(cls, parts: Sequence[Judgement]) -> Self:
        """What is judged of a value that is computed from others: as much as of the weakest of them."""
        weakest = min(parts, key=lambda each: -1.0 if each.chance is None else each.chance)
        by = [voice for each in parts for voice in each.by]
        once = [voice for place, voice in enumerate(by) if voice not in by[:place]]
        return cls(by=once, chance=weakest.chance, bar=weakest.bar)


class Decided(Published):
    """What a person decided about an item; what code proved of it stays as it was."""

    by: str
    at: str
    """When, in UTC."""
    says: str


def weakest_checks(proofs: Iterable[Sequence[Check]]) -> list[Check]:
    """Every check once, as it ended for the part that it proves least of."""
    found: dict[str, Check] = {}
    for check in (check for proof in proofs for check in proof):
        known = found.get(check.check)
        if known is None or _WEAKEST_FIRST.index(check.state) < _WEAKEST_FIRST.index(known.state):
            found[check.check] = check
    return list(found.values())
