"""Text that a page does not show is kept apart from what it shows; whatever a reader sees stays."""

from __future__ import annotations

import io
import time
from collections.abc import Callable

import pytest
from printed import Drawn, lines, pdf
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from streamed import filled, shown, streamed, text

from pincite.errors import InputError
from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Document

FEE = text("Fees are due monthly.", 500)
WHITE, BLACK = bytes([255]), bytes([0])
SEEN, UNSEEN = "Fees are due monthly.", "Ignore all fees."


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


def nested(inner: str, first: int, depth: int = 8) -> dict[str, tuple[str, str]]:
    """Forms inside each other; the first is the object of that number."""
    forms = {
        f"Nest{at}": (f"/Resources<</XObject<</Nest{at + 1} {first + at + 1} 0 R>>>>", f"/Nest{at + 1} Do\n")
        for at in range(depth)
    }
    return {**forms, f"Nest{depth}": ("", inner)}


def unseen(document: Document) -> list[tuple[str, str]]:
    return [(each.kind, each.span.of(document.text)) for each in document.unseen]


def is_kept_apart(document: Document) -> bool:
    return unseen(document) == [("hidden", UNSEEN)] and document.text == f"{SEEN}\n\n{UNSEEN}"


def is_all_seen(document: Document) -> bool:
    return not document.unseen and UNSEEN in document.text.replace("\n\n", "\n").splitlines()


def test_words_outside_the_page_are_hidden():
    drawn = [*lines("Fees are due monthly."), Drawn("Old draft", 100, x=-80), Drawn("Old note", 640)]
    document = read(pdf(drawn))
    assert document.text == "Fees are due monthly.\n\nOld draft\nOld note"
    assert unseen(document) == [("hidden", "Old draft"), ("hidden", "Old note")]
    assert document.caveats == ("2 hidden lines were left out.",)


def test_hidden_words_are_no_block_and_have_a_page_and_boxes():
    document = read(streamed(FEE + text(UNSEEN, 480, before="1 g")))
    (each,) = document.unseen
    assert document.blocks_of(each.span) == ()
    assert document.seen_text.strip() == SEEN
    assert each.page == 1
    assert [line.box for line in document.lines_of(each.span)] != [None]
    (box,) = document.words.boxes(each.span)
    assert (round(box.x0), round(box.y1)) == (51, 122)
    assert document.pages[0].furniture == ()


def test_words_that_the_crop_box_cuts_off_are_hidden():
    document = read(pdf([Drawn("Cut", 100, x=10), Drawn("Fees are due.", 100, x=80)], crop=40))
    assert document.text == "Fees are due.\n\nCut"
    assert unseen(document) == [("hidden", "Cut")]


def test_word_that_reaches_over_the_edge_is_read():
    document = read(pdf([Drawn("Fees are due", 100, x=350)]))
    assert document.text.split()[0] == "Fees"


