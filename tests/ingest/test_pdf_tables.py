from __future__ import annotations

import importlib.util
import io
import random
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas
from tests.ingest.printed import HEIGHT, WIDTH, Drawn, lines, pdf

from pincite.ingest.captions import caption_of, is_continued, tie
from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Box, Document, Table

_BENCHMARK = Path(__file__).parents[2] / "evals" / "bench" / "tables.py"


@pytest.fixture(scope="module")
def bench():
    spec = importlib.util.spec_from_file_location("benchmark_tables", _BENCHMARK)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


FEES = [
    ["Service", "Fee", "Term"],
    ["Storage", "1,200", "12"],
    ["Transport", "350", "6"],
    ["Support", "75", "24"],
]
XS, ROW = (50.0, 170.0, 260.0, 350.0), 18.0


def read(content: bytes) -> Document:
    return PdfParser().read(content, "test.pdf")


def cells(document: Document, table: Table) -> list[list[str]]:
    rows = [[""] * table.columns for _ in range(table.rows)]
    for cell in table.cells:
        rows[cell.row][cell.column] = cell.span.of(document.text)
    return rows


def words(rows: list[list[str]], top: float, size: float = 10.0) -> list[Drawn]:
    return [
        Drawn(text, top + ROW * row + 13, XS[column] + 4, size=size)
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
        if text
    ]


def drawn_with_rules(page: list[Drawn], ys: list[float], rotation: int = 0, crop: float = 0.0) -> bytes:
    """A page with a full grid, turned so that it is shown upright."""
    return ruled_pages([(page, ys)], rotation, crop)


def ruled_pages(pages: list[tuple[list[Drawn], list[float]]], rotation: int = 0, crop: float = 0.0) -> bytes:
    buffer = io.BytesIO()
    size = (HEIGHT, WIDTH) if rotation % 180 else (WIDTH, HEIGHT)
    canvas = Canvas(buffer, pagesize=size, invariant=1)
    high = WIDTH if rotation % 180 else HEIGHT
    for page, ys in pages:
        if crop:
            canvas.setCropBox((crop, crop, WIDTH, HEIGHT))
        canvas.setPageRotation(rotation)
        canvas.translate(*{0: (0, 0), 90: (WIDTH, 0), 180: (WIDTH, HEIGHT), 270: (0, HEIGHT)}[rotation])
        canvas.rotate(rotation)
        for drawn in page:
            canvas.setFont(drawn.font, drawn.size)
            canvas.drawString(drawn.x, high - drawn.y, drawn.text)
        for y in ys:
            canvas.line(XS[0], high - y, XS[-1], high - y)
        for x in XS:
            canvas.line(x, high - ys[0], x, high - ys[-1])
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def ruled(page: list[Drawn], rows: int = 4) -> bytes:
    return drawn_with_rules(page, [100 + ROW * row for row in range(rows + 1)])


def test_cells_of_ruled_tables_are_read_right_in_a_seeded_sample(bench):
    scores = bench.measure(56, seed=11)

    right, total = (sum(scores[style][i] for style in bench.RULED) for i in (0, 1))
    assert right >= 0.95 * total


def test_cells_of_unruled_tables_are_read_right_in_a_seeded_sample(bench):
    scores = bench.measure(56, seed=12)

    right, total = (sum(scores[style][i] for style in bench.UNRULED) for i in (0, 1))
    assert right >= 0.85 * total


def test_text_columns_contents_lists_forms_signatures_and_code_are_no_tables(bench):
    assert bench.false_tables(seed=3, rounds=2)[1] == []


def test_table_is_cells_with_headers():
    document = read(ruled(words(FEES, 100)))

    (table,) = document.tables
    fee = next(cell for cell in table.cells if cell.span.of(document.text) == "350")
    assert cells(document, table) == FEES
    assert [head.span.of(document.text) for head in table.headers_of(fee)] == ["Fee"]
    assert table.found_by == "rules"


def test_each_row_of_a_table_is_a_block_with_tabs_between_its_cells():
    document = read(ruled(words(FEES, 100)))

    rows = [block.span.of(document.text) for block in document.blocks if block.kind == "table_row"]
    assert rows == ["\t".join(row) for row in FEES]
    assert [line.span.of(document.text) for line in document.lines] == rows


def test_wrapped_cell_is_one_range_and_each_of_its_lines_is_a_line():
    drawn = [
        *words([["Service", "Fee", "Term"]], 100),
        *words([["Storage of", "1,200", "12"]], 118),
        Drawn("all goods", 142, XS[0] + 4, size=10),
        *words([["Support", "75", "24"]], 149),
    ]

    document = read(drawn_with_rules(drawn, [100, 118, 148, 168]))

    (table,) = document.tables
    assert cells(document, table)[1] == ["Storage of\nall goods", "1,200", "12"]
    texts = [line.span.of(document.text) for line in document.lines]
    assert texts == ["Service\tFee\tTerm", "Storage of", "all goods", "1,200", "12", "Support\t75\t24"]


@pytest.mark.parametrize(("rotation", "crop"), [(0, 0.0), (0, 20.0), (90, 0.0), (180, 0.0), (270, 0.0)])
def test_turned_and_cropped_pages_keep_their_rules_where_their_words_are(rotation, crop):
    ys = [100 + ROW * row for row in range(5)]

    document = read(drawn_with_rules(words(FEES, 100), ys, rotation, crop))

    (table,) = document.tables
    assert table.found_by == "rules"
    assert cells(document, table) == FEES


