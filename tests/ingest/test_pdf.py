"""Born-digital PDF: one running text, and a box for every word."""

from __future__ import annotations

import pytest
from printed import HEIGHT, LEADING, LEFT, TOP, WIDTH, Drawn, lines, pdf, without_pages

from pincite.errors import InputError
from pincite.ingest.chunk import chunks
from pincite.ingest.ocr.rapid import RapidOcr
from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Box, Document
from pincite.records.span import Span
from pincite.structure.excerpts import passages

FULL = "The Supplier shall deliver the goods to the warehouse"


def read(content: bytes, password: str | None = None) -> Document:
    return PdfParser(password).read(content, "a.pdf")


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind, block.span.of(document.text)) for block in document.blocks]


def box_of(document: Document, words: str) -> Box:
    start = document.text.index(words)
    (box,) = document.words.boxes(Span(start, start + len(words)))
    return box


def furnished(*bodies: list[Drawn]) -> bytes:
    """Pages with a running header and a page number around each body."""
    return pdf(
        *(
            [Drawn("Supply Agreement", 30), *body, Drawn(f"Page {number}", HEIGHT - 30)]
            for number, body in enumerate(bodies, start=1)
        )
    )


def full_page(*last: str) -> list[Drawn]:
    """A page filled with sentences, ending with these lines."""
    return lines(*[f"{FULL} daily."] * (28 - len(last)), *last)


def test_sentence_over_a_page_break_is_one_block():
    document = read(
        furnished(full_page(f"{FULL} in"), lines("Delft within 30 days. It pays."), lines("The end."))
    )
    assert ("sentence", f"{FULL} in\nDelft within 30 days.") in blocks(document)


def test_sentence_over_a_page_break_can_be_quoted_with_a_box_on_each_page():
    document = read(furnished(full_page(f"{FULL} in"), lines("Delft within 30 days."), lines("The end.")))
    start = document.text.index("warehouse in\nDelft")
    boxes = document.words.boxes(Span(start, start + len("warehouse in\nDelft")))
    assert [box.page for box in boxes] == [1, 2]


def test_headers_and_footers_stand_after_the_body_in_page_order():
    document = read(furnished(lines("Fees are due."), lines("Costs are due."), lines("All is due.")))
    body, after = document.text.split("All is due.")
    assert "Page" not in body
    assert "Supply" not in body
    assert after.split("\n") == [
        "",
        "",
        *(line for n in (1, 2, 3) for line in ("Supply Agreement", f"Page {n}")),
    ]
    assert [block.kind for block in document.blocks][-2:] == ["header", "footer"]


def test_page_knows_its_headers_and_footers():
    document = read(furnished(lines("Fees are due."), lines("Costs are due."), lines("All is due.")))
    page = document.pages[1]
    assert document.text[page.start : page.end] == "Costs are due."
    assert [span.of(document.text) for span in page.furniture] == ["Supply Agreement", "Page 2"]
    assert document.page_of(page.furniture[0].start) == page


def test_section_never_includes_headers_or_footers():
    bodies = [lines("1. Fees", font="Helvetica-Bold"), lines("Fees are due."), lines("All is due.")]
    document = read(furnished(*bodies))
    (section,) = document.sections
    assert section.span.of(document.text).endswith("All is due.")
    assert (section.start_page, section.end_page) == (1, 3)
    assert document.blocks[-1].section is None


def test_line_of_the_body_that_repeats_stays_in_the_body():
    pages = [lines(f"{FULL} no. {n}.", "The fee is due monthly.", f"Clause {n} ends here.") for n in range(4)]
    document = read(furnished(*pages))
    assert blocks(document).count(("sentence", "The fee is due monthly.")) == 4


def test_table_head_that_repeats_on_a_few_pages_stays_in_the_body():
    head = [Drawn("Item", TOP), Drawn("Price", TOP, x=300)]
    tables = [[*head, *lines(f"Nails {n}", y=TOP + LEADING)] for n in range(3)]
    texts = [lines(f"{FULL} in year {n}.") for n in range(6)]
    document = read(furnished(*tables, *texts))
    assert [text for kind, text in blocks(document) if kind == "sentence"].count("Item Price") == 3


