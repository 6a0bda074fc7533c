"""Share of table cells read right from generated PDFs whose cells are known, and tables seen where none is.

Run: python evals/bench/tables.py [--tables 240] [--seed 7] [--show]
A cell is right when its text, row, column and the headers above it are. A table that is missed counts with
all its cells. Bars: 95 % of the cells of ruled tables, 85 % of the others, no table on pages without one.
"""

from __future__ import annotations

import argparse
import io
import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from reportlab.lib.pagesizes import A4, LETTER, landscape
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Document, Table

RULED = ("grid", "rectangles", "one path", "lines across", "three lines", "box", "shaded rows", "shaded head")
UNRULED = ("figures", "filing", "text columns", "wrapped text", "spanning", "mixed")
_FONTS = (("Helvetica", "Helvetica-Bold"), ("Times-Roman", "Times-Bold"), ("Courier", "Courier-Bold"))
_WORDS = (
    "supplier services agreement customer fees receipt notice party writing liability amount months "
    "information consent termination storage transport delivery insurance premium product batch review "
    "quality region market support training license maintenance energy equipment property cash goods"
).split()
_LINKS = "the of and to in for with under by on from within during".split()


@dataclass(frozen=True)
class Known:
    """A cell as it was drawn."""

    row: int
    column: int
    text: str
    rows: int = 1
    columns: int = 1


@dataclass
class Sheet:
    """A table to draw: its cells, header rows and look."""

    style: str
    cells: list[Known]
    rows: int
    columns: int
    heads: int
    font: tuple[str, str]
    size: float
    bold_head: bool
    figures: set[int] = field(default_factory=set)
    width: float = 110.0
    """The widest a column may be before its text is wrapped."""
    breaks: str = ""
    """Over a page break: with the header "repeated" or "bare"."""
    wide: bool = False

    def headers(self, cell: Known) -> tuple[str, ...]:
        if cell.row < self.heads:
            return ()
        ends = cell.column + cell.columns
        over = (c for c in self.cells if c.row < self.heads)
        return tuple(c.text for c in over if c.column < ends and cell.column < c.column + c.columns)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--tables", type=int, default=240)
    arguments.add_argument("--seed", type=int, default=7)
    arguments.add_argument("--show", action="store_true", help="name the tables that are not read right")
    given = arguments.parse_args()
    scores = measure(given.tables, given.seed, given.show)
    for kind, styles in (("ruled", RULED), ("unruled", UNRULED)):
        for style in styles:
            right, total = scores[style]
            print(f"  {kind:8} {style:14} {right:6}/{total:6} = {right / max(total, 1):6.1%}")
        right, total = (sum(scores[style][i] for style in styles) for i in (0, 1))
        print(f"{kind:10} {'all':14} {right:6}/{total:6} = {right / max(total, 1):6.1%}")
    pages, false = false_tables(given.seed)
    print(f"pages without a table: {pages}; tables seen there: {len(false)} {sorted(set(false))}")


def measure(count: int, seed: int, show: bool = False) -> dict[str, tuple[int, int]]:
    """Right cells and all cells, by style."""
    source = random.Random(seed)
    scores: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    styles = (*RULED, *UNRULED)
    for number in range(count):
        sheet = make(source, styles[number % len(styles)])
        document = PdfParser().read(draw(source, sheet), f"table {number}")
        right = score(document, sheet)
        scores[sheet.style][0] += right
        scores[sheet.style][1] += len(sheet.cells)
        if show and right < len(sheet.cells):
            print(f"table {number}: {sheet.style} {right}/{len(sheet.cells)} {sheet.breaks} {sheet.font[0]}")
    return {style: (right, total) for style, (right, total) in scores.items()}


def score(document: Document, sheet: Sheet) -> int:
    """How many cells the best matching table has right."""
    return max((_right(document, table, sheet) for table in document.tables), default=0)


def _right(document: Document, table: Table, sheet: Sheet) -> int:
    def words(text: str) -> str:
        return " ".join(text.replace("-\n", "-").split())

    read = {
        (cell.row, cell.column, words(cell.span.of(document.text))): tuple(
            words(head.span.of(document.text)) for head in table.headers_of(cell)
        )
        for cell in table.cells
    }
    return sum(read.get((cell.row, cell.column, cell.text)) == sheet.headers(cell) for cell in sheet.cells)


