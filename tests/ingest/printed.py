"""PDF files made for one test each: words drawn where the test says."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 400.0, 600.0
LEADING = 14.0
LEFT, TOP = 50.0, 100.0


@dataclass(frozen=True)
class Drawn:
    """Text with its baseline `y` points below the top of the page."""

    text: str
    y: float
    x: float = LEFT
    font: str = "Helvetica"
    size: float = 11.0

    @property
    def end(self) -> float:
        return self.x + stringWidth(self.text, self.font, self.size)


def lines(*texts: str, y: float = TOP, **look: str | float) -> list[Drawn]:
    """Lines set one below the other; an empty one leaves a gap."""
    return [
        Drawn(text, y + number * LEADING, **look)  # type: ignore[arg-type]
        for number, text in enumerate(texts)
        if text
    ]


def pdf(
    *pages: Sequence[Drawn], rotation: int = 0, password: str = "", owner: str = "", crop: float = 0.0
) -> bytes:
    """A PDF of these pages; `rotation` turns each page and `crop` cuts that much off its left and bottom.

    With an `owner` and no password, anyone may open it.
    """
    buffer = io.BytesIO()
    encryption = StandardEncryption(password, owner or None) if password or owner else None
    # reportlab swaps the sides of a page that it turns by 90 degrees; this swaps them back.
    size = (HEIGHT, WIDTH) if rotation % 180 else (WIDTH, HEIGHT)
    canvas = Canvas(buffer, pagesize=size, invariant=1, encrypt=encryption)
    for page in pages:
        if crop:
            canvas.setCropBox((crop, crop, WIDTH, HEIGHT))
        canvas.setPageRotation(rotation)
        for drawn in page:
            canvas.setFont(drawn.font, drawn.size)
            canvas.drawString(drawn.x, HEIGHT - drawn.y, drawn.text)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def without_pages() -> bytes:
    """A PDF that is well formed and has no page."""
    catalog = b"1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n"
    body = b"%PDF-1.4\n" + catalog + b"2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n"
    first, second = body.index(b"1 0 obj"), body.index(b"2 0 obj")
    table = f"xref\n0 3\n0000000000 65535 f \n{first:010} 00000 n \n{second:010} 00000 n \n".encode()
    trailer = f"trailer\n<</Size 3/Root 1 0 R>>\nstartxref\n{len(body)}\n%%EOF\n".encode()
    return body + table + trailer
