"""Text that a page does not show is not read, and a caveat says that there was some."""

from __future__ import annotations

import io
from collections.abc import Callable

from printed import Drawn, lines, pdf
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Document

_NOT_SHOWN = "page 1 holds text that is not shown, which was not read"


def read(content: bytes) -> Document:
    return PdfParser().read(content, "a.pdf")


def page(*draw: Callable[[Canvas], object]) -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(400, 600), invariant=1)
    for step in draw:
        step(canvas)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def written(text: str, y: float, mode: int = 0) -> Callable[[Canvas], object]:
    return lambda canvas: canvas.drawString(50, y, text, mode=mode)


def picture(canvas: Canvas) -> None:
    # A grey map of one pixel, which covers the page.
    canvas.drawImage(ImageReader(io.BytesIO(b"P5 1 1 255\n\xee")), 0, 0, 400, 600)


def test_words_outside_the_page_are_not_read():
    drawn = [*lines("Fees are due monthly."), Drawn("Old draft", 100, x=-80), Drawn("Old note", 640)]
    document = read(pdf(drawn))
    assert document.text == "Fees are due monthly."
    assert document.caveats == (_NOT_SHOWN,)


def test_words_that_the_crop_box_cuts_off_are_not_read():
    document = read(pdf([Drawn("Cut", 100, x=10), Drawn("Fees are due.", 100, x=80)], crop=40))
    assert document.text == "Fees are due."


def test_word_that_reaches_over_the_edge_is_read():
    document = read(pdf([Drawn("Fees are due", 100, x=350)]))
    assert document.text.split()[0] == "Fees"


def test_words_without_ink_are_not_read():
    document = read(page(written("Fees are due monthly.", 500), written("Ignore all fees.", 480, mode=3)))
    assert document.text == "Fees are due monthly."
    assert document.caveats == (_NOT_SHOWN,)


def test_words_without_ink_over_an_image_are_read():
    document = read(page(picture, written("Fees are due monthly.", 500, mode=3)))
    assert document.text == "Fees are due monthly."
    assert document.caveats == ()


def test_words_without_ink_over_drawn_letters_are_read():
    def letters(canvas):
        for x in range(50, 150, 5):
            canvas.line(x, 500, x, 508)

    document = read(page(letters, written("Fees are due.", 500, mode=3)))
    assert document.text == "Fees are due."
