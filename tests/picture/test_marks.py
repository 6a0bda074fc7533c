"""What is drawn on a page: a mark for everything that was read there, and nothing from other pages."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import replace

from pincite.picture.page import Mark, legend, marks
from pincite.records.document import (
    Block,
    Box,
    Cell,
    Document,
    Figure,
    Line,
    Page,
    Paragraph,
    Parse,
    Section,
    Table,
    Words,
)
from pincite.records.span import Span

TEXT = "Fees\n\nYear Fee\n2025 120\n\nPage 1\nPage 2"
PLACES = {"Fees": 1, "Year": 1, "Fee\n": 1, "2025": 1, "120": 1, "Page 1": 1, "Page 2": 2}


def span(words: str) -> Span:
    start = TEXT.index(words, 4 if words == "Fee\n" else 0)
    return Span(start, start + len(words.strip()))


def box(words: str) -> Box:
    """Every place has a box of its own: its offsets are its edges."""
    at = span(words)
    return Box(PLACES[words], float(at.start), 10.0, float(at.end), 20.0)


def fees() -> Document:
    words = list(PLACES)
    rows = ["Fees", "Year Fee", "2025 120", "Page 1", "Page 2"]
    spans = [Span(TEXT.index(row), TEXT.index(row) + len(row)) for row in rows]
    pages = [1, 1, 1, 1, 2]
    lines = [
        Line(number, page, at, Box(page, float(at.start), 10.0, float(at.end), 20.0))
        for number, (at, page) in enumerate(zip(spans, pages, strict=True), start=1)
    ]
    kinds = ["heading", "table_row", "table_row", "footer", "footer"]
    cells = [(0, 0, "Year"), (0, 1, "Fee\n"), (1, 0, "2025"), (1, 1, "120")]
    edges = [edge for word in words for edge in (box(word).x0, 10.0, box(word).x1, 20.0)]
    return Document(
        text=TEXT,
        format="pdf",
        parse=Parse("test", "1"),
        pages=(Page(1, "1", 0, 24), Page(2, "2", 24, 24)),
        lines=tuple(lines),
        sections=(Section(0, "Fees", 1, Span(0, 24), 1, 1, "font"),),
        paragraphs=tuple(Paragraph(n, at, 0) for n, at in enumerate(spans, start=1)),
        blocks=tuple(
            Block(n, kind, at, 0, page)  # type: ignore[arg-type]  # a kind from the list above
            for n, (kind, at, page) in enumerate(zip(kinds, spans, pages, strict=True), start=1)
        ),
        words=Words(
            array("I", (span(word).start for word in words)),
            array("I", (span(word).end for word in words)),
            array("I", PLACES.values()),
            array("f", edges),
        ),
        tables=(
            Table(1, Span(6, 23), 2, 2, 1, tuple(Cell(r, c, span(word)) for r, c, word in cells), "lines"),
        ),
        figures=(Figure(1, Box(1, 100.0, 100.0, 200.0, 200.0)), Figure(2, Box(2, 0.0, 0.0, 9.0, 9.0))),
    )


def kinds(found: list[Mark]) -> Counter[str]:
    return Counter(mark.kind for mark in found)


def test_everything_on_the_page_has_a_mark():
    found = marks(fees(), 1)

    assert kinds(found) == {
        "heading": 1, "header or footer": 1, "header cell": 2, "cell": 4, "table": 1, "word": 6, "line": 4,
        "figure": 1, "block": 4,
    }  # fmt: skip
    assert {mark.box.page for mark in found} == {1}


def test_nothing_of_other_pages_is_drawn():
    found = marks(fees(), 2)

    assert kinds(found) == {"header or footer": 1, "word": 1, "line": 1, "figure": 1, "block": 1}


def test_labels_say_what_was_found_and_how():
    labels = {mark.kind: mark.label for mark in marks(fees(), 1) if mark.label}

    assert labels["heading"] == "level 1, by font: Fees"
    assert labels["table"] == "table 1: 2 x 2, by lines"
    assert labels["figure"] == "figure 1"
    assert labels["header or footer"] == "footer"


def test_table_lies_around_its_cells():
    (table,) = [mark for mark in marks(fees(), 1) if mark.kind == "table"]

    assert (table.box.x0, table.box.x1) == (box("Year").x0, box("120").x1)


def test_document_without_boxes_has_nothing_to_draw():
    document = fees()
    bare = replace(
        document, lines=(), words=Words(array("I"), array("I"), array("I"), array("f")), figures=()
    )

    assert marks(bare, 1) == []


def test_legend_counts_blocks_and_not_their_lines():
    assert ("block", "4 blocks") in legend(marks(fees(), 1))
