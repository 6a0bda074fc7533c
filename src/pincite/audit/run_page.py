"""The report of one run as one HTML file: question, outcome, items with their places, and what was read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pincite.answer.answers import Answer, Conflict, DocumentCoverage, NearMiss
from pincite.answer.reviews import Review
from pincite.audit.cards import item_card, lead_card, near_card, quoted
from pincite.audit.exhibits import Exhibits
from pincite.audit.places import RULE, lead_id, lead_label, near_id, near_label, near_misses
from pincite.audit.report_shell import Made, Part, documents_part, notes_part, pages_part, report_page
from pincite.audit.review_panel import Reviewed
from pincite.language.answer_words import ONLY_LEADS, RULES, UNSETTLED, figure, headline, what_was_read
from pincite.language.how_many import how_many
from pincite.language.line_ends import on_one_line
from pincite.markup import Markup, element
from pincite.records.library import Identity

_OUTCOMES = {
    "answered": "answered",
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
        yield Part("answer", title, tuple(_items(answer, exhibits, reviewed)))
    if answer.leads:
        cards = (
            reviewed.beside(lead_id(number), lead_card(exhibits, lead, lead_id(number), lead_label(number)))
            for number, lead in enumerate(answer.leads, start=1)
        )
        yield Part("leads", "Leads in the other documents" if answer.items else "Leads", tuple(cards))
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
        said = RULES.get(conflict.rule.kind, conflict.rule.kind)
        rule = [
            element("h3", {}, f"By the document’s own rule, side 1 applies ({said})"),
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
