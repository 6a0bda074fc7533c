"""Put together what each of several documents came to: nothing answers for all with a sentence of one.

Every document is asked by itself. Different values in different documents are no conflict, unless they are
parts of one contract. What has only leads, failed or was not read is said to be open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from pincite.answer.answers import Answer, Lead
from pincite.answer.verdicts import Judged
from pincite.ask.report import Ledger, ranked
from pincite.decide.outcome import Decision, conflict_of
from pincite.errors import PinciteError
from pincite.records.library import Identity
from pincite.records.question import Question

# A document that has none of the pages or sections that the question names is asked back alone.
_SETTLED = ("answered", "not_found", "needs_clarification")
_NAMED = 5


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


def together(question: Question, parts: Sequence[Part]) -> tuple[Question, Ledger, Decision]:
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
        from pincite.decide.conflicts.sides import sides_of

        # What one document contradicts in itself is open for it alone, whatever the others say.
        best = ranked(judged for part in giving if not part.decision.sides for judged in part.decision.kept)
        if best and (clash := sides_of(question, best, ranked(ledger.judged))):
            return question, ledger, conflict_of(clash)
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
    leads = [Lead(evidence=item.evidence, chance=item.chance) for item in answer.items]
    changed = {"outcome": "unverified", "items": [], "method": "none", "leads": [*leads, *answer.leads]}
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
