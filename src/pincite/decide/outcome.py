"""Turn verdicts and signals into an outcome, or into what to do before there can be one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from pincite.answer.answers import LEAST_PROBABLE, Outcome
from pincite.answer.verdicts import ABOUT_IT, ANSWERS, Judged
from pincite.records.evidence import Proof
from pincite.records.question import Question

Step = Literal["scan"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do with the claims, and why.

    `outcome` is None when another round is worth it; `step` says which. `sides` holds what contradicts
    each other; `rule` is the place that says why the first side prevails.
    """

    outcome: Outcome | None
    kept: tuple[Judged, ...]
    reason: str = field(repr=False)
    sides: tuple[tuple[Judged, ...], ...] = ()
    rule: Proof | None = None
    step: Step | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """What has been tried for a question."""

    tried: frozenset[Step] = frozenset()
    unfinished: str = ""
    """Why a list or table that was found is not all of it; empty when it is."""
    earlier: tuple[Judged, ...] = ()
    """Claims of earlier rounds, none of which passed, that no later one brought again."""


def decide(question: Question, judged: Sequence[Judged], situation: Situation) -> Decision:
    """What follows from the claims, best first. Only claims that passed every check are ever kept."""
    passed = [j for j in judged if j.passed]
    if passed and question.generation.answer_shape != "single":
        return _list(judged, passed, situation.unfinished)
    if passed:
        return Decision("answered", (passed[0],), "the likeliest answer is proved and sure enough")
    if "scan" not in situation.tried:
        reason = "nothing passed every check: reading every passage before giving up"
        return Decision(None, (), reason, step="scan")
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
    is_even = min(found.chance, score) >= LEAST_PROBABLE
    return is_even and not is_of_words(judged) and found.chance < found.bar


def is_of_words(judged: Judged) -> bool:
    """Whether the chance of a claim rests on the words that it shares with the question, and on no reader."""
    return judged.warrant is not None and any(voice.kind == "words" for voice in judged.warrant.who)


def _list(judged: Sequence[Judged], passed: Sequence[Judged], unfinished: str) -> Decision:
    kept = with_parents(passed)
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


def with_parents(passed: Sequence[Judged]) -> tuple[Judged, ...]:
    """In the order of their places, those whose parents passed too: no node floats without its branch."""
    standing: set[tuple[int, ...]] = {()}
    kept = []
    for judged in sorted(passed, key=lambda j: j.claim.place):
        place = judged.claim.place
        if place[:-1] in standing:
            standing.add(place)
            kept.append(judged)
    return tuple(kept)