def make(source: random.Random, style: str) -> Sheet:
    """A table of a style with cells at random."""
    columns = source.randint(2, 6) if style in RULED else source.randint(3, 6)
    rows = source.randint(3, 12)
    spanning = columns >= 4 and (style == "spanning" or (style != "text columns" and source.random() < 0.25))
    kinds = ["text", *(source.choice(["figure", "figure", "short"]) for _ in range(columns - 1))]
    if style in ("text columns", "wrapped text"):
        kinds = ["short", *(source.choice(["short", "text"]) for _ in range(columns - 1))]
    if style in ("figures", "filing", "spanning"):
        kinds = ["text", *["figure"] * (columns - 1)]
    wrapped = style == "wrapped text" or (style not in ("figures", "filing") and source.random() < 0.4)
    cells: list[Known] = []
    heads = 1
    if spanning:
        heads = 2
        half = 1 + (columns - 1) // 2
        cells += [Known(0, 1, _title(source, 2), 1, half - 1)] if half > 2 else []
        cells += [Known(0, half, _title(source, 2), 1, columns - half)] if columns - half > 1 else []
        if not cells:
            cells = [Known(0, 1, _title(source, 2), 1, columns - 1)]
    names = [_title(source, 1) if kinds[c] == "figure" else _title(source, 2) for c in range(columns)]
    if style == "filing":
        names = ["", *(str(2024 - c) for c in range(1, columns))]
    cells += [Known(heads - 1, c, name) for c, name in enumerate(names) if name]
    for row in range(heads, heads + rows):
        for column, kind in enumerate(kinds):
            if column and source.random() < 0.1:
                continue
            cells.append(Known(row, column, _value(source, kind, style, wrapped and column > 0)))
    cells = _all_columns(cells, heads, rows, columns, kinds, source)
    return Sheet(
        style,
        sorted(cells, key=lambda cell: (cell.row, cell.column)),
        heads + rows,
        columns,
        heads,
        source.choice(_FONTS[:2] if columns > 4 else _FONTS),
        source.choice([7.0, 8.0, 9.0, 10.0]),
        source.random() < 0.6,
        {c for c, kind in enumerate(kinds) if kind == "figure"},
        breaks=source.choice(["", "", "", "repeated", "bare"]) if rows >= 6 else "",
        wide=source.random() < 0.2,
    )


def _all_columns(
    cells: list[Known], heads: int, rows: int, columns: int, kinds: list[str], source: random.Random
) -> list[Known]:
    """The cells, with one at least in every column and two in every row below the header."""
    for row in range(heads, heads + rows):
        if sum(cell.row == row for cell in cells) < 2:
            cells.append(Known(row, 1, _value(source, kinds[1], "", False)))
    return cells


def _title(source: random.Random, words: int) -> str:
    return " ".join(word.title() for word in source.sample(_WORDS, words))


def _value(source: random.Random, kind: str, style: str, wrapped: bool) -> str:
    if kind == "figure":
        amount = source.choice(["{:,}", "{:,}", "{:.1f}%", "({:,})"])
        number = source.randint(10, 99999)
        text = amount.format(number / 1000 if "%" in amount else number)
        return f"$ {text}" if style == "filing" and source.random() < 0.4 else text
    if kind == "short":
        return _title(source, 1)
    count = source.randint(8, 16) if wrapped else source.randint(1, 3)
    words = [source.choice(_WORDS if i % 2 == 0 else _LINKS) for i in range(count)]
    return " ".join(words).capitalize() if count > 3 else _title(source, count)


def draw(source: random.Random, sheet: Sheet) -> bytes:
    """A PDF with running text, the table, and running text."""
    buffer = io.BytesIO()
    size = landscape(A4) if sheet.wide else source.choice([A4, LETTER])
    canvas = Canvas(buffer, pagesize=size, invariant=1)
    page = _Page(canvas, size, source)
    page.text(source.randint(2, 5))
    if sheet.breaks:
        page.y = size[1] - 72 - (sheet.heads + 3) * 3.2 * sheet.size
    page.table(sheet)
    page.text(source.randint(2, 5))
    canvas.save()
    return buffer.getvalue()


