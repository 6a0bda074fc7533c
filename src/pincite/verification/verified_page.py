"""Write verified rows as one HTML file: each with its verdict, and its words on a picture of their page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pincite.answer.answers import Evidence
from pincite.audit.exhibits import Exhibits
from pincite.audit.places import Place, Sources
from pincite.audit.report_shell import Made, Part, documents_part, notes_part, pages_part, report_page
from pincite.language.how_many import how_many
from pincite.language.line_ends import on_one_line
from pincite.language.value_words import shortened
from pincite.markup import Markup, element, joined
from pincite.verification.claim_rows import VERDICTS, Verified
from pincite.verification.read_documents import ReadDocuments
from pincite.verification.verified_files import COLOURS, difference_in_words

_ROLES = {"head": "names it", "scale": "its scale", "currency": "its currency"}
_ABOUT = (
    "Code looked up every quote in the documents below and read every value again from the quoted words. "
    "No model was asked. What is open was not proved and not refuted."
)
_LONGEST = 400
_MOST_SHOWN = 3
_WORDS = {name: name.replace("_", " ") for name in VERDICTS}


def to_html(rows: Sequence[Verified], documents: ReadDocuments, now: str) -> str:
    """The whole page; what is not proved comes first."""
    sources = Sources("", lambda identity: documents.held(identity.name), documents.content)
    ordered = sorted(enumerate(rows, start=1), key=lambda each: each[1].verdict == "proved")
    exhibits = Exhibits.of(sources, [place for number, row in ordered for place in _places(number, row)])
    head = element("div", {}, element("h1", {}, _title(rows)), _counts(rows))
    cards = tuple(_card(exhibits, number, row) for number, row in ordered)
    parts = [
        Part("rows", "Rows", cards),
        *pages_part(exhibits),
        *notes_part(exhibits.notes()),
        *documents_part(sources, ()),
    ]
    return report_page(_title(rows), Made("", "", now), head, parts, _style(), _ABOUT)


def _title(rows: Sequence[Verified]) -> str:
    return f"{how_many(len(rows), 'row')} verified"


def _counts(rows: Sequence[Verified]) -> Markup:
    counted = ((name, sum(row.verdict == name for row in rows)) for name in VERDICTS)
    said = (
        element("span", {"class": f"verdict {name}"}, f"{count:,} {_WORDS[name]}")
        for name, count in counted
        if count
    )
    return element("p", {"class": "counts"}, joined(said))


def _places(number: int, row: Verified) -> Iterator[Place]:
    for evidence in _shown(row):
        yield Place(f"row-{number}", "proof" if row.verdict == "proved" else "near", str(number), evidence)


def _shown(row: Verified) -> list[Evidence]:
    """The words themselves, and what names or scales a figure; of many candidates the first."""
    return [place for place in row.evidence if place.role != "words"][:_MOST_SHOWN]


def _card(exhibits: Exhibits, number: int, row: Verified) -> Markup:
    value = "" if not row.has_value else f": {shortened(on_one_line(str(row.value)), _LONGEST)}"
    title = f"{row.field or 'Row'}{value}"
    verdict = element("span", {"class": f"verdict {row.verdict}"}, _WORDS[row.verdict])
    body: list[Markup] = [element("p", {}, row.reason)]
    if row.quote:
        body.append(element("blockquote", {}, shortened(on_one_line(row.quote), _LONGEST)))
    if row.difference:
        body.append(element("p", {"class": "difference"}, difference_in_words(row.difference)))
    for place in _shown(row):
        said = f" ({_ROLES[place.role]})" if place.role in _ROLES else ""
        body += [
            element("p", {}, exhibits.place_link(f"row-{number}", place), said),
            exhibits.shown(f"row-{number}", place),
        ]
    top = element("header", {}, element("h3", {"class": "value"}, f"{number}. {title} "), verdict)
    return element("article", {"class": "card item", "id": f"row-{number}"}, top, *body)


def _style() -> str:
    colours = "".join(f".verdict.{name}{{background:#{colour}}}" for name, colour in COLOURS.items())
    return f".verdict{{border-radius:.6em;padding:.1em .6em;margin-right:.5em;color:#222}}{colours}"
