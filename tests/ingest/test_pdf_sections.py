"""Sections of PDF files: outline, links, contents pages, and what is found without them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from reportlab.pdfgen.canvas import Canvas
from tests.ingest.printed import HEIGHT, LEFT, WIDTH, Drawn, lines, pdf

from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Document

BODY = (
    "The supplier provides the services in this chapter with care and",
    "in good time, and the customer pays the fees that are due for them.",
    "Either party tells the other without delay when it cannot do so.",
)


@dataclass(frozen=True)
class Bookmark:
    """An entry of an outline that leads to `y` points below the top of a page."""

    title: str
    page: int
    level: int = 0
    y: float | None = None


@dataclass(frozen=True)
class Linked:
    """A link over the whole width of the line at `y` that leads to the top of another page."""

    page: int
    y: float
    target: int


def linked_pdf(
    *pages: Sequence[Drawn], outline: Sequence[Bookmark] = (), links: Sequence[Linked] = ()
) -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(WIDTH, HEIGHT), invariant=1)
    for number, page in enumerate(pages, start=1):
        canvas.bookmarkPage(f"page {number}")
        for key, entry in enumerate(outline):
            if entry.page == number:
                top = None if entry.y is None else HEIGHT - entry.y
                canvas.bookmarkPage(f"entry {key}", fit="XYZ" if top is not None else "Fit", left=0, top=top)
        for link in links:
            if link.page == number:
                rectangle = (LEFT, HEIGHT - link.y - 3, WIDTH - LEFT, HEIGHT - link.y + 9)
                canvas.linkAbsolute("", f"page {link.target}", rectangle)
        for drawn in page:
            canvas.setFont(drawn.font, drawn.size)
            canvas.drawString(drawn.x, HEIGHT - drawn.y, drawn.text)
        canvas.showPage()
    for key, entry in enumerate(outline):
        canvas.addOutlineEntry(entry.title, f"entry {key}", level=entry.level)
    canvas.save()
    return buffer.getvalue()


def read(content: bytes) -> Document:
    return PdfParser().read(content, "test.pdf")


def found(document: Document) -> list[tuple[str, int, int | None, str]]:
    return [(s.title, s.level, s.start_page, s.found_by) for s in document.sections]


def chapter(title: str, *more: str) -> list[Drawn]:
    return lines(title, "", *BODY, "", *more)


def entry(title: str, label: str, y: float, x: float = LEFT) -> list[Drawn]:
    """A line of a contents page with its page number at the right margin."""
    return [Drawn(title, y, x), Drawn(label, y, WIDTH - LEFT - 12)]


def dotted(title: str, label: str) -> str:
    return f"{title} {'.' * (50 - len(title))} {label}"


def test_outline_decides_which_sections_there_are():
    pages = [chapter("Scope of the work"), chapter("Fees and payment", "Late payment", "", *BODY)]
    outline = [
        Bookmark("Scope of the Work", 1),
        Bookmark("FEES AND PAYMENT", 2),
        Bookmark("Late payment", 2, level=1),
    ]
    assert found(read(linked_pdf(*pages, outline=outline))) == [
        ("Scope of the work", 1, 1, "outline"),
        ("Fees and payment", 1, 2, "outline"),
        ("Late payment", 2, 2, "outline"),
    ]


def test_section_from_an_outline_ends_where_the_next_of_its_level_starts():
    pages = [chapter("Scope of the work"), lines(*BODY), chapter("Fees and payment"), chapter("Term")]
    outline = [Bookmark("Scope of the work", 1), Bookmark("Fees and payment", 3), Bookmark("Term", 4)]
    document = read(linked_pdf(*pages, outline=outline))
    assert [(s.start_page, s.end_page) for s in document.sections] == [(1, 2), (3, 3), (4, 4)]


def test_entry_without_the_number_finds_the_numbered_heading_over_two_lines():
    first = lines("3 Responsibilities of the supplier and of", "everybody whom it employs", "", *BODY)
    outline = [Bookmark("Responsibilities of the supplier and of everybody whom it employs", 1)]
    outline += [Bookmark("Fees", 2), Bookmark("Term", 3)]
    document = read(linked_pdf(first, chapter("4 Fees"), chapter("5 Term"), outline=outline))
    title = "3 Responsibilities of the supplier and of everybody whom it employs"
    assert [s.title for s in document.sections] == [title, "4 Fees", "5 Term"]


def test_heading_that_an_outline_does_not_name_stands_inside_what_it_names():
    pages = [chapter("Scope", "EXCEPTIONS", "", *BODY), chapter("Fees"), chapter("Term")]
    outline = [Bookmark("Scope", 1), Bookmark("Fees", 2), Bookmark("Term", 3)]
    document = read(linked_pdf(*pages, outline=outline))
    scope, exceptions, *_ = document.sections
    assert (exceptions.title, exceptions.found_by) == ("EXCEPTIONS", "capitals")
    assert exceptions.level > scope.level
    assert scope.span.covers(exceptions.span)


def test_of_two_like_lines_the_one_to_which_the_outline_leads_is_the_heading():
    page = lines("Scope", "", *BODY, "", "Scope", "", *BODY)
    outline = [Bookmark("Scope", 1, y=165), Bookmark("Fees", 2), Bookmark("Term", 3)]
    document = read(linked_pdf(page, chapter("Fees"), chapter("Term"), outline=outline))
    (scope,) = [s for s in document.sections if s.title == "Scope" and s.found_by == "outline"]
    assert scope.span.start > document.text.index("Either party")


def test_section_that_is_not_printed_starts_where_the_outline_leads_to():
    pages = [lines(*BODY), chapter("Scope"), chapter("Fees"), chapter("Term")]
    outline = [
        Bookmark("Cover page", 1, y=91),
        Bookmark("Scope", 2),
        Bookmark("Fees", 3),
        Bookmark("Term", 4),
    ]
    cover, *_ = read(linked_pdf(*pages, outline=outline)).sections
    assert (cover.title, cover.level, cover.span.start, cover.found_by) == ("Cover page", 1, 0, "outline")


def test_section_that_is_not_printed_is_dropped_where_only_its_page_is_known():
    pages = [lines(*BODY), chapter("Scope"), chapter("Fees"), chapter("Term")]
    outline = [Bookmark("Cover page", 1), Bookmark("Scope", 2), Bookmark("Fees", 3), Bookmark("Term", 4)]
    document = read(linked_pdf(*pages, outline=outline))
    assert [s.title for s in document.sections] == ["Scope", "Fees", "Term"]


@pytest.mark.parametrize(
    "titles",
    [
        ["Page 1", "Page 2", "Page 3"],
        ["Slide 1", "Slide 2", "Slide 3"],
        ["scan_001.pdf", "scan_002.pdf", "cover.html"],
        ["Something else", "Nothing of it", "is printed here"],
    ],
)
def test_outline_that_names_no_sections_is_ignored(titles):
    pages = [chapter(title) for title in ("1. Scope", "2. Fees", "3. Term")]
    outline = [Bookmark(title, number) for number, title in enumerate(titles, start=1)]
    document = read(linked_pdf(*pages, outline=outline))
    assert [s.found_by for s in document.sections] == ["numbering"] * 3


def test_outline_with_one_entry_is_ignored():
    pages = [chapter(title) for title in ("1. Scope", "2. Fees", "3. Term")]
    document = read(linked_pdf(*pages, outline=[Bookmark("1. Scope", 1)]))
    assert [s.found_by for s in document.sections] == ["numbering"] * 3


def test_outline_of_an_appendix_leaves_the_sections_before_it_as_they_are():
    pages = [chapter(title) for title in ("1. Scope", "2. Fees", "3. Term", "Fields", "Codes", "Signs")]
    outline = [Bookmark(title, number) for number, title in enumerate(("Fields", "Codes", "Signs"), start=4)]
    assert [(s.title, s.level, s.found_by) for s in read(linked_pdf(*pages, outline=outline)).sections] == [
        ("1. Scope", 1, "numbering"),
        ("2. Fees", 1, "numbering"),
        ("3. Term", 1, "numbering"),
        ("Fields", 1, "outline"),
        ("Codes", 1, "outline"),
        ("Signs", 1, "outline"),
    ]


CHAPTERS = ("Scope of the work", "Fees and payment", "Term of the contract", "Liability", "Final provisions")


def contents_page(labels: Sequence[str]) -> list[Drawn]:
    drawn = [Drawn("Table of Contents", 80)]
    for number, (title, label) in enumerate(zip(CHAPTERS, labels, strict=True)):
        drawn += entry(title, label, 110 + 20 * number)
    return drawn


def test_contents_page_without_dots_is_a_list_and_not_headings():
    pages = [contents_page(["1", "2", "3", "4", "5"]), *(chapter(title) for title in CHAPTERS)]
    document = read(linked_pdf(*pages))
    assert found(document) == [
        (title, 1, number, "contents") for number, title in enumerate(CHAPTERS, start=2)
    ]


def test_contents_page_of_links_leads_to_the_pages_it_is_linked_to():
    listed = [Drawn("Contents", 80), *(Drawn(t, 110 + 20 * n) for n, t in enumerate(CHAPTERS))]
    links = [Linked(1, 110 + 20 * n, n + 2) for n in range(len(CHAPTERS))]
    document = read(linked_pdf(listed, *(chapter(title) for title in CHAPTERS), links=links))
    assert found(document) == [(title, 1, number, "links") for number, title in enumerate(CHAPTERS, start=2)]


def test_contents_page_with_dots_needs_no_title():
    listed = lines(*(dotted(title, str(number)) for number, title in enumerate(CHAPTERS, start=1)))
    document = read(linked_pdf(listed, *(chapter(title) for title in CHAPTERS)))
    assert [(s.title, s.found_by) for s in document.sections] == [(title, "contents") for title in CHAPTERS]


def test_line_of_a_contents_page_is_no_clause_with_a_title():
    names = [f"{number}. {title}" for number, title in enumerate(CHAPTERS, start=1)]
    listed = lines("Contents", *(f"{name}{' .' * 20} {number}" for number, name in enumerate(names, start=1)))
    document = read(linked_pdf(listed, *(chapter(name) for name in names)))
    assert [(s.title, s.start_page) for s in document.sections] == [
        (name, number) for number, name in enumerate(names, start=2)
    ]


def test_contents_page_without_page_numbers_is_known_by_what_comes_again():
    listed = lines("CONTENTS", *CHAPTERS)
    document = read(linked_pdf(listed, *(chapter(title) for title in CHAPTERS)))
    assert [(s.title, s.start_page) for s in document.sections if s.found_by == "contents"] == [
        (title, number) for number, title in enumerate(CHAPTERS, start=2)
    ]


def test_front_matter_with_roman_page_numbers_has_its_own_count():
    titles = ("Foreword", "Summary", *CHAPTERS)
    labels = ("ii", "iii", "1", "2", "3", "4", "5")
    listed = [Drawn("Contents", 80)]
    for number, (title, label) in enumerate(zip(titles, labels, strict=True)):
        listed += entry(title, label, 110 + 20 * number)
    document = read(linked_pdf(listed, *(chapter(title) for title in titles)))
    assert [(s.title, s.start_page) for s in document.sections] == [
        (title, number) for number, title in enumerate(titles, start=2)
    ]


def test_entry_that_wraps_in_the_contents_is_one_section():
    title = "Obligations of the supplier towards the customer and its affiliates"
    listed = [Drawn("Contents", 80)]
    for number, name in enumerate(CHAPTERS[:4]):
        listed += entry(f"{number + 1}. {name}", str(number + 1), 110 + 20 * number)
    listed += [Drawn("5. Obligations of the supplier towards the customer", 190)]
    listed += entry("and its affiliates", "5", 204, x=LEFT + 15)
    body = [chapter(f"{number}. {name}") for number, name in enumerate(CHAPTERS[:4], start=1)]
    last = lines("5. Obligations of the supplier towards the customer", "and its affiliates", "", *BODY)
    document = read(linked_pdf(listed, *body, last))
    assert document.sections[-1].title == f"5. {title}"
    assert document.sections[-1].found_by == "contents"


def test_levels_of_a_contents_page_come_from_its_numbers():
    names = ["1 Scope", "1.1 Works", "1.2 Deliverables", "2 Fees", "2.1 Invoices"]
    listed = [Drawn("Contents", 80)]
    for number, name in enumerate(names):
        listed += entry(name, str(number + 1), 110 + 20 * number)
    document = read(linked_pdf(listed, *(chapter(name) for name in names)))
    assert [(s.title, s.level) for s in document.sections] == list(zip(names, [1, 2, 2, 1, 2], strict=True))


def test_list_of_tables_makes_no_sections():
    names = [f"Table {number}: Rates of the year" for number in range(1, 5)]
    listed = lines("Contents", *(dotted(t, str(n)) for n, t in enumerate(CHAPTERS, start=1)))
    listed += lines("List of Tables", *(dotted(n, "2") for n in names), y=240)
    document = read(linked_pdf(listed, *(chapter(title, *names) for title in CHAPTERS)))
    assert [s.title for s in document.sections] == list(CHAPTERS)


def test_table_of_amounts_is_no_contents_page():
    amounts = [part for n in range(6) for part in entry(f"Item number {n}", str(900 - 40 * n), 200 + 16 * n)]
    document = read(linked_pdf([*chapter("1. Fees"), *amounts], chapter("2. Term")))
    assert [(s.title, s.found_by) for s in document.sections] == [
        ("1. Fees", "numbering"),
        ("2. Term", "numbering"),
    ]


def test_sources_of_a_paper_are_no_sections():
    sources = [
        "3. Hill J. A study of rates. Journal of Rates 1967;3:1.",
        "4. Lang S. On fees. Rates 1971;4:9.",
    ]
    page = [Drawn("References", 100, font="Helvetica-Bold", size=14), *lines(*sources, y=130)]
    document = read(pdf([*lines(*BODY, *BODY, *BODY)], page))
    assert [s.title for s in document.sections] == ["References"]


def numbered(page: list[Drawn], label: str) -> list[Drawn]:
    return [*page, Drawn(label, HEIGHT - 30, WIDTH / 2)]


@pytest.mark.parametrize(
    ("labels"),
    [
        ["7", "8", "9", "10"],
        ["iii", "iv", "v", "vi"],
        ["A-3", "A-4", "A-5", "A-6"],
    ],
)
def test_page_is_labelled_with_the_number_that_is_printed_on_it(labels):
    document = read(pdf(*(numbered(lines(*BODY), label) for label in labels)))
    assert [page.label for page in document.pages] == labels


def test_page_without_a_number_between_numbered_ones_is_counted():
    pages = [numbered(lines(*BODY), str(number)) for number in range(11, 17)]
    pages[2] = lines(*BODY)
    assert [page.label for page in read(pdf(*pages)).pages] == ["11", "12", "13", "14", "15", "16"]


def test_numbers_that_do_not_count_up_label_no_page():
    pages = [numbered(lines(*BODY), label) for label in ("17", "4", "90", "33")]
    assert [page.label for page in read(pdf(*pages)).pages] == ["1", "2", "3", "4"]