class _Page:
    """Draws from the top of a page down; `y` is how far it has come."""

    def __init__(self, canvas: Canvas, size: tuple[float, float], source: random.Random) -> None:
        self._canvas, self._size, self._source = canvas, size, source
        self._left = 72.0
        self.y = 72.0

    def text(self, lines: int) -> None:
        width = self._size[0] - 2 * self._left
        words = [self._source.choice(_WORDS if i % 2 else _LINKS) for i in range(lines * 18)]
        self._canvas.setFont("Times-Roman", 11)
        for line in simpleSplit(" ".join(words).capitalize() + ".", "Times-Roman", 11, width):
            if self.y > self._size[1] - 72:
                break
            self._canvas.drawString(self._left, self._size[1] - self.y, line)
            self.y += 13.5
        self.y += 18

    def table(self, sheet: Sheet) -> None:
        widths = _widths(sheet, self._size[0] - 2 * self._left)
        pad = 3.0 if sheet.style in RULED or sheet.style in ("wrapped text", "mixed") else 0.8
        leading = 1.2 * sheet.size
        heights = [
            max((_lines(sheet, cell, widths) for cell in sheet.cells if cell.row == row), default=1) * leading
            + 2 * pad
            for row in range(sheet.rows)
        ]
        rows: list[int] = []
        start = self.y
        for row in range(sheet.rows):
            if self.y + heights[row] > self._size[1] - 72 and len(rows) > sheet.heads:
                self._rules(sheet, widths, [heights[r] for r in rows], start, len(rows) and rows[0] == 0)
                self._canvas.showPage()
                self.y, rows = 72.0, []
                start = self.y
                if sheet.breaks == "repeated":
                    for head in range(sheet.heads):
                        self._row(sheet, head, widths, heights[head], pad)
                        rows.append(head)
            self._row(sheet, row, widths, heights[row], pad)
            rows.append(row)
        self._rules(sheet, widths, [heights[r] for r in rows], start, rows[0] == 0)
        self.y += 22

    def _row(self, sheet: Sheet, row: int, widths: list[float], height: float, pad: float) -> None:
        for cell in (cell for cell in sheet.cells if cell.row == row):
            x = self._left + sum(widths[: cell.column])
            width = sum(widths[cell.column : cell.column + cell.columns])
            bold = row < sheet.heads and sheet.bold_head
            self._cell(sheet, cell, x, width, self.y + pad, bold)
        if (sheet.style == "shaded rows" and row % 2 == 0) or (
            sheet.style == "shaded head" and row < sheet.heads
        ):
            # Drawn after the words, and so thin in colour that they can still be read.
            self._canvas.setFillColorRGB(0.85, 0.9, 1.0, alpha=0.4)
            self._canvas.rect(self._left, self._size[1] - self.y - height, sum(widths), height, 0, 1)
            self._canvas.setFillColorRGB(0, 0, 0, alpha=1)
        self.y += height

    def _cell(self, sheet: Sheet, cell: Known, x: float, width: float, y: float, bold: bool) -> None:
        font = sheet.font[1 if bold else 0]
        self._canvas.setFont(font, sheet.size)
        figures = cell.column in sheet.figures
        for number, line in enumerate(_split(sheet, cell, font, width)):
            base = self._size[1] - y - sheet.size - number * 1.2 * sheet.size
            if cell.columns > 1:
                self._canvas.drawCentredString(x + width / 2, base, line)
            elif figures and line.startswith("$ "):
                self._canvas.drawString(x + 6, base, "$")
                self._canvas.drawRightString(x + width - 4, base, line[2:])
            elif figures:
                self._canvas.drawRightString(x + width - 4, base, line)
            else:
                self._canvas.drawString(x + 4, base, line)

    def _rules(
        self, sheet: Sheet, widths: list[float], heights: list[float], start: float, head: bool
    ) -> None:
        top, total = self._size[1] - start, sum(widths)
        ys = [top - sum(heights[:row]) for row in range(len(heights) + 1)]
        xs = [self._left + sum(widths[:column]) for column in range(len(widths) + 1)]
        c, left, right = self._canvas, self._left, self._left + total
        c.setLineWidth(0.5)
        heads = sheet.heads if head or sheet.breaks == "repeated" else 0
        spans = [cell for cell in sheet.cells if cell.row < heads and cell.columns > 1]
        if sheet.style in ("grid", "rectangles", "one path"):
            lines = [(left, y, right, y) for y in ys]
            for number, x in enumerate(xs):
                inside = any(s.column < number < s.column + s.columns for s in spans)
                lines.append((x, ys[1] if inside else ys[0], x, ys[-1]))
            _RULERS[sheet.style](c, lines)
        elif sheet.style == "lines across":
            for y in ys:
                c.line(left, y, right, y)
        elif sheet.style == "three lines":
            for y in (ys[0], ys[heads], ys[-1]):
                c.line(left, y, right, y)
        elif sheet.style == "box":
            c.rect(left, ys[-1], total, ys[0] - ys[-1])
            c.line(left, ys[heads], right, ys[heads])
        if sheet.style in ("spanning", "three lines", "filing"):
            for span in spans:
                c.line(xs[span.column] + 2, ys[1], xs[span.column + span.columns] - 2, ys[1])


