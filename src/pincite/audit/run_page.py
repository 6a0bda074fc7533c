"""The report of a run, a table or a job as one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files

from pincite.answer.answers import Answer, Conflict, DocumentCoverage, NearMiss
from pincite.answer.document_tables import Cell, Decision, Row, Table, TableField
from pincite.answer.reviews import Review
from pincite.audit.cards import Reviewed, item_body, item_card, lead_body, lead_card, near_card, quoted
from pincite.audit.exhibits import Exhibits
from pincite.audit.places import RULE, cell_id, lead_id, lead_label, near_id, near_label, near_misses
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
from pincite.language.answer_words import ONLY_LEADS, UNSETTLED, figure, headline, what_was_read
from pincite.language.how_many import how_many
from pincite.language.line_ends import on_one_line
from pincite.language.value_words import item_in_words
from pincite.markup import Markup, element
from pincite.records.library import Identity

_OUTCOMES = {
    "answered": "answered",
    "probable": "probable",
    "not_found": "not found",
    "conflict": "conflict",
    "incomplete": "incomplete",
    "needs_clarification": "needs clarification",
    "unverified": "nothing sure enough",
    "failed": "failed",
}


def run_page(
    answer: Answer,
    exhibits: Exhibits,
    made: Made,
    read: Iterable[Identity] = (),
    reviews: Sequence[Review] = (),
) -> str:
    """The whole file; `read` are the versions that were read, whether they are cited or not."""
    parts = [*_parts(answer, exhibits, Reviewed(reviews)), *documents_part(exhibits.sources, read)]
    return report_page(answer.question, made, _head(answer), parts)


def _head(answer: Answer) -> Markup:
    lead, rest = headline(answer)
    if answer.leads and not answer.items:
        lead, rest = ONLY_LEADS, "The likeliest passages are below; none of them is an answer."
    between = "" if not rest else " " if lead.endswith(".") else ": "
    told = (element("strong", {}, lead), between, on_one_line(rest))
    clarify = [on_one_line(answer.clarification)] if answer.clarification else []
    clarify += [f"{answer.error.message} {answer.error.hint}"] if answer.error else []
    documents = how_many(answer.coverage.documents, "document")
    return element(
        "div", {"class": "asked"},
        element("p", {"class": "kicker"}, "Question"),
        element("h1", {}, answer.question),
        element("div", {"class": f"outcome {answer.outcome}"}, element("p", {}, *told)),
        *(element("p", {"class": "clarify"}, each) for each in clarify),
        element("p", {"class": "about"}, f"{documents} asked · strictness: {answer.strictness}"),
    )  # fmt: skip


def _parts(answer: Answer, exhibits: Exhibits, reviewed: Reviewed) -> Iterator[Part]:
    if answer.conflict:
        yield _sides(answer, answer.conflict, exhibits, reviewed)
    elif answer.items:
        title = "Answer" if len(answer.items) == 1 else "Answers"
        title = f"Probable {title.lower()}" if answer.outcome == "probable" else title
        yield Part("answer", title, tuple(_items(answer, exhibits, reviewed)))
    if answer.leads:
        cards = (
            reviewed.beside(lead_id(number), lead_card(exhibits, lead, lead_id(number), lead_label(number)))
            for number, lead in enumerate(answer.leads, start=1)
        )
        elsewhere = answer.items and answer.outcome != "probable"
        yield Part("leads", "Leads in the other documents" if elsewhere else "Leads", tuple(cards))
    yield _coverage(answer, exhibits)
    yield from notes_part([*map(on_one_line, answer.caveats), *exhibits.notes()])
    yield from pages_part(exhibits)


def _items(answer: Answer, exhibits: Exhibits, reviewed: Reviewed) -> Iterator[Markup]:
    nested = any("." in item.id for item in answer.items)
    for number, item in enumerate(answer.items, start=1):
        place = item.id.removeprefix("item-") if nested else str(number)
        card = item_card(exhibits, item, item.id, place if len(answer.items) > 1 else "")
        card = reviewed.beside(item.id, card)
        depth = place.count(".")
        yield element("div", {"class": "under", "style": f"--depth: {depth}"}, card) if depth else card


def _sides(answer: Answer, conflict: Conflict, exhibits: Exhibits, reviewed: Reviewed) -> Part:
    """All sides beside each other; that one of them prevails is said only in the document's own words."""
    items = {item.id: item for item in answer.items}
    sides = (
        element(
            "div", {"class": "side"},
            element("h3", {}, f"Side {number}"),
            *(reviewed.beside(id, item_card(exhibits, items[id], id, "", level="h4")) for id in side),
        )
        for number, side in enumerate(conflict.sides, start=1)
    )  # fmt: skip
    rule: list[Markup] = [element("p", {"class": "rule"}, UNSETTLED)]
    if conflict.rule:
        rule = [
            element("h3", {}, "By the document’s own rule, side 1 applies"),
            quoted(exhibits, RULE, conflict.rule.evidence),
        ]
    card = element("article", {"class": "card rule", "id": RULE}, *rule)
    title = "Both sides" if len(conflict.sides) == 2 else "All sides"
    return Part("answer", title, (element("div", {"class": "sides"}, *sides), card))


def _coverage(answer: Answer, exhibits: Exhibits) -> Part:
    pages, coverage = answer.coverage.pages, answer.coverage
    figures = [
        ("Documents", f"{coverage.documents:,}"),
        ("Passages read", f"{coverage.spans_read:,} of {coverage.spans_total:,}"),
    ]
    if pages.total:
        figures.append(("Pages read", f"{pages.read:,} of {pages.total:,}"))
        figures.append(("Pages of low quality", f"{pages.low_quality:,}"))
        figures.append(("Unreadable pages", f"{pages.unreadable:,}"))
    if coverage.chance_held is not None:
        figures.append(("Chance that it is there", figure(coverage.chance_held)))
    shown = [element("div", {}, element("dt", {}, name), element("dd", {}, said)) for name, said in figures]
    paths = ", ".join(
        f"{path.name.replace('_', ' ')} ({path.hits:,})" for path in coverage.paths if path.hits
    )
    searched = [element("p", {"class": "about"}, f"Passages proposed by: {paths}.")] if paths else []
    near = near_misses(answer)
    content = [
        element("p", {}, " ".join(what_was_read(answer))),
        element("dl", {"class": "figures"}, *shown),
        *searched,
        *_by_document(coverage.by_document),
        *([element("h3", {}, "The nearest passages, and why they do not answer")] if near else []),
        *(_near(exhibits, miss, number) for number, miss in enumerate(near, start=1)),
    ]
    return Part("read", "What was read", tuple(content))


def _near(exhibits: Exhibits, miss: NearMiss, number: int) -> Markup:
    return near_card(exhibits, miss, near_id(number), near_label(number))


def _by_document(each: list[DocumentCoverage]) -> list[Markup]:
    if len(each) < 2:
        return []
    names = ("Document", "Outcome", "Chance that it is there")
    head = element("tr", {}, *(element("th", {"scope": "col"}, name) for name in names))
    rows = (
        element(
            "tr", {},
            element("td", {}, one.name),
            element("td", {}, _OUTCOMES[one.outcome]),
            element("td", {}, "–" if one.chance_held is None else figure(one.chance_held)),
        )
        for one in each
    )  # fmt: skip
    table = element("table", {"class": "documents"}, element("thead", {}, head), element("tbody", {}, *rows))
    return [element("div", {"class": "scrolls"}, table)]


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
