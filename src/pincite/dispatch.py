"""Turn verdicts and signals into an outcome, or into what to do before there can be one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pincite.contract.answers import Outcome
from pincite.contract.cases import fronted_case
from pincite.contract.conflicts.rules import Rule
from pincite.contract.conflicts.sides import AS_RELEVANT, Sides, elsewhere, sides_of
from pincite.contract.conflicts.values import differ
from pincite.contract.signals import Signals
from pincite.contract.values.types import Boolean, Text
from pincite.contract.verdicts import ABOUT_IT, Judged
from pincite.records.question import Question

Step = Literal["escalate", "repair", "widen", "reread", "scan"]

# Checks that a claim fails when its generator was careless about the place.
_MISPLACED = frozenset({"structure", "quote"})
# Claims whose rank differs by less than this are told apart by nothing but the order of the text.
_AS_GOOD = 0.012


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do with the claims, and why.

    `outcome` is None when another round is worth it; `step` says which. `sides` holds what contradicts
    each other; `rule` is the document's own reason why the first side prevails.
    """

    outcome: Outcome | None
    kept: tuple[Judged, ...]
    reason: str
    sides: tuple[tuple[Judged, ...], ...] = ()
    rule: Rule | None = None
    equals: tuple[Judged, ...] = ()
    """Places that answer equally well and differently, so that the question must be narrowed."""
    step: Step | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """What has been tried for a question, and what the generator said of its work each time."""

    tried: frozenset[Step] = frozenset()
    stated: tuple[Signals, ...] = ()
    unfinished: str = ""
    """Why a list or table that was found is not all of it; empty when it is."""
    earlier: tuple[Judged, ...] = ()
    """Claims of earlier rounds, none of which passed, that no later one brought again."""
    larger: bool = False
    """Whether a larger model could still be asked."""


def decide(question: Question, judged: Sequence[Judged], situation: Situation) -> Decision:
    """What follows from the claims, best first. Only claims that passed every check are ever kept."""
    passed = [j for j in judged if j.passed]
    if passed and question.generation.answer_shape != "single":
        return _list(judged, passed, situation.unfinished)
    if passed:
        return _single(question, judged, passed)
    if again := _again(judged, situation):
        return again
    # A place that carries what was asked is not silent about it because nobody pointed at it again.
    if unproved := [j for j in (*judged, *situation.earlier) if ABOUT_IT.isdisjoint(j.failed_checks)]:
        reason = next(v.reason for v in unproved[0].verdicts if not v.passed)
        return Decision("unverified", (), f"{len(unproved)} claims were withheld: {reason}")
    return Decision("not_found", (), "every block was read and none answers the question")


def contested(question: Question, decision: Decision, others: Sequence[Judged]) -> Decision:
    """The same decision, or a doubt where other claims that passed every check speak against what it keeps.

    A conflict where they contradict it. A question back where what the others put first says another value
    and carries as much of what was asked: then nothing but the generator's word speaks for its own.
    """
    best, *rivals = passed = [*decision.kept[:1], *(j for j in others if j.passed)]
    if clash := sides_of(question, passed, [*passed, *(j for j in others if not j.passed)]):
        return _conflict(clash)
    doubts = [
        rival
        for rival in _foremost(question, rivals)
        if (differ(best.claim.value, rival.claim.value) or _says_more_of_it(best, rival))
        and best.confidence - rival.confidence <= AS_RELEVANT
        and not _is_special_case(question, best, rival)
    ]
    if not doubts:
        return decision
    return Decision("needs_clarification", (), "another place answers equally well", equals=(best, *doubts))


def contested_list(decision: Decision, ruled: Decision) -> Decision:
    """The same decision, or less where rules prove a list that holds more, or that an item stands apart from.

    An item that stands elsewhere has nothing but the generator's word that it belongs to the list: it is
    withheld. What the generator left out is not given in its place, but said to be missing.
    """
    if ruled.outcome != "answered":
        return decision
    listed = _places(ruled.kept)
    kept = _with_parents([each for each in decision.kept if not _places([each]).isdisjoint(listed)])
    kinds = {each.claim.answer_type for each in decision.kept}
    wanted = [each for each in ruled.kept if each.claim.answer_type in kinds] or ruled.kept
    left_out, apart = len(_places(wanted) - _places(kept)), len(decision.kept) - len(kept)
    if not left_out and not apart:
        return decision
    reason = (
        f"rules find a list with {left_out} items more, and {apart} of the generator's stand apart from it"
    )
    return Decision("incomplete" if kept else "unverified", kept, reason)


def _places(kept: Sequence[Judged]) -> set[tuple[str, int]]:
    """The blocks that items rest on, each with the version of its document."""
    return {
        (proof.identity.version, block.number)
        for each in kept
        for proof in each.proofs
        for block in proof.document.blocks_of(proof.span)
    }


