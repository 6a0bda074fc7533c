"""Pages are read upright however they are turned, and their boxes are those of the page as shown."""

from __future__ import annotations

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Document

_TERMS = "The fee is due on the first day of each", "month and is paid by bank transfer to the", "seller."
_PRICES = ("Item", "Unit", "Price"), ("Bolt", "100", "4.50"), ("Nut", "200", "3.75"), ("Washer", "50", "1.10")
_LONG, _SHORT = 600.0, 400.0


def turned(by: int, rotation: int, pages: int = 1, footer: bool = False) -> bytes:
    """Pages with text drawn `by` degrees to the left of upright, which a viewer turns by `rotation`."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    for number in range(1, pages + 1):
        width, height = (_LONG, _SHORT) if by % 180 else (_SHORT, _LONG)
        # reportlab swaps the sides of a page that it turns by 90 degrees; this swaps them back.
        canvas.setPageSize((_LONG, _SHORT) if rotation % 180 else (_SHORT, _LONG))
        canvas.setPageRotation(rotation)
        canvas.saveState()
        canvas.rotate(by)
        left, down = {0: (0, 0), 90: (0, -_SHORT), 180: (-_SHORT, -_LONG), 270: (-_LONG, 0)}[by]
        canvas.translate(left, down)
        _draw(canvas, width, height, number)
        canvas.restoreState()
        if footer:
            canvas.setFont("Helvetica", 9)
            canvas.drawString(190, 20, str(number))
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw(canvas: Canvas, width: float, height: float, number: int) -> None:
    canvas.setFont("Helvetica", 8)
    canvas.drawString(50, height - 30, "Master Agreement")
    canvas.drawString(width - 100, height - 30, f"Page {number}")
    canvas.setFont("Helvetica-Bold", 14)
    canvas.drawString(50, height - 70, ("Terms of sale", "Delivery", "Prices")[number - 1])
    canvas.setFont("Helvetica", 11)
    for line, text in enumerate(_TERMS):
        canvas.drawString(50, height - 100 - 14 * line, text)
    for row, cells in enumerate(_PRICES):
        for column, text in enumerate(cells):
            canvas.drawString(50 + 110 * column, height - 180 - 16 * row, text)


def read(content: bytes) -> Document:
    return PdfParser().read(content, "a.pdf")


def body(document: Document) -> str:
    """The text from its heading on: PDFium puts what is drawn upside down, in one row, in its own order."""
    return document.text[document.text.index("Terms") :]


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_rotated_page_is_read_as_an_upright_one(angle):
    document = read(turned(angle, rotation=angle, pages=3))
    assert document.text == read(turned(0, rotation=0, pages=3)).text
    assert [section.title for section in document.sections] == ["Terms of sale", "Delivery", "Prices"]
    assert len(document.tables) == 3


@pytest.mark.parametrize("by", [90, 180, 270])
def test_page_that_is_printed_sideways_is_read_as_if_turned(by):
    document = read(turned(by, rotation=0))
    assert body(document) == body(read(turned(0, rotation=0)))
    assert len(document.tables) == 1


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_page_that_is_shown_sideways_is_read_as_if_turned(rotation):
    assert body(read(turned(0, rotation=rotation))) == body(read(turned(0, rotation=0)))


@pytest.mark.parametrize("by", [90, 180, 270])
def test_boxes_of_a_page_that_is_printed_sideways_are_those_of_the_page_as_shown(by):
    document = read(turned(by, rotation=0))
    washer = next(box for span, box in document.words if span.of(document.text) == "Washer")
    long, short = (50, 88), (220, 228)
    across, down = {
        90: (short, (_LONG - long[1], _LONG - long[0])),
        180: ((_SHORT - long[1], _SHORT - long[0]), (_LONG - short[1], _LONG - short[0])),
        270: ((_SHORT - short[1], _SHORT - short[0]), long),
    }[by]
    assert across[0] - 2 < washer.x0 < washer.x1 < across[1] + 2
    assert down[0] - 2 < washer.y0 < washer.y1 < down[1] + 2
    line = next(line.box for line in document.lines if "Washer" in line.span.of(document.text))
    assert line is not None
    assert line.x0 <= washer.x0 < washer.x1 <= line.x1
    assert line.y0 <= washer.y0 < washer.y1 <= line.y1


def test_page_numbers_that_stand_upright_on_sideways_pages_are_no_part_of_the_text():
    document = read(turned(90, rotation=0, pages=3, footer=True))
    text = document.text[: document.pages[-1].end]
    assert [line for line in text.split("\n") if line.isdigit()] == []
