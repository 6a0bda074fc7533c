"""Check the values of a cell by the rules of its field; a value that breaks one is shown, not dropped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from pincite.answer.answers import Item
from pincite.answer.document_tables import Cell, FieldRules, TableField
from pincite.language.line_ends import on_one_line
from pincite.language.value_words import in_words, shortened
from pincite.values.types import Amount, Clause, DateValue, Number, Percentage, Text

_LONGEST_SHOWN = 80


def validated(field: TableField, cell: Cell) -> Cell:
    """The cell, or the same one to review with the rules that its values break.

    A cell that somebody decided about is left as it is: a person has looked at it.
    """
    if field.rules is None or cell.decision or cell.state == "failed":
        return cell
    broken = list(_broken(field.rules, cell))
    if not broken:
        return cell
    reason = " ".join([*broken, *([cell.reason] if cell.reason else [])])
    return cell.model_copy(update={"state": "to_review", "reason": reason})


def _broken(rules: FieldRules, cell: Cell) -> Iterator[str]:
    if rules.required and not cell.items:
        yield "The schema requires a value."
    for item in cell.items:
        for problem in _problems(rules, item):
            yield f"“{_shown(item)}” breaks a rule of the schema: {problem}."


def _problems(rules: FieldRules, item: Item) -> Iterator[str]:
    written = on_one_line(item.original)
    if rules.minimum is not None and (problem := _bounded(item, rules.minimum, below=True)):
        yield problem
    if rules.maximum is not None and (problem := _bounded(item, rules.maximum, below=False)):
        yield problem
    # A text is mostly a whole sentence, which holds what the rule is about among other words.
    is_sentence = isinstance(item.value, Text | Clause)
    matches = re.search if is_sentence else re.fullmatch
    if rules.pattern is not None and not matches(rules.pattern, written):
        yield f"it does not match the pattern {rules.pattern}"
    if rules.choices and not (is_sentence and len(_named_in(written, rules.choices)) == 1):
        said = {written.casefold(), in_words(item.value).casefold()}
        if said.isdisjoint(each.casefold() for each in rules.choices):
            several = is_sentence and _named_in(written, rules.choices)
            yield f"it names {'several' if several else 'none'} of {', '.join(rules.choices)}"


def _named_in(sentence: str, choices: Sequence[str]) -> list[str]:
    """The choices that stand in a sentence as whole words."""
    return [
        each
        for each in choices
        if re.search(rf"(?<!\w){re.escape(each)}(?!\w)", sentence, flags=re.IGNORECASE)
    ]


def _bounded(item: Item, bound: str, *, below: bool) -> str:
    """What is wrong with a value beside a bound; empty where it keeps to it."""
    which = "minimum" if below else "maximum"
    value = item.value
    if isinstance(value, DateValue):
        cut = bound[: len(value.iso)]
        if value.iso == cut != bound:
            return f"it names no day, and the {which} is {bound}"
        past = value.iso < cut if below else value.iso > cut
    elif isinstance(value, Amount | Number | Percentage):
        past = value.value < Decimal(bound) if below else value.value > Decimal(bound)
    else:
        return f"it has no order, and the {which} is {bound}"
    return f"the {which} is {bound}" if past else ""


def _shown(item: Item) -> str:
    return shortened(on_one_line(item.original), _LONGEST_SHOWN)
