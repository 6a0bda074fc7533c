"""Write a table over documents as one HTML file that needs nothing else and runs nothing.

Every cell opens to the quote that proves it, its place, and how likely it answers.
"""

from __future__ import annotations

from importlib.resources import files

from pincite.answer.document_tables import STANDINGS, Cell, Table
from pincite.extract.cell_words import (
    STATE_WORDS,
    Citation,
    citations_of,
    reason_of,
    row_name,
    state_of,
    value_of,
)
from pincite.extract.review_share import in_words
from pincite.language.how_many import how_many
from pincite.language.value_words import shortened
from pincite.markup import Markup, element, joined

# The page shows what strangers wrote: even if a tag slipped through, no browser would load or run it.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_LONGEST_VALUE = 160
_SETTLED = frozenset({"answered", "decided"})
_SCROLLS: dict[str, str | int | float] = {
    "class": "scrolls",
    "tabindex": 0,
    "role": "region",
    "aria-label": "Table",
}


def to_html(table: Table) -> str:
    """The whole page."""
    title = f"{how_many(len(table.rows), 'document')}, {how_many(len(table.fields), 'field')}"
    style = files("pincite.extract").joinpath("table.css").read_text("utf-8")
    head = element(
        "head", {},
        element("meta", {"charset": "utf-8"}),
        element("meta", {"http-equiv": "Content-Security-Policy", "content": _POLICY}),
        element("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        element("title", {}, title),
        element("style", {}, Markup(style)),
    )  # fmt: skip
    main = element(
        "main", {},
        element("h1", {}, title),
        _counts(table),
        *_review(table),
        *_selection(table),
        element("div", _SCROLLS, _grid(table)),
        _questions(table),
    )  # fmt: skip
    body = element("body", {}, main, element("footer", {}, f"Pincite · table {table.table}"))
    return f"<!DOCTYPE html>\n{element('html', {'lang': 'en'}, head, body)}\n"


def _counts(table: Table) -> Markup:
    said = (
        element("span", {"class": f"state {state}"}, f"{table.count(state):,} {STATE_WORDS[state]}")
        for state in STANDINGS
        if table.count(state)
    )
    return element("p", {"class": "counts"}, joined(said))


def _review(table: Table) -> list[Markup]:
    """How often people found right what the table says."""
    return [element("p", {}, said) for said in (in_words(table.review) if table.review else [])]


def _selection(table: Table) -> list[Markup]:
    """Which conditions the rows meet, and the documents of which that cannot be told."""
    if table.selection is None:
        return []
    said = (
        [element("p", {}, f"Only where {' and '.join(table.selection.where)}.")]
        if table.selection.where
        else []
    )
    untold = [element("li", {}, f"{each.document}: {each.reason}") for each in table.selection.untold]
    if untold:
        said += [element("p", {}, "It cannot be told of:"), element("ul", {}, *untold)]
    return said


def _grid(table: Table) -> Markup:
    names = ("Document", *(field.name for field in table.fields))
    head = element("tr", {}, *(element("th", {"scope": "col"}, name) for name in names))
    rows = (
        element(
            "tr", {},
            element("th", {"scope": "row"}, row_name(row)),
            *(_cell(row.cells[field.name]) for field in table.fields),
        )
        for row in table.rows
    )  # fmt: skip
    return element("table", {}, element("thead", {}, head), element("tbody", {}, *rows))


def _cell(cell: Cell) -> Markup:
    """The value or the state; opened, what proves it or may hold it, and why it is as it is."""
    value = value_of(cell)
    is_value = cell.standing in _SETTLED and value
    shown = shortened(value, _LONGEST_VALUE) if is_value else _stated(cell)
    chance = (
        []
        if cell.chance is None or cell.decision
        else [element("span", {"class": "chance"}, f"{cell.chance:.2f}")]
    )
    inside = [element("p", {}, value)] if value and value != shown else []
    inside += [element("p", {"class": "reason"}, state_of(cell))] if cell.decision else []
    inside += [_citation(each) for each in citations_of(cell)]
    inside += [element("p", {"class": "reason"}, reason_of(cell))] if reason_of(cell) else []
    summary = element("summary", {}, shown, *chance)
    return element("td", {"class": cell.standing}, element("details", {}, summary, *inside))


def _stated(cell: Cell) -> str:
    """The state in words; what somebody decided not to be stated is not."""
    return STATE_WORDS["not_stated" if cell.decision else cell.standing]


def _citation(each: Citation) -> Markup:
    page = "" if each.page is None else f"page {each.page}, "
    chance = "" if each.chance is None else f" · chance {each.chance:.2f}"
    place = element("cite", {}, f"{each.document}, {page}{each.lines}{chance}")
    return element("blockquote", {}, each.quote, place)


def _questions(table: Table) -> Markup:
    asked = (
        joined((element("dt", {}, field.name), element("dd", {}, field.question))) for field in table.fields
    )
    return element(
        "section", {},
        element("h2", {}, "What each document was asked"),
        element("dl", {}, *asked),
        element(
            "p", {},
            "Code proved the quote, the value and the place of every answer. That it answers is judged: the "
            "figure is the measured chance. Passages of a cell to review are the likeliest, and no answers.",
        ),
    )  # fmt: skip
