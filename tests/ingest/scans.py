"""Scans made for one test each: printed pages drawn as images, and PDFs that hold only such images."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pypdfium2 as pdfium
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from tests.ingest.printed import WIDTH, Drawn, pdf

DPI = 110
HEIGHT = 300.0
"""Of a scanned page: low, as its pixels take time to read."""


def scan(page: Sequence[Drawn], turn: float = 0.0, dpi: int = DPI) -> Image.Image:
    """A printed page as a scanner sees it, turned clockwise by so many degrees."""
    document = pdfium.PdfDocument(pdf(page))
    image = document[0].render(scale=dpi / 72).to_pil().convert("RGB")
    document.close()
    image = image.crop((0, 0, image.width, round(HEIGHT * dpi / 72)))
    return image.rotate(-turn, expand=True, fillcolor="white", resample=Image.Resampling.BICUBIC)


def saved(image: Image.Image, format: str = "PNG", **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, format, **options)
    return buffer.getvalue()


def scanned_pdf(
    *pages: tuple[Image.Image | None, Sequence[Drawn]],
    box: tuple[float, float, float, float] = (0, 0, WIDTH, HEIGHT),
    hidden: bool = False,
) -> bytes:
    """A PDF of pages with an image, by default all over, and words; `hidden` prints these invisibly.

    `box` is where the images stand: left, top, right, bottom.
    """
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(WIDTH, HEIGHT), invariant=1)
    x0, y0, x1, y1 = box
    for image, page in pages:
        if image is not None:
            canvas.drawImage(ImageReader(image), x0, HEIGHT - y1, x1 - x0, y1 - y0)
        for drawn in page:
            text = canvas.beginText(drawn.x, HEIGHT - drawn.y)
            text.setFont(drawn.font, drawn.size)
            text.setTextRenderMode(3 if hidden else 0)
            text.textOut(drawn.text)
            canvas.drawText(text)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()
