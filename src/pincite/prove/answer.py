"""Prove a whole answer: the last step of `ask`, what evaluation counts, and what `check` repeats."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from pincite.answer.answers import Answer, Item
from pincite.answer.checks import Check
from pincite.compute.wording import said
from pincite.prove.checks import Grounds, checked, contradiction
from pincite.prove.computed import is_scaled, operand_of
from pincite.prove.item import prove_item, prove_places
from pincite.prove.lists import prove_list
from pincite.prove.stated import numbers_in
from pincite.values.agreement import agree
from pincite.values.types import Boolean

_ALL = re.compile(r"all [^:+=]{1,80}: ")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_RANKED = re.compile(r"\s[<>]\s")


@dataclass(frozen=True, slots=True)
class Proved:
    """What holds of an answer: of each item by its id, and of the answer as a whole."""

    items: Mapping[str, Sequence[Check]] = field(default_factory=dict)
    whole: Sequence[Check] = ()

    def contradicted(self, item: Item) -> Check | None:
        return contradiction(self.items.get(item.id, ()))


def prove_answer(answer: Answer, grounds: Grounds) -> Proved:
    """Every check of an answer as it is published."""
    items = {item.id: prove_item(item, grounds) for item in answer.items}
    whole = [*_whole(answer), *_order(answer), *_given(answer)]
    listed_items = [item for item in answer.items if item.derivation is None]
    if answer.outcome == "answered" and answer.signals.complete and len(listed_items) > 1:
        listed = prove_list(listed_items, grounds)
        whole += [listed] if listed else []
    if answer.conflict and answer.conflict.rule:
        whole.append(prove_places([answer.conflict.rule.evidence], grounds))
    return Proved(items, whole)


def _given(answer: Answer) -> list[Check]:
    """Whether every number that a formula computes with is an operand's or stands in the question."""
    for item in answer.items:
        told = item.derivation
        if told is None or told.rates or is_scaled(told) or told.formula.startswith("counted "):
            continue
        left = re.split(r"\s[=≈]\s|: ", _ALL.sub("", told.formula, count=1))[0]
        for operand in sorted(told.operands, key=lambda each: -len(each.name)):
            left = left.replace(operand.name, " ").replace(said(operand.value), " ")
        numbers = {Decimal(found.replace(",", "")) for found in _NUMBER.findall(left)}
        known = {Decimal(1), Decimal(100), Decimal(len(told.operands)), *numbers_in(answer.question)}
        years = [int(year) for year in re.findall(r"\b(?:19|20)\d\d\b", answer.question)]
        known |= {Decimal(abs(one - other)) for one in years for other in years}
        if lacking := sorted(numbers - known):
            problem = f"neither an operand nor the question gives the number {lacking[0]:f} of its formula"
            return [checked("answer", "contradicted", problem)]
    return []


def _order(answer: Answer) -> list[Check]:
    """Whether items that were put in order stand in it, and all of them are given."""
    told = [item.derivation for item in answer.items]
    first = told[0] if told else None
    if first is None or not _RANKED.search(first.formula) or any(each != first for each in told):
        return []
    if any(isinstance(item.value, Boolean) for item in answer.items):  # "Is the fee higher than the cap?"
        return []
    chain = _RANKED.split(first.formula.rpartition("; ")[2])
    given = [operand_of(item) for item in answer.items]
    if len(given) not in (1, len(first.operands)):
        problem = f"of {len(first.operands)} that were put in order, {len(given)} are given"
        return [checked("answer", "contradicted", problem)]
    for operand, part in zip(given, chain, strict=False):
        if operand is None or f"{operand.name} {said(operand.value)}" not in part:
            return [checked("answer", "contradicted", "the items are not in the order of the formula")]
    return []


def _whole(answer: Answer) -> list[Check]:
    ids = [item.id for item in answer.items]
    if len(set(ids)) < len(ids):
        return [checked("answer", "contradicted", "two items have the same id")]
    if answer.outcome in ("answered", "probable", "conflict") and not answer.items:
        return [checked("answer", "contradicted", f"the outcome is {answer.outcome}, without any item")]
    if answer.outcome in ("not_found", "unverified", "needs_clarification", "failed") and answer.items:
        return [checked("answer", "contradicted", f"the outcome is {answer.outcome}, with items")]
    if (answer.outcome == "conflict") != (answer.conflict is not None):
        return [
            checked("answer", "contradicted", f"the outcome {answer.outcome} does not fit the sides given")
        ]
    if answer.conflict is None:
        return []
    named = [each for side in answer.conflict.sides for each in side]
    if len(answer.conflict.sides) < 2 or sorted(named) != sorted(ids):
        return [
            checked("answer", "contradicted", "a conflict has two sides or more, and every item is on one")
        ]
    by_id = {item.id: item for item in answer.items}
    firsts = [by_id[side[0]].value for side in answer.conflict.sides if side]
    apart = all(
        type(one) is type(other) and not agree(one, other)
        for at, one in enumerate(firsts)
        for other in firsts[:at]
    )
    alike = all(
        agree(firsts[at], by_id[each].value) for at, side in enumerate(answer.conflict.sides) for each in side
    )
    if len(firsts) < len(answer.conflict.sides) or not apart or not alike:
        return [checked("answer", "contradicted", "the sides of the conflict do not say different things")]
    return [checked("answer", "proved", f"its {len(firsts)} sides say different things")]
