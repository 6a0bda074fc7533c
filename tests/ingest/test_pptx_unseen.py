"""What a presentation hides or strikes out is kept apart from what a reader sees of it."""

from __future__ import annotations

import io

import pptx
import pytest
from lxml import etree
from PIL import Image
from pptx.dml.color import RGBColor
from pptx.enum.dml import MSO_THEME_COLOR
from pptx.enum.shapes import MSO_SHAPE
from pptx.oxml.ns import qn
from pptx.util import Inches, Pt

from pincite.errors import InputError
from pincite.ingest.office.pptx import PptxParser
from pincite.records.document import Document

TITLE_ONLY, BLANK = 5, 6
WHITE, DARK = RGBColor(255, 255, 255), RGBColor(0x1F, 0x38, 0x64)


class Deck:
    """A presentation with one slide named Fees."""

    def __init__(self) -> None:
        self.file = pptx.Presentation()
        self.slide = self.add("Fees")

    def add(self, title: str):
        slide = self.file.slides.add_slide(self.file.slide_layouts[TITLE_ONLY])
        slide.shapes.title.text = title
        return slide

    def box(self, text: str, left: float = 1, top: float = 3):
        added = self.slide.shapes.add_textbox(Inches(left), Inches(top), Inches(3), Inches(1))
        added.text_frame.text = text
        return added

    def read(self) -> Document:
        buffer = io.BytesIO()
        self.file.save(buffer)
        return PptxParser().read(buffer.getvalue(), "a.pptx")


def font(box):
    return box.text_frame.paragraphs[0].runs[0].font


def background(slide, colour: RGBColor) -> None:
    slide.background.fill.solid()
    slide.background.fill.fore_color.rgb = colour


def picture() -> io.BytesIO:
    buffer = io.BytesIO()
    Image.new("RGB", (8, 8), "navy").save(buffer, "PNG")
    buffer.seek(0)
    return buffer


def seen(document: Document) -> list[str]:
    return [block.span.of(document.text) for block in document.blocks]


def unseen(document: Document) -> list[tuple[str, str]]:
    return [(each.kind, each.span.of(document.text)) for each in document.unseen]


def hide(deck: Deck) -> None:
    deck.box("The fee is 6.")._element.nvSpPr.cNvPr.set("hidden", "1")


def white(deck: Deck) -> None:
    font(deck.box("The fee is 6.")).color.rgb = RGBColor(254, 254, 254)


def background_by_name(deck: Deck) -> None:
    font(deck.box("The fee is 6.")).color.theme_color = MSO_THEME_COLOR.BACKGROUND_1


def dark_on_dark(deck: Deck) -> None:
    background(deck.slide, DARK)
    font(deck.slide.shapes.title).color.rgb = WHITE
    font(deck.box("The fee is 6.")).color.rgb = DARK


def like_its_box(deck: Deck) -> None:
    box = deck.box("The fee is 6.")
    box.fill.solid()
    box.fill.fore_color.rgb = DARK
    font(box).color.rgb = DARK


def beside_the_slide(deck: Deck) -> None:
    deck.box("The fee is 6.", left=-5)


def below_the_slide(deck: Deck) -> None:
    deck.box("The fee is 6.", top=8)


def tiny(deck: Deck) -> None:
    font(deck.box("The fee is 6.")).size = Pt(1)


@pytest.mark.parametrize(
    "change",
    [hide, white, background_by_name, dark_on_dark, like_its_box, beside_the_slide, below_the_slide, tiny],
)
def test_words_that_nobody_sees_are_no_evidence(change):
    deck = Deck()
    change(deck)
    document = deck.read()
    assert seen(document) == ["Fees"]
    assert unseen(document) == [("hidden", "The fee is 6.")]
    assert document.unseen[0].anchor == "slide 1"
    assert document.caveats == ("1 hidden line was left out.",)


def white_on_dark_slide(deck: Deck) -> None:
    background(deck.slide, DARK)
    font(deck.slide.shapes.title).color.rgb = WHITE
    font(deck.box("The fee is 6.")).color.rgb = WHITE


