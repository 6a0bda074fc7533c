"""Put together what each of several documents came to: nothing answers for all with a sentence of one.

Every document is asked by itself. Different values in different documents are no conflict, unless they are
parts of one contract. What has only leads, failed or was not read is said to be open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import zip_longest

from pincite.answer.answers import MOST_LEADS, Answer, Lead, Outcome
from pincite.answer.verdicts import Judged
from pincite.ask.report import Ledger
from pincite.decide.conflicts import conflict_among
from pincite.decide.families import akin
from pincite.decide.outcome import Decision
from pincite.errors import PinciteError
from pincite.records.library import Identity
from pincite.records.question import Question

# A document that has none of the pages or sections that the question names is asked back alone.
_SETTLED = ("answered", "not_found", "needs_clarification")
_NAMED = 5
# What is said of each of several questions, in the order in which its items are shown.
_SAID: dict[Outcome, str] = {
    "answered": "Answered.",
    "not_found": "Not found.",
    "unverified": "No sure answer.",
    "probable": "No sure answer.",
    "conflict": "The document gives different answers: ask for it alone.",
    "incomplete": "Only a part of the answer is sure: ask for it alone.",
    "needs_clarification": "It does not say what to look for.",
}


@dataclass(frozen=True, slots=True)
class Part:
    """What came of one document."""

    identity: Identity
    question: Question
    """As it was asked of this document in the end: for a list, or with what to ask back."""
    ledger: Ledger
    decision: Decision
    error: PinciteError | None = None

    @property
    def said(self) -> str:
        return "failed" if self.error else str(self.decision.outcome)


def together(
    question: Question, parts: Sequence[Part], part_of: Mapping[str, str]
) -> tuple[Question, Ledger, Decision]:
    """One account of all documents, and one decision; the error of one where none could be asked."""
    errors = [part.error for part in parts if part.error]
    # What is only probable of one document stays open beside what others answer.
    likely = [part for part in parts if part.said == "probable"]
    giving = [part for part in parts if part.decision.kept and part not in likely] or likely
    if errors and not giving:
        raise errors[0]
    ledger = _ledger(parts)
    if not giving:
        part = _without_items(parts)
        return part.question, ledger, part.decision
    if len(giving) == 1 and giving[0].decision.sides:
        return question, ledger, giving[0].decision
    if question.generation.answer_shape == "single":
        # What one document contradicts in itself is open for it alone, whatever the others say.
        given = [judged for part in parts if not part.decision.sides for judged in part.decision.kept]
        if clash := conflict_among(given, lambda a, b: akin(a, b, part_of)):
            return question, ledger, clash
    kept = _renumbered([part.decision.kept for part in giving])
    if giving is likely:
        reason = f"{len(giving)} of {len(parts)} documents probably answer"
        return _as_given(giving), ledger, Decision("probable", kept, reason)
    still_open = [part for part in parts if part.said not in _SETTLED]
    if not still_open:
        reason = f"{len(giving)} of {len(parts)} documents answer"
        return _as_given(giving), ledger, Decision("answered", kept, reason)
    names = ", ".join(part.identity.name for part in still_open[:_NAMED])
    more = f" and {len(still_open) - _NAMED} more" if len(still_open) > _NAMED else ""
    return (
        _as_given(giving),
        ledger,
        Decision("incomplete", kept, f"no clear answer from {names}{more}"),
    )


def without_probable(answer: Answer) -> Answer:
    """The answer as an operand: nothing is computed from what is only probable, so that is a lead."""
    if answer.outcome != "probable":
        return answer
    leads = [*_items_as_leads(answer), *answer.leads]
    changed = {"outcome": "unverified", "items": [], "method": "none", "leads": leads}
    return answer.model_copy(update=changed)


def of_one_value(answer: Answer) -> Answer:
    """The answer of several documents as one operand; asked back where they give different values."""
    if len({item.original.casefold() for item in answer.items}) < 2 or answer.outcome == "conflict":
        return answer
    named = ", ".join(f"{item.original} ({item.evidence[0].name})" for item in answer.items[:_NAMED])
    asked_back = f"The documents give different values: {named}. Which one do you mean?"
    return answer.model_copy(
        update={"outcome": "needs_clarification", "items": [], "method": "none", "clarification": asked_back}
    )


def of_several_questions(asked: str, parts: Sequence[tuple[str, Answer]]) -> Answer:
    """What several questions that were asked at once came to: the items of those that are answered.

    Of the others the places where they may be answered are leads. A failure of one is a failure of all.
    """
    answers = [answer for _, answer in parts]
    given = [answer for answer in answers if answer.outcome == "answered"]
    order = ("failed", "answered", "unverified", "probable", "conflict", "incomplete", "needs_clarification")
    base = min(answers, key=lambda each: order.index(each.outcome) if each.outcome in order else len(order))
    if base.outcome == "failed":
        return base.model_copy(update={"question": asked})
    items = {
        (each.type, each.evidence[0].version, each.evidence[0].start): each for a in given for each in a.items
    }
    missing = [answer for answer in answers if answer not in given]
    told = [f"{said} {_SAID[answer.outcome]}" for said, answer in parts if answer.outcome in _SAID]
    leads = {
        (lead.evidence[0].version, lead.evidence[0].start): lead
        for row in zip_longest(
            *([*_items_as_leads(each), *each.leads] for each in answers if each not in given)
        )
        for lead in row
        if lead is not None
    }
    outcome = (
        "answered" if not missing else "incomplete" if given else "unverified" if leads else base.outcome
    )
    return base.model_copy(
        update={
            "outcome": outcome,
            "question": asked,
            "method": base.method if given else "none",
            "items": [
                each.model_copy(update={"id": f"item-{n}"}) for n, each in enumerate(items.values(), 1)
            ],
            "leads": list(leads.values())[:MOST_LEADS],
            "conflict": None,
            "signals": base.signals.model_copy(update={"complete": False, "found": bool(given)}),
            "caveats": list(dict.fromkeys((*told, *(note for each in given for note in each.caveats)))),
        }
    )


def _items_as_leads(answer: Answer) -> list[Lead]:
    return [Lead(evidence=item.evidence, chance=item.chance) for item in answer.items]


def _as_given(giving: Sequence[Part]) -> Question:
    """The question as one for a list where any document has one."""
    listed = [part.question for part in giving if part.question.generation.answer_shape != "single"]
    return (listed or [giving[0].question])[0]


def _without_items(parts: Sequence[Part]) -> Part:
    """Whose decision stands where no document gives an item: what is open goes before silence."""
    order = ("unverified", "incomplete", "not_found", "needs_clarification")
    return min(parts, key=lambda part: order.index(part.said) if part.said in order else len(order))


def _ledger(parts: Sequence[Part]) -> Ledger:
    """What was read of all documents, with what came of each."""
    whole = Ledger()
    for part in parts:
        for each in fields(Ledger):
            own, more = getattr(whole, each.name), getattr(part.ledger, each.name)
            if isinstance(own, dict | set):
                own.update(more)
            elif isinstance(own, list):
                own.extend(more)
            else:
                setattr(whole, each.name, own + more)
        whole.outcomes[part.identity] = "failed" if part.error else part.decision.outcome or "failed"
    return whole


def _renumbered(groups: Sequence[Sequence[Judged]]) -> tuple[Judged, ...]:
    """The items of all documents, in lists numbered through."""
    if not any(judged.claim.place for group in groups for judged in group):
        return tuple(judged for group in groups for judged in group)
    found: list[Judged] = []
    for group in groups:
        before = max((each.claim.place[0] for each in found), default=0)
        for number, judged in enumerate(group, start=1):
            first, *below = judged.claim.place or (number,)
            moved = judged.claim.model_copy(update={"place": (first + before, *below)})
            found.append(replace(judged, claim=moved))
    return tuple(found)
