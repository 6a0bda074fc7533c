"""What every report has around its content: head, documents with their hashes, and how it was made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files

from pincite import __version__
from pincite.audit.exhibits import Exhibits
from pincite.audit.places import Description, Sources
from pincite.markup import Child, Markup, element, joined, page
from pincite.records.library import Identity

# The page shows what strangers wrote: even if a tag slipped through, no browser would load or run it.
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


@dataclass(frozen=True, slots=True)
class Made:
    """What a report is of, and when it was made."""

    subject: str
    """Such as "run 3f2a91", "table …", "job …"; empty where nothing was recorded."""
    asked_at: str
    """When the question was asked; empty where that is not known."""
    at: str
    """When the report was made."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a report, which its contents link to."""

    id: str
    title: str
    content: tuple[Child, ...]

    def shown(self) -> Markup:
        return element("section", {"id": self.id}, element("h2", {}, self.title), *self.content)


def report_page(
    title: str, made: Made, head: Markup, parts: Sequence[Part], more_style: str = "", about: str = ""
) -> str:
    """The whole file; `about` says how to read it where it holds no answers."""
    style = more_style + files("pincite.audit").joinpath("report.css").read_text("utf-8")
    when = [f"asked {_day(made.asked_at)}"] if made.asked_at else []
    top = element(
        "header", {"class": "top"},
        element("span", {"class": "brand"}, "Pincite"),
        element("span", {}, " · ".join(["Report", *([made.subject] if made.subject else []), *when])),
    )  # fmt: skip
    links = (element("a", {"href": f"#{part.id}"}, part.title) for part in parts)
    main = element("main", {}, head, element("nav", {}, *links), *(part.shown() for part in parts))
    foot = element(
        "footer", {},
        element("p", {}, f"Made by Pincite {__version__} on {_day(made.at)}. {about or _HOW_TO_READ}"),
        *([element("p", {}, _again(made))] if made.subject else []),
    )  # fmt: skip
    return page(title, style, top, main, foot, policy=_POLICY)


_HOW_TO_READ = (
    "Code proved every quote, value and place in it against the documents below. That a passage answers the "
    "question is judged, and the figure is the measured chance."
)


def pages_part(exhibits: Exhibits) -> list[Part]:
    """The cited pages, whole; none where only cuts of them are shown."""
    pages = exhibits.whole_pages()
    return [Part("pages", "Cited pages", (element("div", {"class": "pages"}, *pages),))] if pages else []


def notes_part(said: Iterable[str]) -> list[Part]:
    """Things to know, each on its line; none where there are none."""
    items = [element("li", {}, each) for each in said]
    return [Part("notes", "Notes", (element("ul", {"class": "notes"}, *items),))] if items else []


def documents_part(sources: Sources, read: Iterable[Identity]) -> list[Part]:
    """Which versions were read, by their hashes, so that anybody can tell whether theirs is the same."""
    cited = sources.described
    known = sorted({*cited, *read})
    if not known:
        return []
    names = ("Document", "What it is", "SHA-256 of the file", "Version", "Read by")
    head = element("tr", {}, *(element("th", {"scope": "col"}, name) for name in names))
    rows = [_document(each, cited.get(each), is_cited=each in cited) for each in known]
    table = element("table", {"class": "documents"}, element("thead", {}, head), element("tbody", {}, *rows))
    return [Part("documents", "Documents", (element("div", {"class": "scrolls"}, table),))]


def _document(identity: Identity, description: Description | None, *, is_cited: bool) -> Markup:
    kind, parser = "no longer in the library" if is_cited else "read, and not cited", "–"
    if description:
        kind, parser = description.kind, description.read_by
    hashed = element("code", {}, identity.source)
    cells = (identity.name, kind, hashed, element("code", {}, identity.version), parser)
    return element("tr", {}, *(element("td", {}, each) for each in cells))


def _day(moment: str) -> str:
    """2026-11-17T18:43:22+00:00 as 2026-11-17 18:43 UTC."""
    return joined((moment[:16].replace("T", " "), " UTC" if moment.endswith("+00:00") else ""))


def _again(made: Made) -> str:
    kind, _, id = made.subject.partition(" ")
    return (
        f"See how it came about: pincite why {id}"
        if kind == "run"
        else f"The same again: pincite report {id}"
    )
