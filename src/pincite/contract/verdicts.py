"""The result of one check, and a claim together with all that the checks said of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from pincite.contract.claims import Claim
from pincite.records.evidence import Proof

Cause = Literal[
    "",
    "malformed",  # the claim cannot be looked at: no quote, another type, another kind of value
    "no_such_lines",
    "quote_not_found",
    "not_shown",  # it stands there, but the generator was not given these lines
    "value_not_read",
    "value_ambiguous",
    "own_words",
    "lacks_words",
    "another_matter",
    "another_actor",
    "excluded",
    "outside_scope",
    "contradicted",
    "unsupported",  # a verifier scores the statement too low
    "doubted",  # an adviser does; where nothing but a caveat follows, the verdict has passed
    "few_tiers",  # passed, but fewer tiers ran than should agree
    "cut",
    "not_at_this_level",
    "misplaced",
    "unlikely",
]
"""What a verdict comes from, for code to act on: the reason is for people and is never read by code."""

ANSWERABLE = "answerable"
"""The check by which a reading model says whether the passage of a place answers at all."""
ABOUT_IT = frozenset({"relevance", ANSWERABLE})
"""What fails one of these is about something else: it is no answer that lacks a proof."""


class Verdict(BaseModel):
    """A failed check is a value, never an exception."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    check: str
    passed: bool
    score: float
    reason: str
    cause: Cause = Field(default="", exclude=True)
    """Empty where the check passed and nothing is to be noted. Not part of the published JSON."""


Standing = Literal[0, 1, 2]
"""Who speaks for a claim: words alone (0), a reading model alone (1), or both (2), which goes first."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim, where its quotes were found, and every verdict on it.

    `proofs` is empty when a quote was not found; then there is a failed verdict that says so.
    """

    claim: Claim
    proofs: tuple[Proof, ...]
    verdicts: tuple[Verdict, ...]
    standing: Standing = 0

    @property
    def passed(self) -> bool:
        return bool(self.proofs) and bool(self.verdicts) and all(v.passed for v in self.verdicts)

    @property
    def failed_checks(self) -> tuple[str, ...]:
        return tuple(v.check for v in self.verdicts if not v.passed)

    @property
    def confidence(self) -> float:
        """The weakest verdict's score, apart from what a reading model says: claims are compared by it."""
        return min((v.score for v in self.verdicts if v.check != ANSWERABLE), default=0.0)

    @property
    def certainty(self) -> float:
        """How likely it answers, as measured of a model that has read it; where none has, the confidence."""
        read = [v.score for v in self.verdicts if v.check == ANSWERABLE]
        return min(read, default=self.confidence)
