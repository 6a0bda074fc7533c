"""PowerPoint files are read slide by slide, in the order in which a slide is read."""

from __future__ import annotations

import io
import zipfile

import pptx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree
from office import archive, p, word
from pptx.util import Inches
from test_laws import check_pieces, check_ranges
from tests.effort import examples

from pincite.errors import InputError
from pincite.ingest.office.pptx import PptxParser
from pincite.records.document import Document
from pincite.testing import parser_keeps_its_promise

TITLE_AND_CONTENT, TITLE_ONLY, BLANK = 1, 5, 6
A = "http://schemas.openxmlformats.org/drawingml/2006/main"


def deck() -> pptx.presentation.Presentation:
    return pptx.Presentation()


def slide(file, layout: int = BLANK, title: str = ""):
    added = file.slides.add_slide(file.slide_layouts[layout])
    if title:
        added.shapes.title.text = title
    return added


def box(shapes, text: str, left: float, top: float):
    added = shapes.add_textbox(Inches(left), Inches(top), Inches(2), Inches(1))
    added.text_frame.text = text
    return added


def saved(file) -> bytes:
    buffer = io.BytesIO()
    file.save(buffer)
    return buffer.getvalue()


def read(file) -> Document:
    return PptxParser().read(saved(file), "a.pptx")


def kinds(document: Document) -> list[tuple[str, str, str]]:
    return [(block.kind, block.anchor, block.span.of(document.text)) for block in document.blocks]


def paragraph_property(paragraph, xml: str) -> None:
    paragraph._p.get_or_add_pPr().append(etree.fromstring(xml.replace("/>", f' xmlns:a="{A}"/>')))


def test_titles_are_headings_and_bullets_are_shown_as_the_master_draws_them():
    file = deck()
    body = slide(file, TITLE_AND_CONTENT, "Fees").placeholders[1].text_frame
    body.text = "The fee is EUR 500."
    inner = body.add_paragraph()
    inner.text, inner.level = "paid monthly", 1
    slide(file, TITLE_ONLY, "Terms")
    document = read(file)
    assert kinds(document) == [
        ("heading", "slide 1", "Fees"),
        ("bullet", "slide 1", "• The fee is EUR 500."),
        ("bullet", "slide 1", "– paid monthly"),
        ("heading", "slide 2", "Terms"),
    ]
    assert [(s.title, s.level, s.found_by) for s in document.sections] == [
        ("Fees", 1, "title"),
        ("Terms", 1, "title"),
    ]
    assert document.pages == ()


def test_slides_come_in_the_order_of_the_show_and_not_of_their_files():
    file = deck()
    for title in ("first", "second"):
        slide(file, TITLE_ONLY, title)
    ids = file.slides._sldIdLst
    ids.append(ids[0])
    assert [text for _, _, text in kinds(read(file))] == ["second", "first"]


def test_shapes_are_read_from_the_top_and_side_by_side_from_the_left():
    file = deck()
    shapes = slide(file, TITLE_ONLY, "Title").shapes
    box(shapes, "below", 1, 5)
    box(shapes, "right", 6, 2)
    box(shapes, "left", 1, 2.1)
    assert [text for _, _, text in kinds(read(file))] == ["Title", "left", "right", "below"]


def test_group_is_read_as_one():
    file = deck()
    shapes = slide(file, TITLE_ONLY, "Title").shapes
    group = shapes.add_group_shape()
    box(group.shapes, "group below", 1, 4)
    box(group.shapes, "group top", 1, 2)
    box(shapes, "beside, between", 6, 3)
    assert [text for _, _, text in kinds(read(file))][1:] == ["group top", "group below", "beside, between"]


def test_numbered_paragraphs_count_and_start_again_after_others():
    file = deck()
    frame = box(slide(file).shapes, "one", 1, 1).text_frame
    for text in ("two", "plain", "three"):
        frame.add_paragraph().text = text
    for paragraph in (frame.paragraphs[0], frame.paragraphs[1], frame.paragraphs[3]):
        paragraph_property(paragraph, '<a:buAutoNum type="alphaLcParenBoth"/>')
    assert [text for _, _, text in kinds(read(file))] == ["(a) one", "(b) two", "plain", "(a) three"]


