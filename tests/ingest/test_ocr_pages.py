"""Scanned pages of a PDF are recognised; text that the file holds is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from tests.ingest.printed import WIDTH, Drawn, lines, pdf
from tests.ingest.scans import HEIGHT, scan, scanned_pdf
from tests.ingest.streamed import shown, streamed, stroked, text

import pincite
from pincite.errors import ConfigError, InputError
from pincite.ingest.ocr import rapid, tesseract
from pincite.jobs.recognition import Reread, parser_of
from pincite.records.document import PRINTED, Document
from pincite.records.span import Span

FEE = lines("The monthly fee is 4,500 euros and is", "paid within thirty days.")
NOTICE = lines("Either party may end this agreement", "with sixty days of notice in writing.")


def read(content: bytes, ocr: str = "auto") -> Document:
    return parser_of("pdf", {}, ocr).read(content, "a.pdf")


def place(document: Document, words: str) -> Span:
    start = document.text.index(words)
    return Span(start, start + len(words))


@pytest.mark.parametrize("name", ["rapidocr", "tesseract"])
def test_scanned_page_is_read_in_paragraphs_with_boxes_and_confidences(name):
    if name == "tesseract" and not tesseract.is_installed():
        pytest.skip("the program tesseract is not installed")
    document = read(scanned_pdf((scan([*FEE, *lines("", "", "", *(d.text for d in NOTICE))]), ())), ocr=name)
    assert document.text == "\n\n".join("\n".join(d.text for d in part) for part in (FEE, NOTICE))
    (box,) = document.words.boxes(place(document, "fee"))
    drawn = Drawn("The monthly ", FEE[0].y)
    assert (box.x0, box.y1) == pytest.approx((drawn.end, drawn.y), abs=5)
    assert 0 < document.words.confidence(place(document, "4,500")) <= 100
    (quality,) = document.profile.pages
    assert (quality.source, quality.garbled) == ("recognised", 0)
    assert quality.confidence is not None
    assert quality.confidence > 0.8


@pytest.mark.parametrize(("turn", "corner"), [(4.0, (0.26, 0.31)), (180.0, (0.77, 0.68))])
def test_turned_scan_reads_the_same_and_its_boxes_lie_on_its_words(turn, corner):
    image = scan(FEE, turn)
    document = read(scanned_pdf((image, ())))
    assert document.text == "\n".join(d.text for d in FEE)
    (first, *_) = (box for span, box in document.words if span.of(document.text) == "monthly")
    middle = (first.x0 + first.x1) / 2 / WIDTH, (first.y0 + first.y1) / 2 / HEIGHT
    assert middle == pytest.approx(corner, abs=0.06)


def test_scanned_page_between_printed_ones_is_recognised_and_the_others_stay_printed():
    document = read(scanned_pdf((None, FEE), (scan(NOTICE), ()), (None, lines("Signed by both parties."))))
    assert [page.source for page in document.profile.pages] == ["text", "recognised", "text"]
    assert document.words.confidence(place(document, "thirty days")) == PRINTED
    assert document.words.confidence(place(document, "sixty days")) <= 100
    assert document.caveats == ()


def test_stamp_over_a_scan_is_kept_beside_what_is_recognised():
    stamp = [Drawn("Received 12 May 2026", 40, x=250)]
    document = read(scanned_pdf((scan(FEE), stamp)))
    assert document.words.confidence(place(document, "Received 12 May 2026")) == PRINTED
    assert document.words.confidence(place(document, "monthly fee")) <= 100
    assert document.text.count("Received") == 1
    assert document.profile.pages[0].source == "mixed"


def test_words_laid_unseen_over_a_scan_are_text_of_the_file():
    document = read(scanned_pdf((scan(FEE), NOTICE), hidden=True))
    assert document.text == "\n".join(d.text for d in NOTICE)
    assert document.profile.pages[0].source == "mixed"
    assert len(document.words.confidences) == 0
    assert document.figures == ()


def test_garbled_text_gives_way_to_what_the_page_shows():
    broken = [Drawn("Xgrtplk vbnmsdq qwrtpsdf", 250), Drawn("kjhgfdsm bvcxwmnb", 270)]
    document = read(scanned_pdf((scan(FEE), broken)))
    assert "monthly fee" in document.text
    assert document.profile.pages[0].source == "recognised"


def test_page_of_keys_that_only_look_garbled_stays_as_it_is_printed():
    keys = lines("xgrtplkvb vbnmsdqwr qwrtpsdfk", "kjhgfdsmb bvcxwmnbz")
    document = read(pdf(keys))
    assert document.text == "\n".join(drawn.text for drawn in keys)
    assert document.profile.pages[0].source == "text"
    assert document.profile.pages[0].garbled > 0.3


def test_without_recognition_a_mixed_file_is_read_and_the_rest_named():
    document = read(scanned_pdf((None, FEE), (scan(NOTICE), ())), ocr="off")
    assert document.caveats == ("page 2 holds no readable text",)
    assert [page.source for page in document.profile.pages] == ["text", "nothing"]


def test_without_a_recogniser_a_scanned_file_is_refused_with_what_to_install(monkeypatch):
    monkeypatch.setattr(rapid, "_version", lambda: "")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(InputError, match="its page looks scanned") as caught:
        read(scanned_pdf((scan(FEE), ())))
    assert "pip install 'pincite[ocr]'" in caught.value.hint


def test_recogniser_that_does_not_exist_is_refused():
    with pytest.raises(ConfigError, match="no recogniser named 'rapidorc'") as caught:
        read(pdf(FEE), ocr="rapidorc")
    assert "rapidocr" in caught.value.hint


def test_page_is_read_again_by_whom_the_caller_names():
    content = scanned_pdf((scan(FEE), NOTICE), (scan(FEE), FEE), hidden=True)
    again = parser_of("pdf", {}, rereads=(Reread((1,), "ocr"),))
    document = again.read(content, "a.pdf")
    assert document.text.startswith("The monthly fee")
    assert [page.source for page in document.profile.pages] == ["recognised", "mixed"]
    assert document.parse.fingerprint != parser_of("pdf", {}).parse.fingerprint


def test_parse_names_a_recogniser_only_where_there_is_something_to_recognise():
    scanned = scanned_pdf((None, FEE), (scan(NOTICE), ()))
    assert read(pdf(FEE)).parse == read(pdf(FEE), ocr="off").parse
    assert "ocr" not in read(pdf(FEE)).parse.options
    assert read(scanned).parse == parser_of("pdf", {}).parse
    assert read(scanned, ocr="off").parse.options == "ocr=none"


def test_only_a_document_with_images_is_read_again_by_another_recogniser(tmp_path: Path):
    files = [tmp_path / "text.pdf", tmp_path / "scan.pdf"]
    for file, content in zip(files, (pdf(FEE), scanned_pdf((None, FEE), (scan(NOTICE), ()))), strict=True):
        file.write_bytes(content)

    def added(ocr: str) -> list[str]:
        with pincite.open(tmp_path / "library", settings={"ocr": ocr}) as library:
            return [each.status for each in library.add(*files, isolated=False)]

    assert [added("off"), added("off")] == [["added", "added"], ["unchanged", "unchanged"]]
    assert [added("auto"), added("auto")] == [["unchanged", "updated"], ["unchanged", "unchanged"]]


def test_picture_beside_text_is_read_into_a_paragraph_of_its_own():
    picture = scan(lines("Chart of costs", y=60, size=20)).crop((0, 0, 600, 214))
    body = [
        *lines("Costs rose in the second year by a", "fifth.", y=60),
        *lines("They fell after it.", y=290),
    ]
    document = read(scanned_pdf((picture, body), box=(50, 150, 350, 257)))
    paragraphs = [paragraph.span.of(document.text) for paragraph in document.paragraphs]
    assert paragraphs == [
        "Costs rose in the second year by a\nfifth.",
        "Chart of costs",
        "They fell after it.",
    ]
    (figure,) = document.figures
    assert figure.span is not None
    assert figure.span.of(document.text) == "Chart of costs"
    assert (figure.box.x0, figure.box.y0, figure.box.x1, figure.box.y1) == (50, 150, 350, 257)
    assert document.profile.pages[0].source == "mixed"


def test_picture_without_words_is_a_figure_without_text_and_one_colour_is_none():
    gradient = scan([]).resize((300, 100))
    for x in range(300):
        gradient.paste((x % 256, 90, 200), (x, 20, x + 1, 80))
    document = read(scanned_pdf((gradient, FEE), (scan([]), FEE), box=(50, 180, 350, 280)))
    (figure,) = document.figures
    assert (figure.box.page, figure.span) == (1, None)


def test_picture_on_page_after_page_is_decoration():
    logo = scan(lines("Acme Limited", y=60, size=20)).crop((0, 0, 500, 200))
    document = read(scanned_pdf(*[(logo, FEE)] * 3, box=(50, 200, 200, 260)))
    assert document.figures == ()
    assert "Acme" not in document.text


LINE = "The fee is 4,000 euros a year."
STRUCK = text(LINE, 500) + stroked(50, 50 + stringWidth(LINE, "Helvetica", 11), 503)


@pytest.mark.parametrize("ocr", ["auto", "off"])
def test_words_that_are_struck_out_are_not_read_from_the_image_of_their_page(ocr):
    with pytest.raises(InputError, match="shows no text"):
        read(streamed(STRUCK), ocr)


def test_what_an_image_shows_beside_struck_words_is_recognised_without_them():
    letters = scan(NOTICE).convert("L").resize((500, 500))
    content = streamed(shown("I", 20, 100, 360, 300) + STRUCK, images={"I": letters.tobytes()})
    document = read(content)
    assert "days of notice" in document.seen_text
    assert "4,000" not in document.seen_text
    assert [each.kind for each in document.unseen] == ["struck"]
