"""DOCX with what word processors leave behind: fields, controls, fallback boxes, moves, nested tables."""

from __future__ import annotations

import io

from docx import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from tests.documents.truth import Asked, Heading, InOrder, Kept, NotShown, Paper, Unit

_W = nsdecls("w")
_MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
_WPS = 'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
_V = 'xmlns:v="urn:schemas-microsoft-com:vml"'


def papers() -> tuple[Paper, ...]:
    return (Paper("handbook.docx", _handbook(), _FACTS),)


def _run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def _field(end: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{end}"/></w:r>'


def _handbook() -> bytes:
    document = Document()
    document.add_heading("Staff handbook", 0)
    document.add_heading("Leave", 1)
    body = document.element.body

    def add(*parts: str) -> None:
        body.insert(len(body) - 1, parse_xml(f"<w:p {_W}>{''.join(parts)}</w:p>"))

    # A field: its instruction is never shown, its result is.
    add(
        _run("Staff have "),
        _field("begin"),
        "<w:r><w:instrText> DOCPROPERTY LeaveDays </w:instrText></w:r>",
        _field("separate"),
        _run("27"),
        _field("end"),
        _run(" days of leave a year."),
    )
    # A content control round a whole paragraph, and one inside a sentence.
    control = f"<w:sdt {_W}><w:sdtContent>{{}}</w:sdtContent></w:sdt>"
    inside = _run("Parental leave lasts 20 weeks.")
    body.insert(len(body) - 1, parse_xml(control.format(f"<w:p>{inside}</w:p>")))
    add(_run("Requests go to "), control.format(_run("Maud Ellery")), _run(" at least 15 days ahead."))
    # The same text box twice, for new and for old programs: a reader sees it once.
    words = _run("Closed between 24 December 2025 and 2 January 2026.")
    box = f"<w:txbxContent><w:p>{words}</w:p></w:txbxContent>"
    new = f"<w:drawing><wps:wsp {_WPS}><wps:txbx>{box}</wps:txbx></wps:wsp></w:drawing>"
    old = f"<w:pict><v:shape {_V}><v:textbox>{box}</v:textbox></v:shape></w:pict>"
    add(
        f"<w:r><mc:AlternateContent {_MC}>",
        f'<mc:Choice Requires="wps">{new}</mc:Choice><mc:Fallback>{old}</mc:Fallback>',
        "</mc:AlternateContent></w:r>",
    )
    document.add_heading("Pay", 1)
    paragraph = document.add_paragraph("Overtime is paid at ")
    paragraph.add_run("150%").bold = True
    paragraph.add_run(" of the hour")
    paragraph.add_run("ly rate")  # one word in two runs
    paragraph.add_run(", rounded up to the quarter\u00adhour.")
    document.add_paragraph("Sick pay: £420 a week", style="List Bullet")
    document.add_paragraph("Night shift: £18 a night extra", style="List Bullet")
    document.add_paragraph("except apprentices", style="List Bullet 2")
    add(
        _run("The pension rate is "),
        f'<w:moveFrom w:id="5" w:author="x">{_run("4% old")}</w:moveFrom>',
        f'<w:moveTo w:id="6" w:author="x">{_run("6%")}</w:moveTo>',
        _run(" of salary."),
    )

    outer = document.add_table(2, 2)
    outer.cell(0, 0).text = "Site"
    outer.cell(0, 1).text = "Contact"
    outer.cell(1, 0).text = "Derby"
    outer.cell(1, 1).text = "Ask for:"
    inner = outer.cell(1, 1).add_table(1, 2)
    inner.cell(0, 0).text = "Extension"
    inner.cell(0, 1).text = "4410"
    document.add_heading("Expenses", 2)
    document.add_paragraph("Mileage is 38p\u00a0a\u00a0mile. Meals cost £12 at most.")
    last = document.add_paragraph("Claims are due by 5 April 2026")
    last.add_run().add_break()
    last.add_run("and must be signed.")
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


_FACTS = (
    Heading("Leave", 1),
    Heading("Pay", 1),
    Heading("Expenses", 2),
    Unit("Staff have 27 days of leave a year.", section="Leave"),
    Unit("Parental leave lasts 20 weeks.", section="Leave"),
    Unit("Requests go to Maud Ellery at least 15 days ahead.", section="Leave"),
    Unit("Closed between 24 December 2025 and 2 January 2026."),
    Kept("of the hourly rate"),
    Unit("The pension rate is 6% of salary.", section="Pay"),
    Unit("Claims are due by 5 April 2026 and must be signed.", section="Expenses"),
    Unit("Meals cost £12 at most.", section="Expenses"),
    Kept("4410"),
    Kept("except apprentices"),
    NotShown("DOCPROPERTY"),
    NotShown("4% old"),
    InOrder(("Staff have", "Parental", "Maud", "Overtime", "Sick pay", "Derby", "4410", "Mileage")),
    Asked("How many days of leave do staff have?", {"iso8601": "P27D"}, "27 days of leave", section="Leave"),
    Asked("How long is parental leave?", {"iso8601": "P20W"}, "20 weeks", section="Leave"),
    Asked("How much is sick pay a week?", {"value": "420", "currency": "GBP"}, "£420", section="Pay"),
    Asked("What is the pension rate?", {"value": "6"}, "6% of salary", section="Pay"),
    Asked("At what percentage is overtime paid?", {"value": "150"}, "150%", section="Pay"),
    Asked("By what date are claims due?", {"iso": "2026-04-05"}, "5 April 2026", section="Expenses"),
)