@pytest.mark.parametrize(
    "drawn",
    [
        pytest.param(text(UNSEEN, 480, before="1 g"), id="white"),
        pytest.param(text(UNSEEN, 480, before="0.97 1 0.98 rg"), id="nearly white"),
        pytest.param(text(UNSEEN, 480, before="1 Tr 1 G"), id="white outlines"),
        pytest.param(text(UNSEEN, 480, before="/Clear gs"), id="transparent"),
        pytest.param(text(UNSEEN, 480, before="/Faint gs"), id="nearly transparent"),
        pytest.param(text(UNSEEN, 480, size=1), id="one point high"),
        pytest.param(text(UNSEEN, 480, before=".1 0 0 .1 45 432 cm"), id="shrunk by the matrix"),
        pytest.param(text(UNSEEN, 480, before="0.05 0 0 1 45 0 cm"), id="squeezed"),
        pytest.param(text(UNSEEN, 480, before="300 300 20 20 re W n"), id="outside the clip"),
        pytest.param(
            text(UNSEEN, 480, before="300 300 m 320 300 l 310 320 l h W n"), id="outside a triangle"
        ),
        pytest.param(text(UNSEEN, 480) + filled(40, 470, 200, 25, 1), id="under white"),
        pytest.param(text(UNSEEN, 480) + filled(40, 470, 200, 25, 0), id="under black"),
        pytest.param(text(UNSEEN, 480) + shown("Black", 40, 470, 200, 25), id="under an image"),
        pytest.param(filled(40, 470, 200, 25) + text(UNSEEN, 480), id="black on black"),
        pytest.param(
            filled(40, 470, 200, 25) + filled(40, 470, 200, 25, 1) + text(UNSEEN, 480, before="1 g"),
            id="white on white over black",
        ),
        pytest.param(f"/OC /Off BDC\n{text(UNSEEN, 480)}EMC\n", id="in a layer that is off"),
        pytest.param("/OC /Off BDC\n/Plain Do\nEMC\n", id="a form in a layer that is off"),
        pytest.param("/Layered Do\n", id="a form that is itself in a layer that is off"),
        pytest.param("/Clear gs /Plain Do /Full gs\n", id="a form that is transparent"),
        pytest.param("/Narrow Do\n", id="outside the box of its form"),
        pytest.param(text(UNSEEN, 480, before="3 Tr"), id="without ink"),
        pytest.param(text(UNSEEN, 480, before="7 Tr"), id="as a clip for nothing"),
        pytest.param("/Deep Do\n", id="white in a form"),
        pytest.param("/Nest0 Do\n", id="white in a form in many others"),
        pytest.param(text(UNSEEN, 480) + "q 30 w 40 483 m 300 483 l S Q\n", id="under a broad line"),
        pytest.param("q 30 w 40 483 m 300 483 l S Q\n" + text(UNSEEN, 480), id="black on a broad line"),
        pytest.param(shown("Black", 40, 470, 200, 25) + text(UNSEEN, 480), id="black on a black image"),
        pytest.param(
            text(UNSEEN, 480) + "300 100 .1 .1 re f\n" * 21_000 + filled(40, 470, 200, 25, 1),
            id="under a patch that is drawn after very much else",
        ),
    ],
)
def test_hidden_words_are_kept_apart(drawn):
    document = read(
        streamed(
            FEE + drawn,
            states="/Clear<</ca 0/CA 0>>/Faint<</ca 0.03>>/Full<</ca 1/CA 1>>",
            forms={
                "Plain": ("", text(UNSEEN, 480)),
                "Layered": ("/OC/Off", text(UNSEEN, 480)),
                "Narrow": ("/BBox[0 0 30 600]", text(UNSEEN, 480)),
                "Deep": ("/Matrix[1 0 0 1 0 -20]", text(UNSEEN, 500, before="1 g")),
                **nested(text(UNSEEN, 480, before="1 g"), first=12),
            },
            images={"Black": BLACK},
            layers={"Off": False, "On": True},
        )
    )
    assert is_kept_apart(document), (document.text, unseen(document))


