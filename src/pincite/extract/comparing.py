"""Compare two documents field by field, by the values that are proved in each.

Typed values are the same where they mean the same (24 months and two years); texts where one is a quote of
the other, word for word. Everything else is a change, and both wordings are shown.
"""

from __future__ import annotations

from pincite.answer.answers import Item
from pincite.answer.document_tables import Cell, ComparedField, Comparison, Table, TableField, Verdict
from pincite.extract.cell_words import STATE_WORDS, reason_of, value_of
from pincite.prove.quote import locate
from pincite.values.agreement import agree
from pincite.values.types import Clause, Text


def compared(table: Table) -> Comparison:
    """What a table of two documents says of how they differ."""
    first, second = table.rows
    fields = [
        _compared(field, first.cells[field.name], second.cells[field.name], first.document, second.document)
        for field in table.fields
    ]
    return Comparison(first=first.document, second=second.document, fields=fields)


def _compared(field: TableField, first: Cell, second: Cell, *names: str) -> ComparedField:
    waiting = [
        f"{name}: {STATE_WORDS[cell.standing]}. {reason_of(cell)}".strip()
        for name, cell in zip(names, (first, second), strict=True)
        if _is_open(cell)
    ]
    verdict: Verdict = "open" if waiting else _verdict(first, second)
    return ComparedField(field=field, verdict=verdict, reason=" ".join(waiting), first=first, second=second)


def _is_open(cell: Cell) -> bool:
    return cell.decision is None and cell.state in ("probable", "to_review", "failed")


def _verdict(first: Cell, second: Cell) -> Verdict:
    stated = bool(value_of(first)), bool(value_of(second))
    match stated:
        case (True, True):
            return "same" if _say_the_same(first, second) else "changed"
        case (True, False):
            return "only_first"
        case (False, True):
            return "only_second"
    return "neither"


def _say_the_same(first: Cell, second: Cell) -> bool:
    """Whether every value of one has its like in the other; what people decided is compared by its words."""
    if first.decision or second.decision:
        return _read_alike(value_of(first), value_of(second))
    return _has_all(first, second) and _has_all(second, first)


def _has_all(cell: Cell, other: Cell) -> bool:
    return all(any(_alike(item, each) for each in other.items) for item in cell.items)


def _alike(a: Item, b: Item) -> bool:
    if isinstance(a.value, Text | Clause) and isinstance(b.value, Text | Clause):
        return _read_alike(a.value.text, b.value.text)
    # A fee "for the first year" is not the same as one for all of them.
    limits = [sorted(map(str.casefold, item.limits)) for item in (a, b)]
    return agree(a.value, b.value) and limits[0] == limits[1]


def _read_alike(a: str, b: str) -> bool:
    """As a quote may differ from its document: by line breaks and typesetting, and by nothing else."""
    return any((match.start, match.end) == (0, len(b)) for match in locate(a, b))