def white_on_dark_box(deck: Deck) -> None:
    box = deck.box("The fee is 6.")
    box.fill.solid()
    box.fill.fore_color.rgb = DARK
    font(box).color.rgb = WHITE


def white_over_picture(deck: Deck) -> None:
    deck.slide.shapes.add_picture(picture(), 0, 0, Inches(10), Inches(7))
    font(deck.box("The fee is 6.")).color.rgb = WHITE


def white_over_shape(deck: Deck) -> None:
    panel = deck.slide.shapes.add_shape(MSO_SHAPE.RECTANGLE, Inches(0), Inches(2), Inches(9), Inches(4))
    panel.fill.solid()
    panel.fill.fore_color.rgb = DARK
    font(deck.box("The fee is 6.")).color.rgb = WHITE


def white_in_a_shape_of_the_theme(deck: Deck) -> None:
    panel = deck.slide.shapes.add_shape(MSO_SHAPE.RECTANGLE, Inches(1), Inches(2), Inches(4), Inches(2))
    panel.text_frame.text = "The fee is 6."
    font(panel).color.rgb = WHITE


def gradient(deck: Deck) -> None:
    deck.slide.background.fill.gradient()
    font(deck.box("The fee is 6.")).color.rgb = WHITE


def grey(deck: Deck) -> None:
    font(deck.box("The fee is 6.")).color.rgb = RGBColor(200, 200, 200)


def partly_on_the_slide(deck: Deck) -> None:
    deck.box("The fee is 6.", left=-1)


def small(deck: Deck) -> None:
    font(deck.box("The fee is 6.")).size = Pt(6)


@pytest.mark.parametrize(
    "change",
    [
        white_on_dark_slide,
        white_on_dark_box,
        white_over_picture,
        white_over_shape,
        white_in_a_shape_of_the_theme,
        gradient,
        grey,
        partly_on_the_slide,
        small,
    ],
)
def test_words_that_a_reader_sees_stay(change):
    deck = Deck()
    change(deck)
    document = deck.read()
    assert "The fee is 6." in seen(document)
    assert document.unseen == ()


def test_hidden_slide_is_kept_apart_with_its_table_and_notes():
    deck = Deck()
    slide = deck.add("Old fees")
    table = slide.shapes.add_table(1, 2, Inches(1), Inches(3), Inches(4), Inches(1)).table
    table.cell(0, 0).text, table.cell(0, 1).text = "Nails", "4"
    slide.notes_slide.notes_text_frame.text = "Do not say this."
    slide._element.set("show", "0")
    document = deck.read()
    assert seen(document) == ["Fees"]
    assert unseen(document) == [
        ("hidden", "Old fees"),
        ("hidden", "Nails\t4"),
        ("hidden", "Do not say this."),
    ]
    assert [each.anchor for each in document.unseen] == ["slide 2", "slide 2", "slide 2, notes"]


@pytest.mark.parametrize("strike", ["sngStrike", "dblStrike"])
def test_struck_words_are_kept_apart_where_they_stood(strike):
    deck = Deck()
    paragraph = deck.box("The fee is ").text_frame.paragraphs[0]
    old, new = paragraph.add_run(), paragraph.add_run()
    old.text, new.text = "4", "5."
    old._r.get_or_add_rPr().set("strike", strike)
    document = deck.read()
    assert seen(document) == ["Fees", "The fee is 5."]
    assert unseen(document) == [("struck", "4")]
    assert document.text[document.unseen[0].at or 0 :].startswith("5.")


def test_line_through_that_is_switched_off_strikes_nothing():
    deck = Deck()
    box = deck.box("The fee is 5.")
    box.text_frame.paragraphs[0].runs[0]._r.get_or_add_rPr().set("strike", "noStrike")
    assert seen(deck.read()) == ["Fees", "The fee is 5."]


