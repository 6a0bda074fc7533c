"""Word files are read as Word shows them."""

from __future__ import annotations

import io
import zipfile

import docx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from office import archive, item, level, numbering, p, r, relationships, style, styles, word
from test_laws import check_pieces, check_ranges
from tests.effort import examples

from pincite.errors import InputError
from pincite.ingest.office.docx import DocxParser
from pincite.prove.quote import locate
from pincite.records.document import Document
from pincite.testing import parser_keeps_its_promise
from pincite.values.amount import find_amounts
from pincite.values.duration import find_durations

LEGAL = (
    level(0, "%1.")
    + level(1, "%1.%2")
    + level(2, "(%3)", "lowerLetter")
    + level(3, "(%4)", "lowerRoman")
    + level(4, "(%5)", "upperLetter")
)
HEADINGS = styles(
    style("heading 1", '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
    style("heading 2", '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
    style("Clause Title", based_on="heading2"),
    style("Normal Title"),
)


def read(body: str, **parts: str) -> Document:
    return DocxParser().read(word(body, **parts), "a.docx")


def shown(document: Document) -> list[str]:
    """The paragraphs of a document that is read from XML, in order."""
    return [paragraph.span.of(document.text) for paragraph in document.paragraphs]


def kinds(document: Document) -> list[tuple[str, str, str]]:
    return [(block.kind, block.anchor, block.span.of(document.text)) for block in document.blocks]


def saved(file: docx.document.Document) -> bytes:
    buffer = io.BytesIO()
    file.save(buffer)
    return buffer.getvalue()


def run_of(inner: str) -> str:
    return f"<w:p><w:r>{inner}</w:r></w:p>"


def test_paragraphs_are_parted_by_a_blank_line_and_numbered_in_their_anchors():
    document = read(p("The fee is due.") + p() + p("It is EUR 5. It is paid once."))
    assert document.text == "The fee is due.\n\nIt is EUR 5. It is paid once."
    assert kinds(document) == [
        ("sentence", "¶ 1", "The fee is due."),
        ("sentence", "¶ 2", "It is EUR 5."),
        ("sentence", "¶ 2", "It is paid once."),
    ]
    assert document.pages == ()
    assert {line.page for line in document.lines} == {None}


def test_heading_styles_make_sections_also_when_another_style_is_based_on_one():
    document = read(
        p("Terms", '<w:pStyle w:val="heading1"/>')
        + p("Fees", '<w:pStyle w:val="ClauseTitle"/>')
        + p("The fee is due.")
        + p("Law", '<w:outlineLvl w:val="0"/>'),
        styles=HEADINGS,
    )
    assert [(s.level, s.title, s.found_by) for s in document.sections] == [
        (1, "Terms", "style"),
        (2, "Fees", "style"),
        (1, "Law", "style"),
    ]
    assert document.blocks[2].section == 1


def test_outline_level_of_a_paragraph_overrules_its_style():
    document = read(
        p("Terms", '<w:pStyle w:val="heading1"/>')
        + p("The fee.", '<w:pStyle w:val="heading1"/><w:outlineLvl w:val="9"/>')
        + p("Law", '<w:pStyle w:val="heading1"/>'),
        styles=HEADINGS,
    )
    assert [block.kind for block in document.blocks] == ["heading", "sentence", "heading"]


def test_title_of_a_numbered_clause_stands_under_the_styled_heading():
    document = read(
        p("Schedule", '<w:pStyle w:val="heading1"/>')
        + p("Payment", '<w:pStyle w:val="heading2"/>')
        + p("1. Late payment. Interest accrues from the due date."),
        styles=HEADINGS,
    )
    assert [(s.level, s.title) for s in document.sections] == [
        (1, "Schedule"),
        (2, "Payment"),
        (3, "1. Late payment"),
    ]


def test_headings_are_recognised_where_no_paragraph_has_a_heading_style():
    bold = "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Payment of fees</w:t></w:r></w:p>"
    document = read(bold + p("The fee is due every month, and interest accrues on what is late.") * 3)
    assert [(s.title, s.found_by) for s in document.sections] == [("Payment of fees", "font")]


def test_title_of_the_document_does_not_keep_headings_from_being_recognised():
    bold = "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>1. Payment of fees</w:t></w:r></w:p>"
    document = read(
        p("Service Agreement", '<w:pStyle w:val="Title"/>')
        + bold
        + p("The fee is due every month, and interest accrues on what is late.") * 3,
        styles=styles(style("Title")),
    )
    assert [(s.title, s.level, s.found_by) for s in document.sections] == [
        ("Service Agreement", 1, "style"),
        ("1. Payment of fees", 1, "numbering"),
    ]


def test_lists_show_their_numbers_at_every_level():
    document = read(
        "".join(item("x", depth) for depth in (0, 1, 1, 2, 2, 3, 4, 1, 2, 0, 1)), numbering=numbering(LEGAL)
    )
    marks = [text.removesuffix(" x") for text in shown(document)]
    assert marks == ["1.", "1.1", "1.2", "(a)", "(b)", "(i)", "(A)", "1.3", "(a)", "2.", "2.1"]


@pytest.mark.parametrize(
    ("form", "marks"),
    [
        ("decimal", "1 2 3 4"),
        ("upperRoman", "I II III IV"),
        ("lowerLetter", "a b c d"),
        ("ordinal", "1st 2nd 3rd 4th"),
        ("decimalZero", "01 02 03 04"),
        ("ordinalText", "First Second Third Fourth"),
        ("cardinalText", "One Two Three Four"),
    ],
)
def test_number_formats(form, marks):
    document = read(item("x") * 4, numbering=numbering(level(0, "%1", form)))
    assert shown(document) == [f"{mark} x" for mark in marks.split()]


def test_letters_go_on_after_z_as_in_word():
    document = read(item("x") * 29, numbering=numbering(level(0, "%1)", "lowerLetter")))
    assert shown(document)[25:] == ["z) x", "aa) x", "bb) x", "cc) x"]


def test_level_that_is_passed_over_counts_as_its_first_number():
    document = read(item("x", 1) + item("x", 0) + item("x", 1), numbering=numbering(LEGAL))
    assert shown(document) == ["1.1 x", "2. x", "2.1 x"]


def test_list_that_states_its_start_starts_again_and_others_count_on():
    uses = (
        '<w:num w:numId="8"><w:abstractNumId w:val="0"/></w:num>'
        '<w:num w:numId="9"><w:abstractNumId w:val="0"/>'
        '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>'
    )
    lists = (1, 1, 8, 9, 9, 1)
    document = read("".join(item("x", 0, n) for n in lists), numbering=numbering(LEGAL, uses=uses))
    assert shown(document) == ["1. x", "2. x", "3. x", "5. x", "6. x", "7. x"]


def test_legal_numbering_shows_every_level_in_digits():
    levels = level(0, "Article %1", "upperRoman") + level(1, "%1.%2", more="<w:isLgl/>")
    document = read(item("Fees") + item("x", 1), numbering=numbering(levels))
    assert shown(document) == ["Article I Fees", "1.1 x"]


def test_level_can_count_through_or_restart_after_one_level_only():
    levels = (
        level(0, "%1.")
        + level(1, "%1.%2", more='<w:lvlRestart w:val="0"/>')
        + level(2, "%3)", more='<w:lvlRestart w:val="1"/>')
    )
    depths = (0, 1, 2, 1, 2, 0, 1, 2)
    document = read("".join(item("x", depth) for depth in depths), numbering=numbering(levels))
    assert shown(document) == ["1. x", "1.1 x", "1) x", "1.2 x", "2) x", "2. x", "2.3 x", "1) x"]


def test_headings_are_numbered_by_their_style_unless_one_opts_out():
    levels = level(0, "%1.", more='<w:pStyle w:val="heading1"/>') + level(
        1, "%1.%2", more='<w:pStyle w:val="heading2"/>'
    )
    numbered = '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="{}"/></w:pPr>'
    document = read(
        p("Terms", '<w:pStyle w:val="heading1"/>')
        + p("Fees", '<w:pStyle w:val="ClauseTitle"/>')
        + p("Annex", '<w:pStyle w:val="heading1"/><w:numPr><w:numId w:val="0"/></w:numPr>')
        + p("Law", '<w:pStyle w:val="heading1"/>'),
        numbering=numbering(levels),
        styles=styles(
            style("heading 1", numbered.format(0)),
            style("heading 2", numbered.format(1)),
            style("Clause Title", based_on="heading2"),
        ),
    )
    assert [s.title for s in document.sections] == ["1. Terms", "1.1 Fees", "Annex", "2. Law"]


def test_list_style_lends_its_levels():
    linked = '<w:abstractNum w:abstractNumId="5"><w:numStyleLink w:val="Clauses"/></w:abstractNum>'
    use = '<w:num w:numId="6"><w:abstractNumId w:val="5"/></w:num>'
    document = read(
        item("x", 1, 6),
        numbering=numbering(LEGAL, uses=use).replace("<w:num ", f"{linked}<w:num ", 1),
        styles=styles(
            style("Clauses", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>', kind="numbering")
        ),
    )
    assert shown(document) == ["1.1 x"]


def test_number_never_runs_into_the_digits_after_it():
    levels = level(0, "%1", more='<w:suff w:val="nothing"/>')
    document = read(item("0 mg daily"), numbering=numbering(levels))
    assert shown(document) == ["1 0 mg daily"]


def test_bullets_of_symbol_fonts_read_as_bullets():
    bullets = level(0, "\uf0b7", "bullet") + level(1, "o", "bullet") + level(2, "\uf0a7", "bullet")
    document = read("".join(item("x", depth) for depth in (0, 1, 2)), numbering=numbering(bullets))
    assert kinds(document) == [
        ("bullet", "¶ 1", "• x"),
        ("bullet", "¶ 2", "◦ x"),
        ("bullet", "¶ 3", "▪ x"),
    ]


def test_letter_that_a_symbol_font_draws_as_a_bullet_is_no_letter():
    bullets = level(0, "l", "bullet", '<w:rFonts w:ascii="Wingdings"/>') + level(1, "-", "bullet")
    document = read(item("x") + item("y", 1), numbering=numbering(bullets))
    assert shown(document) == ["● x", "- y"]


def test_rows_of_a_table_are_blocks_and_its_cells_have_places():
    file = docx.Document()
    table = file.add_table(3, 3)
    for row, texts in enumerate((("Item", "Fee", ""), ("Setup", "EUR 5", "once"), ("", "EUR 7", "monthly"))):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text
    table.cell(0, 1).merge(table.cell(0, 2))
    table.cell(1, 0).merge(table.cell(2, 0))
    document = DocxParser().read(saved(file), "a.docx")
    assert [(b.anchor, b.span.of(document.text)) for b in document.blocks] == [
        ("table 1, row 1", "Item\tFee"),
        ("table 1, row 2", "Setup\tEUR 5\tonce"),
        ("table 1, row 3", "EUR 7\tmonthly"),
    ]
    (found,) = document.tables
    assert [(c.row, c.column, c.rows, c.columns, c.span.of(document.text)) for c in found.cells] == [
        (0, 0, 1, 1, "Item"),
        (0, 1, 1, 2, "Fee"),
        (1, 0, 2, 1, "Setup"),
        (1, 1, 1, 1, "EUR 5"),
        (1, 2, 1, 1, "once"),
        (2, 1, 1, 1, "EUR 7"),
        (2, 2, 1, 1, "monthly"),
    ]
    assert found.cells[3].anchor == "table 1, row 2, column 2"


def row(*cells: str, properties: str = "") -> str:
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(f'<w:tc>{cell}</w:tc>' for cell in cells)}</w:tr>"


def test_header_rows_are_those_that_the_file_repeats():
    head = row(p("Item"), p("Fee"), properties="<w:tblHeader/>")
    document = read(f"<w:tbl>{head}{row(p('Setup'), p('EUR 5'))}</w:tbl>")
    (table,) = document.tables
    assert table.header_rows == 1
    assert [cell.span.of(document.text) for cell in table.headers_of(table.cells[3])] == ["Fee"]


def test_name_over_several_columns_makes_a_head_of_two_rows():
    file = docx.Document()
    table = file.add_table(3, 4)
    for row, texts in enumerate((("Item", "Fee", "", "Lead time"), ("", "2025", "2026", ""))):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text
    for column, text in enumerate(("Setup", "€5", "€6", "4 weeks")):
        table.cell(2, column).text = text
    for first, last in (((0, 0), (1, 0)), ((0, 1), (0, 2)), ((0, 3), (1, 3))):
        table.cell(*first).merge(table.cell(*last))
    document = DocxParser().read(saved(file), "a.docx")
    (found,) = document.tables
    assert found.header_rows == 2
    named = [[head.span.of(document.text) for head in found.headers_of(cell)] for cell in found.cells[-2:]]
    assert named == [["Fee", "2026"], ["Lead time"]]


def test_first_row_in_bold_names_the_columns():
    head = row(*(f"<w:p>{r(text, '<w:b/>')}</w:p>" for text in ("Item", "Fee")))
    document = read(f"<w:tbl>{head}{row(p('Setup'), p('EUR 5'))}</w:tbl>")
    assert document.tables[0].header_rows == 1


def test_cell_keeps_its_paragraphs_in_one_range_and_its_table_as_lines():
    inner = f"<w:tbl>{row(p('a'), p('b'))}{row(p('c'), p('d'))}</w:tbl>"
    document = read(f"<w:tbl>{row(p('one') + p('two'), inner + p())}</w:tbl>")
    assert document.text == "one\ntwo\ta\tb\nc\td"
    assert [cell.span.of(document.text) for cell in document.tables[0].cells] == ["one\ntwo", "a\tb\nc\td"]


def test_table_of_one_column_is_a_frame_around_paragraphs():
    heading = p("Terms", '<w:pStyle w:val="heading1"/>')
    document = read(f"<w:tbl>{row(heading + p('The fee is due.'))}</w:tbl>", styles=HEADINGS)
    assert document.tables == ()
    assert [b.kind for b in document.blocks] == ["heading", "sentence"]


def test_table_has_the_caption_beside_it():
    captions = styles(style("caption"))
    caption = p("Table 1: Fees", '<w:pStyle w:val="caption"/>')
    document = read(caption + f"<w:tbl>{row(p('a'), p('b'))}</w:tbl>", styles=captions)
    assert document.blocks[0].kind == "caption"
    assert document.tables[0].caption == document.blocks[0].span


NOTES = (
    '<w:footnotes><w:footnote w:type="separator" w:id="0"><w:p/></w:footnote>'
    f'<w:footnote w:id="3"><w:p><w:r><w:footnoteRef/></w:r>{r(" Unless agreed.")}</w:p></w:footnote>'
    f'<w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r>{r(" Net.")}</w:p>{p("And more.")}</w:footnote>'
    f'<w:footnote w:id="9">{p("Never referred to.")}</w:footnote></w:footnotes>'
)


def noted(before: str, note: int, after: str) -> str:
    return f'<w:p>{r(before)}<w:r><w:footnoteReference w:id="{note}"/></w:r>{r(after)}</w:p>'


def test_notes_stand_after_the_body_in_the_order_of_their_marks():
    body = noted("Pay within 30 days", 2, " of receipt.") + noted("The fee is EUR 500", 3, " a month.")
    document = read(body, footnotes=NOTES)
    assert kinds(document) == [
        ("sentence", "¶ 1", "Pay within 30 days[1] of receipt."),
        ("sentence", "¶ 2", "The fee is EUR 500[2] a month."),
        ("footnote", "footnote 1", "[1] Net."),
        ("footnote", "footnote 1", "And more."),
        ("footnote", "footnote 2", "[2] Unless agreed."),
    ]


def test_mark_of_a_note_changes_neither_the_quote_nor_the_value_before_it():
    document = read(noted("Pay EUR 500", 2, ".") + noted("It takes 30 days", 3, " to pay."), footnotes=NOTES)
    assert locate("30 days", document.text)
    assert locate("Pay EUR 500", document.text)
    assert [str(reading.value.value) for reading in find_amounts(document.text)] == ["500"]
    assert [reading.value.iso8601 for reading in find_durations(document.text)] == ["P30D"]


def test_sentence_ends_after_the_mark_of_its_note():
    document = read(noted("Pay within 30 days.", 2, " The fee is due."), footnotes=NOTES)
    assert [text for _, _, text in kinds(document)][:2] == ["Pay within 30 days.[1]", "The fee is due."]


def test_note_can_have_a_sign_of_its_own_and_endnotes_count_in_roman():
    own = '<w:r><w:footnoteReference w:customMarkFollows="1" w:id="2"/><w:t>*</w:t></w:r>'
    end = '<w:r><w:endnoteReference w:id="1"/></w:r>'
    endnotes = f'<w:endnotes><w:endnote w:id="1">{p("Last.")}</w:endnote></w:endnotes>'
    document = read(f"<w:p>{r('Fee')}{own}{r(' due')}{end}</w:p>", footnotes=NOTES, endnotes=endnotes)
    assert shown(document) == ["Fee[*] due[i]", "[*] Net.", "And more.", "[i] Last."]


def test_notes_start_again_with_each_section_where_the_file_says_so():
    restart = '<w:settings><w:footnotePr><w:numRestart w:val="{}"/></w:footnotePr></w:settings>'
    body = noted("One", 2, ".") + p("Two.", "<w:sectPr/>") + noted("Three", 3, ".")
    by_section = read(body, footnotes=NOTES, settings=restart.format("eachSect"))
    by_page = read(body, footnotes=NOTES, settings=restart.format("eachPage"))
    assert shown(by_section) == [
        "One[1].",
        "Two.",
        "Three[1].",
        "[1] Net.",
        "And more.",
        "[1] Unless agreed.",
    ]
    assert shown(by_page)[2] == "Three[2]."
    assert "numbered through" in by_page.caveats[0]


def test_charts_are_not_read_and_said():
    chart = '<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"/>'
    document = read(f"<w:p>{r('Growth')}<w:r><w:drawing>{chart}</w:drawing></w:r></w:p>")
    assert document.caveats == ("Charts and diagrams were not read (1).",)


def test_headers_and_footers_are_read_once_and_only_where_they_are_shown():
    def section(*references: str) -> str:
        return f"<w:sectPr>{''.join(references)}</w:sectPr>"

    usual = '<w:headerReference w:type="default" r:id="header1"/>'
    first = '<w:headerReference w:type="first" r:id="header2"/>'
    foot = '<w:footerReference w:type="default" r:id="footer1"/>'
    document = read(
        p("One.", section(usual, first)) + p("Two.") + section(usual, foot),
        header1=f"<w:hdr>{p('Draft')}</w:hdr>",
        header2=f"<w:hdr>{p('Cover')}</w:hdr>",
        footer1=f"<w:ftr>{p('Confidential')}{p('Page 1')}</w:ftr>",
    )
    assert kinds(document)[2:] == [
        ("header", "header", "Draft"),
        ("footer", "footer", "Confidential\nPage 1"),
    ]


def test_tracked_changes_are_accepted_and_said():
    inserted = f'<w:ins w:id="1" w:author="A. Smith">{r("sixty (60)")}</w:ins>'
    deleted = '<w:del w:id="2" w:author="B. Jones"><w:r><w:delText>thirty (30)</w:delText></w:r></w:del>'
    document = read(f"<w:p>{r('Pay within ')}{deleted}{inserted}{r(' days.')}</w:p>")
    assert document.text == "Pay within sixty (60) days."
    (caveat,) = document.caveats
    assert caveat.startswith("Tracked changes were read as accepted: 1 insertion and 1 deletion by ")
    assert "A. Smith" in caveat
    assert "B. Jones" in caveat


def test_paragraph_whose_end_was_deleted_runs_into_the_next():
    gone = '<w:rPr><w:del w:id="1" w:author="A"/></w:rPr>'
    document = read(p("The fee ", gone) + p("is due", gone) + p(" today."))
    assert shown(document) == ["The fee is due today."]


def test_deleted_rows_and_moved_paragraphs_are_gone():
    dropped = row(p("old"), p("1"), properties='<w:del w:id="1" w:author="A"/>')
    moved = (
        '<w:p><w:pPr><w:rPr><w:moveFrom w:id="5" w:author="A"/></w:rPr></w:pPr>'
        f'<w:moveFrom w:id="4" w:author="A">{r("Moved.")}</w:moveFrom></w:p>'
    )
    arrived = f'<w:p><w:moveTo w:id="6" w:author="A">{r("Moved.")}</w:moveTo></w:p>'
    document = read(f"<w:tbl>{dropped}{row(p('new'), p('2'))}</w:tbl>{moved}{p('Stays.')}{arrived}")
    assert shown(document) == ["new\t2", "Stays.", "Moved."]
    assert "1 deletion and 1 move by A" in document.caveats[0]


def test_comments_and_hidden_text_are_left_out_and_said():
    comments = f'<w:comments><w:comment w:id="1">{p("Why?")}</w:comment></w:comments>'
    hidden = r("secret ", "<w:vanish/>")
    document = read(f"<w:p>{r('The ')}{hidden}{r('fee.')}</w:p>", comments=comments)
    assert shown(document) == ["The fee."]
    assert document.caveats == ("1 comment is not part of the text.", "1 hidden line was left out.")


def test_fields_show_their_result_also_over_paragraphs_and_inside_each_other():
    def mark(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    code = "<w:r><w:instrText> REF x </w:instrText></w:r>"
    nested = mark("begin") + code + mark("separate") + r("not shown") + mark("end")
    body = (
        f"<w:p>{r('See ')}{mark('begin')}{code}{nested}{mark('separate')}{r('clause 4')}</w:p>"
        f"<w:p>{r('and 5')}{mark('end')}{r(' here.')}</w:p>"
    )
    simple = f'<w:p><w:fldSimple w:instr=" PAGE ">{r("7")}</w:fldSimple></w:p>'
    assert shown(read(body + simple)) == ["See clause 4", "and 5 here.", "7"]


def test_field_that_never_ends_hides_nothing():
    opened = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    assert shown(read(f"<w:p>{opened}{r('The fee')}</w:p>" + p("is due."))) == ["The fee", "is due."]


def test_form_shows_what_was_checked_and_chosen():
    box = (
        '<w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData>'
        "</w:fldChar>"
    )
    choice = (
        '<w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="No"/>'
        '<w:listEntry w:val="Yes"/></w:ddList></w:ffData></w:fldChar>'
    )
    end = '<w:fldChar w:fldCharType="end"/>'
    document = read(f"<w:p><w:r>{box}{end}<w:t> Renewal: </w:t>{choice}{end}</w:r></w:p>")
    assert document.text == "☒ Renewal: Yes"


def test_text_box_is_read_once_after_its_paragraph():
    inside = f"<w:txbxContent>{p('In the box.')}</w:txbxContent>"
    box = (
        f'<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>{inside}</wps:txbx></w:drawing>'
        f"</mc:Choice><mc:Fallback><w:pict><v:textbox>{inside}</v:textbox></w:pict></mc:Fallback>"
        "</mc:AlternateContent>"
    )
    assert shown(read(f"<w:p>{r('Before')}<w:r>{box}</w:r>{r(' and after.')}</w:p>")) == [
        "Before and after.",
        "In the box.",
    ]


def test_content_controls_links_and_smart_tags_are_transparent():
    def control(inner: str) -> str:
        return f"<w:sdt><w:sdtPr/><w:sdtContent>{inner}</w:sdtContent></w:sdt>"

    link = f'<w:hyperlink r:id="x">{r("the ")}</w:hyperlink>'
    tag = f'<w:smartTag w:element="date">{r("fee ")}</w:smartTag>'
    body = control(f"<w:p>{link}{tag}{control(r('is due.'))}</w:p>")
    cell = control(f"<w:tc>{p('a')}</w:tc>")
    table = "<w:tbl>" + control(f"<w:tr>{cell}<w:tc>{p('b')}</w:tc></w:tr>") + "</w:tbl>"
    assert shown(read(body + table)) == ["the fee is due.", "a\tb"]


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        ("<w:t>a</w:t><w:tab/><w:t>b</w:t>", "a\tb"),
        ("<w:t>a</w:t><w:br/><w:t>b</w:t>", "a\nb"),
        ("<w:t>non</w:t><w:noBreakHyphen/><w:t>exclusive</w:t>", "non\u2011exclusive"),
        ("<w:t>agree</w:t><w:softHyphen/><w:t>ment</w:t>", "agreement"),
        ('<w:t>5 </w:t><w:sym w:font="Symbol" w:char="F0B1"/><w:t> 1</w:t>', "5 ± 1"),
        ('<w:sym w:font="Wingdings" w:char="F0FE"/><w:t> yes</w:t>', "☑ yes"),
        ('<w:sym w:font="Symbol" w:char="FFFF"/><w:t>a</w:t>', "a"),
        ('<w:sym w:font="Symbol" w:char="-1"/><w:sym w:char="110000"/><w:t>a</w:t>', "a"),
        ('<w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr><w:t>\uf0b3 5</w:t>', "≥ 5"),
    ],
)
def test_special_characters(inner, text):
    assert read(run_of(inner)).text == text


def test_raised_digits_never_make_another_number():
    raised = r("2", '<w:vertAlign w:val="superscript"/>')
    ordinal = r("st", '<w:vertAlign w:val="superscript"/>')
    lowered = r("2", '<w:vertAlign w:val="subscript"/>')
    document = read(f"<w:p>{r('10')}{raised}{r(' of CO')}{lowered}{r(' on the 1')}{ordinal}</w:p>")
    assert document.text == "10² of CO2 on the 1st"


def test_equations_are_written_in_one_line():
    def t(text: str) -> str:
        return f"<m:r><m:t>{text}</m:t></m:r>"

    fraction = f"<m:f><m:num>{t('a+b')}</m:num><m:den>{t('2')}</m:den></m:f>"
    power = f"<m:sSup><m:e>{t('x')}</m:e><m:sup>{t('10')}</m:sup></m:sSup>"
    document = read(f"<w:p>{r('where ')}<m:oMath>{fraction}{t('=')}{power}</m:oMath></w:p>")
    assert document.text == "where (a+b)/2=x^10"


def test_dropped_capital_belongs_to_its_word():
    capital = p("T", '<w:framePr w:dropCap="drop"/>')
    assert shown(read(capital + p("he fee is due."))) == ["The fee is due."]


def test_strict_files_read_as_others():
    content = word(p("Terms", '<w:pStyle w:val="heading1"/>'), styles=HEADINGS)
    strict = {}
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        for name in packed.namelist():
            text = packed.read(name).decode()
            for kind in ("wordprocessingml", "officeDocument"):
                text = text.replace(
                    f"http://schemas.openxmlformats.org/{kind}/2006/", f"http://purl.oclc.org/ooxml/{kind}/"
                )
            strict[name] = text
    document = DocxParser().read(archive(strict), "a.docx")
    assert [(s.title, s.found_by) for s in document.sections] == [("Terms", "style")]


def test_parser_keeps_its_promise_on_a_file_of_every_kind_of_content():
    file = docx.Document()
    file.add_heading("Agreement", 0)
    file.add_heading("Fees", 1)
    file.add_paragraph("The fee is EUR 4,500.00. It is due monthly.")
    file.add_paragraph("first", style="List Number")
    file.add_paragraph("second", style="List Bullet")
    file.add_table(2, 2).cell(1, 1).text = "in a cell"
    file.sections[0].header.paragraphs[0].text = "Draft"
    document = parser_keeps_its_promise(DocxParser(), saved(file), "a.docx")
    assert shown(document) == [
        "Agreement",
        "Fees",
        "The fee is EUR 4,500.00. It is due monthly.",
        "1. first",
        "• second",
        "in a cell",
        "Draft",
    ]


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'


def replaced(name: str, content: str | None) -> bytes:
    with zipfile.ZipFile(io.BytesIO(word(p("The fee is due.")))) as packed:
        files = {entry: packed.read(entry).decode() for entry in packed.namelist()}
    files.pop(name)
    return archive(files if content is None else {**files, name: content})


DEEP = "<w:sdt><w:sdtContent>" * 240 + p("x") + "</w:sdtContent></w:sdt>" * 240


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"PK\x03\x04 and then nothing", "not an Office file"),
        (b"plain text", "not an Office file"),
        (word(p("x"))[:400], "not an Office file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old binary form"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "password"),
        (archive({"a.txt": "hello"}), "not a Word document"),
        (replaced("word/document.xml", None), "not a Word document"),
        (replaced("word/document.xml", "<html/>"), "holds something else"),
        (replaced("word/document.xml", "<w:document"), "not well-formed"),
        (replaced("word/document.xml", f"{BOMB}<x>&b;</x>"), "declares a document type"),
        (
            replaced("word/document.xml", '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><x>&f;</x>'),
            "declares a document type",
        ),
        (word(""), "contains no text"),
        (word(p("- - -")), "contains no text"),
        (word(DEEP), "nest|well-formed|no text"),
    ],
)
def test_bad_file_is_refused_by_name_with_a_reason_and_a_next_step(content, reason):
    with pytest.raises(InputError, match=reason) as refusal:
        DocxParser().read(content, "terms.docx")
    assert "terms.docx" in refusal.value.message
    assert refusal.value.hint


