"""The layout of a PDF page: reading order, notes, marks, and boxes that fit the ink."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest
from printed import HEIGHT, LEADING, TOP, Drawn, lines, pdf

from pincite.ingest.pdf.columns import ordered
from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Document
from pincite.records.span import Span

LEFT_COLUMN = [
    "The first column tells how the",
    "supplier brings the goods to the",
    "warehouse and what it may ask for",
    "the carriage of them. It also says",
    "who pays when a part of them is",
    "lost on the way to the warehouse,",
    "and how long the customer has to",
    "look at them before it must pay",
    "what the two have agreed upon.",
]
RIGHT_COLUMN = [
    "A second column then says that",
    "neither party is bound by what a",
    "third one does. Where that leads",
    "to a delay, the time is extended",
    "by the days that were lost, and a",
    "notice of it must be given within",
    "two weeks. Without such a notice",
    "nothing is extended, and the day",
    "stays the day that was agreed.",
]
TEXT = [f"The supplier delivers lot {number} to the warehouse of the buyer." for number in range(10)]


@dataclass(frozen=True)
class Placed:
    edges: tuple[float, float, float, float]


def read(content: bytes) -> Document:
    return PdfParser().read(content, "a.pdf")


def notes(document: Document) -> list[str]:
    return [block.span.of(document.text) for block in document.blocks if block.kind == "footnote"]


def columns(y: float = TOP) -> tuple[list[Drawn], list[Drawn]]:
    return lines(*LEFT_COLUMN, y=y, size=9), lines(*RIGHT_COLUMN, y=y, size=9, x=215)


def noted(mark: str, *note: str) -> list[Drawn]:
    """A page with a raised mark after its third line, and a note in small type at its foot."""
    text = lines(*TEXT)
    raised = Drawn(mark, text[2].y - 4, x=text[2].end, size=6)
    return [*text[:3], raised, *text[3:], *lines(*note, y=HEIGHT - 70, size=8)]


@pytest.mark.parametrize("drawn_in", ["columns", "rows", "any order"])
def test_columns_are_read_one_after_the_other(drawn_in):
    left, right = columns()
    page = [*left, *right]
    if drawn_in == "rows":
        page = [line for row in zip(left, right, strict=True) for line in row]
    if drawn_in == "any order":
        random.Random(5).shuffle(page)
    title = Drawn("Terms of Supply and Delivery to All Customers", 60, size=14)
    assert (
        read(pdf([title, *page])).text.split() == " ".join([title.text, *LEFT_COLUMN, *RIGHT_COLUMN]).split()
    )


def test_table_drawn_row_by_row_is_read_row_by_row():
    names = ["Steel nails", "Brass screws", "Oak boards", "Glue in tins", "Paint, white", "Paint, red"]
    rows = [
        drawn
        for number, name in enumerate([*names, *names])
        for drawn in (
            Drawn(name, TOP + number * LEADING),
            Drawn(f"{number + 2} boxes of a dozen", TOP + number * LEADING, x=220),
        )
    ]
    assert read(pdf(rows)).lines[0].span.of(read(pdf(rows)).text) == "Steel nails 2 boxes of a dozen"


def test_heading_over_two_columns_stands_between_what_is_above_and_below():
    above, below = columns(TOP), columns(TOP + 12 * LEADING)
    heading = Drawn("Further terms of supply and delivery to the customer", TOP + 10.5 * LEADING, size=11)
    page = [line for part in (above[1], below[1], above[0], below[0]) for line in part]
    text = " ".join(read(pdf([*page, heading])).text.split())
    places = [text.index(heading.text), text.rindex(LEFT_COLUMN[0]), text.rindex(RIGHT_COLUMN[0])]
    assert text.index(RIGHT_COLUMN[-1]) < places[0] < places[1] < places[2]


def test_item_is_never_cut():
    table = Placed((50, 200, 350, 400))
    left, right = Placed((50, 100, 190, 190)), Placed((210, 100, 350, 190))
    after = Placed((50, 410, 350, 420))
    assert ordered([after, right, table, left]) == [left, right, table, after]


def test_drawing_order_is_kept_where_it_can_be_read():
    cells = [Placed((50, 100, 120, 140)), Placed((130, 100, 200, 112)), Placed((50, 150, 120, 162))]
    assert ordered(cells) == cells


def test_header_drawn_last_comes_first():
    header, *rest = [Placed((50, 10.0 * row, 200, 10.0 * row + 9)) for row in range(12)]
    assert ordered([*rest, header]) == [header, *rest]


def test_footnote_stands_after_the_body():
    document = read(pdf(noted("1", "1 The lot is a dozen of boxes unless the", "order says something else.")))
    assert notes(document) == ["1 The lot is a dozen of boxes unless the\norder says something else."]
    assert document.text.endswith(notes(document)[0])


def test_footnote_that_runs_over_the_page_is_one_range():
    first = noted("1", "1 The lot is a dozen of boxes unless the order of the")
    second = [*lines(*TEXT), *lines("customer says something else.", y=HEIGHT - 70, size=8)]
    document = read(pdf(first, second))
    assert notes(document) == [
        "1 The lot is a dozen of boxes unless the order of the\ncustomer says something else."
    ]
    start = document.text.index("customer says")
    assert document.pages[1].furniture == (Span(start, start + len("customer says something else.")),)


def test_small_type_without_a_mark_in_the_text_stays_in_the_body():
    page = [*lines(*TEXT), *lines("1 The lot is a dozen of boxes.", y=HEIGHT - 70, size=8)]
    assert notes(read(pdf(page))) == []


def test_raised_mark_is_no_digit_of_the_number_before_it():
    amount = Drawn("The fee is EUR 4,500", TOP)
    mark = Drawn("1", TOP - 4, x=amount.end, size=6)
    assert read(pdf([amount, mark])).text == "The fee is EUR 4,500¹"


def test_digits_of_one_size_stay_digits():
    assert read(pdf(lines("The fee is EUR 4,5001 under clause 12."))).text.split()[4] == "4,5001"


def test_note_in_the_margin_stands_after_the_body():
    wide = [f"The supplier delivers lot {number} to the warehouse" for number in range(8)]
    page = [*lines(*wide, x=120), Drawn("Delivery", TOP + LEADING / 3, x=30, size=8)]
    document = read(pdf([*page[-1:], *page[:-1]]))
    assert notes(document) == ["Delivery"]


def test_header_of_a_single_left_page_is_a_header():
    bodies = [lines(*TEXT[:6], f"and lot {number} as well, in", y=TOP) for number in range(3)]
    heads = ["Supply Agreement", "Delft Holding B.V.", "Supply Agreement"]
    document = read(
        pdf(*([Drawn(head, 30, size=8), *body] for head, body in zip(heads, bodies, strict=True)))
    )
    headers = [block.span.of(document.text) for block in document.blocks if block.kind == "header"]
    assert headers == heads


def test_box_fits_the_ink_and_not_the_font():
    document = read(pdf([Drawn("nose", 200, size=20), Drawn("—", 200, x=150, size=20)]))
    (_, nose), (_, dash) = list(document.words)
    assert nose.y1 - nose.y0 < 0.6 * 20
    assert dash.y1 - dash.y0 < 0.15 * 20


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_box_of_a_turned_page_fits_the_ink(rotation):
    (_, box), *_ = read(pdf([Drawn("nose", 200, size=20)], rotation=rotation)).words
    sides = sorted((box.x1 - box.x0, box.y1 - box.y0))
    assert sides[0] < 0.6 * 20 < sides[1]


def test_quote_with_a_blank_to_fill_in_has_one_box_for_each_line():
    document = read(pdf(lines("Signed on ______ in Delft")))
    assert len(document.words.boxes(Span(0, len(document.text)))) == 1


@pytest.mark.parametrize("hyphen", ["-", "\xad"])
def test_word_divided_between_columns_keeps_hyphen_and_line_break(hyphen):
    left, right = columns()
    left[-1] = Drawn(f"what the two have agreed upon in ware{hyphen}", left[-1].y, size=9)
    right[0] = Drawn("houses of the second column that", right[0].y, x=215, size=9)
    assert "agreed upon in ware-\nhouses of the second" in read(pdf([*left, *right])).text


def test_empty_page_has_no_order():
    assert ordered([]) == []


@pytest.mark.parametrize("word", ["[***]", "[*]", "Fees*", "Fees†", "**", "10%*", "(a)‡", "C*"])
def test_mark_that_is_no_number_stays_as_it_is_printed(word):
    document = read(
        pdf([*lines("The amount is", y=100), Drawn(word, 100, x=150), Drawn("per year.", 100, x=220)])
    )
    assert document.text == f"The amount is {word} per year."
