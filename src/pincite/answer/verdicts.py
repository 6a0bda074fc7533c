"""The result of each check of a claim inside the pipeline; nothing of it is published (see `checks`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from pincite.answer.checks import Check
from pincite.answer.claims import Claim
from pincite.records.evidence import Proof
from pincite.records.question import Question

Cause = Literal[
    "",
    "malformed",  # the claim cannot be looked at: no quote, another type, another kind of value
    "no_such_lines",
    "quote_not_found",
    "not_shown",  # the document contains it, but the generator was not shown these lines
    "value_not_read",
    "value_ambiguous",
    "own_words",
    "excluded",
    "outside_scope",
    "planted",  # it gives instructions to AI models
    "contradicted",
    "unsupported",  # a verifier scores the statement too low
    "torn",  # words that a reader does not see stand inside its sentence
    "cut",
    "not_at_this_level",
    "misplaced",
    "unlikely",
]
"""What a verdict comes from, for code to act on: the reason is for people and is never read by code."""

ANSWERS = "answers"
"""The check by which the measured chance that a place answers meets the bar of the level."""
ABOUT_IT = frozenset({ANSWERS, "scope"})
"""What fails one of these is about something else: it is no answer that lacks a proof."""


class Verdict(BaseModel):
    """A failed check is a value, never an exception."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    check: str
    passed: bool
    score: float
    reason: str = Field(repr=False)
    cause: Cause = Field(default="", exclude=True)
    """Empty where the check passed and nothing is to be noted. Not part of the published JSON."""


VoiceKind = Literal["reader", "model", "judge", "words"]


@dataclass(frozen=True, slots=True)
class Voice:
    """One who judges whether a claim answers the question, and what it says."""

    kind: VoiceKind
    name: str
    says: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Who judged that a claim answers the question, with which chance, and which chance was needed.

    `chance` is None where nobody who judged was measured; then `bar` is None, too.
    """

    who: tuple[Voice, ...] = ()
    chance: float | None = None
    bar: float | None = None


Standing = Literal[0, 1]
"""Who makes a claim: the local reader (0), or a generator of the user's choice (1), which goes first."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim, where its quotes were found, and every verdict on it.

    `proofs` is empty when a quote was not found; then there is a failed verdict that says so.
    """

    claim: Claim
    proofs: tuple[Proof, ...]
    verdicts: tuple[Verdict, ...]
    standing: Standing = 0
    warrant: Judgement | None = None
    """Who says that it answers, as far as anybody was asked; None before that."""
    checks: tuple[Check, ...] = field(default=(), repr=False, compare=False)
    """What the prover says of it, check by check; empty before that."""
    put: Question | None = field(default=None, repr=False, compare=False)
    """The question as its document was asked it; None where nothing was proved."""

    @property
    def passed(self) -> bool:
        return bool(self.proofs) and bool(self.verdicts) and all(v.passed for v in self.verdicts)

    @property
    def failed_checks(self) -> tuple[str, ...]:
        return tuple(v.check for v in self.verdicts if not v.passed)

    @property
    def confidence(self) -> float:
        """The weakest verdict's score."""
        return min((v.score for v in self.verdicts), default=0.0)

    def is_open(self, check: str) -> bool:
        """Whether the prover leaves a check of the claim open."""
        return any(each.check == check and each.state == "open" for each in self.checks)

    def refused(self, check: str, reason: str, cause: Cause) -> Judged:
        """The same claim with one more verdict, which it failed."""
        verdict = Verdict(check=check, passed=False, score=0.0, reason=reason, cause=cause)
        return replace(self, verdicts=(*self.verdicts, verdict))

    def answering_as(self, other: Judged) -> Judged:
        """The same claim with what was judged of another one: of the rest of a list what was of its start."""
        answers = tuple(verdict for verdict in other.verdicts if verdict.check == ANSWERS)
        return replace(
            self, verdicts=(*self.verdicts, *answers), warrant=other.warrant, standing=other.standing
        )


Grade = Literal["exact", "typesetting", "hyphen", "case"]
_GRADES: tuple[Grade, ...] = get_args(Grade)


def weakest_grade(grades: Iterable[str]) -> Grade:
    """The grade of quotes together: that of the one which had to be matched most loosely."""
    found = set(grades)
    return [grade for grade in _GRADES if grade in found][-1]