def _by_lines(canvas: Canvas, lines: list[tuple[float, float, float, float]]) -> None:
    canvas.lines(lines)


def _by_rectangles(canvas: Canvas, lines: list[tuple[float, float, float, float]]) -> None:
    for x0, y0, x1, y1 in lines:
        canvas.rect(x0, min(y0, y1), max(x1 - x0, 0.6), max(abs(y1 - y0), 0.6), 0, 1)


def _by_one_path(canvas: Canvas, lines: list[tuple[float, float, float, float]]) -> None:
    path = canvas.beginPath()
    for x0, y0, x1, y1 in lines:
        path.moveTo(x0, y0)
        path.lineTo(x1, y1)
    canvas.drawPath(path, 1, 0)


_RULERS: dict[str, Callable[[Canvas, list[tuple[float, float, float, float]]], None]] = {
    "grid": _by_lines,
    "rectangles": _by_rectangles,
    "one path": _by_one_path,
}


def _widths(sheet: Sheet, room: float) -> list[float]:
    widths = [30.0] * sheet.columns
    for cell in sheet.cells:
        if cell.columns == 1:
            needed = stringWidth(cell.text, sheet.font[1], sheet.size) + 16
            least = max(stringWidth(word, sheet.font[1], sheet.size) + 12 for word in cell.text.split())
            widths[cell.column] = max(widths[cell.column], min(needed, sheet.width), least)
    for cell in sheet.cells:
        if cell.columns > 1:
            lacking = stringWidth(cell.text, sheet.font[1], sheet.size) + 14
            lacking -= sum(widths[cell.column : cell.column + cell.columns])
            widths[cell.column] += max(lacking, 0)
    over = sum(widths) - room
    if over > 0:
        sheet.size = max(5.5, sheet.size * room / sum(widths))
        return [width * room / sum(widths) for width in widths]
    return widths


def _split(sheet: Sheet, cell: Known, font: str, width: float) -> list[str]:
    if cell.column in sheet.figures and cell.row >= sheet.heads:
        return [cell.text]
    return [str(line) for line in simpleSplit(cell.text, font, sheet.size, width - 7)]


def _lines(sheet: Sheet, cell: Known, widths: list[float]) -> int:
    width = sum(widths[cell.column : cell.column + cell.columns])
    return len(_split(sheet, cell, sheet.font[1], width))


def false_tables(seed: int, rounds: int = 6) -> tuple[int, list[str]]:
    """How many pages without a table were drawn, and the kinds of those on which one was seen."""
    source = random.Random(seed)
    seen: list[str] = []
    for _ in range(rounds):
        for kind, page in _PLAIN.items():
            buffer = io.BytesIO()
            canvas = Canvas(buffer, pagesize=A4, invariant=1)
            page(canvas, source)
            canvas.save()
            seen += [kind] * len(PdfParser().read(buffer.getvalue(), kind).tables)
    return rounds * len(_PLAIN), seen


def _sentence(source: random.Random, words: int) -> str:
    return " ".join(source.choice(_WORDS if i % 2 else _LINKS) for i in range(words)).capitalize() + "."


def _column(canvas: Canvas, source: random.Random, x: float, width: float, justified: bool) -> None:
    y = 760.0
    while y > 90:
        lines = simpleSplit(_sentence(source, 60), "Times-Roman", 10, width)
        for line in lines:
            text = canvas.beginText(x, y)
            text.setFont("Times-Roman", 10)
            if justified and line is not lines[-1]:
                spare = width - stringWidth(line, "Times-Roman", 10)
                text.setWordSpace(spare / max(line.count(" "), 1))
            text.textLine(line)
            canvas.drawText(text)
            y -= 12
        y -= 8


def _running_text(canvas: Canvas, source: random.Random) -> None:
    _column(canvas, source, 72, 450, True)


def _two_columns(canvas: Canvas, source: random.Random) -> None:
    _column(canvas, source, 60, 225, True)
    _column(canvas, source, 310, 225, True)


def _three_columns(canvas: Canvas, source: random.Random) -> None:
    for x in (50, 220, 390):
        _column(canvas, source, x, 150, False)


