"""Gather claims that contradict each other into sides, first the one that the document lets prevail."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.contract.conflicts.doubled import doubled
from pincite.contract.conflicts.facts import Fact, apart, contradict, fact_of, narrows, speaks_of_same
from pincite.contract.conflicts.kinship import akin
from pincite.contract.conflicts.places import place_of
from pincite.contract.conflicts.rules import Rule, rule_between
from pincite.contract.conflicts.succession import successor
from pincite.contract.conflicts.values import agree, differ
from pincite.contract.verdicts import Judged
from pincite.records.question import Question

# Two claims are about the same fact when they are about as relevant as each other …
AS_RELEVANT = 0.02
# … but what overrides or amends restates little of what it changes.
_NEARLY_AS_RELEVANT = 0.2
_MOST_PER_SIDE = 3
# These rank whole parts, whatever they speak of; the others are said of the very clause.
_OF_PARTS = {"order_of_precedence", "later_date", "specific_over_general"}
_OF_THE_PAST = re.compile(
    r"\b(?:original(?:ly)?|previous(?:ly)?|former(?:ly)?|before the amendment|old)\b", re.IGNORECASE
)

Side = tuple[Judged, ...]


@dataclass(frozen=True, slots=True)
class Sides:
    """Claims by the value they give. With a rule the first prevails; without, they stand as in the text."""

    sides: tuple[Side, ...]
    rule: Rule | None


def sides_of(question: Question, passed: Sequence[Judged], judged: Sequence[Judged]) -> Sides | None:
    """All that contradicts the best claim, and that claim; None where nothing does."""
    best = fact_of(question, passed[0])
    near = [j for j in passed[1:] if passed[0].confidence - j.confidence <= _NEARLY_AS_RELEVANT]
    others = [fact_of(question, other) for other in near]
    rivals = [other for other in others if _clash(best, other)]
    replacing = None
    if not _OF_THE_PAST.search(question.generation.asked):
        replacing = successor(question, passed[0], judged)
    if replacing and not any(agree(r.judged.claim.value, replacing.claim.value) for r in rivals):
        rivals.append(fact_of(question, replacing))
    if other := doubled(passed[0]):
        rivals.append(fact_of(question, other))
    if not rivals:
        return None
    agreeing = [other for other in others if _agrees(best, other)]
    sides = _grouped([best, *agreeing, *rivals], replacing)
    return _settled(sides, replacing)


def elsewhere(question: Question, best: Judged, other: Judged) -> bool:
    """Whether another contract says of itself, in the same words, something else than the best claim."""
    if not differ(best.claim.value, other.claim.value) or best.confidence - other.confidence > AS_RELEVANT:
        return False
    a, b = fact_of(question, best), fact_of(question, other)
    return not akin(a.place, b.place) and contradict(a, b)


def _clash(best: Fact, other: Fact) -> bool:
    gap = best.judged.confidence - other.judged.confidence
    if not differ(best.judged.claim.value, other.judged.claim.value) or gap > _NEARLY_AS_RELEVANT:
        return False
    if not akin(best.place, other.place) or apart(best, other):
        return False
    if narrows(best, other) and narrows(other, best):
        return False
    if rule := rule_between(best.place, other.place):
        winner, loser = (best, other) if rule.prevailing is best.place else (other, best)
        exception = narrows(winner, loser) or (rule.kind in _OF_PARTS and narrows(loser, winner))
        return not exception and speaks_of_same(best, other)
    near = gap <= AS_RELEVANT or (best.whole and other.whole)
    return near and contradict(best, other)


def _agrees(best: Fact, other: Fact) -> bool:
    near = best.judged.confidence - other.judged.confidence <= AS_RELEVANT
    alike = agree(best.judged.claim.value, other.judged.claim.value)
    return near and alike and akin(best.place, other.place) and contradict(best, other)


def _grouped(facts: Sequence[Fact], replacing: Judged | None) -> list[list[Fact]]:
    """One side for each value. What the replacing sentence repeats is no claim of its own."""
    sides: list[list[Fact]] = []
    for fact in facts:
        side = next((s for s in sides if agree(s[0].judged.claim.value, fact.judged.claim.value)), None)
        if side is None:
            sides.append([fact])
        elif len(side) < _MOST_PER_SIDE:
            side.append(fact)
    if replacing is None:
        return sides
    said = place_of(replacing)
    return [
        [f for f in side if f.judged is replacing or f.place.block != said.block] or side for side in sides
    ]


def _settled(sides: list[list[Fact]], replacing: Judged | None) -> Sides:
    in_order = sorted(sides, key=lambda side: _position(side[0]))
    for top in in_order:
        rules = [_rule(top, other, replacing) for other in in_order if other is not top]
        if all(rules):
            rest = sorted((s for s in in_order if s is not top), key=lambda s: -_wins(s, in_order, replacing))
            return Sides(_judged([top, *rest]), _rule(top, rest[0], replacing))
    return Sides(_judged(in_order), None)


def _rule(top: list[Fact], other: list[Fact], replacing: Judged | None) -> Rule | None:
    """The rule by which a side prevails over another."""
    if replacing is not None and top[0].judged is replacing:
        return Rule("amendment", top[0].place, top[0].place)
    for a in top:
        for b in other:
            if (rule := rule_between(a.place, b.place)) and rule.prevailing is a.place:
                return rule
    return None


def _wins(side: list[Fact], sides: Sequence[list[Fact]], replacing: Judged | None) -> int:
    return sum(_rule(side, other, replacing) is not None for other in sides if other is not side)


def _position(fact: Fact) -> tuple[str, int]:
    return fact.place.identity.name, fact.place.block.span.start


def _judged(sides: Sequence[Sequence[Fact]]) -> tuple[Side, ...]:
    return tuple(tuple(fact.judged for fact in side) for side in sides)
