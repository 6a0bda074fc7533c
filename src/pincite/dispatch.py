"""Turn verdicts and signals into an outcome, or into what to do before there can be one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pincite.contract.answers import Outcome
from pincite.contract.signals import Signals
from pincite.contract.values.types import same
from pincite.contract.verdicts import Judged
from pincite.contract.vocabulary import stems, telling
from pincite.records.question import Question

Step = Literal["repair", "widen", "reread", "scan"]

# Checks that a claim fails when its generator was careless about the place.
_MISPLACED = frozenset({"structure", "quote"})
# Claims whose rank differs by less than this are told apart by nothing but the order of the text.
_AS_GOOD = 0.012
# Two passing claims are about the same fact when they are about as relevant as each other …
_AS_RELEVANT = 0.02
# … and their sentences share this much of their wording.
_ALIKE = 0.6
# An amendment restates little of what it changes, so it need only be nearly as relevant.
_NEARLY_AS_RELEVANT = 0.2
_GOES_ON = re.compile(r"(?:[;,]|\b(?:and|or))\s*$", re.IGNORECASE)
_AMENDMENT = re.compile(r"\b(?:amendment|addendum)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do with the claims, and why.

    `outcome` is None when another round is worth it; `step` says which. `sides` holds what contradicts
    each other; `rule` names the document's own reason why the first side prevails.
    """

    outcome: Outcome | None
    kept: tuple[Judged, ...]
    reason: str
    sides: tuple[tuple[Judged, ...], ...] = ()
    rule: str = ""
    equals: tuple[Judged, ...] = ()
    """Places that answer equally well and differently, so that the question must be narrowed."""
    step: Step | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """What has been tried for a question, and what the generator said of its work each time."""

    tried: frozenset[Step] = frozenset()
    stated: tuple[Signals, ...] = ()


def decide(question: Question, judged: Sequence[Judged], situation: Situation) -> Decision:
    """What follows from the claims, best first. Only claims that passed every check are ever kept."""
    passed = [j for j in judged if j.passed]
    if passed and question.generation.answer_shape == "list":
        return _list(judged, passed)
    if passed:
        return _single(passed)
    if again := _again(judged, situation):
        return again
    if unproved := [j for j in judged if "relevance" not in j.failed_checks]:
        reason = next(v.reason for v in unproved[0].verdicts if not v.passed)
        return Decision("unverified", (), f"{len(unproved)} claims were withheld: {reason}")
    return Decision("not_found", (), "every block was read and none answers the question")


def _again(judged: Sequence[Judged], situation: Situation) -> Decision | None:
    """The next step that may still find an answer; each is taken once at most, so rounds come to an end."""
    misplaced = sum(not _MISPLACED.isdisjoint(j.failed_checks) for j in judged)
    keywords = sorted({word for signals in situation.stated for word in signals.new_keywords})
    garbled = any(not signals.context_well_parsed for signals in situation.stated)
    steps: tuple[tuple[Step, object, str], ...] = (
        (
            "repair",
            misplaced,
            f"{misplaced} claims do not stand where they were said to; it is told why",
        ),
        ("widen", keywords, f"the generator saw other words for it: {', '.join(keywords)}"),
        ("reread", garbled, "the generator finds the text garbled: its pages are read in another way"),
        ("scan", True, "nothing passed every check: every block is read before giving up"),
    )
    for step, worthwhile, reason in steps:
        if worthwhile and step not in situation.tried:
            return Decision(None, (), reason, step=step)
    return None


def _list(judged: Sequence[Judged], passed: Sequence[Judged]) -> Decision:
    if len(passed) < len(judged):
        return Decision("incomplete", tuple(passed), f"{len(judged) - len(passed)} items failed a check")
    if _GOES_ON.search(passed[-1].claim.original):
        return Decision("incomplete", tuple(passed), "the last item announces another one")
    return Decision("answered", tuple(passed), f"{len(passed)} items passed every check")


def _single(passed: Sequence[Judged]) -> Decision:
    best = passed[0]
    if amended := _amended(best, passed[1:]):
        both = ((amended[0],), (amended[1],))
        return Decision("conflict", amended, "an amendment states another value", both, rule="amendment")
    rivals = [other for other in passed[1:] if _contradicts(best, other)]
    if not rivals and (equals := [other for other in passed[1:] if _as_good(best, other)]):
        return Decision(
            "needs_clarification", (), "several places answer equally well", equals=(best, *equals)
        )
    if not rivals:
        return Decision("answered", (best,), "the best claim passed every check")
    sides = ((best,), *((rival,) for rival in rivals))
    return Decision("conflict", (best, *rivals), "equally relevant places give different values", sides)


def _amended(best: Judged, others: Sequence[Judged]) -> tuple[Judged, Judged] | None:
    """The amending and the amended claim, where one of the two is the best."""
    for other in others:
        near = best.confidence - other.confidence <= _NEARLY_AS_RELEVANT
        alike = best.proofs[0].identity == other.proofs[0].identity and not _agree(best, other)
        if near and alike and _amends(best) != _amends(other):
            return (best, other) if _amends(best) else (other, best)
    return None


def _as_good(best: Judged, other: Judged) -> bool:
    """Whether nothing but the order of the text speaks for one of two different values."""
    near = best.claim.score - other.claim.score < _AS_GOOD
    return near and not _agree(best, other) and best.confidence - other.confidence <= _AS_RELEVANT


def _contradicts(best: Judged, other: Judged) -> bool:
    """Whether two claims state the same fact with different values."""
    if _agree(best, other) or best.confidence - other.confidence > _AS_RELEVANT:
        return False
    a, b = (telling(stems(j.claim.citations[0].quote)) - set(stems(j.claim.original)) for j in (best, other))
    return len(a & b) >= _ALIKE * len(a | b)


def _agree(a: Judged, b: Judged) -> bool:
    """Whether nothing can be said to differ: sentences and yes or no are not compared."""
    kinds = {a.claim.answer_type, b.claim.answer_type}
    return len(kinds) > 1 or bool(kinds & {"text", "clause", "boolean"}) or same(a.claim.value, b.claim.value)


def _amends(judged: Judged) -> bool:
    """Whether the claim's proof stands under the title of an amendment."""
    proof = judged.proofs[0]
    blocks = proof.document.blocks_of(proof.span)
    return any(_AMENDMENT.search(s.title) for s in proof.document.section_path(blocks[0].section))
