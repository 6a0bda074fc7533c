"""The numbers down the margin of a pleading are no part of its sentences; those of a table are its cells."""

from __future__ import annotations

from printed import Drawn, pdf

from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Document

_SPEECH = (
    "THE COURT: We will hear the motion",
    "to compel the production of the ledger.",
    "MR. ROE: The ledger was produced in May,",
    "and the other side has had it since then.",
)


def read(content: bytes) -> Document:
    return PdfParser().read(content, "a.pdf")


def numbered(first: int = 0, last: int = 25, texts: int = 20) -> list[Drawn]:
    """A page of a transcript: 25 numbers, text beside the first of them."""
    numbers = [Drawn(str(line + 1), 60 + 20 * line, x=36 if line > 8 else 42) for line in range(first, last)]
    said = [Drawn(_SPEECH[line % 4], 60 + 20 * line, x=80) for line in range(texts)]
    return [drawn for pair in zip(numbers, [*said, *[None] * 99], strict=False) for drawn in pair if drawn]


def body(document: Document) -> str:
    return document.text[: document.pages[-1].end]


def test_sentences_of_a_transcript_read_without_line_numbers():
    document = read(pdf(numbered(), numbered(texts=12)))
    assert (
        "MR. ROE: The ledger was produced in May,\nand the other side has had it since then." in document.text
    )
    assert not any(word.isdigit() for word in body(document).split())


def test_line_numbers_stay_as_furniture_with_their_boxes():
    document = read(pdf(numbered(), numbered()))
    headers = [block.span.of(document.text) for block in document.blocks if block.kind == "header"]
    assert headers == [" ".join(map(str, range(1, 26)))] * 2
    boxes = [box for span, box in document.words if span.of(document.text) == "25" and box.page == 2]
    assert [round(box.y1) for box in boxes] == [540]


def test_lone_page_with_numbers_beside_nothing_is_a_numbered_one():
    assert not any(word.isdigit() for word in body(read(pdf(numbered(texts=18)))).split())


def test_numbers_of_a_list_that_fills_a_page_are_read_with_it():
    document = read(pdf(numbered(last=20, texts=20)))
    assert "20" in body(document).split()


def test_numbers_that_go_on_over_pages_are_read():
    rows = [[Drawn(str(20 * p + n), 60 + 20 * n, x=40) for n in range(1, 21)] for p in range(2)]
    named = [[*page, *(Drawn("Bolt, galvanised", 60 + 20 * n, x=80) for n in range(1, 21))] for page in rows]
    assert "17" in body(read(pdf(*named))).split()
