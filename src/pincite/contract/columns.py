"""Tell the values of a table row apart by the heads of their columns.

What the question names and only the head of another column with such values says is not answered from
this one: a row that has no gross price is silent about it, whatever else it holds.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from pydantic import BaseModel

from pincite.contract.multiples import says_its_own, states_multiple
from pincite.contract.registry import find
from pincite.contract.relevance import occurs
from pincite.contract.values.reading import Reading
from pincite.contract.vocabulary import stems
from pincite.records.document import Block, Cell, Document, Table
from pincite.records.question import Question
from pincite.records.span import Span

UNKNOWN = "it stands in a row with others, and its column is not known"

# What says the contrary of what is asked, in the head of a column: "Valid from" has no last day.
_CONTRARY = tuple(
    (re.compile(rf"\b(?:{one})\b", re.IGNORECASE), re.compile(rf"\b(?:{other})\b", re.IGNORECASE))
    for one, other in (
        (
            r"from|since|start\w*|begin\w*|commenc\w*|opened",
            r"until|till|to|through|end\w*|expir\w*|terminat\w*|clos(?:ed|ing)|last",
        ),
        (
            r"min|minimum|minimal|at least|least|lowest|smallest|no less than",
            r"max|maximum|maximal|at most|most|highest|largest|greatest|up to|no more than",
        ),
        (r"before|prior|opening", r"after|following|closing"),
        (r"net|excl\w*", r"gross|incl\w*"),
        (r"plan|planned|budget|budgeted|target|forecast|estimated?", r"actual|achieved|real"),
    )
)
# How many rows are read to tell what kind of value a column holds.
_SAMPLE_ROWS = 20
# In a question these point no direction: "How much has to be paid", "from the table", "at the end of".
_ASKED_FROM = re.compile(
    r"\b(?:from|to|through|last)\b(?!\s+(?:when|what (?:date|day)|which (?:date|day)))", re.IGNORECASE
)


def column_misfit(
    question: Question,
    document: Document,
    block: Block,
    readings: Sequence[Reading[BaseModel]],
    reading: Reading[BaseModel],
) -> str | None:
    """Why a value stands in the wrong column; empty when it stands in the asked one.

    None when that cannot be told from cells: the block is no row of a known table, or one cell holds all.
    """
    cells = [_cell(document, block, other) for other in readings]
    own = cells[readings.index(reading)]
    table = document.table_of(block.span)
    if own is None or table is None:
        return None
    beside = [other for other, cell in zip(readings, cells, strict=True) if cell == own]
    if len(beside) > 1 and "\n" in own.span.of(document.text):
        return "its cell holds several, one below the other"
    head = _head(document, table, own)
    mine = _named(question, head)
    kind = getattr(reading.value, "answer_type", "")
    if kind in {"amount", "number"} and _is_scaled(document, table, block, reading):
        return "its table is in thousands or millions, which the row does not say"
    if question.generation.answer_shape in ("nested", "table"):
        # Several columns are asked for, and each value is given with the name of its own.
        return ""
    if _says_contrary(question, head) or _named_elsewhere(question, document, own, kind) - mine:
        return f"its column is headed {head!r}"
    if all(cell == own for cell in cells):
        return None
    others = [cell for cell in cells if cell is not None and cell != own]
    named = [_named(question, _head(document, table, cell)) for cell in others]
    if any(mine < other for other in named):
        return f"its column is headed {head!r}"
    return UNKNOWN if None in cells or any(mine == other for other in named) else ""


def _cell(document: Document, block: Block, reading: Reading[BaseModel]) -> Cell | None:
    return document.cell_of(Span(block.span.start + reading.start, block.span.start + reading.end))


def _named(question: Question, text: str) -> frozenset[int]:
    """Which terms of the question a text says, by their place."""
    said = stems(text)
    present = set(said)
    return frozenset(
        number
        for number, term in enumerate(question.retrieval.terms)
        if any(occurs(wording, said, present) for wording in term.wordings)
    )


def _head(document: Document, table: Table, cell: Cell) -> str:
    heads = table.headers_of(cell)
    return " ".join(" ".join(head.span.of(document.text).split()) for head in heads)


def _named_elsewhere(question: Question, document: Document, own: Cell, kind: str) -> frozenset[int]:
    """The terms that the row does not say itself, and the heads of other columns with such values do."""
    table = document.table_of(own.span)
    if table is None or not table.header_rows:
        return frozenset()
    said = _named(question, " ; ".join(cell.span.of(document.text) for cell in _beside(table, own)))
    sample = _rows(table, table.header_rows, table.header_rows + _SAMPLE_ROWS)
    alike = {cell.column for cell in sample if find(kind, cell.span.of(document.text))} - {own.column}
    heads = [
        head
        for head in _rows(table, 0, table.header_rows)
        if not head.column <= own.column < head.column + head.columns
    ]
    named = frozenset[int]()
    for head in heads:
        terms = _named(question, head.span.of(document.text))
        if alike.isdisjoint(range(head.column, head.column + head.columns)):
            # A year over other columns does not hold for this one, whatever kind of value they hold.
            terms = frozenset(number for number in terms if question.retrieval.terms[number].required)
        named |= terms
    return named - said


def _beside(table: Table, own: Cell) -> list[Cell]:
    """The other cells of a row, with those that reach down into it."""
    near = _rows(table, max(own.row - _SAMPLE_ROWS, table.header_rows), own.row + 1)
    return [cell for cell in near if own.row < cell.row + cell.rows and cell != own]


def _rows(table: Table, first: int, last: int) -> Sequence[Cell]:
    """The cells of the rows from `first` up to, not including, `last`: a table may have 500,000 of them."""
    start = bisect_left(table.cells, first, key=lambda cell: cell.row)
    return table.cells[start : bisect_left(table.cells, last, key=lambda cell: cell.row)]


def _is_scaled(document: Document, table: Table, block: Block, reading: Reading[BaseModel]) -> bool:
    """Whether what stands over a table says that its figures are to be multiplied, and this one does not."""
    if says_its_own(block.span.of(document.text), reading):
        return False
    first = document.blocks_of(table.cells[0].span)[0].number
    above = [before.span for before in document.blocks[max(first - 3, 0) : first - 1]]
    heads = [cell.span for cell in _rows(table, 0, max(table.header_rows, 1))]
    texts = [span for span in (*heads, *above, table.caption) if span is not None]
    return any(states_multiple(document, span) for span in texts)


def _says_contrary(question: Question, head: str) -> bool:
    """Whether the head of a column says the opposite of what the question asks for, and not that as well."""
    asked = _ASKED_FROM.sub(" ", question.generation.asked)
    for one, other in _CONTRARY:
        for wanted, contrary in ((one, other), (other, one)):
            if (
                wanted.search(asked)
                and contrary.search(head)
                and not (contrary.search(asked) or wanted.search(head))
            ):
                return True
    return False
