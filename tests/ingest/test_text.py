"""Plain text: the file unchanged, with everything else as ranges."""

from __future__ import annotations

import pytest

from pincite.errors import InputError
from pincite.ingest.text import TextParser
from pincite.records.document import Document


def read(text: str | bytes) -> Document:
    content = text.encode() if isinstance(text, str) else text
    return TextParser().read(content, "a.txt")


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind, block.span.of(document.text)) for block in document.blocks]


def headings(document: Document) -> list[tuple[int, str]]:
    return [(section.level, section.title) for section in document.sections]


def test_text_is_the_file_unchanged():
    text = "  Fees\r\n\r\nare 5 €.\t\r\n"
    assert read(text).text == text


def test_byte_order_mark_is_dropped():
    assert read("\ufeffFees.").text == "Fees."


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_is_read_by_its_byte_order_mark(encoding):
    document = read(("\ufeff" + "Fee: 5 €").encode(encoding))
    assert (document.text, document.caveats) == ("Fee: 5 €", ())


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_encoding_without_a_mark_is_told_by_its_nul_bytes(encoding):
    document = read("Fee: 5 € – “net” für 3 Jahre.".encode(encoding))
    assert document.text == "Fee: 5 € – “net” für 3 Jahre."
    assert encoding.upper() in document.caveats[0]


def test_few_damaged_bytes_do_not_turn_utf8_into_another_encoding():
    document = read("Fee: 5 € – “net” für Müller".encode() + b" \xff.")
    assert document.text == "Fee: 5 € – “net” für Müller \ufffd."
    assert "1 damaged places" in document.caveats[0]


def test_windows_1252_is_read_with_a_caveat():
    document = read("Fee: 5 € – “net”".encode("cp1252"))
    assert document.text == "Fee: 5 € – “net”"
    assert "Windows-1252" in document.caveats[0]


@pytest.mark.parametrize("text", ["", " \n\t\r\n", "-----\n====="])
def test_file_without_words_is_refused(text):
    with pytest.raises(InputError, match=r"a\.txt contains no text"):
        read(text)


@pytest.mark.parametrize("bad", ["\0", "\ufffe", "\uffff"])
def test_characters_that_are_none_are_refused(bad):
    with pytest.raises(InputError, match=f"U\\+{ord(bad):04X}"):
        read(f"Fees{bad} are due.")


def test_broken_utf16_is_refused():
    with pytest.raises(InputError, match="UTF-16"):
        read(b"\xff\xfeF\x00e")


def test_lines_have_the_numbers_that_an_editor_shows():
    document = read("one\r\n\r\n  three\rfour\n")
    assert [(line.number, line.span.of(document.text)) for line in document.lines] == [
        (1, "one"),
        (3, "  three"),
        (4, "four"),
    ]


def test_text_without_form_feeds_has_no_pages():
    document = read("Fees are due.")
    assert document.pages == ()
    assert document.lines[0].page is None
    assert document.blocks[0].page is None


def test_form_feed_starts_a_page():
    document = read("First page.\n\fSecond page.\n\f")
    assert [(page.number, page.label) for page in document.pages] == [(1, "1"), (2, "2")]
    assert [(block.page, block.span.of(document.text)) for block in document.blocks] == [
        (1, "First page."),
        (2, "Second page."),
    ]


def test_form_feed_between_words_ends_the_line():
    document = read("one\ftwo\nthree")
    assert [(line.number, line.page) for line in document.lines] == [(1, 1), (2, 2), (3, 2)]


def test_sentence_over_a_form_feed_is_one_block():
    document = read("The Supplier shall deliver the goods to the\n\fwarehouse in Delft. It pays.")
    assert blocks(document)[0] == (
        "sentence",
        "The Supplier shall deliver the goods to the\n\fwarehouse in Delft.",
    )


def test_empty_page_has_no_extent():
    page = read("One.\f\fThree.").pages[1]
    assert page.start == page.end


@pytest.mark.parametrize(
    ("title", "level"),
    [
        ("1. Definitions", 1),
        ("7.2 Fees", 2),
        ("ARTICLE IV – TERM", 1),
        ("Section 3 Payment", 1),
        ("GOVERNING LAW", 1),
        ("§ 4 Haftung", 1),
    ],
)
def test_heading_is_recognised(title, level):
    document = read(
        f"1 Scope\n\nOne.\n\n2 Term\n\nTwo.\n\n3 Price\n\nThree.\n\n{title}\n\nThe parties agree as follows."
    )
    assert headings(document)[-1] == (level, title)


