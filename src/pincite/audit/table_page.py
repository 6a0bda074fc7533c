"""The report of a table or a job as one HTML file: the table, and a card for each cell with its places."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from pincite.answer.document_tables import Cell, Decision, Row, Table, TableField
from pincite.audit.cards import item_body, lead_body, quoted
from pincite.audit.exhibits import Exhibits
from pincite.audit.places import cell_id, lead_label
from pincite.audit.report_shell import Made, Part, documents_part, notes_part, pages_part, report_page
from pincite.extract.as_page import (
    counts_of,
    grid_of,
    questions_of,
    review_of,
    selection_of,
    summary_of,
    title_of,
)
from pincite.extract.cell_words import reason_of, row_name, state_of, value_of
from pincite.language.line_ends import on_one_line
from pincite.language.value_words import item_in_words
from pincite.markup import Markup, element

_KINDS = {
    "accepted": "Accepted as it was found",
    "picked": "Another passage was chosen",
    "typed": "Another value was given, with its place",
    "not_stated": "The document does not say it: decided",
}


def table_page(table: Table, exhibits: Exhibits, made: Made) -> str:
    """The whole file."""
    cards = tuple(_row(exhibits, table, number, row) for number, row in enumerate(table.rows, start=1))
    parts = [
        Part("table", "Table", (*selection_of(table), grid_of(table, _link))),
        Part("cells", "Every cell with its proof", cards),
        *notes_part(exhibits.notes()),
        *pages_part(exhibits),
        Part("asked", "Questions", (questions_of(table),)),
        *documents_part(exhibits.sources, ()),
    ]
    head = element(
        "div", {"class": "asked"},
        element("p", {"class": "kicker"}, made.subject.split(" ")[0] or "table"),
        element("h1", {}, title_of(table)),
        counts_of(table),
        *review_of(table),
    )  # fmt: skip
    style = files("pincite.extract").joinpath("table.css").read_text("utf-8")
    return report_page(title_of(table), made, head, parts, style)


def _link(row: int, column: int, cell: Cell) -> Markup:
    """A cell of the grid as a link to its card."""
    card = cell_id(row, column)
    return element("a", {"href": f"#{card}", "id": f"of-{card}"}, summary_of(cell))


def _row(exhibits: Exhibits, table: Table, number: int, row: Row) -> Markup:
    cards = (
        _cell(exhibits, cell_id(number, column), field, row.cells[field.name])
        for column, field in enumerate(table.fields, start=1)
    )
    return element("section", {"class": "row"}, element("h3", {}, row_name(row)), *cards)


def _cell(exhibits: Exhibits, card: str, field: TableField, cell: Cell) -> Markup:
    """One cell: what it says, who decided, what proves it or may hold it, and why it is as it is."""
    back = element("a", {"class": "back", "href": f"#of-{card}", "title": "Back to the table"}, "↩")
    state = element("span", {"class": f"chip {cell.standing}"}, state_of(cell))
    value = [element("p", {"class": "value"}, value_of(cell))] if value_of(cell) else []
    return element(
        "article", {"class": f"card cell {cell.standing}", "id": card},
        element("header", {}, element("h4", {}, field.name), state, back),
        *value,
        *_decided(exhibits, card, cell.decision),
        *_earlier(cell),
        *_found(exhibits, card, cell),
        *([element("p", {"class": "reason"}, on_one_line(reason_of(cell)))] if reason_of(cell) else []),
    )  # fmt: skip


def _decided(exhibits: Exhibits, card: str, decision: Decision | None) -> Iterator[Markup]:
    """What a person decided, apart from what code proved."""
    if decision is None:
        return
    when = decision.at[:16].replace("T", " ")
    said = f"{_KINDS[decision.kind]} by {decision.by}, {when} UTC."
    yield element(
        "section", {"class": "decision"},
        element("h4", {}, "Decided by a person"),
        element("p", {}, said),
        *([element("p", {}, f"Note: {on_one_line(decision.note)}")] if decision.note else []),
        *(quoted(exhibits, card, each, decision.value) for each in decision.evidence),
    )  # fmt: skip


def _earlier(cell: Cell) -> list[Markup]:
    """What was decided before that: nothing is deleted, and the last decision counts."""
    said = (f"{each.kind.replace('_', ' ')} by {each.by}, {each.at[:10]}" for each in cell.earlier)
    return [element("p", {"class": "reason"}, f"Decided before: {each}.") for each in said]


def _found(exhibits: Exhibits, card: str, cell: Cell) -> Iterator[Markup]:
    """The items with their proof; beside a decision they stay as they were found."""
    several = len(cell.items) + len(cell.replaced) > 1 or cell.decision is not None
    for item in cell.items:
        if several:
            yield element("h5", {}, item_in_words(item))
        yield from item_body(exhibits, item, card)
    for item in cell.replaced:
        yield element("h5", {}, f"Before: {item_in_words(item)}")
        yield from item_body(exhibits, item, card)
    for number, lead in enumerate(cell.leads, start=1):
        title = f"Lead {lead_label(number)}, not an answer"
        yield element("div", {"class": "lead"}, element("h5", {}, title), *lead_body(exhibits, lead, card))
