"""Turn verdicts and signals into an outcome, or into what to do before there can be one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from pincite.answer.answers import LEAST_PROBABLE, Outcome
from pincite.answer.claims import Signals
from pincite.answer.verdicts import ABOUT_IT, ANSWERS, Judged
from pincite.records.question import Question
from pincite.values.types import Clause, Text

# Whether claims contradict each other is asked of those that passed every check, and most rounds have none.
if TYPE_CHECKING:
    from pincite.decide.conflicts.rules import Rule
    from pincite.decide.conflicts.sides import Sides

Step = Literal["repair", "widen", "reread", "scan"]

# Checks that a claim fails when its generator was careless about the place.
_MISPLACED = frozenset({"structure", "quote"})


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do with the claims, and why.

    `outcome` is None when another round is worth it; `step` says which. `sides` holds what contradicts
    each other; `rule` is the document's own reason why the first side prevails.
    """

    outcome: Outcome | None
    kept: tuple[Judged, ...]
    reason: str = field(repr=False)
    sides: tuple[tuple[Judged, ...], ...] = ()
    rule: Rule | None = None
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
    word_is_enough: bool = False
    """Whether the user's generator is believed even where the local decision is sure of another place."""


def decide(question: Question, judged: Sequence[Judged], situation: Situation) -> Decision:
    """What follows from the claims, best first. Only claims that passed every check are ever kept."""
    passed = [j for j in judged if j.passed]
    if passed and question.generation.answer_shape != "single":
        return _list(judged, passed, situation.unfinished)
    if passed:
        return _single(question, judged, passed, situation.word_is_enough)
    if again := _again(judged, situation):
        return again
    # A place that carries what was asked is not silent about it because nobody pointed at it again.
    if unproved := [j for j in (*judged, *situation.earlier) if ABOUT_IT.isdisjoint(j.failed_checks)]:
        reason = next(v.reason for v in unproved[0].verdicts if not v.passed)
        return Decision("unverified", (), f"{len(unproved)} proposed answers were refused: {reason}")
    return Decision("not_found", (), "every passage was read and none answers the question")


def probable_of(judged: Sequence[Judged]) -> Decision | None:
    """The likeliest claim that fails nothing but the bar, where it is more likely right than wrong."""
    likely = [each for each in judged if each.failed_checks == (ANSWERS,) and _is_probable(each)]
    best = max(likely, key=lambda each: each.claim.score, default=None)
    if best is None:
        return None
    return Decision("probable", (best,), "the likeliest answer is proved, but not sure enough")


def _is_probable(judged: Judged) -> bool:
    """Whether a reader gives it an even chance at least; words that it shares with the question do not."""
    found = judged.warrant
    if found is None or found.chance is None or found.bar is None:
        return False
    # Of a cell whose column is not clear the verdict has no chance.
    score = next(verdict.score for verdict in judged.verdicts if verdict.check == ANSWERS)
    is_read = all(voice.kind != "words" for voice in found.who)
    return is_read and min(found.chance, score) >= LEAST_PROBABLE and found.chance < found.bar


def _again(judged: Sequence[Judged], situation: Situation) -> Decision | None:
    """The next step that may still find an answer; each is taken once at most, so rounds come to an end."""
    if "scan" in situation.tried:  # everything was read: a step after it would see less
        return None
    claimed = [j for j in judged if j.standing]
    misplaced = sum(not _MISPLACED.isdisjoint(j.failed_checks) for j in claimed)
    keywords = sorted({word for signals in situation.stated for word in signals.new_keywords})
    garbled = any(signals.garbled for signals in situation.stated)
    steps: tuple[tuple[Step, object, str], ...] = (
        ("repair", misplaced, f"{misplaced} answers are not where the model said; telling it why"),
        ("widen", keywords, f"the generator found other words for it: {', '.join(keywords)}"),
        ("reread", garbled, "the generator finds the text garbled: reading its pages another way"),
        ("scan", True, "nothing passed every check: reading every passage before giving up"),
    )
    for step, worthwhile, reason in steps:
        if worthwhile and step not in situation.tried:
            return Decision(None, (), reason, step=step)
    return None


def _list(judged: Sequence[Judged], passed: Sequence[Judged], unfinished: str) -> Decision:
    kept = _with_parents(passed)
    if len(passed) < len(judged):
        withheld = len(passed) - len(kept)
        branches = f", and {withheld} below them are left out" if withheld else ""
        failed = len(judged) - len(passed)
        reason = f"{'1 item' if failed == 1 else f'{failed} items'} failed a check{branches}"
        return Decision("incomplete" if kept else "unverified", kept, reason)
    if len(kept) < len(passed):
        return Decision("incomplete" if kept else "unverified", kept, "some items have no item above them")
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


def _single(
    question: Question, judged: Sequence[Judged], passed: Sequence[Judged], word_is_enough: bool
) -> Decision:
    """The likeliest claim; the user's generator goes first, but not against what is surely elsewhere."""
    from pincite.decide.conflicts.sides import sides_of

    best = passed[0]
    if clash := sides_of(question, passed, judged):
        return conflict_of(clash)
    local = next((j for j in passed if not j.standing), None)
    if best.standing and local and not word_is_enough and _is_rival(best, local):
        reason = f"the generator points at {_short(best)!r}, the local decision at {_short(local)!r}"
        return Decision("unverified", (), reason)
    return Decision("answered", (best,), "the likeliest answer is proved and sure enough")


def _is_rival(best: Judged, other: Judged) -> bool:
    """Whether what the local decision is surest of says something else than the generator does."""
    places = [(a.span, b.span) for a in best.proofs for b in other.proofs if a.identity == b.identity]
    apart = not any(a.start < b.end and b.start < a.end for a, b in places)
    if best.claim.answer_type != other.claim.answer_type or isinstance(best.claim.value, Text | Clause):
        return apart
    from pincite.values.agreement import differ

    return differ(best.claim.value, other.claim.value)


def _short(judged: Judged) -> str:
    line = " ".join(judged.claim.original.split())
    return line if len(line) <= 60 else f"{line[:59]}…"


def conflict_of(clash: Sides) -> Decision:
    """All sides are kept: a rule of the document puts one of them first and drops none."""
    kept = tuple(judged for side in clash.sides for judged in side)
    reason = (
        f"the document settles it ({clash.rule.kind})" if clash.rule else "nothing in the text settles it"
    )
    return Decision(
        "conflict", kept, f"different values for the same thing; {reason}", clash.sides, clash.rule
    )
