"""Write a table over documents as one HTML file that needs nothing else and runs nothing.

Every cell opens to the quote that proves it, its place, and how likely it answers.
"""

from __future__ import annotations

from collections.abc import Callable
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
from pincite.extract.deciding import in_words
from pincite.language.how_many import how_many
from pincite.language.value_words import shortened
from pincite.markup import Markup, element, joined, page

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
    title = title_of(table)
    style = files("pincite.extract").joinpath("table.css").read_text("utf-8")
    main = element(
        "main", {},
        element("h1", {}, title),
        counts_of(table),
        *review_of(table),
        *selection_of(table),
        grid_of(table, lambda row, column, cell: _opening(cell)),
        questions_of(table),
    )  # fmt: skip
    return page(title, style, main, element("footer", {}, f"Pincite · table {table.table}"), policy=_POLICY)


def title_of(table: Table) -> str:
    """How many documents and fields it has."""
    return f"{how_many(len(table.rows), 'document')}, {how_many(len(table.fields), 'field')}"


def counts_of(table: Table) -> Markup:
    """How many cells are in each state."""
    said = (
        element("span", {"class": f"state {state}"}, f"{table.count(state):,} {STATE_WORDS[state]}")
        for state in STANDINGS
        if table.count(state)
    )
    return element("p", {"class": "counts"}, joined(said))


def review_of(table: Table) -> list[Markup]:
    """How often people found right what the table says."""
    return [element("p", {}, said) for said in (in_words(table.review) if table.review else [])]


def selection_of(table: Table) -> list[Markup]:
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


def grid_of(table: Table, shown: Callable[[int, int, Cell], Markup]) -> Markup:
    """The table, each cell with what `shown` makes of it by the numbers of its row and column, from 1."""
    names = ("Document", *(field.name for field in table.fields))
    head = element("tr", {}, *(element("th", {"scope": "col"}, name) for name in names))
    rows = (
        element(
            "tr", {},
            element("th", {"scope": "row"}, row_name(row)),
            *(
                element("td", {"class": cell.standing}, shown(number, column, cell))
                for column, cell in enumerate(row.cells.values(), start=1)
            ),
        )
        for number, row in enumerate(table.rows, start=1)
    )  # fmt: skip
    whole = element("table", {}, element("thead", {}, head), element("tbody", {}, *rows))
    return element("div", _SCROLLS, whole)


def summary_of(cell: Cell) -> Markup:
    """The value or the state, with its chance."""
    chance = (
        []
        if cell.chance is None or cell.decision
        else [element("span", {"class": "chance"}, f"{cell.chance:.2f}")]
    )
    return joined((_short(cell), *chance))


def _short(cell: Cell) -> str:
    """The value where there is one; else the state in words."""
    value = value_of(cell)
    if cell.standing in _SETTLED and value:
        return shortened(value, _LONGEST_VALUE)
    if cell.standing == "probable":
        return shortened(f"Probably: {value}", _LONGEST_VALUE)
    # What somebody decided not to be stated is not.
    return STATE_WORDS["not_stated" if cell.decision else cell.standing]


def _opening(cell: Cell) -> Markup:
    """What is shown of it; opened, what proves it or may hold it, and why it is as it is."""
    value, shown = value_of(cell), _short(cell)
    inside = [element("p", {}, value)] if value and value != shown else []
    inside += [element("p", {"class": "reason"}, state_of(cell))] if cell.decision else []
    inside += [_citation(each) for each in citations_of(cell)]
    inside += [element("p", {"class": "reason"}, reason_of(cell))] if reason_of(cell) else []
    return element("details", {}, element("summary", {}, summary_of(cell)), *inside)


def _citation(each: Citation) -> Markup:
    number = "" if each.page is None else f"page {each.page}, "
    chance = "" if each.chance is None else f" · chance {each.chance:.2f}"
    place = element("cite", {}, f"{each.document}, {number}{each.lines}{chance}")
    return element("blockquote", {}, each.quote, place)


def questions_of(table: Table) -> Markup:
    """What each field asked, and what the reader of the page must know."""
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
            "figure is the measured chance. What is probable is below the chance that an answer needs. "
            "Passages of a cell to review are the likeliest, and no answers.",
        ),
    )  # fmt: skip