@pytest.mark.parametrize(
    "drawn",
    [
        pytest.param(filled(40, 470, 200, 25) + text(UNSEEN, 480, before="1 g"), id="white on black"),
        pytest.param(filled(40, 470, 200, 25, 0.4) + text(UNSEEN, 480, before="0.9 g"), id="light on dark"),
        pytest.param(shown("Black", 40, 470, 200, 25) + text(UNSEEN, 480, before="1 g"), id="on an image"),
        pytest.param(
            "q 0 g 40 470 m 240 470 l 260 482 l 240 495 l 40 495 l h f Q\n" + text(UNSEEN, 480, before="1 g"),
            id="white on an arrow",
        ),
        pytest.param(shown("Grey", 40, 470, 200, 25) + text(UNSEEN, 480), id="black on a grey image"),
        pytest.param(
            "q 30 w 40 483 m 300 483 l S Q\n" + text(UNSEEN, 480, before="1 g"), id="on a broad line"
        ),
        pytest.param(text(UNSEEN, 480) + "q 4 w 40 470 200 25 re S Q\n", id="in a broad frame drawn later"),
        pytest.param(text(UNSEEN, 480, size=5), id="small print"),
        pytest.param(text(UNSEEN, 480, before="0.467 g"), id="grey"),
        pytest.param(text(UNSEEN, 480, before="0.733 g"), id="light grey"),
        pytest.param(text(UNSEEN, 480, size=5, before="0.733 g"), id="small and light grey"),
        pytest.param(text(UNSEEN, 480, before="1 1 0 rg"), id="yellow"),
        pytest.param(filled(40, 470, 200, 25, 1) + text(UNSEEN, 480), id="on a white cell"),
        pytest.param(filled(40, 470, 200, 25, 0.2) + text(UNSEEN, 480, before="1 g"), id="head of a table"),
        pytest.param("q 40 470 200 25 re S Q\n" + text(UNSEEN, 480), id="in a frame"),
        pytest.param(text(UNSEEN, 480) + "q 40 470 200 25 re S Q\n", id="in a frame drawn later"),
        pytest.param(text(UNSEEN, 480) + filled(40, 491, 200, 9, 1), id="above a shape drawn later"),
        pytest.param(text(UNSEEN, 480) + f"/Half gs {filled(40, 470, 200, 25, 1)}", id="under a veil"),
        pytest.param(
            text(UNSEEN, 480) + "/Times gs q 1 1 0 rg 40 470 200 25 re f Q\n", id="under a marker pen"
        ),
        pytest.param(text(UNSEEN, 480, before="/Half gs"), id="half transparent"),
        pytest.param(text(UNSEEN, 480, before="40 470 200 25 re W n"), id="in its clip"),
        pytest.param(text(UNSEEN, 480, before="20 470 m 400 470 l 200 599 l h W n"), id="in a triangle"),
        pytest.param(f"/OC /On BDC\n{text(UNSEEN, 480)}EMC\n", id="in a layer that is on"),
        pytest.param("/Layered Do\n", id="a form in a layer that is on"),
        pytest.param("/Plain Do\n", id="in a form"),
        pytest.param(filled(40, 470, 200, 25) + "/Deep Do\n", id="white in a form on black"),
        pytest.param(text(UNSEEN, 480, before="1 Tr 0 G 1 g"), id="outlined"),
        pytest.param(text(UNSEEN, 480, before="2 Tr 0 G 1 g"), id="white with black outlines"),
        pytest.param(
            text(UNSEEN, 480, before="1 g") + text(UNSEEN, 480), id="white, and printed again over it"
        ),
        pytest.param(
            text(UNSEEN, 480) + filled(40, 470, 200, 25, 1) + text(UNSEEN, 480),
            id="covered and printed again",
        ),
    ],
)
def test_what_a_reader_sees_stays(drawn):
    document = read(
        streamed(
            FEE + drawn,
            states="/Half<</ca 0.5>>/Times<</BM/Multiply>>",
            forms={
                "Plain": ("", text(UNSEEN, 480)),
                "Layered": ("/OC/On", text(UNSEEN, 480)),
                "Deep": ("/Matrix[1 0 0 1 0 -20]", text(UNSEEN, 500, before="1 g")),
            },
            images={"Black": BLACK, "Grey": bytes([150])},
            layers={"Off": False, "On": True},
        )
    )
    assert is_all_seen(document), (document.text, unseen(document))


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_turned_page_hides_and_shows_the_same(rotation):
    drawn = FEE + filled(40, 470, 200, 25) + text("Rates follow.", 480, before="1 g")
    document = read(streamed(drawn + text(UNSEEN, 450, before="1 g"), page=f"/Rotate {rotation}"))
    assert document.text == f"{SEEN}\nRates follow.\n\n{UNSEEN}" or document.text == (
        f"{SEEN}\n\nRates follow.\n\n{UNSEEN}"
    )
    assert unseen(document) == [("hidden", UNSEEN)]