def test_archive_that_unpacks_to_too_much_is_refused_before_it_is_unpacked():
    swollen = archive({"word/document.xml": " " * 40_000_000, "_rels/.rels": relationships("")})
    with pytest.raises(InputError, match="would unpack to 38 MB"):
        DocxParser().read(swollen, "bomb.docx")


def test_damaged_part_is_an_error_and_not_a_short_text():
    content = bytearray(word(p("The fee is due. " * 500)))
    place = content.index(b"word/document.xml") + 60
    content[place : place + 20] = bytes(20)
    with pytest.raises(InputError, match=r"document\.xml in a\.docx"):
        DocxParser().read(bytes(content), "a.docx")


words = st.text("abcdefghij KLMNO0123456789.,;:()%€é", min_size=1, max_size=30).filter(
    lambda text: any(map(str.isalnum, text))
)
plain_paragraphs = words.map(p)
items = st.builds(item, words, st.integers(0, 4))
tables = st.lists(st.lists(words, min_size=2, max_size=4), min_size=1, max_size=4).map(
    lambda rows: f"<w:tbl>{''.join(row(*map(p, cells)) for cells in rows)}</w:tbl>"
)
changed = words.map(lambda text: f'<w:p><w:ins w:author="A">{r(text)}</w:ins></w:p>')
controls = words.map(lambda text: f"<w:sdt><w:sdtContent>{p(text)}</w:sdtContent></w:sdt>")
bodies = st.lists(plain_paragraphs | items | tables | changed | controls, min_size=1, max_size=15)


@settings(max_examples=examples(80), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(body=bodies)
def test_every_word_of_every_file_stands_in_one_block_and_one_cell(body):
    content = word("".join(body), numbering=numbering(LEGAL))
    document = parser_keeps_its_promise(DocxParser(), content, "a.docx")
    check_ranges(document)
    check_pieces(document)
    file = docx.Document(io.BytesIO(content))
    folded = " ".join(document.text.split())
    assert all(" ".join(paragraph.text.split()) in folded for paragraph in file.paragraphs)
    cells = [cell.text.strip() for table in file.tables for row in table.rows for cell in row.cells]
    found = [cell.span.of(document.text) for table in document.tables for cell in table.cells]
    assert found == [text for text in cells if text]
