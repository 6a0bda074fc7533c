"""Set pages of text for a PDF: paragraphs, columns, rules and page labels where the caller wants them."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = A4
LEADING = 1.25

Draw = Callable[["Sheet"], None]


class Sheet:
    """A page that is filled from the top; `y` is where the next line goes, in points from the top."""

    def __init__(self, canvas: Canvas, size: tuple[float, float]) -> None:
        self.canvas = canvas
        self.width, self.height = size
        self.y = 90.0

    def at(self, x: float, y: float, text: str, font: str = "Times-Roman", size: float = 10.5) -> None:
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, self.height - y, text)

    def right(self, x: float, y: float, text: str, font: str = "Times-Roman", size: float = 10.5) -> None:
        self.canvas.setFont(font, size)
        self.canvas.drawRightString(x, self.height - y, text)

    def heading(self, text: str, x: float = 72, size: float = 13) -> None:
        self.y += size * 0.8
        self.at(x, self.y, text, "Times-Bold", size)
        self.y += size * 1.6

    def lines(
        self, texts: Sequence[str], x: float = 72, size: float = 10.5, font: str = "Times-Roman"
    ) -> None:
        """One below the other; a circumflex raises the digit after it."""
        for text in texts:
            words, _, mark = text.partition("^")
            self.at(x, self.y, words, font, size)
            if mark:
                end = x + self.canvas.stringWidth(words, font, size)
                self.at(end, self.y - size * 0.35, mark[0], font, size * 0.6)
                self.at(end + size * 0.4, self.y, mark[1:], font, size)
            self.y += size * LEADING

    def paragraph(self, text: str, x: float = 72, width: float = 451, size: float = 10.5) -> None:
        self.lines(simpleSplit(text, "Times-Roman", size, width), x, size)
        self.y += size * 0.6

    def rule(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.canvas.setLineWidth(0.6)
        self.canvas.line(x0, self.height - y0, x1, self.height - y1)

    def grid(self, edges: Sequence[float], top: float, step: float, rows: int) -> None:
        """Rules round every cell."""
        for row in range(rows + 1):
            self.rule(edges[0], top + row * step, edges[-1], top + row * step)
        for edge in edges:
            self.rule(edge, top, edge, top + rows * step)

    def leader(self, title: str, label: str, x: float = 72, to: float = 523) -> None:
        """A line of a contents page."""
        self.canvas.setFont("Times-Roman", 10.5)
        width = self.canvas.stringWidth
        dots = int((to - x - width(title + "  " + label)) / width("."))
        self.at(x, self.y, f"{title} {'.' * dots} {label}")
        self.y += 15


def printed(
    *pages: Draw,
    size: tuple[float, float] = A4,
    rotations: Sequence[int] = (),
    labels: Sequence[tuple[int, str, int]] = (),
    outline: Sequence[tuple[int, str, int]] = (),
) -> bytes:
    """A PDF of these pages; `labels` are (page from 0, style, number), `outline` (page, title, level)."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=size, invariant=1)
    for first, style, number in labels:
        canvas.addPageLabel(first, style, number)
    for number, draw in enumerate(pages):
        canvas.setPageSize(size)
        for page, title, level in outline:
            if page == number + 1:
                canvas.bookmarkPage(title)
                canvas.addOutlineEntry(title, title, level)
        if number < len(rotations):
            canvas.setPageRotation(rotations[number])
        draw(Sheet(canvas, size))
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()
