"""Turn answers to a field's question into a cell, of one document or of all documents of one contract.

An amendment prevails by its own words, which the answer cites. Its value counts as answered only where it
reaches the bar by itself, or where its sentence replaces a value that does; else somebody must look.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.answer.answers import Answer, Failure, Item, Outcome
from pincite.answer.document_tables import Cell, CellState
from pincite.errors import PinciteError, ProviderError
from pincite.language.answer_words import short_of
from pincite.language.how_many import how_many
from pincite.language.line_ends import on_one_line
from pincite.language.value_words import item_in_words, shortened

_STATES: dict[Outcome, CellState] = {
    "answered": "answered",
    "probable": "probable",
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
    has_leads = state in {"probable", "to_review"}
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
        chances = [item.chance for item in answer.items]
        return None if None in chances else min(chance for chance in chances if chance is not None)
    return answer.leads[0].chance if answer.leads else None


def _reason(answer: Answer) -> str:
    match answer.outcome:
        case "answered":
            return ""
        case "not_found":
            return f"Not found in {_read(answer)}."
        case "probable":
            return f"Probably so, but not sure enough ({short_of(answer)})."
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


_SETTLED = frozenset({"answered", "not_found"})
_LONGEST_RULE = 160


def family_cell_of(answer: Answer, names: Sequence[str]) -> Cell:
    """The cell with what is in force first; later documents that may change it make it one to review.

    `names` are the documents that were asked, the oldest first.
    """
    cell = cell_of(answer)
    if failed := [each.name for each in answer.coverage.by_document if each.outcome == "failed"]:
        return cell if cell.error else Cell.failed(Failure.of(_not_read(failed)), answer.run)
    waiting = [each.name for each in answer.coverage.by_document if each.outcome not in _SETTLED]
    if answer.conflict and answer.conflict.rule:
        return _settled(answer, cell, names, waiting)
    if answer.outcome != "incomplete" or not cell.items or answer.conflict or not waiting:
        return cell
    order = {name: number for number, name in enumerate(names)}
    given = {order.get(item.evidence[0].name, 0) for item in cell.items}
    later = [name for name in waiting if order.get(name, len(order)) > min(given)]
    if later or len(given) > 1:
        reason = f"{', '.join(later or waiting)} may change it; no passage there is sure enough."
        return cell.model_copy(update={"reason": reason})
    reason = f"It may only recall what {', '.join(waiting)} says; no passage there is sure enough."
    return cell.model_copy(update={"reason": reason})


def _not_read(names: Sequence[str]) -> PinciteError:
    """Of a contract all papers must be asked: the one that failed may change what the others say."""
    return ProviderError(
        f"{', '.join(names)} could not be asked, so it cannot be told what is in force.",
        hint="Make the table again: only cells that failed are asked again.",
        retryable=True,
    )


def _settled(answer: Answer, cell: Cell, names: Sequence[str], waiting: Sequence[str]) -> Cell:
    """The values by the documents' own rule: the first side prevails, unless a later paper is open."""
    assert answer.conflict is not None
    assert answer.conflict.rule is not None
    by_id = {item.id: item for item in answer.items}
    in_force, *others = [[by_id[id] for id in side] for side in answer.conflict.sides]
    replaced = [item for side in others for item in side]
    order = {name: number for number, name in enumerate(names)}
    newest = max(order.get(item.evidence[0].name, 0) for item in in_force)
    later = [name for name in waiting if order.get(name, len(order)) > newest]
    is_sure = _reaches(in_force) or (_is_put_in_place(in_force) and _reaches(replaced))
    rule = answer.conflict.rule.evidence
    words = shortened(on_one_line(rule.snippet), _LONGEST_RULE)
    old = "; ".join(f"{item_in_words(item)} ({item.evidence[0].name})" for item in replaced)
    doubt = "" if is_sure else " It is not sure enough that it answers."
    if later:
        doubt += f" {', '.join(later)} may change it; no passage there is sure enough."
        is_sure = False
    chances = [item.chance for item in in_force if item.chance is not None]
    return cell.model_copy(
        update={
            "state": "answered" if is_sure else "to_review",
            "items": in_force,
            "replaced": replaced,
            "leads": [] if is_sure else cell.leads,
            "chance": min(chances, default=None),
            "reason": f"In place of {old}, by {rule.name}: “{words}”{doubt}",
        }
    )


def _reaches(items: Sequence[Item]) -> bool:
    """Whether one of the items is likely enough by itself."""
    return any(item.judgement.bar is not None and not item.judgement.falls_short for item in items)


def _is_put_in_place(items: Sequence[Item]) -> bool:
    """Whether nobody judged the items, because a sentence puts their value in the place of another."""
    return all(item.chance is None for item in items)