def test_of_two_layers_in_one_place_the_one_that_is_on_is_read():
    drawn = f"/OC /Off BDC\n{text(UNSEEN, 500)}EMC\n/OC /On BDC\n{FEE}EMC\n"
    document = read(streamed(drawn, layers={"Off": False, "On": True}))
    assert is_kept_apart(document), document.text


def test_white_words_over_black_ones_are_hidden():
    document = read(streamed(FEE + text(UNSEEN, 500.5, before="/Clear gs"), states="/Clear<</ca 0>>"))
    assert [kind for kind, _ in unseen(document)] == ["hidden"]
    assert SEEN in document.seen_text


def test_hidden_digit_is_taken_off_its_number():
    drawn = "BT /F 11 Tf 50 500 Td (The fee is 4,500) Tj 1 g (0) Tj 0 g ( euros.) Tj ET\n"
    document = read(streamed(drawn))
    assert document.text == "The fee is 4,500 euros.\n\n0"
    assert unseen(document) == [("hidden", "0")]


def test_number_under_a_patch_gives_way_to_the_one_on_it():
    drawn = text("The fee is 9,900 euros.", 500)
    patch = filled(101, 496, 33, 13, 1) + text("4,500", 500, x=104)
    document = read(streamed(drawn + patch))
    assert "9,900" not in document.seen_text
    assert "4,500" in document.seen_text
    assert unseen(document) == [("hidden", "9,900")]


def test_hidden_words_know_where_they_stood():
    drawn = "BT /F 11 Tf 50 500 Td (The fee is ) Tj 1 g (not ) Tj 0 g (due monthly.) Tj ET\n"
    document = read(streamed(drawn))
    (each,) = document.unseen
    assert document.text == "The fee is due monthly.\n\nnot"
    assert each.at == document.text.index("due")


def test_words_without_ink_over_an_image_are_read():
    document = read(page(picture, written("Fees are due monthly.", 500, mode=3)))
    assert document.text == "Fees are due monthly."
    assert document.caveats == ()


def test_words_without_ink_over_an_image_in_a_form_are_read():
    scan = {"Scan": ("/Resources<<>>", shown("Grey", 0, 0, 400, 600))}
    content = streamed(
        "/Scan Do\n" + text(SEEN, 500, before="3 Tr"), forms=scan, images={"Grey": bytes([238])}
    )
    assert read(content).text == SEEN


def test_words_without_ink_over_drawn_letters_are_read():
    def letters(canvas):
        for x in range(50, 150, 3):
            canvas.line(x, 500, x, 508)

    document = read(page(letters, written("Fees are due.", 500, mode=3)))
    assert document.text == "Fees are due."


def test_words_without_ink_beside_a_ruled_table_are_hidden():
    rules = "".join(f"40 {y} m 300 {y} l S\n" for y in range(100, 400, 10))
    assert is_kept_apart(read(streamed(FEE + rules + text(UNSEEN, 480, before="3 Tr"))))


def test_words_under_the_scan_that_shows_them_are_read():
    # Stripes stand for the letters of the scan, which is drawn over the recognised words.
    stripes = bytes([0, 255] * 200) * 400
    content = streamed(text(SEEN, 500) + shown("Scan", 0, 0, 400, 600), images={"Scan": stripes})
    assert read(content).text == SEEN


def test_file_whose_text_is_all_hidden_shows_no_text():
    with pytest.raises(InputError, match="shows no text"):
        read(streamed(text(UNSEEN, 480, before="1 g")))


def test_page_with_very_many_white_words_takes_no_time():
    drawn = [text("ab", 10 + 2.9 * (at // 100), x=5 + 3.9 * (at % 100), size=2.5) for at in range(16_000)]
    started = time.process_time()
    document = read(streamed(FEE + "1 g " + "".join(drawn)))
    assert time.process_time() - started < 10
    assert document.unseen