def _says_more_of_it(best: Judged, rival: Judged) -> bool:
    """Whether other words than those quoted carry more of the question: a text is no value to compare."""
    if not isinstance(best.claim.value, Text | Boolean) or rival.confidence - best.confidence <= AS_RELEVANT:
        return False
    quoted = [(a.span, b.span) for a in best.proofs for b in rival.proofs]
    return not any(a.start < b.end and b.start < a.end for a, b in quoted)


def _is_special_case(question: Question, best: Judged, rival: Judged) -> bool:
    """Whether the rival holds only for a case that neither the question nor the kept claim speaks of."""
    kept, other = (fronted_case(question, _sentence(each)) for each in (best, rival))
    return bool(other) and not kept and not isinstance(best.claim.value, Text | Boolean)


def _sentence(judged: Judged) -> str:
    proof = judged.proofs[0]
    return proof.document.blocks_of(proof.span)[0].span.of(proof.document.text)


def _foremost(question: Question, rivals: Sequence[Judged]) -> list[Judged]:
    """The first claim with those that are as good as it or contradict it."""
    first = rivals[:1]
    return [
        *first,
        *(r for r in rivals[1:] if _as_good(first[0], r) or sides_of(question, [*first, r], rivals)),
    ]


def _again(judged: Sequence[Judged], situation: Situation) -> Decision | None:
    """The next step that may still find an answer; each is taken once at most, so rounds come to an end."""
    if "scan" in situation.tried:  # everything was read: a step after it would see less
        return None
    misplaced = sum(not _MISPLACED.isdisjoint(j.failed_checks) for j in judged)
    keywords = sorted({word for signals in situation.stated for word in signals.new_keywords})
    garbled = any(not signals.context_well_parsed for signals in situation.stated)
    steps: tuple[tuple[Step, object, str], ...] = (
        (
            "escalate",
            situation.larger and judged,
            f"{len(judged)} claims of the small model were refused: the large one is asked",
        ),
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


def _list(judged: Sequence[Judged], passed: Sequence[Judged], unfinished: str) -> Decision:
    kept = _with_parents(passed)
    if len(passed) < len(judged):
        withheld = len(passed) - len(kept)
        branches = f", and {withheld} below them are withheld" if withheld else ""
        reason = f"{len(judged) - len(passed)} items failed a check{branches}"
        return Decision("incomplete" if kept else "unverified", kept, reason)
    if len(kept) < len(passed):
        return Decision("incomplete" if kept else "unverified", kept, "items have no item to stand under")
    if unfinished:
        return Decision("incomplete", kept, unfinished)
    return Decision("answered", kept, f"{len(kept)} items passed every check")


def _with_parents(passed: Sequence[Judged]) -> tuple[Judged, ...]:
    """In the order of their places, those whose parents passed too: no node floats without its branch."""
    standing: set[tuple[int, ...]] = {()}
    kept = []
    for judged in sorted(passed, key=lambda j: j.claim.place):
        place = judged.claim.place
        if place[:-1] in standing:
            standing.add(place)
            kept.append(judged)
    return tuple(kept)


def _single(question: Question, judged: Sequence[Judged], passed: Sequence[Judged]) -> Decision:
    best = passed[0]
    if clash := sides_of(question, passed, judged):
        return _conflict(clash)
    if best.measured:
        return Decision("answered", (best,), "the likeliest claim is proved and reaches the bar")
    if equals := [other for other in passed[1:] if _as_good(best, other) or elsewhere(question, best, other)]:
        return Decision(
            "needs_clarification", (), "several places answer equally well", equals=(best, *equals)
        )
    return Decision("answered", (best,), "the best claim passed every check")


def _conflict(clash: Sides) -> Decision:
    """All sides are kept: a rule of the document puts one of them first and drops none."""
    kept = tuple(judged for side in clash.sides for judged in side)
    reason = (
        f"the document settles it ({clash.rule.kind})" if clash.rule else "nothing in the text settles it"
    )
    return Decision(
        "conflict", kept, f"different values for the same thing; {reason}", clash.sides, clash.rule
    )


def _as_good(best: Judged, other: Judged) -> bool:
    """Whether nothing but the order of the text speaks for one of two different values."""
    # Where a model prefers another place than words do, neither of the two is kept quiet.
    alike = (best.standing == 1) == (other.standing == 1)
    near = alike and best.claim.score - other.claim.score < _AS_GOOD
    compared = not isinstance(best.claim.value, Boolean) and differ(best.claim.value, other.claim.value)
    return near and compared and best.confidence - other.confidence <= AS_RELEVANT
