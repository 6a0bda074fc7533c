"""What fields, stamps and free text show on a page is read; comments and hidden fields are not."""

from __future__ import annotations

import ctypes
import io
from collections.abc import Callable

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest
from printed import lines, pdf
from reportlab.pdfgen.canvas import Canvas

from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Document


def form(*draw: Callable[[Canvas], object], rotation: int = 0) -> bytes:
    """A page of 400 by 600 points with what is drawn on it."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(600, 400) if rotation % 180 else (400, 600), invariant=1)
    canvas.setPageRotation(rotation)
    for step in draw:
        step(canvas)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def label(text: str, x: float, y: float) -> Callable[[Canvas], object]:
    return lambda canvas: canvas.drawString(x, y, text)


def text_field(value: str, x: float, y: float, **look: object) -> Callable[[Canvas], object]:
    name = f"{value[:4]}{x}{y}"
    look = {"width": 150, "height": 18, "fontSize": 11, **look}
    return lambda canvas: canvas.acroForm.textfield(name=name, x=x, y=y, value=value, **look)


def tick(x: float, y: float, checked: bool) -> Callable[[Canvas], object]:
    return lambda canvas: canvas.acroForm.checkbox(name=f"{x}{y}", x=x, y=y, size=12, checked=checked)


def radio(value: str, x: float, y: float, selected: bool) -> Callable[[Canvas], object]:
    return lambda canvas: canvas.acroForm.radio(name="r", value=value, x=x, y=y, size=12, selected=selected)


def read(content: bytes) -> Document:
    return PdfParser().read(content, "form.pdf")


def annotated(content: bytes, *notes: tuple[int, str]) -> bytes:
    """The file with these annotations on its first page: stamps show their words, others note them."""
    document = pdfium.PdfDocument(content)
    page = document[0]
    for place, (kind, words) in enumerate(notes):
        note = raw.FPDFPage_CreateAnnot(page.raw, kind)
        raw.FPDFAnnot_SetRect(note, raw.FS_RECTF(200, 420 - 20 * place, 390, 400 - 20 * place))
        encoded = (words + "\0").encode("utf-16-le")
        wide = (ctypes.c_ushort * len(words + "\0")).from_buffer_copy(encoded)
        if kind == raw.FPDF_ANNOT_STAMP:
            drawn = raw.FPDFPageObj_NewTextObj(document.raw, b"Helvetica", 12.0)
            raw.FPDFText_SetText(drawn, wide)
            raw.FPDFPageObj_Transform(drawn, 1, 0, 0, 1, 210, 404 - 20 * place)
            raw.FPDFAnnot_AppendObject(note, drawn)
        else:
            raw.FPDFAnnot_SetStringValue(note, b"Contents", wide)
        raw.FPDFPage_CloseAnnot(note)
    page.close()
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def test_value_of_a_field_stands_in_the_line_of_its_label():
    document = read(form(label("Name of the insured:", 50, 300), text_field("Ada Lovelace", 170, 295)))
    assert document.text == "Name of the insured: Ada Lovelace"


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_words_of_a_field_have_their_boxes(rotation):
    document = read(form(label("Name:", 50, 300), text_field("Ada Lovelace", 170, 295), rotation=rotation))
    boxes = {span.of(document.text): box for span, box in document.words}
    box = boxes["Ada"]
    # The field reaches from 170 to 320 across and from 295 to 313 up the page before it is turned.
    x0, y0, x1, y1 = {
        0: (170, 287, 320, 305),
        90: (295, 170, 313, 320),
        180: (80, 295, 230, 313),
        270: (287, 80, 305, 230),
    }[rotation]
    assert x0 <= box.x0 < box.x1 <= x1
    assert y0 <= box.y0 < box.y1 <= y1


def test_value_far_right_of_its_label_stands_in_its_line():
    rows = (
        label("Name:", 50, 500),
        text_field("Ada", 250, 495),
        label("City:", 50, 470),
        text_field("Rome", 250, 465),
    )
    assert read(form(*rows)).text.split("\n\n") == ["Name: Ada", "City: Rome"]


def test_value_under_its_label_follows_it():
    drawn = (
        label("First name", 50, 520),
        label("Last name", 220, 520),
        text_field("Ada", 50, 495),
        text_field("Lovelace", 220, 495),
        label("Please sign below.", 50, 450),
    )
    words = read(form(*drawn)).text.split()
    assert words == ["First", "name", "Last", "name", "Ada", "Lovelace", "Please", "sign", "below."]


def test_two_fields_in_one_line_stand_each_behind_its_own_label():
    def printed(canvas):
        canvas.drawString(50, 500, "From")
        canvas.drawString(180, 500, "to")

    document = read(
        form(printed, text_field("1 May", 90, 495, width=80), text_field("2 June", 210, 495, width=80))
    )
    assert document.text.replace("\t", " ") == "From 1 May to 2 June"


def test_lines_of_a_field_follow_each_other():
    address = text_field("1 High Street\nLondon", 170, 430, height=50, fieldFlags="multiline")
    document = read(form(label("Address:", 50, 470), address, label("Country:", 50, 400)))
    assert document.text.split() == ["Address:", "1", "High", "Street", "London", "Country:"]


def test_cells_of_a_comb_field_are_one_word():
    number = text_field("12345", 170, 495, maxlen=10, fieldFlags="comb")
    document = read(form(label("Policy number:", 50, 500), number))
    assert document.text == "Policy number: 12345"


def test_ticked_box_does_not_read_like_an_unticked_one():
    boxes = label("Smoker", 70, 500), tick(50, 498, True), label("Diabetic", 70, 480), tick(50, 478, False)
    assert read(form(*boxes)).text.split("\n\n") == ["☒ Smoker", "☐ Diabetic"]


def test_selected_radio_button_is_told_from_the_others():
    yes = label("Yes", 70, 500), radio("y", 50, 498, True)
    no = label("No", 120, 500), radio("n", 100, 498, False)
    assert read(form(*yes, *no)).text == "☒ Yes ☐ No"


def test_printed_box_under_a_tick_box_is_not_read_twice():
    def glyph(canvas):
        canvas.setFont("ZapfDingbats", 12)
        canvas.drawString(50, 500, "q")

    document = read(form(label("Smoker", 70, 500), glyph, tick(49, 498, True)))
    assert document.text == "☒ Smoker"


def test_chosen_options_are_read_and_the_others_are_not():
    def fields(canvas):
        look = {"width": 100, "fontSize": 11}
        canvas.acroForm.choice(
            name="a", x=120, y=495, height=18, value="Gold", options=["Gold", "Tin"], **look
        )
        canvas.acroForm.listbox(
            name="b", x=120, y=400, height=50, value="Rome", options=["Oslo", "Rome", "Bern"], **look
        )

    document = read(form(label("Plan:", 50, 500), label("City:", 50, 440), fields))
    assert document.text.split() == ["Plan:", "Gold", "City:", "Rome"]


def test_value_without_an_appearance_is_read():
    content = form(label("Name:", 50, 500), text_field("Ada Lovelace", 170, 495)).replace(
        b"/AP <<", b"/XX <<"
    )
    assert read(content).text == "Name: Ada Lovelace"


@pytest.mark.parametrize("flag", ["hidden", "noview"])
def test_hidden_field_is_not_read(flag):
    secret = text_field("Secret", 170, 495, annotationFlags=flag)
    assert read(form(label("Name:", 50, 500), secret)).text == "Name:"


def test_form_that_holds_nothing_but_values_is_read():
    assert read(form(text_field("Ada Lovelace", 170, 495))).text == "Ada Lovelace"


def test_stamp_is_read_and_comments_are_counted():
    page = pdf(lines("The goods were received", "in good order."))
    notes = (
        (raw.FPDF_ANNOT_STAMP, "PAID"),
        (raw.FPDF_ANNOT_TEXT, "Really?"),
        (raw.FPDF_ANNOT_HIGHLIGHT, "Check"),
    )
    document = read(annotated(page, *notes))
    assert "PAID" in document.text
    assert "Really" not in document.text
    assert document.caveats == ("2 comments were not read",)


def test_mark_without_a_word_is_no_comment():
    page = pdf(lines("The goods were received", "in good order."))
    assert read(annotated(page, (raw.FPDF_ANNOT_HIGHLIGHT, ""))).caveats == ()


def test_free_text_that_no_appearance_draws_counts_as_a_comment():
    def note(canvas):
        canvas.freeTextAnnotation("Ask Bo", DA="/Helv 12 Tf 0 g", Rect=[50, 300, 200, 330])

    document = read(form(label("Fees are due.", 50, 500), note))
    assert document.text == "Fees are due."
    assert document.caveats == ("1 comment was not read",)