def test_underlined_title_is_a_heading_without_its_rule():
    document = read("Background\n==========\n\nThe parties met.")
    assert blocks(document) == [("heading", "Background"), ("sentence", "The parties met.")]


@pytest.mark.parametrize(
    "line",
    [
        "The Supplier shall pay the fee.",
        "1.5 million euros were paid.",
        "12 High Street",
        "1 January 2024",
        "Section 3 applies to all payments.",
        "1. Definitions .................... 4",
        "USD 1,200",
    ],
)
def test_line_that_only_looks_like_a_heading_is_none(line):
    assert read(f"Words before.\n\n{line}\n\nWords after.").sections == ()


def test_paragraph_in_capitals_is_no_heading():
    text = (
        "IN NO EVENT SHALL EITHER PARTY BE LIABLE FOR ANY INDIRECT OR CONSEQUENTIAL\n"
        "LOSS ARISING OUT OF THIS AGREEMENT."
    )
    assert read(f"{text}\n\nFees are due.").sections == ()


def test_section_ends_at_the_next_heading_of_its_level_or_higher():
    document = read("1. Fees\n\nA.\n\n1.1 Late payment\n\nB.\n\n2. Term\n\nC.")
    first, late, term = document.sections
    assert (first.span.end, late.span.end) == (term.span.start, term.span.start)
    assert [section.title for section in document.section_path(1)] == ["1. Fees", "1.1 Late payment"]
    assert term.span.end == len(document.text)


def test_numbering_inside_a_schedule_stands_under_it():
    document = read("1. Fees\n\nA.\n\nSCHEDULE 1\n\n1. Scope\n\nB.\n\nSCHEDULE 2\n\nC.")
    assert headings(document) == [(1, "1. Fees"), (1, "SCHEDULE 1"), (2, "1. Scope"), (1, "SCHEDULE 2")]


def test_clause_with_a_title_in_its_first_line_opens_a_section():
    document = read("2.1 Late payment. Interest shall accrue at 4 %.\n\n2.2 The Supplier may suspend work.")
    assert blocks(document)[0] == ("heading", "2.1 Late payment.")
    assert [block.section for block in document.blocks] == [0, 0, None]


def test_list_items_are_bullets_with_their_marks():
    document = read(
        "The fee covers:\n- travel;\n- meals; and\n- the hotel in Delft. It is booked\n  by us.\n\nIt is due."
    )
    assert blocks(document) == [
        ("sentence", "The fee covers:"),
        ("bullet", "- travel;"),
        ("bullet", "- meals; and"),
        ("bullet", "- the hotel in Delft. It is booked\n  by us."),
        ("sentence", "It is due."),
    ]


@pytest.mark.parametrize(
    "marks",
    [("(a)", "(b)"), ("(i)", "(ii)"), ("a)", "b)"), ("1)", "2)"), ("1.", "2."), ("•", "•"), ("*", "*")],
)
def test_every_kind_of_list_mark_starts_a_bullet(marks):
    first, second = marks
    document = read(f"The parties are:\n{first} the buyer\n{second} the seller\n")
    assert [kind for kind, _ in blocks(document)] == ["sentence", "bullet", "bullet"]


def test_nested_items_are_blocks_of_their_own():
    document = read("- goods:\n  - nails\n  - screws\n- services\n")
    assert [text for _, text in blocks(document)] == ["- goods:", "- nails", "- screws", "- services"]


def test_number_at_which_a_sentence_wraps_is_no_list_mark():
    document = read(
        "The milestone dates for the Services are set out in Schedule\n"
        "1. Where the Supplier learns that a date is at risk, it shall\n"
        "notify the Customer of the delay and its cause within thirty\n"
        "(30) days.\n"
    )
    assert [kind for kind, _ in blocks(document)] == ["sentence", "sentence"]


def test_lines_of_a_form_are_told_apart_by_their_labels():
    document = read(
        "Name: Anna Berg\nDate: 1 March 2024\n\nThis long line shows how wide the text is set in this file.\n"
    )
    assert [text for _, text in blocks(document)][:2] == ["Name: Anna Berg", "Date: 1 March 2024"]


def test_parser_names_itself_before_reading():
    assert TextParser().parse.fingerprint == read("Fees.").parse.fingerprint
