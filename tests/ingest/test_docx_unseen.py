"""What a Word file hides or strikes out is kept apart from what a reader sees of it."""

from __future__ import annotations

import io
import zipfile

import pytest
from office import archive, p, r, style, styles, word

from pincite.errors import InputError
from pincite.ingest.office.docx import DocxParser
from pincite.records.document import Document

WHITE = '<w:color w:val="FFFFFF"/>'
WORD_2010 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
NO_FILL = f"<w14:textFill {WORD_2010}><w14:noFill/></w14:textFill>"
WHITE_FILL = (
    f'<w14:textFill {WORD_2010}><w14:solidFill><w14:srgbClr w14:val="FFFFFF"/></w14:solidFill></w14:textFill>'
)
DARK = '<w:shd w:val="clear" w:color="auto" w:fill="1F3864"/>'


def read(body: str, **parts: str) -> Document:
    return DocxParser().read(word(body, **parts), "a.docx")


def sentence(run: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{r('The fee is ')}{run}{r('5.')}</w:p>"


def seen(document: Document) -> list[str]:
    return [paragraph.span.of(document.text) for paragraph in document.paragraphs]


def unseen(document: Document) -> list[tuple[str, str]]:
    return [(each.kind, each.span.of(document.text)) for each in document.unseen]


def cell(inner: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"


def table(*rows: str, properties: str = "") -> str:
    return f"<w:tbl><w:tblPr>{properties}</w:tblPr>{''.join(rows)}</w:tbl>"


def row(*cells: str, properties: str = "") -> str:
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(cells)}</w:tr>"


@pytest.mark.parametrize(
    "look",
    [
        "<w:vanish/>",
        '<w:vanish w:val="true"/>',
        "<w:specVanish/>",
        '<w:rStyle w:val="Secret"/>',
        '<w:rStyle w:val="Deeper"/>',
        WHITE,
        '<w:color w:val="FDFDFD"/>',
        '<w:color w:val="000000" w:themeColor="background1"/>',
        '<w:color w:val="auto" w:themeColor="light1"/>',
        '<w:color w:val="1F3864"/>' + DARK,
        '<w:color w:val="FFFF00"/><w:highlight w:val="yellow"/>',
        '<w:sz w:val="2"/>',
        '<w:sz w:val="1"/>',
        NO_FILL,
        WHITE_FILL,
    ],
)
def test_hidden_words_are_no_evidence_and_known_where_they_stood(look):
    document = read(
        sentence(r("not ", look)),
        styles=styles(
            style("Secret", "<w:rPr><w:vanish/></w:rPr>", kind="character"),
            style("Deeper", based_on="Secret", kind="character"),
        ),
    )
    assert seen(document) == ["The fee is 5."]
    assert unseen(document) == [("hidden", "not")]
    assert document.unseen[0].at == len("The fee is ")
    assert document.unseen[0].anchor == "¶ 1"
    assert document.caveats == ("1 hidden line was left out.",)


@pytest.mark.parametrize(
    "look",
    [
        '<w:vanish w:val="0"/>',
        "<w:webHidden/>",
        '<w:color w:val="auto"/>',
        '<w:color w:val="808080"/>',
        '<w:color w:val="D9D9D9" w:themeColor="background1" w:themeShade="D9"/>',
        '<w:color w:val="000000" w:themeColor="text1"/>',
        WHITE + DARK,
        WHITE + '<w:highlight w:val="darkBlue"/>',
        WHITE + '<w:shd w:val="solid" w:color="000000" w:fill="FFFFFF"/>',
        WHITE + '<w:shd w:val="pct50" w:color="000000" w:fill="FFFFFF"/>',
        WHITE + "<w:outline/>",
        WHITE + WHITE_FILL.replace("FFFFFF", "1F3864"),
        WHITE + WHITE_FILL.replace("solidFill", "gradFill"),
        NO_FILL + f'<w14:textOutline {WORD_2010} w14:w="9525"/>',
        '<w:sz w:val="8"/>',
        '<w:strike w:val="false"/>',
        '<w:u w:val="single"/>',
    ],
)
def test_words_that_a_reader_sees_stay(look):
    document = read(sentence(r("not ", look)))
    assert seen(document) == ["The fee is not 5."]
    assert document.unseen == ()


@pytest.mark.parametrize("look", ["<w:strike/>", "<w:dstrike/>", '<w:rStyle w:val="Old"/>'])
def test_struck_out_words_are_kept_apart(look):
    document = read(
        sentence(r("4 ", look)),
        styles=styles(style("Old", "<w:rPr><w:strike/></w:rPr>", kind="character")),
    )
    assert seen(document) == ["The fee is 5."]
    assert unseen(document) == [("struck", "4")]
    assert document.caveats == ("1 struck-out line was left out.",)


def test_paragraph_style_hides_whole_paragraphs():
    document = read(
        p("Seen.") + p("The fee is 6.", '<w:pStyle w:val="Ghost"/>') + p("End."),
        styles=styles(style("Ghost", f"<w:rPr>{WHITE}</w:rPr>")),
    )
    assert seen(document) == ["Seen.", "End."]
    assert [(each.anchor, each.at) for each in document.unseen] == [("after ¶ 1", len("Seen."))]
    assert [block.anchor for block in document.blocks] == ["¶ 1", "¶ 2"]


def test_white_words_stay_where_the_paragraph_is_dark():
    dark = style("Banner", f"<w:pPr>{DARK}</w:pPr><w:rPr>{WHITE}</w:rPr>")
    body = p("Terms", '<w:pStyle w:val="Banner"/>') + sentence(r("not ", WHITE), DARK)
    assert seen(read(body, styles=styles(dark))) == ["Terms", "The fee is not 5."]


def test_white_words_stay_where_the_page_is_dark_and_shown_so():
    settings = "<w:settings><w:displayBackgroundShape/></w:settings>"
    content = word(sentence(r("not ", WHITE)), settings=settings)
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        files = {name: packed.read(name).decode() for name in packed.namelist()}
    name = "word/document.xml"
    files[name] = files[name].replace("<w:body>", '<w:background w:color="101010"/><w:body>')
    assert unseen(DocxParser().read(content, "a.docx")) == [("hidden", "not")]
    assert seen(DocxParser().read(archive(files), "a.docx")) == ["The fee is not 5."]


def test_white_words_in_cells_are_seen_where_the_cell_is_dark():
    white = f"<w:p>{r('6', WHITE)}</w:p>"
    document = read(
        table(
            row(cell(p("Item")), cell(f"<w:p>{r('Fee', WHITE)}</w:p>", DARK)),
            row(cell(p("Nails")), cell(p("5"))),
            row(cell(p("Bolts")), cell(white)),
        )
    )
    assert seen(document) == ["Item\tFee", "Nails\t5", "Bolts"]
    assert unseen(document) == [("hidden", "6")]
    assert document.unseen[0].anchor == "table 1, row 3, column 2"


def test_white_words_stay_in_tables_whose_style_shades_cells():
    shaded = style(
        "Grid Dark", f'<w:tblStylePr w:type="firstRow"><w:tcPr>{DARK}</w:tcPr></w:tblStylePr>', kind="table"
    )
    names = row(cell(f"<w:p>{r('Item', WHITE)}</w:p>"), cell(f"<w:p>{r('Fee', WHITE)}</w:p>"))
    body = table(names, row(cell(p("Nails")), cell(p("5"))), properties='<w:tblStyle w:val="GridDark"/>')
    assert seen(read(body, styles=styles(shaded))) == ["Item\tFee", "Nails\t5"]


def test_hidden_rows_leave_the_table():
    hidden = row(cell(p("Screws")), cell(p("6")), properties="<w:hidden/>")
    document = read(table(row(cell(p("Nails")), cell(p("5"))), hidden, row(cell(p("Bolts")), cell(p("7")))))
    assert seen(document) == ["Nails\t5", "Bolts\t7"]
    assert unseen(document) == [("hidden", "Screws"), ("hidden", "6")]


def test_struck_words_inside_a_cell_are_known_where_they_stood():
    changed = f"<w:p>{r('EUR ')}{r('4', '<w:strike/>')}{r('5')}</w:p>"
    document = read(table(row(cell(p("Fee")), cell(changed)), row(cell(p("Cost")), cell(p("1")))))
    assert seen(document)[0] == "Fee\tEUR 5"
    assert [(each.kind, each.at) for each in document.unseen] == [("struck", len("Fee\tEUR "))]


def test_words_on_both_sides_of_an_invisible_one_are_not_run_together():
    body = f"<w:p>{r('EUR 4')}{r('0', WHITE)}{r('5')}</w:p>"
    assert seen(read(body)) == ["EUR 4 5"]


def test_text_box_that_hangs_on_hidden_words_is_hidden():
    box = f"<w:pict><v:textbox><w:txbxContent>{p('Boxed.')}</w:txbxContent></v:textbox></w:pict>"
    document = read(p("Seen.") + f"<w:p><w:r><w:rPr><w:vanish/></w:rPr>{box}</w:r></w:p>")
    assert (seen(document), unseen(document)) == (["Seen."], [("hidden", "Boxed.")])


def test_header_and_footnote_keep_what_they_hide():
    header = f"<w:hdr><w:p>{r('Draft ')}{r('copy 7', '<w:vanish/>')}</w:p></w:hdr>"
    section = '<w:sectPr><w:headerReference w:type="default" r:id="header1"/></w:sectPr>'
    document = read(p("Seen.") + section, header1=header)
    assert seen(document) == ["Seen.", "Draft"]
    assert [(each.anchor, *what) for each, what in zip(document.unseen, unseen(document), strict=True)] == [
        ("header", "hidden", "copy 7")
    ]


def test_file_in_which_nothing_is_seen_is_refused():
    with pytest.raises(InputError, match="contains no text"):
        read(f"<w:p>{r('secret', '<w:vanish/>')}</w:p>")


DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
BACKDROPS = [
    f'<w:r><w:drawing><wp:anchor xmlns:wp="{DRAWING}" behindDoc="1"/></w:drawing></w:r>',
    '<w:r><w:pict><v:rect style="position:absolute;z-index:-251658240" fillcolor="black"/></w:pict></w:r>',
]


@pytest.mark.parametrize("backdrop", BACKDROPS)
def test_white_words_stay_on_the_page_of_a_picture_behind_the_words(backdrop):
    title = f"<w:p>{backdrop}{r('Terms', WHITE)}</w:p>"
    turned = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
    document = read(title + sentence(r("not ", WHITE)) + turned + sentence(r("never ", WHITE)))
    assert seen(document) == ["Terms", "The fee is not 5.", "The fee is 5."]
    assert unseen(document) == [("hidden", "never")]


def test_picture_beside_the_words_shows_no_white_ones():
    picture = BACKDROPS[0].replace('"1"', '"0"')
    assert unseen(read(f"<w:p>{picture}</w:p>" + sentence(r("not ", WHITE)))) == [("hidden", "not")]


def test_picture_in_a_dark_cell_leaves_the_next_page_white():
    black = '<w:color w:val="1F3864"/>'
    inside = cell(f"<w:p>{BACKDROPS[0]}{r('Fee', WHITE)}</w:p>", DARK)
    turned = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
    document = read(table(row(cell(p("Item")), inside)) + turned + sentence(r("not ", black)))
    assert seen(document) == ["Item\tFee", "The fee is not 5."]