def test_sentences_that_differ_only_in_their_amounts_stay_in_the_body():
    rents = [4_120, 3_905, 5_250, 4_480, 6_015, 3_300, 7_710, 2_985]
    pages = [
        [
            Drawn(f"The monthly rent of Unit {number} is EUR {rent}.", 30),
            *full_page(),
            Drawn(f"Page {number}", HEIGHT - 30),
        ]
        for number, rent in enumerate(rents, start=1)
    ]
    document = read(pdf(*pages))
    kinds = {kind for kind, text in blocks(document) if "monthly rent" in text}
    assert kinds == {"sentence"}


def test_page_printed_twice_keeps_its_words():
    page = [Drawn("MEMO", 30), *lines("To all staff.")]
    assert {kind for kind, _ in blocks(read(pdf(page, page)))} <= {"heading", "sentence"}


def test_two_pages_share_a_header_and_count_up():
    document = read(
        furnished(lines("Fees are due.", "They are paid."), lines("Costs are due.", "They rest."))
    )
    assert [kind for kind, _ in blocks(document)][-4:] == ["header", "footer", "header", "footer"]


def test_single_page_has_no_furniture_but_its_page_count():
    document = read(
        pdf([Drawn("Supply Agreement", 30), *lines("Fees are due."), Drawn("Page 1 of 1", HEIGHT - 30)])
    )
    assert [text for kind, text in blocks(document) if kind in ("header", "footer")] == ["Page 1 of 1"]


def test_page_numbers_that_follow_the_text_are_footers():
    pages = [[*lines(f"Fee no. {n} is due."), Drawn(str(n), TOP + 40 + 30 * n, x=200)] for n in range(1, 6)]
    assert [text for kind, text in blocks(read(pdf(*pages))) if kind == "footer"] == ["1", "2", "3", "4", "5"]


def test_roman_number_of_the_contents_page_is_a_footer_like_those_that_count_up_after_it():
    labels = ["i", "1", "2", "3"]
    pages = [
        [*lines(*(f"Fee {label}{row} is due." for row in range(n + 3))), Drawn(label, HEIGHT - 30, x=200)]
        for n, label in enumerate(labels)
    ]
    assert [text for kind, text in blocks(read(pdf(*pages))) if kind == "footer"] == labels


def test_page_numbers_with_the_letter_of_their_part_are_footers():
    pages = [
        [*lines(*(f"Fee {n}{row} is due." for row in range(n))), Drawn(f"F-{n}", HEIGHT - 30, x=200)]
        for n in (3, 4)
    ]
    assert [text for kind, text in blocks(read(pdf(*pages))) if kind == "footer"] == ["F-3", "F-4"]


def test_last_words_of_a_page_are_no_footer_where_other_pages_have_their_numbers():
    ends = ["Payable.", "1", "2", "3"]
    pages = [
        [*lines(*(f"Fee {end}{row} is due." for row in range(n + 3))), Drawn(end, HEIGHT - 30, x=200)]
        for n, end in enumerate(ends)
    ]
    assert [text for kind, text in blocks(read(pdf(*pages))) if kind == "footer"] == ["1", "2", "3"]


def test_number_inside_a_sentence_that_wraps_before_the_next_one_cuts_nothing():
    parties = "This lease is made between (1) Hill Estates Limited and"
    text = [parties, "(2) Pell & Marsh LLP, who are both of London.", "They have agreed what follows."]
    assert f"{parties}\n{text[1]}" in [text for _, text in blocks(read(pdf(lines(*text))))]


def test_words_that_are_all_a_page_has_are_its_body():
    pages = [[*lines("Fees are due."), Drawn(str(n), HEIGHT - 30)] for n in range(1, 6)]
    assert blocks(read(pdf(*pages))).count(("sentence", "Fees are due.")) == 5


def test_word_hyphenated_at_a_line_end_keeps_hyphen_and_line_break():
    document = read(pdf(lines("The party that caused the termi-", "nation of the agreement pays.")))
    assert document.text == "The party that caused the termi-\nnation of the agreement pays."
    assert len(document.blocks) == 1


def test_word_hyphenated_at_a_page_end_is_in_one_block():
    document = read(pdf(full_page(f"{FULL[:-4]}-"), lines("ouse in Delft.")))
    assert document.blocks[-1].span.of(document.text).endswith("wareh-\nouse in Delft.")


def test_hyphens_inside_a_line_stay():
    assert (
        read(pdf(lines("A well-known 10-20 day self-service."))).text
        == "A well-known 10-20 day self-service."
    )


