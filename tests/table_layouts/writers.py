"""Write tables and prose as PDF, HTML, DOCX, Markdown and plain text, the same bytes for the same input."""

from __future__ import annotations

import html
import io
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docx import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas


@dataclass(frozen=True)
class Cell:
    """One cell of a table; a cell that another one covers by its span is left out of its row."""

    text: str
    colspan: int = 1
    rowspan: int = 1
    head: bool = False
    bold: bool = False
    indent: int = 0
    align: str = "right"
    raised: str = ""
    rule: bool = False


Rows = Sequence[Sequence[Cell]]


def place(rows: Rows) -> Iterator[tuple[int, int, Cell]]:
    """Give every cell its row and column in the grid, spans counted."""
    taken: set[tuple[int, int]] = set()
    for r, row in enumerate(rows):
        c = 0
        for cell in row:
            while (r, c) in taken:
                c += 1
            taken.update((r + i, c + j) for i in range(cell.rowspan) for j in range(cell.colspan))
            yield r, c, cell
            c += cell.colspan


def width_of(rows: Rows) -> int:
    """Return how many columns the grid has."""
    return max(c + cell.colspan for _, c, cell in place(rows))


# PDF ----------------------------------------------------------------------------------------------

_BOLD = {
    "Helvetica": "Helvetica-Bold",
    "Times-Roman": "Times-Bold",
    "Courier": "Courier-Bold",
    "Vera": "VeraBd",
}


def _fonts() -> None:
    if "Vera" not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont("Vera", "Vera.ttf"))
        pdfmetrics.registerFont(TTFont("VeraBd", "VeraBd.ttf"))


class Pdf:
    """A PDF page by page, with a running head, prose and tables."""

    def __init__(
        self, path: Path, font: str = "Helvetica", size: float = 9, wide: bool = False, head: str = ""
    ) -> None:
        _fonts()
        self.w, self.h = landscape(A4) if wide else A4
        self.c = Canvas(str(path), pagesize=(self.w, self.h), invariant=1)
        self.font, self.size, self.head = font, size, head
        self.margin = 50.0
        self.page = 0
        self._open()

    def _open(self) -> None:
        self.page += 1
        self.y = self.h - self.margin
        if self.head:
            self.c.setFont(self.font, self.size - 1)
            self.c.drawString(self.margin, self.h - 30, self.head)
        self.c.setFont(self.font, self.size - 1)
        self.c.drawCentredString(self.w / 2, 25, str(self.page))

    def new_page(self) -> None:
        """Go on to the next page."""
        self.c.showPage()
        self._open()

    def line(self, text: str, bold: bool = False, centre: bool = False, size: float | None = None) -> None:
        """Set one line."""
        if self.y < self.margin + 20:
            self.new_page()
        size = size or self.size
        self.y -= size * 1.35
        self.c.setFont(_BOLD[self.font] if bold else self.font, size)
        if centre:
            self.c.drawCentredString(self.w / 2, self.y, text)
        else:
            self.c.drawString(self.margin, self.y, text)

    def para(self, text: str) -> None:
        """Set a paragraph, broken into lines."""
        for part in simpleSplit(text, self.font, self.size, self.w - 2 * self.margin):
            self.line(part)
        self.space()

    def heading(self, text: str) -> None:
        """Set a heading."""
        self.space()
        self.line(text, bold=True, size=self.size + 3)
        self.space(4)

    def space(self, points: float = 8) -> None:
        """Leave room."""
        self.y -= points

    def verbatim(self, text: str) -> None:
        """Set lines as they are, spaces kept."""
        for part in text.splitlines():
            self.line(part)

    def table(
        self,
        rows: Rows,
        widths: Sequence[float],
        *,
        ruled: bool = False,
        x: float | None = None,
        heads: int = 0,
        repeat: bool = False,
        zebra: bool = False,
    ) -> None:
        """Draw a table; where the page is full it goes on over the page, with the head rows again or not."""
        left = self.margin if x is None else x
        lead = self.size * 1.25
        edges = [left]
        for width in widths:
            edges.append(edges[-1] + width)
        by_row: dict[int, list[tuple[int, Cell]]] = {}
        for r, c, cell in place(rows):
            by_row.setdefault(r, []).append((c, cell))
        heights = [
            max([cell.text.count("\n") + 1 for _, cell in by_row.get(r, []) if cell.rowspan == 1] or [1])
            * lead
            + 3
            for r in range(len(rows))
        ]
        for r in range(len(rows)):
            if self.y - heights[r] < self.margin:
                self.new_page()
                if repeat:
                    for k in range(heads):
                        self._row(by_row.get(k, []), k, heights, edges, lead, ruled)
            if zebra and r >= heads and r % 2:
                self.c.setFillGray(0.93)
                self.c.rect(left, self.y - heights[r], edges[-1] - left, heights[r], stroke=0, fill=1)
                self.c.setFillGray(0)
            self._row(by_row.get(r, []), r, heights, edges, lead, ruled)

    def _row(
        self,
        cells: Sequence[tuple[int, Cell]],
        r: int,
        heights: Sequence[float],
        edges: Sequence[float],
        lead: float,
        ruled: bool,
    ) -> None:
        for c, cell in cells:
            x0, x1 = edges[c], edges[c + cell.colspan]
            tall = sum(heights[r : r + cell.rowspan])
            if ruled:
                self.c.setLineWidth(0.4)
                self.c.rect(x0, self.y - tall, x1 - x0, tall)
            elif cell.rule:
                self.c.setLineWidth(0.4)
                self.c.line(x0 + 2, self.y - tall + 1, x1 - 2, self.y - tall + 1)
            self.c.setFont(_BOLD[self.font] if cell.bold or cell.head else self.font, self.size)
            for k, part in enumerate(cell.text.split("\n")):
                base = self.y - lead * (k + 1) + 1
                if cell.align == "centre":
                    self.c.drawCentredString((x0 + x1) / 2, base, part)
                elif cell.align == "left":
                    self.c.drawString(x0 + 3 + 9 * cell.indent, base, part)
                else:
                    self.c.drawRightString(x1 - 6, base, part)
                if cell.raised and k == cell.text.count("\n"):
                    wide = pdfmetrics.stringWidth(part, self.font, self.size)
                    at = x0 + 3 + 9 * cell.indent + wide if cell.align == "left" else x1 - 6
                    self.c.setFont(self.font, self.size * 0.6)
                    self.c.drawString(at, base + self.size * 0.35, cell.raised)
                    self.c.setFont(_BOLD[self.font] if cell.bold else self.font, self.size)
        self.y -= heights[r]

    def save(self) -> None:
        """Close the file."""
        self.c.save()


