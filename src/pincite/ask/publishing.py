"""The last step of `ask`: prove exactly what is published, by the prover that evaluation and `check` use.

What is contradicted does not leave: it becomes a lead with its reason. What is proved and what stays open is
written beside each item.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pincite.answer.answers import Answer, Conflict, Evidence, Item, Lead
from pincite.prove.adjoining import with_expression
from pincite.prove.against import Ground, Grounds, contradiction
from pincite.prove.answer import Proved, prove_answer
from pincite.records.library import Held, Identity

Load = Callable[[Identity], Held]


def published(answer: Answer, known: Iterable[Identity], load: Load) -> Answer:
    """The answer with what is proved of it, and without what is contradicted."""
    if not answer.items:
        return answer
    grounds = grounds_of(answer, known, load)
    answer = answer.model_copy(update={"items": [with_expression(item, grounds) for item in answer.items]})
    proved = prove_answer(answer, grounds)
    items = [
        item.model_copy(update={"proof": list(proved.items[item.id])})
        for item in answer.items
        if not proved.contradicted(item)
    ]
    refused = [item for item in answer.items if proved.contradicted(item)]
    left = answer.model_copy(update={"items": items})
    if refused:
        left = _without(left, refused, proved)
    wrong = contradiction(proved.whole)
    if left.items and left.outcome in ("answered", "probable", "conflict") and wrong:
        caveats = [*left.caveats, f"{wrong.reason[:1].upper()}{wrong.reason[1:]}."]
        left = left.model_copy(update={"outcome": "incomplete", "conflict": None, "caveats": caveats})
    return left


def grounds_of(answer: Answer, known: Iterable[Identity], load: Load) -> Grounds:
    """The documents that an answer cites, as they were read for it."""
    collections = {identity.name: identity.collection for identity in known}
    cited = {(place.name, place.version): place for item in answer.items for place in _places(item)}
    if answer.conflict and answer.conflict.rule:
        place = answer.conflict.rule.evidence
        cited[place.name, place.version] = place
    return {
        key: Ground.of(load(_identity(place, collections)).document, place.document)
        for key, place in cited.items()
    }


def _identity(place: Evidence, collections: dict[str, str]) -> Identity:
    return Identity(collections.get(place.name, "default"), place.name, place.document, place.version)


def _places(item: Item) -> list[Evidence]:
    operands = item.derivation.operands if item.derivation else []
    return [*item.evidence, *(operand.evidence for operand in operands)]


def _without(answer: Answer, refused: list[Item], proved: Proved) -> Answer:
    """The answer as far as it is left once what is contradicted is a lead."""
    leads = [
        Lead(evidence=[item.evidence[0]], chance=item.judgement.chance, reason=found.reason)
        for item in refused
        if (found := proved.contradicted(item))
    ]
    gone = {item.id for item in refused}
    sides = [
        [each for each in side if each not in gone]
        for side in (answer.conflict.sides if answer.conflict else ())
    ]
    sides = [side for side in sides if side]
    conflict = (
        Conflict(sides=sides, rule=answer.conflict.rule) if answer.conflict and len(sides) > 1 else None
    )
    outcome = answer.outcome
    if not answer.items:
        outcome = "unverified"
    # What is left of a conflict was never judged to answer alone.
    elif outcome == "answered" or (answer.conflict and conflict is None):
        outcome = "incomplete"
    changes: dict[str, object] = {
        "outcome": outcome,
        "conflict": conflict,
        "leads": [*leads, *answer.leads][:5],
    }
    if not answer.items:
        changes["method"] = "none"
    return answer.model_copy(update=changes)
