"""PDF of a contract as law firms set it: hanging numbers, definitions beside terms, a stamp, a cut list."""

from __future__ import annotations

from reportlab.lib.utils import simpleSplit

from tests.documents.press import Sheet, printed
from tests.documents.truth import About, Asked, Fact, Heading, InOrder, Kept, Paper, Unit


def papers() -> tuple[Paper, ...]:
    return (Paper("services.pdf", _services(), _SERVICES),)


def _clause(sheet: Sheet, number: str, text: str, x: float = 72, indent: float = 36) -> None:
    """The number hangs in the margin, the text stands in a block beside it."""
    sheet.at(x, sheet.y, number)
    sheet.lines(simpleSplit(text, "Times-Roman", 10.5, 523 - x - indent), x + indent)
    sheet.y += 6


def _stamp(sheet: Sheet) -> None:
    canvas = sheet.canvas
    canvas.saveState()
    canvas.setFillGray(0.85)
    canvas.setFont("Helvetica-Bold", 70)
    canvas.translate(150, 250)
    canvas.rotate(50)
    canvas.drawString(0, 0, "EXECUTION COPY")
    canvas.restoreState()


def _services() -> bytes:
    def first(sheet: Sheet) -> None:
        _stamp(sheet)
        sheet.at(215, 70, "SERVICES AGREEMENT", "Times-Bold", 14)
        sheet.y = 100
        sheet.paragraph(
            'This Agreement is made on 8 July 2024 between Lowther Analytics Ltd ("Lowther") and '
            "Pike Rail Group plc "
            '(the "Client").'
        )
        sheet.at(72, sheet.y, "1.", "Times-Bold")
        sheet.at(108, sheet.y, "INTERPRETATION", "Times-Bold")
        sheet.y += 22
        _clause(sheet, "1.1", "In this Agreement:")
        for term, meaning in (
            ("“Business Day”", "a day other than a Saturday, a Sunday or a public holiday in England;"),
            (
                "“Fees”",
                "the fees of £18,750 per quarter that the Client pays under clause 3, as adjusted "
                "from time to time in "
                "line with the index;",
            ),
            ("“Services”", "the services that Schedule 2 describes."),
        ):
            sheet.at(108, sheet.y, term, "Times-Bold")
            sheet.lines(simpleSplit(meaning, "Times-Roman", 10.5, 283), 240)
            sheet.y += 6
        sheet.at(72, sheet.y, "2.", "Times-Bold")
        sheet.at(108, sheet.y, "TERM", "Times-Bold")
        sheet.y += 22
        _clause(
            sheet,
            "2.1",
            "This Agreement starts on 1 August 2024 and continues for an initial period of "
            "thirty-six (36) months, "
            "after which either party may end it on ninety (90) days' notice.",
        )
        _clause(sheet, "2.2", "The Client may end this Agreement at once if Lowther:")
        sheet.y = 720
        _clause(sheet, "(a)", "fails to meet a service level in three months of any year;", 108)
        _clause(
            sheet,
            "(b)",
            "loses its certificate for information security and does not get it back within",
            108,
        )
        sheet.at(280, 800, "- 1 -", size=9)

    def second(sheet: Sheet) -> None:
        _stamp(sheet)
        sheet.y = 72
        sheet.lines(["forty-five (45) days; or"], 144)
        sheet.y += 6
        _clause(sheet, "(c)", "becomes insolvent.", 108)
        sheet.at(72, sheet.y, "3.", "Times-Bold")
        sheet.at(108, sheet.y, "PAYMENT", "Times-Bold")
        sheet.y += 22
        _clause(sheet, "3.1", "The Client shall pay each invoice within thirty (30) days of its date.")
        _clause(
            sheet,
            "3.2",
            "Interest on late payments runs at 3% above the base rate, but not on sums in dispute.",
        )
        sheet.y += 20
        sheet.at(72, sheet.y, "SIGNED for Lowther Analytics Ltd")
        sheet.at(320, sheet.y, "SIGNED for Pike Rail Group plc")
        sheet.y += 30
        sheet.at(72, sheet.y, "Name: Harriet Voss")
        sheet.at(320, sheet.y, "Name: Tomas Ek")
        sheet.y += 18
        sheet.at(72, sheet.y, "Date: 8 July 2024")
        sheet.at(320, sheet.y, "Date: 9 July 2024")
        sheet.at(280, 800, "- 2 -", size=9)

    return printed(first, second)


_SERVICES: tuple[Fact, ...] = (
    About(
        "contract",
        "en",
        ("Lowther Analytics Ltd", "Pike Rail Group plc"),
        broken="wrong place: the party 'Pike Rail Group plc' is cut at a line end",
    ),
    Heading("1. INTERPRETATION", 1, 1),
    Heading("2. TERM", 1, 1),
    Heading("3. PAYMENT", 1, 2),
    Unit(
        "2.1 This Agreement starts on 1 August 2024 and continues for an initial period of "
        "thirty-six (36) months, "
        "after which either party may end it on ninety (90) days' notice.",
        page=1,
        section="2. TERM",
    ),
    Unit(
        "(b) loses its certificate for information security and does not get it back within "
        "forty-five (45) days; or",
        "bullet",
        1,
        section="2. TERM",
    ),
    Unit("(c) becomes insolvent.", "bullet", 2, section="2. TERM"),
    Unit(
        "3.1 The Client shall pay each invoice within thirty (30) days of its date.",
        page=2,
        section="3. PAYMENT",
    ),
    Unit("- 2 -", "footer", 2),
    Kept(
        "the fees of £18,750 per quarter that the Client pays under clause 3, as adjusted from time "
        "to time in line with "
        "the index;"
    ),
    InOrder(
        ("“Business Day”", "a day other than", "“Fees”", "the fees of £18,750", "“Services”", "Schedule 2")
    ),
    InOrder(("SIGNED for Lowther", "Harriet Voss", "Tomas Ek")),
    Kept("EXECUTION COPY"),
    Asked(
        "How long is the initial period?", {"iso8601": "P36M"}, "thirty-six (36) months", 1, section="2. TERM"
    ),
    Asked("How much notice must be given to end the agreement?", {"iso8601": "P90D"}, "ninety (90) days", 1),
    Asked("Within how many days must invoices be paid?", {"iso8601": "P30D"}, "thirty (30) days", 2),
    Asked("When does the agreement start?", {"iso": "2024-08-01"}, "1 August 2024", 1),
    Asked("What is the interest rate on late payments?", {"value": "3"}, "3% above the base rate", 2),
    Asked(
        "What is the date of the agreement?",
        {"iso": "2024-07-08"},
        "8 July 2024",
        1,
    ),
    Asked("How much are the Fees?", {"value": "18750", "unit": "per quarter"}, "£18,750 per quarter", 1),
    Unit(
        "“Fees” the fees of £18,750 per quarter that the Client pays under clause 3, as adjusted "
        "from time to time in "
        "line with the index;",
        page=1,
        broken="wrong place: a definition set beside its term is cut after its first line",
    ),
)
