"""Prove that a figure of a table is cited with its own names: those of its row and of its column."""

from __future__ import annotations

from pincite.answer.answers import Derivation, Item
from pincite.answer.checks import Check
from pincite.prove.against import Grounds, checked, ground_of, span_of
from pincite.prove.value import words_of
from pincite.records.document import Cell, Document, Table
from pincite.records.span import Span
from pincite.structure.cell_facts import fact_at

_SCALED = ["printed figure", "scale"]


def prove_cell(item: Item, grounds: Grounds) -> Check | None:
    """Whether what is cited beside a cell names its row and its column; None of what is no cell."""
    if item.type in ("table", "boolean") or (item.derivation is not None and not is_scaled(item.derivation)):
        return None
    for words in words_of(item, grounds):
        document = words.ground.document
        cell = document.cell_of(words.span) if document else None
        table = document.table_of(words.span) if document else None
        if document is None or cell is None or table is None:
            continue
        heads = [
            span_of(place) for place in item.evidence if place.role == "head" and place is not words.place
        ]
        return _names(document, table, cell, words.span, heads)
    if any(place.role == "head" for place in item.evidence):
        read = all((ground := ground_of(place, grounds)) and ground.document for place in item.evidence)
        if read:
            return checked(
                "cell", "contradicted", "it cites heads of a table, and its words stand in no cell"
            )
        return checked("cell", "open", "that these heads are its own needs the file to prove")
    return None


def _names(document: Document, table: Table, cell: Cell, words: Span, heads: list[Span]) -> Check | None:
    fact = fact_at(document, words)
    if fact is None:
        return None
    rows, columns = list(fact.row_path), list(fact.column_path)
    for head in heads:
        named = table.cell_of(head)
        if not table.span.covers(head) or named is None:
            continue  # a caption, or a title over the table
        if not any(each.span.covers(head) or head.covers(each.span) for each in (*rows, *columns)):
            said = " ".join(head.of(document.text).split())
            return checked("cell", "contradicted", f"“{said}” names another row or column than this cell’s")
    lacking = [
        name for name, cells in (("row", rows), ("column", columns)) if cells and not _any_cited(cells, heads)
    ]
    if lacking:
        return checked("cell", "open", f"what names its {' and '.join(lacking)} is not cited")
    return checked("cell", "proved", "what names its row and its column is cited")


def _any_cited(cells: list[Cell], heads: list[Span]) -> bool:
    return any(head.covers(cell.span) or cell.span.covers(head) for cell in cells for head in heads)


def is_scaled(derivation: Derivation) -> bool:
    """Whether it only makes a figure in full of a printed one."""
    return [each.name for each in derivation.operands] == _SCALED