def test_rules_inside_a_form_are_seen_where_the_form_is_placed():
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(WIDTH, HEIGHT), invariant=1)
    canvas.beginForm("rules")
    for row in range(5):
        canvas.line(0, -ROW * row, XS[-1] - XS[0], -ROW * row)
    for x in XS:
        canvas.line(x - XS[0], 0, x - XS[0], -ROW * 4)
    canvas.endForm()
    for drawn in words(FEES, 100):
        canvas.setFont(drawn.font, drawn.size)
        canvas.drawString(drawn.x, HEIGHT - drawn.y, drawn.text)
    canvas.translate(XS[0], HEIGHT - 100)
    canvas.doForm("rules")
    canvas.save()

    document = read(buffer.getvalue())

    (table,) = document.tables
    assert table.found_by == "rules"
    assert cells(document, table) == FEES


def test_every_printed_word_of_a_table_is_in_the_text_once_with_its_box():
    document = read(ruled(words(FEES, 100)))

    found = [span.of(document.text) for span, _ in document.words]
    assert sorted(found) == sorted(text for row in FEES for text in row)
    for span, box in document.words:
        (line,) = document.lines_of(span)
        assert line.box is not None
        assert line.box.x0 <= box.x0 < box.x1 <= line.box.x1


def test_currency_sign_in_a_column_of_its_own_joins_its_figure():
    drawn = lines("", "Revenue", "Cost of sales", "Gross margin", y=100)
    for row, figures in enumerate(
        (("2023", "2022"), ("$ 8,100", "$ 7,900"), ("3,050", "2,990"), ("$ 5,050", "$ 4,910"))
    ):
        for x, figure in zip((220.0, 320.0), figures, strict=True):
            sign, _, number = figure.rpartition(" ")
            drawn += [Drawn(sign, 100 + 14 * row, x)] if sign else []
            drawn += [Drawn(number, 100 + 14 * row, x + 24)]

    document = read(pdf(drawn))

    (table,) = document.tables
    assert cells(document, table)[1] == ["Revenue", "$ 8,100", "$ 7,900"]
    assert cells(document, table)[2] == ["Cost of sales", "3,050", "2,990"]


def test_paragraph_that_a_table_interrupts_is_written_whole_before_it():
    above = lines(
        "The supplier shall deliver the goods to the place",
        "that the customer has named in the order and",
        y=60,
    )
    below = lines("shall insure them until they are handed over.", y=200)

    document = read(ruled([*above, *words(FEES, 100), *below]))

    sentence, *rows = [block.span.of(document.text) for block in document.blocks]
    assert sentence.endswith("in the order and\nshall insure them until they are handed over.")
    assert rows[0] == "Service\tFee\tTerm"


def two_pages(second: list[list[str]]) -> Document:
    first = [*FEES[:1], *[[f"Item {n}", str(100 + n), str(n)] for n in range(20)]]
    head = lines("Fees are due as stated here for every month of the term.", y=60)
    upper = [100 + ROW * row for row in range(22)]
    lower = [60 + ROW * row for row in range(len(second) + 1)]
    return read(ruled_pages([([*head, *words(first, 100)], upper), (words(second, 60), lower)]))


def test_table_over_two_pages_is_one_table():
    document = two_pages([["Item 20", "120", "20"], ["Item 21", "121", "21"]])

    (table,) = document.tables
    last = table.cells[-1]
    assert table.rows == 23
    assert last.span.of(document.text) == "21"
    assert [head.span.of(document.text) for head in table.headers_of(last)] == ["Term"]


def test_header_repeated_on_the_next_page_stands_after_the_body_and_is_no_row():
    document = two_pages([FEES[0], ["Item 20", "120", "20"], ["Item 21", "121", "21"]])

    (table,) = document.tables
    assert table.rows == 23
    last = document.blocks[-1]
    assert (last.kind, last.span.of(document.text), last.page) == ("header", "Service\tFee\tTerm", 2)
    assert last.span in document.pages[1].furniture


@pytest.mark.parametrize("y", [90.0, 190.0])
def test_caption_above_or_below_belongs_to_its_table(y):
    caption = lines("Table 3: Fees by service", y=y)

    document = read(ruled([*caption, *words(FEES, 100)]))

    (table,) = document.tables
    assert table.caption is not None
    assert table.caption.of(document.text) == "Table 3: Fees by service"
    assert [block.kind for block in document.blocks].count("caption") == 1


@pytest.mark.parametrize(
    ("line", "of"),
    [
        ("Table 3: Fees", "table"),
        ("Figure 2. Results of the trial", "figure"),
        ("Exhibit 1 – Prices", "either"),
        ("Table A-1 Assumptions", "table"),
        ("Table 3 shows the fees.", None),
        ("Table of contents", None),
        ("Table 4: Fees ........ 12", None),
        ("tables 3 and 4", None),
    ],
)
def test_captions_are_told_from_sentences_about_tables(line, of):
    assert caption_of(line) == of


def test_caption_that_only_continues_is_known():
    assert is_continued("Table 3 (continued)")
    assert not is_continued("Table 3: Fees")


def test_captions_go_to_the_nearest_table_or_figure_in_their_column():
    captions = [
        ("table", Box(1, 50, 90, 200, 100)),
        ("figure", Box(1, 50, 310, 200, 320)),
        ("figure", Box(2, 50, 310, 200, 320)),
    ]
    things = [("table", Box(1, 50, 105, 200, 180)), ("figure", Box(1, 50, 200, 200, 300))]

    assert tie(captions, things) == {0: 0, 1: 1}


@pytest.mark.parametrize("seed", range(8))
def test_every_word_drawn_is_in_the_text_once_whatever_the_table(bench, seed):
    source = random.Random(seed)
    sheet = bench.make(source, source.choice([*bench.RULED, *bench.UNRULED]))
    document = read(bench.draw(source, sheet))

    spans = [span for span, _ in document.words]
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert "".join(span.of(document.text) for span in spans) == "".join(document.text.split())
