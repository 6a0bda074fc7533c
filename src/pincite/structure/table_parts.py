"""Tell whether one table goes on with another, and what the rows of a table are called and hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pincite.language.vocabulary import occurs, stems
from pincite.records.document import Block, Cell, Document, Table
from pincite.records.question import Question
from pincite.structure.cell_facts import CellFact, facts_of


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the body: its cells by column, with those that reach down into it from above."""

    table: Table
    number: int
    cells: Mapping[int, Cell]

    @property
    def own(self) -> list[Cell]:
        """The cells that start in this row."""
        return [cell for cell in self.cells.values() if cell.row == self.number]

    @property
    def is_title(self) -> bool:
        """Whether one cell over all columns stands for the rows below it."""
        return len(self.own) == 1 and self.own[0].columns == self.table.columns > 1


def goes_on(document: Document, last: Block, row: Block, cut_only: bool) -> bool:
    """Whether a table goes on with the one that `row` starts, behind nothing but a cut.

    It has as many columns, and either the same names over them or none of its own.
    """
    above, below = document.table_of(last.span), document.table_of(row.span)
    if above is None or below is None or above == below or above.columns != below.columns or not cut_only:
        return False
    return not below.header_rows or bool(repeated_heads(document, above, below))


def repeated_heads(document: Document, first: Table, part: Table) -> int:
    """How many rows at the top of a part of a table say again what the first part calls its columns."""
    heads = _texts(document, first, first.header_rows)
    return first.header_rows if heads and heads == _texts(document, part, first.header_rows) else 0


def body_rows(table: Table, above: int | None = None) -> Iterator[Row]:
    """The rows below those that name the columns, or below as many as are told, in order."""
    first = table.header_rows if above is None else above
    reaching: dict[int, Cell] = {}
    cells = iter(table.cells)
    cell = next(cells, None)
    for number in range(table.rows):
        reaching = {c: other for c, other in reaching.items() if other.row + other.rows > number}
        while cell is not None and cell.row == number:
            reaching[cell.column] = cell
            cell = next(cells, None)
        if number >= first and reaching:
            yield Row(table, number, dict(sorted(reaching.items())))


def heads_of(first: Table, part: Table, cell: Cell) -> tuple[Cell, ...]:
    """The cells that name the column of a cell, outermost first; those of the first part for a later one."""
    if part.header_rows or part.columns != first.columns:
        return part.headers_of(cell)
    return first.headers_of(Cell(first.header_rows, cell.column, cell.span, columns=cell.columns))


def asked_columns(question: Question, document: Document, table: Table) -> list[int]:
    """The columns whose heads say something of the question, without those that say little of it."""
    terms = question.retrieval.terms
    named: dict[int, frozenset[int]] = {}
    for column in range(table.columns):
        said = stems(" ".join(_heads(document, table, column)))
        named[column] = frozenset(
            number
            for number, term in enumerate(terms)
            if any(occurs(wording, said, set(said)) for wording in term.wordings)
        )

    def weight(numbers: frozenset[int]) -> float:
        return sum(terms[number].weight for number in numbers)

    # A year that is asked for holds for the columns under it and for no other.
    required = frozenset(number for number, term in enumerate(terms) if term.required)
    needed = required & frozenset[int]().union(*named.values())
    needed = needed if any(needed <= own for own in named.values()) else frozenset()
    # Of "start date", a column "End date" says the lesser part, and another column says all of it.
    return [
        column
        for column, own in named.items()
        if own
        and needed <= own
        and not any(own < other and 2 * weight(own) < weight(other) for other in named.values())
    ]


def _heads(document: Document, table: Table, column: int) -> Iterator[str]:
    for cell in table.cells:
        if cell.row >= table.header_rows:
            return
        if cell.column <= column < cell.column + cell.columns:
            yield cell.span.of(document.text)


def _texts(document: Document, table: Table, rows: int) -> Sequence[tuple[int, int, str]]:
    found = []
    for cell in table.cells:
        if cell.row >= rows:
            break
        found.append((cell.row, cell.column, " ".join(cell.span.of(document.text).split())))
    return found


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