def test_struck_words_of_a_cell_leave_the_table_in_line():
    deck = Deck()
    table = deck.slide.shapes.add_table(2, 2, Inches(1), Inches(3), Inches(4), Inches(1)).table
    for row, texts in enumerate((("Item", "Fee"), ("Nails", "4"))):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text
    run = table.cell(1, 1).text_frame.paragraphs[0].runs[0]
    run._r.get_or_add_rPr().set("strike", "sngStrike")
    document = deck.read()
    assert seen(document) == ["Fees", "Item\tFee", "Nails"]
    assert unseen(document) == [("struck", "4")]
    assert document.unseen[0].anchor == "slide 1, table 1, row 2, column 2"


def test_white_words_of_a_table_stay_as_its_style_may_be_dark():
    deck = Deck()
    table = deck.slide.shapes.add_table(1, 2, Inches(1), Inches(3), Inches(4), Inches(1)).table
    table.cell(0, 0).text, table.cell(0, 1).text = "Item", "Fee"
    table.cell(0, 1).text_frame.paragraphs[0].runs[0].font.color.rgb = WHITE
    assert "Item\tFee" in seen(deck.read())


def test_colour_of_the_list_style_counts_for_runs_that_state_none():
    deck = Deck()
    box = deck.box("The fee is 6.")
    namespace = "http://schemas.openxmlformats.org/drawingml/2006/main"
    box._element.txBody.insert(
        1,
        etree.fromstring(
            f'<a:lstStyle xmlns:a="{namespace}"><a:lvl1pPr><a:defRPr><a:solidFill><a:srgbClr val="FFFFFF"/>'
            "</a:solidFill></a:defRPr></a:lvl1pPr></a:lstStyle>"
        ),
    )
    for extra in box._element.txBody.findall(f"{{{namespace}}}lstStyle")[1:]:
        box._element.txBody.remove(extra)
    assert unseen(deck.read()) == [("hidden", "The fee is 6.")]


def test_presentation_in_which_nothing_is_seen_is_refused():
    deck = Deck()
    deck.slide._element.set("show", "0")
    with pytest.raises(InputError, match="contains no text"):
        deck.read()


DARK_MAP = {
    "bg1": "dk1", "tx1": "lt1", "bg2": "dk2", "tx2": "lt2", "hlink": "hlink", "folHlink": "folHlink",
    **{f"accent{number}": f"accent{number}" for number in range(1, 7)},
}  # fmt: skip


def swap_colours(part) -> None:
    mapping = part._element.find(qn("p:clrMapOvr"))
    mapping.clear()
    etree.SubElement(mapping, qn("a:overrideClrMapping"), DARK_MAP)


def swapped_on_the_slide(deck: Deck) -> None:
    swap_colours(deck.slide)
    font(deck.box("The fee is 6.")).color.rgb = WHITE


def swapped_on_the_layout(deck: Deck) -> None:
    swap_colours(deck.slide.slide_layout)
    font(deck.box("The fee is 6.")).color.rgb = WHITE


def on_a_marker(deck: Deck) -> None:
    run = font(deck.box("The fee is 6."))
    run.color.rgb = WHITE
    etree.SubElement(etree.SubElement(run._rPr, qn("a:highlight")), qn("a:srgbClr"), val="000000")


def link(deck: Deck) -> None:
    box = deck.box("The fee is 6.")
    font(box).color.rgb = WHITE
    box.text_frame.paragraphs[0].runs[0].hyperlink.address = "https://example.org"


def turned_onto_the_slide(deck: Deck) -> None:
    box = deck.box("The fee is 6.", left=5, top=-1.2)
    box.rotation = 90


@pytest.mark.parametrize(
    "change", [swapped_on_the_slide, swapped_on_the_layout, on_a_marker, link, turned_onto_the_slide]
)
def test_words_that_a_reader_of_the_slide_sees_stay(change):
    deck = Deck()
    change(deck)
    assert "The fee is 6." in seen(deck.read())


def test_outline_without_a_line_shows_nothing():
    deck = Deck()
    run = font(deck.box("The fee is 6."))
    run.color.rgb = WHITE
    line = etree.Element(qn("a:ln"))
    etree.SubElement(line, qn("a:noFill"))
    run._rPr.insert(0, line)
    assert unseen(deck.read()) == [("hidden", "The fee is 6.")]