def test_table_on_a_slide_has_cells_and_a_header():
    file = deck()
    table = slide(file, TITLE_ONLY, "Fees").shapes.add_table(2, 3, 0, Inches(2), Inches(6), Inches(1)).table
    for column, text in enumerate(("Item", "Fee")):
        table.cell(0, column).text = text
    table.cell(0, 1).merge(table.cell(0, 2))
    table.cell(1, 0).text = "Setup"
    table.cell(1, 2).text = "EUR 5"
    document = read(file)
    (found,) = document.tables
    assert [b.anchor for b in document.blocks][1:] == ["slide 1, table 1, row 1", "slide 1, table 1, row 2"]
    assert [(c.row, c.column, c.columns, c.span.of(document.text)) for c in found.cells] == [
        (0, 0, 1, "Item"),
        (0, 1, 2, "Fee"),
        (1, 0, 1, "Setup"),
        (1, 2, 1, "EUR 5"),
    ]
    assert [header.span.of(document.text) for header in found.headers_of(found.cells[3])] == ["Fee"]
    assert found.cells[3].anchor == "slide 1, table 1, row 2, column 3"


def test_name_over_several_columns_makes_a_head_of_two_rows():
    file = deck()
    table = slide(file, TITLE_ONLY, "Fees").shapes.add_table(3, 3, 0, Inches(2), Inches(6), Inches(1)).table
    for row, texts in enumerate((("Item", "Fee", ""), ("", "2025", "2026"), ("Setup", "$5", "$6"))):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text
    table.cell(0, 0).merge(table.cell(1, 0))
    table.cell(0, 1).merge(table.cell(0, 2))
    document = read(file)
    (found,) = document.tables
    assert [head.span.of(document.text) for head in found.headers_of(found.cells[-1])] == ["Fee", "2026"]


def test_notes_stand_after_all_slides_and_say_whose_they_are():
    file = deck()
    slide(file, TITLE_ONLY, "Fees").notes_slide.notes_text_frame.text = "Say this slowly."
    slide(file, TITLE_ONLY, "Terms")
    assert kinds(read(file)) == [
        ("heading", "slide 1", "Fees"),
        ("heading", "slide 2", "Terms"),
        ("footnote", "slide 1, notes", "Say this slowly."),
    ]


def test_hidden_slides_are_kept_apart():
    file = deck()
    slide(file, TITLE_ONLY, "Shown")
    slide(file, TITLE_ONLY, "Hidden")._element.set("show", "0")
    document = read(file)
    assert kinds(document) == [("heading", "slide 1", "Shown")]
    assert document.caveats == ("1 hidden line was left out.",)


def test_slide_without_a_title_is_named_by_the_line_at_its_top():
    file = deck()
    slide(file, TITLE_ONLY, "Fees")
    shapes = slide(file).shapes
    box(shapes, "The fee is due every month, and interest accrues on what is late.", 1, 3)
    box(shapes, "Payment terms", 1, 1)
    assert [(s.title, s.found_by) for s in read(file).sections] == [
        ("Fees", "title"),
        ("Payment terms", "position"),
    ]


def test_footer_that_every_slide_repeats_is_read_once_and_slide_numbers_not_at_all():
    file = deck()
    for title in ("one", "two"):
        added = slide(file, TITLE_ONLY, title)
        for kind, text in (("ftr", "Confidential"), ("sldNum", "7")):
            shape = box(added.shapes, text, 1, 7)
            mark = etree.SubElement(
                shape._element.nvSpPr.find(
                    "{http://schemas.openxmlformats.org/presentationml/2006/main}nvPr"
                ),
                "{http://schemas.openxmlformats.org/presentationml/2006/main}ph",
            )
            mark.set("type", kind)
            mark.set("idx", "11")
    assert [text for _, _, text in kinds(read(file))] == ["one", "two", "Confidential"]


def test_raised_digits_and_line_breaks_are_kept():
    file = deck()
    frame = box(slide(file).shapes, "", 1, 1).text_frame
    for text, baseline in (("10", "0"), ("2", "30000"), (" mg\vdaily", "0")):
        run = frame.paragraphs[0].add_run()
        if "\v" in text:
            run.text = text.split("\v")[0]
            frame.paragraphs[0].add_line_break()
            run = frame.paragraphs[0].add_run()
            text = text.split("\v")[1]
        run.text = text
        run._r.get_or_add_rPr().set("baseline", baseline)
    assert read(file).text == "10² mg\ndaily"


