"""Prove a whole answer: the last step of `ask`, what evaluation counts, and what `check` repeats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pincite.answer.answers import Answer, Item
from pincite.answer.checks import Check
from pincite.prove.against import Grounds, checked, contradiction
from pincite.prove.item import prove_item, prove_places
from pincite.prove.lists import prove_list
from pincite.values.agreement import agree


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
    whole = list(_whole(answer))
    if any(item.derivation for item in answer.items):
        from pincite.prove.computed import prove_computation  # few answers are computed

        whole += prove_computation(answer)
    listed_items = [item for item in answer.items if item.derivation is None]
    if answer.outcome == "answered" and answer.signals.complete and len(listed_items) > 1:
        listed = prove_list(listed_items, grounds)
        whole += [listed] if listed else []
    if answer.conflict and answer.conflict.rule:
        whole.append(prove_places([answer.conflict.rule.evidence], grounds))
    return Proved(items, whole)


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
