"""Turn the answer to a field's question into a cell: answered, to review, not stated or failed."""

from __future__ import annotations

from pincite.answer.answers import Answer, Outcome
from pincite.answer.document_tables import Cell, CellState
from pincite.language.how_many import how_many

_STATES: dict[Outcome, CellState] = {
    "answered": "answered",
    "not_found": "not_stated",
    "conflict": "to_review",
    "incomplete": "to_review",
    "needs_clarification": "to_review",
    "unverified": "to_review",
    "failed": "failed",
}


def cell_of(answer: Answer) -> Cell:
    """The cell with all that the answer says of one document."""
    if answer.error:
        return Cell.failed(answer.error, answer.run)
    # What stands on a page without readable text, or in a picture that waits to be read, is not known, so
    # that nobody can say it is not stated.
    pages = answer.coverage.pages
    is_open = answer.outcome == "not_found" and (pages.unreadable > 0 or pages.waiting_pictures > 0)
    state = "to_review" if is_open else _STATES[answer.outcome]
    has_leads = state == "to_review"
    return Cell(
        state=state,
        items=answer.items,
        leads=answer.leads if has_leads else [],
        chance=_chance(answer),
        reason=" ".join(part for part in (_reason(answer), *answer.caveats) if part),
        error=None,
        run=answer.run,
    )


def _chance(answer: Answer) -> float | None:
    if answer.outcome == "not_found":
        return answer.coverage.chance_held
    if answer.items:
        chances = [item.confidence for item in answer.items]
        return None if None in chances else min(chance for chance in chances if chance is not None)
    return answer.leads[0].chance if answer.leads else None


def _reason(answer: Answer) -> str:
    match answer.outcome:
        case "answered":
            return ""
        case "not_found":
            return f"Not found in {_read(answer)}."
        case "conflict":
            sides = len(answer.conflict.sides) if answer.conflict else len(answer.items)
            return f"The document gives {how_many(sides, 'different value')}."
        case "incomplete":
            return "What is listed is proved; there may be more."
        case "needs_clarification":
            return answer.clarification or "The question is unclear."
        case _:
            return _not_sure(answer)


def _not_sure(answer: Answer) -> str:
    if not answer.leads:
        return "Something was found, but code could not prove all of it."
    return f"{how_many(len(answer.leads), 'passage')} may state it; none is sure enough."


def _read(answer: Answer) -> str:
    pages, spans = answer.coverage.pages, answer.coverage.spans_read
    if not pages.total:
        return how_many(spans, "passage")
    some = f"{pages.read:,} of " if pages.read < pages.total else ""
    return f"{some}{how_many(pages.total, 'page')}"
