"""Words that are struck out on a page are kept apart; lines that only pass by strike nothing out."""

from __future__ import annotations

import time

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from streamed import filled, streamed, stroked, text

from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Document

LINE = "The fee is 4,000 4,500 euros a year."
Y, SIZE = 500.0, 11.0


def read(content: bytes) -> Document:
    return PdfParser().read(content, "a.pdf")


def place(words: str) -> tuple[float, float]:
    """From where to where these words of the line reach."""
    start = 50 + stringWidth(LINE[: LINE.index(words)], "Helvetica", SIZE)
    return start, start + stringWidth(words, "Helvetica", SIZE)


def unseen(document: Document) -> list[tuple[str, str]]:
    return [(each.kind, each.span.of(document.text)) for each in document.unseen]


def note(kind: str, words: str, flags: int = 4) -> str:
    x0, x1 = place(words)
    low, high = Y - 3, Y + 9
    return (
        f"<</Type/Annot/Subtype/{kind}/Rect[{x0} {low} {x1} {high}]/F {flags}/C[1 0 0]"
        f"/QuadPoints[{x0} {high} {x1} {high} {x0} {low} {x1} {low}]>>"
    )


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(stroked(*place("4,000"), Y + 3), id="a line"),
        pytest.param(stroked(*place("4,000"), Y + 2.2, 1.4), id="a thick line"),
        pytest.param(filled(place("4,000")[0], Y + 2.6, 28, 0.7), id="a thin rectangle"),
        pytest.param(
            stroked(place("4,000")[0], place("4,000")[0] + 12, Y + 3)
            + stroked(place("4,000")[0] + 12, place("4,000")[1], Y + 3),
            id="a line in two parts",
        ),
        pytest.param(stroked(*place("4,000"), Y + 2.5) + stroked(*place("4,000"), Y + 4), id="a double line"),
    ],
)
def test_line_through_a_word_strikes_it_out(line):
    document = read(streamed(text(LINE, Y) + line))
    (each,) = document.unseen
    assert document.text == "The fee is 4,500 euros a year.\n\n4,000"
    assert (each.kind, each.page, each.at) == ("struck", 1, document.text.index("4,500"))
    assert document.caveats == ("1 struck-out line was left out.",)
    assert document.blocks_of(each.span) == ()
    assert len(document.words.boxes(each.span)) == 1


def test_annotation_strikes_words_out():
    document = read(streamed(text(LINE, Y), notes=note("StrikeOut", "4,000")))
    assert document.text == "The fee is 4,500 euros a year.\n\n4,000"
    assert unseen(document) == [("struck", "4,000")]


@pytest.mark.parametrize("kind", ["Highlight", "Underline", "Squiggly"])
def test_other_annotations_leave_words_in_place(kind):
    assert not read(streamed(text(LINE, Y), notes=note(kind, "4,000"))).unseen


def test_annotation_that_is_not_shown_strikes_nothing_out():
    assert not read(streamed(text(LINE, Y), notes=note("StrikeOut", "4,000", flags=2))).unseen


def test_words_struck_out_in_several_places_of_a_line_are_one_piece():
    lines = stroked(*place("fee"), Y + 3) + stroked(*place("euros"), Y + 3)
    document = read(streamed(text(LINE, Y) + lines))
    assert document.text == "The is 4,000 4,500 a year.\n\nfee euros"
    assert unseen(document) == [("struck", "fee euros")]


def test_line_struck_out_as_a_whole_and_its_neighbours():
    drawn = text("Fees are due monthly.", 520) + text(LINE, Y) + text("Rates follow.", 480)
    document = read(streamed(drawn + stroked(50, place("year.")[1], Y + 3)))
    assert document.seen_text.split() == "Fees are due monthly. Rates follow.".split()
    assert unseen(document) == [("struck", LINE)]


def test_part_of_a_word_is_struck_out():
    start, _ = place("4,500")
    width = stringWidth("4,5", "Helvetica", SIZE)
    document = read(streamed(text(LINE, Y) + stroked(start + width, place("4,500")[1], Y + 3)))
    assert document.text == "The fee is 4,000 4,5 euros a year.\n\n00"


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_words_on_a_turned_page_are_struck_out(rotation):
    content = streamed(text(LINE, Y) + stroked(*place("4,000"), Y + 3), page=f"/Rotate {rotation}")
    assert unseen(read(content)) == [("struck", "4,000")]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(stroked(*place("4,000"), Y - 1.2), id="an underline"),
        pytest.param(stroked(*place("4,000"), Y), id="an underline on the baseline"),
        pytest.param(stroked(*place("4,000"), Y - 2), id="a deep underline"),
        pytest.param(stroked(20, 380, Y - 4) + stroked(20, 380, Y + 11), id="the rules of a row"),
        pytest.param(stroked(*place("4,000"), Y + 9), id="a line above"),
        pytest.param(stroked(20, 380, Y + 3), id="a line that goes on beyond the words"),
        pytest.param(stroked(place("year.")[1] + 4, 380, Y + 3), id="a line beside the words"),
        pytest.param("q 0.6 w 40 490 300 22 re S Q\n", id="a frame"),
        pytest.param(filled(40, 494, 300, 15, 0.85) + text(LINE, Y), id="a shaded row"),
    ],
)
def test_lines_that_pass_by_strike_nothing_out(line):
    document = read(streamed((text(LINE, Y) if "Tj" not in line else "") + line))
    assert not document.unseen
    assert document.text == LINE


def test_thousands_of_notes_take_no_time():
    words = "".join(
        text("ab cd ef gh ij kl mn op qr st uv wx yz " * 2, 10 + 6 * row, x=5, size=4) for row in range(80)
    )
    areas = [f"0 {490 - at / 100} 400 {490 - at / 100} 0 0 400 0" for at in range(3000)]
    notes = "".join(
        f"<</Type/Annot/Subtype/StrikeOut/Rect[0 0 400 600]/QuadPoints[{area}]>>" for area in areas
    )
    started = time.process_time()
    read(streamed(text(LINE, Y) + words, notes=notes))
    assert time.process_time() - started < 8