def test_no_character_of_the_text_is_a_noncharacter_or_control():
    text = read(pdf(lines("soft\xadhyphen and termi-", "nation of “quotes” – done"))).text
    assert text == "soft-hyphen and termi-\nnation of “quotes” – done"


def test_lines_are_numbered_through_the_document():
    document = read(pdf(lines("Fees are due.", "", "Costs are due."), lines("All is due.")))
    assert [(line.number, line.page, line.span.of(document.text)) for line in document.lines] == [
        (1, 1, "Fees are due."),
        (2, 1, "Costs are due."),
        (3, 2, "All is due."),
    ]


def test_line_box_covers_the_line():
    drawn = Drawn("Fees are due.", 120)
    box = read(pdf([drawn])).lines[0].box
    assert box is not None
    assert (box.x0, box.x1) == pytest.approx((drawn.x, drawn.end), abs=2)
    assert box.y0 < drawn.y - 5 < drawn.y < box.y1 + 1


@pytest.mark.parametrize("font", ["Helvetica", "Times-Roman", "Courier-Bold"])
@pytest.mark.parametrize("size", [7.0, 18.0])
def test_word_boxes_cover_exactly_the_words(font, size):
    words = [Drawn(word, 200, x, font, size) for word, x in (("Monthly", 50), ("fee", 180), ("due", 260))]
    document = read(pdf(words))
    for drawn in words:
        box = box_of(document, drawn.text)
        assert (box.x0, box.x1) == pytest.approx((drawn.x, drawn.end), abs=2)
        assert box.y0 == pytest.approx(drawn.y - 0.75 * size, abs=0.35 * size)
        assert box.y1 == pytest.approx(drawn.y, abs=0.35 * size)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_boxes_turn_with_the_page(rotation):
    drawn = Drawn("Fees", 120, x=70)
    box = box_of(read(pdf([drawn], rotation=rotation)), "Fees")
    upright = (drawn.x, drawn.y - 8, drawn.end, drawn.y)
    x0, y0, x1, y1 = upright
    turned = {
        0: upright,
        90: (HEIGHT - y1, x0, HEIGHT - y0, x1),
        180: (WIDTH - x1, HEIGHT - y1, WIDTH - x0, HEIGHT - y0),
        270: (y0, WIDTH - x1, y1, WIDTH - x0),
    }
    assert (box.x0, box.y0, box.x1, box.y1) == pytest.approx(turned[rotation], abs=4)


def test_boxes_count_from_the_corner_of_the_crop_box():
    drawn = Drawn("Fees", 120, x=70)
    box = box_of(read(pdf([drawn], crop=40)), "Fees")
    assert box.x0 == pytest.approx(drawn.x - 40, abs=2)
    assert box.y1 == pytest.approx(drawn.y, abs=4)


def test_paragraphs_are_told_apart_by_distance():
    document = read(pdf(lines(f"{FULL} and", "the office.", "", f"{FULL} and", "the shop.")))
    assert document.text == f"{FULL} and\nthe office.\n\n{FULL} and\nthe shop."
    assert len(document.paragraphs) == 2


def test_paragraphs_are_told_apart_by_their_first_line():
    first = Drawn(f"{FULL} today.", TOP)
    second = Drawn("It pays all duties and taxes on the goods it sells,", TOP + LEADING, x=LEFT + 20)
    rest = lines("and all costs.", y=TOP + 2 * LEADING)
    assert len(read(pdf([first, second, *rest])).paragraphs) == 2


@pytest.mark.parametrize(
    ("heading", "found_by"),
    [
        (Drawn("7. Fees and costs", TOP, font="Helvetica-Bold"), "numbering"),
        (Drawn("Fees and costs", TOP, font="Helvetica-Bold"), "font"),
        (Drawn("Fees and costs", TOP, size=16), "font"),
        (Drawn("FEES AND COSTS", TOP), "capitals"),
        (Drawn("7.2 Fees and Costs", TOP), "numbering"),
    ],
)
def test_heading_is_recognised(heading, found_by):
    body = lines(*[f"{FULL} daily."] * 5, y=TOP + 2 * LEADING)
    (section,) = read(pdf([heading, *body])).sections
    assert (section.title, section.found_by) == (heading.text, found_by)


def test_bold_words_at_the_end_of_a_sentence_are_no_heading():
    page = [*lines(*[f"{FULL} and"] * 4), *lines("the parties.", y=TOP + 4 * LEADING, font="Helvetica-Bold")]
    assert read(pdf(page)).sections == ()