# HTML ---------------------------------------------------------------------------------------------


def html_table(rows: Rows, caption: str = "", thead: int = 0, css: str = "") -> str:
    """Return a table as HTML with its spans."""
    out = [f"<table{css}>"]
    if caption:
        out.append(f"<caption>{html.escape(caption)}</caption>")
    for r, row in enumerate(rows):
        if thead and r == 0:
            out.append("<thead>")
        out.append("<tr>")
        for cell in row:
            tag = "th" if cell.head else "td"
            span = f' colspan="{cell.colspan}"' if cell.colspan > 1 else ""
            span += f' rowspan="{cell.rowspan}"' if cell.rowspan > 1 else ""
            body = html.escape(cell.text).replace("\n", "<br>")
            if cell.raised:
                body += f"<sup>{html.escape(cell.raised)}</sup>"
            if cell.indent:
                body = "&nbsp;&nbsp;" * cell.indent + body
            if cell.bold:
                body = f"<b>{body}</b>"
            out.append(f"<{tag}{span}>{body}</{tag}>")
        out.append("</tr>")
        if thead and r == thead - 1:
            out.append("</thead><tbody>")
    if thead:
        out.append("</tbody>")
    out.append("</table>")
    return "\n".join(out)


def write_html(path: Path, title: str, parts: Sequence[str]) -> None:
    """Write an HTML page of the parts given."""
    head = (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{html.escape(title)}</title>'
    )
    path.write_text(head + "</head>\n<body>\n" + "\n".join(parts) + "\n</body>\n</html>\n", encoding="utf-8")


# DOCX ---------------------------------------------------------------------------------------------


class Docx:
    """A DOCX file of headings, prose and tables with merged cells."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.doc: Any = Document()

    def heading(self, text: str, level: int = 1) -> None:
        """Add a heading."""
        self.doc.add_heading(text, level)

    def para(self, text: str) -> None:
        """Add a paragraph."""
        self.doc.add_paragraph(text)

    def table(self, rows: Rows, style: str = "Table Grid") -> None:
        """Add a table, its spans as merged cells."""
        table = self.doc.add_table(rows=len(rows), cols=width_of(rows))
        table.style = style
        grid = [list(row.cells) for row in table.rows]
        for r, c, cell in place(rows):
            target = grid[r][c]
            if cell.colspan > 1 or cell.rowspan > 1:
                target = target.merge(grid[r + cell.rowspan - 1][c + cell.colspan - 1])
            par = target.paragraphs[0]
            run = par.add_run(cell.text)
            run.bold = cell.bold or cell.head
            if cell.raised:
                par.add_run(cell.raised).font.superscript = True
            if cell.align == "right":
                par.alignment = WD_ALIGN_PARAGRAPH.RIGHT
            elif cell.align == "centre":
                par.alignment = WD_ALIGN_PARAGRAPH.CENTER
            if cell.indent:
                par.paragraph_format.left_indent = 120000 * cell.indent
        self.doc.add_paragraph("")

    def save(self) -> None:
        """Write the file with fixed times, so that the bytes are the same each time."""
        buffer = io.BytesIO()
        self.doc.save(buffer)
        with zipfile.ZipFile(buffer) as source:
            parts = {name: source.read(name) for name in source.namelist()}
        zip_parts(self.path, parts)


def zip_parts(path: Path, parts: dict[str, bytes]) -> None:
    """Write a zip archive whose entries all bear the same time."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in parts.items():
            info = zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(info, data)


# Markdown and plain text --------------------------------------------------------------------------


def md_table(rows: Sequence[Sequence[str]], tight: bool = False) -> str:
    """Return a pipe table, padded or tight."""
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]

    def line(row: Sequence[str]) -> str:
        if tight:
            return "|" + "|".join(row) + "|"
        return "| " + " | ".join(text.ljust(w) for text, w in zip(row, widths, strict=True)) + " |"

    rule = ["---" if c == 0 else "--:" for c in range(len(widths))]
    return "\n".join([line(rows[0]), line(rule), *(line(row) for row in rows[1:])])


def text_table(
    rows: Sequence[Sequence[str]], first: int, width: int, leaders: bool = False, rule_after: int = -1
) -> str:
    """Return rows set with spaces: the label to the left, the other columns to the right."""
    out: list[str] = []
    for r, row in enumerate(rows):
        label = row[0].ljust(first)
        if leaders and r > rule_after and any(row[1:]):
            label = (row[0] + " ").ljust(first, ".")
        out.append((label + "".join(text.rjust(width) for text in row[1:])).rstrip())
        if r == rule_after:
            out.append("-" * (first + width * (len(row) - 1)))
    return "\n".join(out)