def test_charts_and_hidden_shapes_are_said():
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE

    file = deck()
    shapes = slide(file, TITLE_ONLY, "Growth").shapes
    series = CategoryChartData()
    series.categories = ["2023"]
    series.add_series("Revenue", (5,))
    shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, Inches(3), Inches(3), series)
    box(shapes, "not shown", 1, 4)._element.nvSpPr.cNvPr.set("hidden", "1")
    document = read(file)
    assert kinds(document) == [("heading", "slide 1", "Growth")]
    assert document.caveats == ("Charts were not read (1).", "1 hidden line was left out.")


def test_diagram_is_read_in_the_order_of_its_list():
    file = deck()
    slide(file, TITLE_ONLY, "Steps")
    with zipfile.ZipFile(io.BytesIO(saved(file))) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    diagram = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    frame = (
        f'<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="d"/></p:nvGraphicFramePr>'
        f'<a:graphic><a:graphicData><d:relIds xmlns:d="{diagram}" xmlns:r="{relations}" r:dm="rId9"/>'
        "</a:graphicData></a:graphic></p:graphicFrame></p:spTree>"
    )
    points = "".join(
        f"<d:pt><d:t><a:p><a:r><a:t>{t}</a:t></a:r></a:p></d:t></d:pt>" for t in ("Ask", "Prove")
    )
    link = f'<Relationship Id="rId9" Type="{relations}/diagramData" Target="../diagrams/data1.xml"/>'
    edits = {
        "ppt/slides/slide1.xml": ("</p:spTree>", frame),
        "ppt/slides/_rels/slide1.xml.rels": ("</Relationships>", f"{link}</Relationships>"),
    }
    texts = {name: content.decode() for name, content in files.items() if name.endswith((".xml", ".rels"))}
    for name, (old, new) in edits.items():
        texts[name] = texts[name].replace(old, new)
    texts["ppt/diagrams/data1.xml"] = (
        f'<d:dataModel xmlns:d="{diagram}" xmlns:a="{A}"><d:ptLst>{points}</d:ptLst></d:dataModel>'
    )
    document = PptxParser().read(archive(texts), "a.pptx")
    assert [text for _, _, text in kinds(document)] == ["Steps", "Ask", "Prove"]


def test_strict_files_read_as_others():
    file = deck()
    slide(file, TITLE_ONLY, "Fees")
    strict = {}
    with zipfile.ZipFile(io.BytesIO(saved(file))) as packed:
        for name in packed.namelist():
            if name.endswith((".xml", ".rels")):
                text = packed.read(name).decode()
                for kind in ("presentationml", "officeDocument", "drawingml"):
                    text = text.replace(
                        f"http://schemas.openxmlformats.org/{kind}/2006/",
                        f"http://purl.oclc.org/ooxml/{kind}/",
                    )
                strict[name] = text
    document = PptxParser().read(archive(strict), "a.pptx")
    assert [(s.title, s.found_by) for s in document.sections] == [("Fees", "title")]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"not a deck", "not an Office file"),
        (archive({"a.txt": "hello"}), "not a PowerPoint presentation"),
        (word(p("The fee is due.")), "not a PowerPoint presentation"),
        (saved(deck()), "holds no text"),
    ],
)
def test_bad_file_is_refused_by_name_with_a_reason_and_a_next_step(content, reason):
    with pytest.raises(InputError, match=reason) as refusal:
        PptxParser().read(content, "deck.pptx")
    assert "deck.pptx" in refusal.value.message
    assert refusal.value.hint


words = st.text("abcdefghij KLMNO0123456789.,;:()%€é", min_size=1, max_size=30).filter(
    lambda text: any(map(str.isalnum, text))
)
boxes = st.lists(st.tuples(words, st.integers(0, 8), st.integers(1, 6)), min_size=1, max_size=4)


@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(slides=st.lists(st.tuples(words, boxes), min_size=1, max_size=3))
def test_every_word_of_every_slide_stands_in_one_block(slides):
    file = deck()
    for title, texts in slides:
        shapes = slide(file, TITLE_ONLY, title).shapes
        for text, left, top in texts:
            box(shapes, text, left, top)
    document = parser_keeps_its_promise(PptxParser(), saved(file), "a.pptx")
    check_ranges(document)
    check_pieces(document)
    written = [part for title, texts in slides for part in (title, *(text for text, _, _ in texts))]
    assert sorted(document.text.split()) == sorted(" ".join(written).split())
