"""Turn what the documents of one contract say together into a cell: what is in force, and what it replaced.

An amendment prevails by its own words, which the answer cites. Its value counts as answered only where it
reaches the bar by itself, or where its sentence replaces a value that does; else somebody must look.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pincite.answer.answers import Answer, Evidence, Failure, Item
from pincite.answer.document_tables import Cell
from pincite.errors import PinciteError, ProviderError
from pincite.extract.cells import cell_of
from pincite.language.line_ends import on_one_line
from pincite.language.value_words import item_in_words, shortened

_SETTLED = frozenset({"answered", "not_found"})
_LONGEST_RULE = 160


def family_cell_of(answer: Answer, names: Sequence[str], ordains: Callable[[Evidence], bool]) -> Cell:
    """The cell with what is in force first; later documents that may change it make it one to review.

    `names` are the documents that were asked, the oldest first. `ordains` tells a place that changes the
    contract from one that only recalls what it said before.
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
    if not all(ordains(item.evidence[0]) for item in cell.items):
        reason = f"It may only recall what {', '.join(waiting)} says; no passage there is sure enough."
        return cell.model_copy(update={"reason": reason})
    # What an older document says, whatever it is, gives way to a later one of the same contract.
    reason = f"What {', '.join(waiting)} says of it is older, and not sure enough to show."
    return cell.model_copy(update={"state": "answered", "leads": [], "reason": reason})


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
    chances = [item.confidence for item in in_force if item.confidence is not None]
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
    for item in items:
        judged = item.warrant.answers if item.warrant else None
        if judged and judged.chance is not None and judged.bar is not None and judged.chance >= judged.bar:
            return True
    return False


def _is_put_in_place(items: Sequence[Item]) -> bool:
    """Whether nobody judged the items, because a sentence puts their value in the place of another."""
    return all(item.confidence is None for item in items)
