"""Tell by arithmetic that a row of a table adds up the rows before it: then these are all there are."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from pincite.records.document import Block, Document
from pincite.structure.cell_facts import CellFact, facts_of


def adds_up(document: Document, rows: Sequence[Block], total: Block) -> bool:
    """Whether each figure of a row is the sum of those above it in at least two rows, but for rounding.

    Two rows and one column could add up by chance: 5, 7 and 12 may be three years. Behind a subtotal the
    table goes on, so only its last row counts.
    """
    table = document.table_of(total.span)
    if table is None or len(rows) < 2 or any(document.table_of(row.span) is not table for row in rows):
        return False
    if total.span.end < table.span.end:
        return False
    facts = facts_of(document, table)
    sums = _figures(facts, total)
    parts = [_figures(facts, row) for row in rows]
    return (len(sums) > 1 or (bool(sums) and len(rows) > 2)) and all(
        whole and _is_sum(whole, [part[column] for part in parts if column in part], exact=len(sums) == 1)
        for column, whole in sums.items()
    )


def _figures(facts: Sequence[CellFact], row: Block) -> dict[int, Decimal]:
    """By column what a row prints; of shares no sum is asked, for they may be of different things."""
    return {
        fact.cell.column: fact.printed.value
        for fact in facts
        if fact.printed and fact.kind != "percentage" and row.span.covers(fact.cell.span)
    }


def _is_sum(whole: Decimal, parts: Sequence[Decimal], *, exact: bool) -> bool:
    """Of more than two parts the sum may differ in its last place: each of them may have been rounded."""
    exponent = whole.as_tuple().exponent
    last = (
        Decimal(1).scaleb(exponent)
        if isinstance(exponent, int) and len(parts) > 2 and not exact
        else Decimal(0)
    )
    return len(parts) > 1 and abs(sum(parts, Decimal(0)) - whole) <= last
