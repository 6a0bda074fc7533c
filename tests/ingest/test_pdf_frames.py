"""Tables with rules across them, above, below and between columns of text."""

from __future__ import annotations

import io

import pytest
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Document

WIDTH, HEIGHT = 595.0, 842.0
ABOVE = (
    "The harbour was dredged twice in spring, which took longer than planned and cost more than the board "
    "had set aside. The second ship left in June.",
    "Nobody was hurt. The board asked for another look at the figures, which were found right. A third "
    "ship was never hired, although it had been planned.",
)
BELOW = (
    "The quay may be let to ships that stay for longer than a month. It is lit at night and not to be used "
    "for the loading of cattle.",
    "Thanks are due to the pilots of the harbour. The authors alone are to blame for what is wrong in this "
    "report, and own no ships.",
)
SHARES = [
    ["Ship", "North quay (N = 121)", "South quay (N = 119)"],
    ["Tug", "27 (22.3)", "8 (6.7)"],
    ["Barge", "14 (11.6)", "15 (12.6)"],
    ["Ferry", "9 (7.4)", "4 (3.4)"],
]
WORDS = [
    ["Ship", "North quay", "South quay"],
    ["Tug", "Common", "Rare"],
    ["Barge", "Rare", "Rare"],
    ["Ferry", "Very rare", "Unknown"],
    ["All", "Common", "Rare"],
]


class Sheet:
    """A page filled from the top, with a table that has rules across it."""

    def __init__(self) -> None:
        self._buffer = io.BytesIO()
        self._canvas = Canvas(self._buffer, pagesize=(WIDTH, HEIGHT), invariant=1)
        self.y = 90.0

    def columns(self, texts: tuple[str, str]) -> None:
        self._canvas.setFont("Times-Roman", 10.5)
        below = self.y
        for x, text in zip((72, 308), texts, strict=True):
            for number, line in enumerate(simpleSplit(text, "Times-Roman", 10.5, 215)):
                self._canvas.drawString(x, HEIGHT - self.y - number * 13, line)
                below = max(below, self.y + number * 13)
        self.y = below + 20

    def table(self, rows: list[list[str]], ruled: set[int], right: float = 523.0) -> None:
        """`ruled` are the rows with a rule below them; there is one above the first."""
        self._canvas.setFont("Times-Roman", 9)
        self._rule(self.y, right)
        step = (right - 72) / 3
        for number, row in enumerate(rows):
            for column, text in enumerate(row):
                self._canvas.drawString(72 + column * step, HEIGHT - self.y - 11, text)
            self.y += 15
            if number in ruled:
                self._rule(self.y, right)
        self.y += 20

    def _rule(self, y: float, right: float) -> None:
        self._canvas.line(72, HEIGHT - y, right, HEIGHT - y)

    def read(self) -> Document:
        self._canvas.save()
        return PdfParser().read(self._buffer.getvalue(), "test.pdf")


def flat(text: str) -> str:
    return " ".join(text.split())


def cells(document: Document) -> list[list[str]]:
    (table,) = document.tables
    rows = [[""] * table.columns for _ in range(table.rows)]
    for cell in table.cells:
        rows[cell.row][cell.column] = flat(cell.span.of(document.text))
    return rows


@pytest.mark.parametrize("right", [523.0, 420.0])
@pytest.mark.parametrize(
    ("rows", "ruled"),
    [(SHARES, {0, 3}), (SHARES, {3}), (SHARES, {0, 1, 2, 3}), (WORDS, {0, 4}), (WORDS, {0, 3, 4})],
    ids=["three rules", "two rules", "a rule for each row", "words", "a rule above the last row"],
)
def test_table_above_columns_of_text_ends_with_its_last_rule(rows, ruled, right):
    sheet = Sheet()
    sheet.table(rows, ruled, right)
    sheet.columns(BELOW)

    document = sheet.read()

    assert cells(document) == rows
    assert document.tables[0].header_rows == 1
    assert flat(" ".join(BELOW)) in flat(document.text)


@pytest.mark.parametrize(
    ("rows", "ruled"),
    [(SHARES, {0, 3}), (WORDS, {0, 3, 4})],
    ids=["three rules", "a rule above the last row"],
)
def test_table_between_columns_of_text_takes_no_line_of_them(rows, ruled):
    sheet = Sheet()
    sheet.columns(ABOVE)
    sheet.table(rows, ruled)
    sheet.columns(BELOW)

    document = sheet.read()

    assert cells(document) == rows
    places = [flat(document.text).find(flat(text)) for text in (*ABOVE, *BELOW)]
    assert -1 not in places
    assert places == sorted(places)


def test_table_at_the_foot_of_a_page_takes_no_line_of_the_columns_above_it():
    sheet = Sheet()
    sheet.columns(ABOVE)
    sheet.table(SHARES, {0, 3})

    document = sheet.read()

    assert cells(document) == SHARES
    assert flat(" ".join(ABOVE)) in flat(document.text)


def test_last_row_below_the_last_rule_stays_in_its_table():
    sheet = Sheet()
    sheet.table(SHARES, {0, 2})
    sheet.columns(BELOW)

    assert cells(sheet.read()) == SHARES
