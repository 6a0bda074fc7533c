"""Gather claims that contradict each other into sides, first the one that the document lets prevail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.verdicts import ANSWERS, Judged
from pincite.decide.conflicts.contradiction import contradict, narrows, speaks_of_same
from pincite.decide.conflicts.distinctions import apart
from pincite.decide.conflicts.doubled import doubled
from pincite.decide.conflicts.facts import Fact, fact_of
from pincite.decide.conflicts.kinship import akin
from pincite.decide.conflicts.places import place_of
from pincite.decide.conflicts.rules import Rule, rule_between
from pincite.decide.conflicts.succession import Replacement, replacements
from pincite.records.question import Question
from pincite.values.agreement import agree, differ

_MOST_PER_SIDE = 3
# These rank whole parts, whatever they speak of; the others are said of the very clause.
_OF_PARTS = {"order_of_precedence", "later_date", "specific_over_general"}
_AMENDMENT = "amendment"

Side = tuple[Judged, ...]


@dataclass(frozen=True, slots=True)
class Sides:
    """Claims by the value they give. With a rule the first prevails; without, they stand as in the text."""

    sides: tuple[Side, ...]
    rule: Rule | None


def sides_of(question: Question, passed: Sequence[Judged], judged: Sequence[Judged]) -> Sides | None:
    """All that contradicts the best claim, and that claim; None where nothing does."""
    best = fact_of(question, passed[0])
    near = list(passed[1:])
    differing = [fact_of(question, j) for j in near if differ(passed[0].claim.value, j.claim.value)]
    rivals = [other for other in differing if _clash(question, best, other)]
    rivals += _superseding(question, best, judged, known=rivals)
    rivals += _restating(question, best, judged, known=rivals)
    replaced = _replaced(question, [best, *rivals], judged)
    rivals += [
        fact_of(question, step.new)
        for step in replaced
        if not any(agree(r.judged.claim.value, step.new.claim.value) for r in rivals)
    ]
    if twin := doubled(passed[0]):
        rivals.append(fact_of(question, twin))
    if not rivals:
        return None
    alike = [fact_of(question, j) for j in near if agree(passed[0].claim.value, j.claim.value)]
    agreeing = [other for other in alike if _agrees(question, best, other)]
    return _settled(_grouped([best, *agreeing, *rivals], replaced), replaced)


def _superseding(
    question: Question, best: Fact, judged: Sequence[Judged], known: Sequence[Fact]
) -> list[Fact]:
    """Claims that reach no bar of their own, but that a rule of the document puts above the best one.

    What amends a clause restates little of it, so that nobody takes it for the answer by itself.
    """
    if _AMENDMENT in question.generation.excluded:
        return []
    return [
        other
        for other in _below(question, best, judged, known)
        if (rule := rule_between(best.place, other.place))
        and rule.prevailing is other.place
        and rule.kind not in _OF_PARTS
        and _clash(question, best, other)
    ]


def _restating(question: Question, best: Fact, judged: Sequence[Judged], known: Sequence[Fact]) -> list[Fact]:
    """Claims that reach no bar of their own, but give another value in the very words of the best one.

    Whatever speaks for one of two such sentences speaks for the other: to give one alone would be to pick.
    """
    below = _below(question, best, judged, known)
    return [other for other in below if _in_the_same_words(best, other) and _clash(question, best, other)]


def _below(question: Question, best: Fact, judged: Sequence[Judged], known: Sequence[Fact]) -> list[Fact]:
    """What is proved and gives another value, and is not likely enough by itself."""
    values = [each.judged.claim.value for each in known]
    return [
        fact_of(question, j)
        for j in judged
        if j.failed_checks == (ANSWERS,)
        and differ(best.judged.claim.value, j.claim.value)
        and not any(agree(j.claim.value, value) for value in values)
    ]


def _in_the_same_words(a: Fact, b: Fact) -> bool:
    first, second = (fact.said.casefold().split() for fact in (a, b))
    return a.judged.claim.answer_type == b.judged.claim.answer_type and first == second


def _replaced(question: Question, facts: Sequence[Fact], judged: Sequence[Judged]) -> list[Replacement]:
    """The replacements of all these values; who asks for the original wants none of them."""
    if _AMENDMENT in question.generation.excluded:
        return []
    return [step for fact in facts for step in replacements(question, fact.judged, judged)]


def _clash(question: Question, best: Fact, other: Fact) -> bool:
    """Whether two claims with different values state the same fact."""
    if not akin(best.place, other.place, question.part_of) or apart(best, other):
        return False
    if narrows(best, other) and narrows(other, best):
        return False
    if rule := rule_between(best.place, other.place):
        winner, loser = (best, other) if rule.prevailing is best.place else (other, best)
        exception = narrows(winner, loser) or (rule.kind in _OF_PARTS and narrows(loser, winner))
        return not exception and speaks_of_same(best, other)
    return contradict(best, other)


def _agrees(question: Question, best: Fact, other: Fact) -> bool:
    return akin(best.place, other.place, question.part_of) and contradict(best, other)


def _grouped(facts: Sequence[Fact], replaced: Sequence[Replacement]) -> list[list[Fact]]:
    """One side for each value. What a replacing sentence repeats is no claim of its own."""
    sides: list[list[Fact]] = []
    for fact in facts:
        side = next((s for s in sides if agree(s[0].judged.claim.value, fact.judged.claim.value)), None)
        if side is None:
            sides.append([fact])
        elif len(side) < _MOST_PER_SIDE and not any(_in_one_place(fact, other) for other in side):
            side.append(fact)
    return [[fact for fact in side if not _repeats(fact, replaced)] or side for side in sides]


def _in_one_place(a: Fact, b: Fact) -> bool:
    return a.place.block == b.place.block and a.place.identity == b.place.identity


def _repeats(fact: Fact, replaced: Sequence[Replacement]) -> bool:
    return any(
        place_of(step.new).block == fact.place.block and agree(step.old, fact.judged.claim.value)
        for step in replaced
    )


def _settled(sides: list[list[Fact]], replaced: Sequence[Replacement]) -> Sides:
    in_order = sorted(sides, key=lambda side: _position(side[0]))
    for top in in_order:
        rest = [side for side in in_order if side is not top]
        if all(_rule(top, other, in_order, replaced) for other in rest):
            rest.sort(key=lambda side: -_wins(side, in_order, replaced))
            return Sides(_judged([top, *rest]), _rule(top, rest[0], in_order, replaced))
    return Sides(_judged(in_order), None)


def _rule(
    top: list[Fact], other: list[Fact], sides: Sequence[list[Fact]], replaced: Sequence[Replacement]
) -> Rule | None:
    """The rule by which a side prevails over another, or over one that prevails over it."""
    value = top[0].judged.claim.value
    for step in replaced:
        if agree(step.new.claim.value, value):
            earlier = [r for r in replaced if r is not step]
            if agree(step.old, other[0].judged.claim.value) or any(
                _rule(side, other, sides, earlier)
                for side in sides
                if agree(side[0].judged.claim.value, step.old)
            ):
                said = place_of(step.new)
                return Rule("amendment", said, said)
    for a in top:
        for b in other:
            if (rule := rule_between(a.place, b.place)) and rule.prevailing is a.place:
                return rule
    return None


def _wins(side: list[Fact], sides: Sequence[list[Fact]], replaced: Sequence[Replacement]) -> int:
    return sum(_rule(side, other, sides, replaced) is not None for other in sides if other is not side)


def _position(fact: Fact) -> tuple[str, int]:
    return fact.place.identity.name, fact.place.block.span.start


def _judged(sides: Sequence[Sequence[Fact]]) -> tuple[Side, ...]:
    return tuple(tuple(fact.judged for fact in side) for side in sides)
