"""Notes at the foot of a column and in the margin, which stand after the body."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from printed import HEIGHT, WIDTH, Drawn, lines
from reportlab.pdfgen.canvas import Canvas

from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Document

LEFT = [
    "The first column tells how the",
    "supplier brings the goods to the",
    "warehouse and what it may ask for",
    "the carriage of them. It also says",
    "who pays when a part of them is",
]
RIGHT = [
    "lost on the way to the warehouse.",
    "A second column then says that",
    "neither party is bound by what a",
    "third one does. Where that leads",
    "to a delay, the time is extended.",
]


def page(drawn: Sequence[Drawn], rules: Sequence[tuple[float, float, float]] = ()) -> Document:
    """A page with these words, and rules across it of (x0, x1, y)."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(WIDTH, HEIGHT), invariant=1)
    for one in drawn:
        canvas.setFont(one.font, one.size)
        canvas.drawString(one.x, HEIGHT - one.y, one.text)
    for x0, x1, y in rules:
        canvas.line(x0, HEIGHT - y, x1, HEIGHT - y)
    canvas.save()
    return PdfParser().read(buffer.getvalue(), "test.pdf")


def flat(text: str) -> str:
    return " ".join(text.split())


def notes(document: Document) -> list[str]:
    return [flat(block.span.of(document.text)) for block in document.blocks if block.kind == "footnote"]


@pytest.mark.parametrize("mark", ["*", "1", "†"])
def test_note_under_a_short_rule_does_not_cut_the_sentence_that_goes_on_in_the_next_column(mark):
    text = [*lines(*LEFT, size=9), Drawn(f"{mark} Goods are those of the list.", 530, size=7)]

    document = page([*text, *lines(*RIGHT, size=9, x=215)], rules=[(50, 110, 520)])

    assert notes(document) == [f"{mark} Goods are those of the list."]
    assert "It also says who pays when a part of them is lost on the way to the warehouse." in [
        flat(block.span.of(document.text)) for block in document.blocks
    ]


def test_notes_under_one_rule_are_told_apart_by_their_marks():
    text = [*lines(*LEFT), Drawn("1 Goods are those of the list.", 530, size=7)]
    text.append(Drawn("2 Carriage is by road.", 540, size=7))

    document = page(text, rules=[(50, 110, 520)])

    assert notes(document) == ["1 Goods are those of the list.", "2 Carriage is by road."]


def test_small_line_under_a_rule_as_wide_as_the_column_stays_in_the_body():
    text = [*lines(*LEFT, size=9), Drawn("* Goods are those of the list.", 530, size=7)]

    document = page([*text, *lines(*RIGHT, size=9, x=215)], rules=[(50, 190, 520)])

    assert notes(document) == []