def _contents(canvas: Canvas, source: random.Random) -> None:
    for number in range(1, 30):
        title = f"{number}. {_title(source, 3)} "
        dots = "." * int((430 - stringWidth(title, "Times-Roman", 11)) / stringWidth(".", "Times-Roman", 11))
        canvas.setFont("Times-Roman", 11)
        canvas.drawString(72, 780 - 16 * number, title + dots)
        canvas.drawRightString(525, 780 - 16 * number, str(number * 3))


def _list(canvas: Canvas, source: random.Random) -> None:
    y = 780.0
    for number in range(1, 14):
        for place, line in enumerate(simpleSplit(_sentence(source, 25), "Times-Roman", 11, 400)):
            canvas.setFont("Times-Roman", 11)
            if place == 0:
                canvas.drawString(72, y, source.choice([f"{number}.", f"({chr(96 + number)})", "•"]))
            canvas.drawString(108, y, line)
            y -= 13.5


def _signatures(canvas: Canvas, source: random.Random) -> None:
    _column(canvas, source, 72, 450, False)
    canvas.showPage()
    for side in (72, 320):
        for number, label in enumerate(("SUPPLIER", "By: ______________", "Name:", "Title:", "Date:")):
            value = _title(source, 2) if label in ("Name:", "Title:") else ""
            canvas.setFont("Helvetica", 10)
            canvas.drawString(side, 760 - 20 * number, label)
            canvas.drawString(side + 50, 760 - 20 * number, value)


def _form(canvas: Canvas, source: random.Random) -> None:
    for number in range(10):
        canvas.setFont("Helvetica", 10)
        canvas.drawString(72, 780 - 18 * number, f"{_title(source, 2)}:")
        canvas.drawString(220, 780 - 18 * number, _title(source, 2))
    canvas.drawString(72, 560, _sentence(source, 12))


def _code(canvas: Canvas, source: random.Random) -> None:
    for number in range(24):
        left = f"{'    ' * (number % 3)}{source.choice(_WORDS)} = {source.choice(_WORDS)}({number});"
        canvas.setFont("Courier", 9)
        canvas.drawString(72, 780 - 11 * number, f"{left:<48}// {source.choice(_WORDS)}")


def _bare_contents(canvas: Canvas, source: random.Random) -> None:
    for number in range(1, 25):
        canvas.setFont("Times-Roman", 11)
        canvas.drawString(72, 780 - 16 * number, f"Section {1 + number // 8}.{number % 8:02}.")
        canvas.drawString(160, 780 - 16 * number, _title(source, 3))
        canvas.drawRightString(525, 780 - 16 * number, str(1 + number * 2 // 3))


def _nested_list(canvas: Canvas, source: random.Random) -> None:
    y = 780.0
    for number in range(1, 6):
        items = [(72, f"{number}.", _title(source, 3))]
        items += [(108, f"({letter})", _sentence(source, 40)) for letter in "abc"]
        for x, mark, text in items:
            for place, line in enumerate(simpleSplit(text, "Times-Roman", 10, 380)):
                canvas.setFont("Times-Roman", 10)
                canvas.drawString(x + 36, y, line)
                if place == 0:
                    canvas.drawString(x, y, mark)
                y -= 12


def _ruled_signatures(canvas: Canvas, source: random.Random) -> None:
    for side in (72, 320):
        canvas.setFont("Helvetica-Bold", 10)
        canvas.drawString(side, 770, _title(source, 2).upper())
        canvas.setFont("Helvetica", 10)
        for number, label in enumerate(("By:", "Name:", "Title:", "Date:")):
            canvas.drawString(side, 740 - 24 * number, label)
            canvas.drawString(side + 50, 740 - 24 * number, _title(source, 2))
            canvas.line(side + 48, 737 - 24 * number, side + 200, 737 - 24 * number)


def _addresses(canvas: Canvas, source: random.Random) -> None:
    for side in (72, 320):
        canvas.setFont("Helvetica-Bold", 10)
        canvas.drawString(side, 770, f"{_title(source, 2)} Limited")
        canvas.setFont("Helvetica", 10)
        for number in range(4):
            canvas.drawString(side, 756 - 13 * number, f"{_title(source, 2)} Street {source.randint(2, 90)}")


_PLAIN: dict[str, Callable[[Canvas, random.Random], None]] = {
    "running text": _running_text,
    "two columns": _two_columns,
    "three columns": _three_columns,
    "contents": _contents,
    "list": _list,
    "signatures": _signatures,
    "form": _form,
    "code": _code,
    "bare contents": _bare_contents,
    "nested list": _nested_list,
    "ruled signatures": _ruled_signatures,
    "addresses": _addresses,
}

if __name__ == "__main__":
    main()