def test_list_items_are_bullets():
    document = read(pdf(lines("The fee covers:", "• travel;", "• meals.", "", f"{FULL}.")))
    assert blocks(document)[1:3] == [("bullet", "• travel;"), ("bullet", "• meals.")]


def test_bullet_drawn_apart_from_its_text_is_on_its_line():
    document = read(pdf([Drawn("•", TOP, size=14), Drawn("travel", TOP, x=LEFT + 18)]))
    assert document.text == "• travel"


def test_page_without_text_is_allowed_and_named():
    document = read(pdf(lines("Fees are due."), [], lines("Costs are due.")))
    assert document.caveats == ("page 2 holds no readable text",)
    assert document.pages[1].start == document.pages[1].end


def test_pages_are_labelled_with_their_numbers():
    assert [page.label for page in read(pdf(lines("One."), lines("Two."))).pages] == ["1", "2"]


def test_passages_and_chunks_hold_headers_and_footers_too():
    document = read(furnished(*[full_page()] * 4))
    for pieces in (passages(document), chunks(document)):
        assert all(any(piece.span.covers(block.span) for piece in pieces) for block in document.blocks)


def test_encrypted_file_is_refused_with_a_next_step():
    with pytest.raises(InputError) as caught:
        read(pdf(lines("Fees."), password="secret"))
    assert caught.value.message == "a.pdf is encrypted."
    assert caught.value.hint == "Remove the password, or pass --password."


def test_wrong_password_is_refused():
    with pytest.raises(InputError, match="is encrypted"):
        read(pdf(lines("Fees."), password="secret"), password="guess")


@pytest.mark.parametrize("password", [None, "guess", "mine"])
def test_file_that_only_its_owner_may_change_opens_with_any_password(password):
    content = pdf(lines("Fees are due."), owner="mine")
    assert read(content, password).text == "Fees are due."


def test_password_opens_the_file_and_leaves_no_trace():
    parser = PdfParser("secret")
    document = parser.read(pdf(lines("Fees are due."), password="secret"), "a.pdf")
    assert document.text == "Fees are due."
    assert document.parse == read(pdf(lines("Fees are due."))).parse
    assert "secret" not in repr(parser)


def test_file_without_pages_is_refused():
    with pytest.raises(InputError, match=r"a\.pdf"):
        read(without_pages())


@pytest.mark.parametrize("share", [0.05, 0.5, 0.9, 0.97])
def test_truncated_file_is_refused(share):
    content = pdf(*[full_page()] * 3)
    with pytest.raises(InputError, match=r"a\.pdf"):
        read(content[: int(len(content) * share)])


def test_file_that_is_no_pdf_is_refused():
    with pytest.raises(InputError, match="cannot be read as a PDF"):
        read(b"%PDF-1.4\nnothing else %%EOF")


@pytest.mark.parametrize("recogniser", [None, RapidOcr()])
def test_file_of_blank_pages_is_refused_as_blank_and_not_as_scanned(recogniser):
    with pytest.raises(InputError, match="its 2 pages are blank"):
        PdfParser(recogniser=recogniser).read(pdf([], []), "a.pdf")


@pytest.mark.parametrize("number", ["Page 1", "Page 1 of 2", "1 of 2", "- 1 -", "https://example.com/a 1/2"])
def test_number_of_a_lone_page_is_no_part_of_its_text(number):
    document = read(pdf([*lines("Fees are due monthly."), Drawn(number, HEIGHT - 30)]))
    assert document.text[: document.pages[0].end] == "Fees are due monthly."


def test_lone_number_in_the_middle_of_the_foot_of_a_lone_page_is_its_number():
    document = read(pdf([*lines("Fees are due monthly."), Drawn("1", HEIGHT - 30, x=WIDTH / 2 - 3)]))
    assert document.text[: document.pages[0].end] == "Fees are due monthly."


@pytest.mark.parametrize("words", ["Acme Ltd, 1 High Street", "4,500", "1/2", "12 of these"])
def test_other_words_at_the_foot_of_a_lone_page_are_read(words):
    document = read(pdf([*lines("Fees are due monthly."), Drawn(words, HEIGHT - 30)]))
    assert words in document.text[: document.pages[0].end]


def test_page_number_that_is_all_that_a_page_has_is_read():
    assert read(pdf([Drawn("Page 1", HEIGHT - 30)])).blocks[0].kind not in ("header", "footer")
