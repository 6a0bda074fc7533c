"""DOCX: a supply contract with numbered clauses, merged cells, footnotes, tracked changes and text boxes."""

from __future__ import annotations

import io
import zipfile

from docx import Document
from docx.document import Document as WordDocument
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.text.paragraph import Paragraph

from tests.documents import word_odd
from tests.documents.truth import (
    About,
    Asked,
    Grid,
    Heading,
    InCell,
    InOrder,
    Kept,
    NotShown,
    Paper,
    Unit,
)

_W = nsdecls("w")
_NUMBERING = f"""<w:numbering {_W}>
<w:abstractNum w:abstractNumId="70"><w:multiLevelType w:val="multilevel"/>
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl>
<w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%3)"/></w:lvl>
</w:abstractNum><w:num w:numId="71"><w:abstractNumId w:val="70"/></w:num></w:numbering>"""
_FOOTNOTES = f"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:footnotes {_W}>
<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>
<w:footnote w:id="2"><w:p>
<w:r><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> Incoterms 2020; the place is Gdynia.</w:t></w:r>
</w:p></w:footnote></w:footnotes>"""


def papers() -> tuple[Paper, ...]:
    return (Paper("supply.docx", _supply(), _FACTS), *word_odd.papers())


def _supply() -> bytes:
    document = Document()
    numbering = document.part.numbering_part.element
    for child in parse_xml(_NUMBERING):
        place = numbering.find(qn("w:num")) if child.tag == qn("w:abstractNum") else None
        numbering.append(child) if place is None else place.addprevious(child)

    def numbered(text: str, level: int, style: str | None = None) -> Paragraph:
        paragraph = document.add_paragraph(text, style=style)
        properties = paragraph._p.get_or_add_pPr()
        properties.append(
            parse_xml(f'<w:numPr {_W}><w:ilvl w:val="{level}"/><w:numId w:val="71"/></w:numPr>')
        )
        return paragraph

    section = document.sections[0]
    section.header.paragraphs[0].text = "Supply agreement SA-2025-19"
    section.footer.paragraphs[0].text = "Confidential"

    document.add_paragraph("Supply Agreement", style="Title")
    document.add_paragraph(
        "This agreement is made on 3 February 2025 between Baltic Steel Sp. z o.o. (the “Supplier”) "
        "and Gorse "
        "Engineering Limited (the “Buyer”)."
    )
    numbered("Delivery", 0, "Heading 1")
    delivery = numbered("The Supplier delivers the goods FCA", 1)
    delivery._p.append(
        parse_xml(
            f'<w:r {_W}><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference '
            f'w:id="2"/></w:r>'
        )
    )
    delivery.add_run(" within 28 days of each order.")
    late = numbered("If delivery is late, the Supplier pays a penalty of ", 1)
    for xml in (
        '<w:del {0} w:id="90" w:author="x"><w:r><w:delText>3% per week</w:delText></w:r></w:del>',
        '<w:ins {0} w:id="91" w:author="x"><w:r><w:t>0.5% per day</w:t></w:r></w:ins>',
        '<w:r {0}><w:t xml:space="preserve"> of the price of the late goods, but not more than 10% '
        "of it.</w:t></w:r>",
    ):
        late._p.append(parse_xml(xml.format(_W)))
    numbered("Force majeure means:", 1)
    numbered("war or strike;", 2)
    numbered("flood, storm or fire.", 2)
    numbered("Price and payment", 0, "Heading 1")
    numbered("Invoices are payable within 60 days.", 1)
    numbered("The prices are set out in the table below.", 1)

    document.add_paragraph("Table 1: Prices per tonne", style="Caption")
    table = document.add_table(5, 4, style="Table Grid")
    for row, texts in enumerate(
        (
            ("Grade", "Price per tonne", "", "Lead time"),
            ("", "2025", "2026", ""),
            ("S235", "€640", "€655", "4 weeks"),
            ("S355", "€705", "€722", "6 weeks"),
            ("", "€698", "€715", "8 weeks"),
        )
    ):
        for column, text in enumerate(texts):
            if text:
                table.cell(row, column).text = text
    table.cell(0, 1).merge(table.cell(0, 2))
    table.cell(0, 0).merge(table.cell(1, 0))
    table.cell(0, 3).merge(table.cell(1, 3))
    table.cell(3, 0).merge(table.cell(4, 0))

    box = document.add_paragraph("Quality is inspected at the works.")
    box._p.append(parse_xml(_text_box("Certificates: EN 10204 type 3.1 for every heat.")))
    hidden = document.add_paragraph().add_run("Hidden rebate of 9%.")
    hidden.font.hidden = True
    numbered("Term", 0, "Heading 1")
    numbered("This agreement runs until 31 December 2027.", 1)
    law = numbered("It is governed by the laws of", 1)
    law.add_run().add_break()
    law.add_run("Poland\u2011and no other law\tapplies.")
    return _with_footnotes(document)


def _text_box(text: str) -> str:
    shape = (
        '<v:shape xmlns:v="urn:schemas-microsoft-com:vml" '
        'style="width:200pt;height:50pt"><v:textbox><w:txbxContent>'
        f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape>"
    )
    return f"<w:r {_W}><w:pict>{shape}</w:pict></w:r>"


def _with_footnotes(document: WordDocument) -> bytes:
    """python-docx cannot write footnotes, so their part is put into the archive by hand."""
    plain = io.BytesIO()
    document.save(plain)
    finished = io.BytesIO()
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(finished, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "[Content_Types].xml":
                content = content.replace(
                    b"</Types>",
                    b'<Override PartName="/word/footnotes.xml" ContentType="application/vnd.openxmlformats-'
                    b'officedocument.wordprocessingml.footnotes+xml"/></Types>',
                )
            if name == "word/_rels/document.xml.rels":
                content = content.replace(
                    b"</Relationships>",
                    b'<Relationship Id="rId900" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
                    b'relationships/footnotes" Target="footnotes.xml"/></Relationships>',
                )
            target.writestr(name, content)
        target.writestr("word/footnotes.xml", _FOOTNOTES)
    return finished.getvalue()


_FACTS = (
    About(
        "contract",
        "en",
        ("Baltic Steel Sp. z o.o.", "Gorse Engineering Limited"),
    ),
    Heading("1. Delivery", 1),
    Heading("2. Price and payment", 1),
    Heading("3. Term", 1),
    Unit("2.1 Invoices are payable within 60 days.", section="2. Price and payment"),
    Unit("3.1 This agreement runs until 31 December 2027.", section="3. Term"),
    Unit("(b) flood, storm or fire.", "bullet", section="1. Delivery"),
    Unit(
        "1.2 If delivery is late, the Supplier pays a penalty of 0.5% per day of the price of the "
        "late goods, but not "
        "more than 10% of it.",
        section="1. Delivery",
    ),
    NotShown("3% per week"),
    NotShown("Hidden rebate"),
    Kept("Certificates: EN 10204 type 3.1 for every heat."),
    Unit("[1] Incoterms 2020; the place is Gdynia.", "footnote"),
    Unit("Supply agreement SA-2025-19", "header"),
    Unit("Confidential", "footer"),
    InOrder(("1. Delivery", "1.1", "28 days", "1.2", "(a) war", "(b) flood", "2. Price", "S235", "3. Term")),
    Grid(
        1,
        5,
        4,
        2,
        "Table 1: Prices per tonne",
    ),
    InCell(
        "€722",
        3,
        2,
        ("Price per tonne", "2026"),
    ),
    InCell("S355", 3, 0, rows=2),
    InCell(
        "8 weeks",
        4,
        3,
        ("Lead time",),
    ),
    InCell("Price per tonne", 0, 1, columns=2),
    Asked("Within how many days are goods delivered?", {"iso8601": "P28D"}, "28 days", section="1. Delivery"),
    Asked("Within how many days are invoices payable?", {"iso8601": "P60D"}, "60 days", section="2. Price"),
    Asked("Until when does the agreement run?", {"iso": "2027-12-31"}, "31 December 2027", section="3. Term"),
    Asked(
        "What is the price per tonne of S235 in 2026?",
        {"value": "655", "currency": "EUR"},
        "€655",
    ),
    Asked("What is the penalty per day for late delivery?", {"value": "0.5"}, "0.5% per day"),
    Asked(
        "When was the agreement made?",
        {"iso": "2025-02-03"},
        "3 February 2025",
    ),
    Asked("How long is the lead time of S235?", {"iso8601": "P4W"}, "4 weeks"),
    Asked(
        "What is the maximum penalty?",
        {"value": "10"},
        "not more than 10%",
    ),
    Asked("Is flood force majeure?", {"value": True}, "Force majeure means:"),
)
