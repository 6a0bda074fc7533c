"""PDF tables: continued over pages, ruled with merged cells, without rules, on turned and landscape pages."""

from __future__ import annotations

from reportlab.lib.pagesizes import A4, landscape

from tests.documents.press import HEIGHT, WIDTH, Sheet, printed
from tests.documents.truth import Asked, Fact, Grid, Heading, InCell, Kept, Paper, Unit


def papers() -> tuple[Paper, ...]:
    return (
        Paper("prices.pdf", _prices(), _PRICES),
        Paper("turned.pdf", _turned(), _TURNED),
        Paper("landscape.pdf", _landscape(), _LANDSCAPE),
    )


_GOODS = [
    (f"{100 + number}", name, f"{price:,.2f}", unit)
    for number, (name, price, unit) in enumerate(
        (
            (f"{shape} {metal}", 3.15 * (row + 1) + 240 * column, "each" if column else "box")
            for row, metal in enumerate(
                ("brass", "steel", "copper", "zinc", "nickel", "chrome", "bronze", "iron")
            )
            for column, shape in enumerate(("Hinge", "Handle", "Bolt"))
        ),
        1,
    )
]


def _rows(sheet: Sheet, goods: list[tuple[str, str, str, str]], top: float) -> None:
    for row, (number, name, price, unit) in enumerate((("No.", "Article", "Price (EUR)", "Unit"), *goods)):
        font = "Helvetica-Bold" if not row else "Helvetica"
        y = top + row * 20
        sheet.at(72, y, number, font, 9)
        sheet.at(140, y, name, font, 9)
        sheet.right(400, y, price, font, 9)
        sheet.at(440, y, unit, font, 9)


def _prices() -> bytes:
    def first(sheet: Sheet) -> None:
        sheet.at(72, 50, "Dorn Fittings – price list", "Helvetica-Oblique", 8)
        sheet.heading("Price list, valid from 1 April 2025")
        sheet.paragraph("Prices are net. Delivery is free for orders above €500.")
        _rows(sheet, _GOODS[:14], 180)
        sheet.at(290, 800, "Page 1 of 2", size=8)

    def second(sheet: Sheet) -> None:
        sheet.at(72, 50, "Dorn Fittings – price list", "Helvetica-Oblique", 8)
        _rows(sheet, _GOODS[14:], 90)
        sheet.y = 330
        sheet.heading("Terms")
        sheet.paragraph(
            "Invoices are payable within 21 days. A discount of 2% is given for payment within 7 days."
        )
        sheet.at(290, 800, "Page 2 of 2", size=8)

    return printed(first, second)


_PRICES: tuple[Fact, ...] = (
    Heading("Terms", 1, 2),
    Grid(1, 25, 4, 1),
    InCell(_GOODS[3][2], 4, 2, ("Price (EUR)",)),
    InCell(_GOODS[20][1], 21, 1, ("Article",)),
    InCell(_GOODS[23][2], 24, 2, ("Price (EUR)",)),
    Unit("Delivery is free for orders above €500.", page=1),
    Unit("Invoices are payable within 21 days.", page=2, section="Terms"),
    Asked(
        "What is the price of the Handle nickel?",
        {"value": "255.75", "currency": "EUR"},
        _GOODS[13][2],
        1,
    ),
    Asked(
        "What is the price of the Bolt iron?",
        {"value": "505.20", "currency": "EUR"},
        _GOODS[23][2],
        2,
    ),
    Asked(
        "What is the price of article 119?",
        {"value": "22.05", "currency": "EUR"},
        _GOODS[18][2],
        2,
        broken="missed: 'article 119' is taken for a section of the document",
    ),
    Asked("Within how many days are invoices payable?", {"iso8601": "P21D"}, "21 days", 2, section="Terms"),
    Asked("For orders above what amount is delivery free?", {"value": "500", "currency": "EUR"}, "€500", 1),
    Unit("Page 2 of 2", "footer", 2),
    Unit("Dorn Fittings – price list", "header", 2),
    Asked(
        "From when is the price list valid?",
        {"iso": "2025-04-01"},
        "valid from 1 April 2025",
        1,
        broken="wrong answer: every row of the table as text; the date stands in the heading",
    ),
)


def _benefits(sheet: Sheet, top: float) -> None:
    """Two rows of headers, the upper with a cell over two columns, and a row label over two rows."""
    for y in range(6):
        start = 200 if y == 1 else 60
        sheet.rule(start, top + y * 22, 400 if y == 1 else 500, top + y * 22)
    for x in (60, 200, 400, 500):
        sheet.rule(x, top, x, top + 110)
    sheet.rule(300, top + 22, 300, top + 110)
    texts = (
        (64, 0, "Benefit"),
        (204, 0, "Limit per year"),
        (404, 0, "Waiting time"),
        (204, 1, "Basic"),
        (304, 1, "Plus"),
        (64, 2, "Dental care"),
        (204, 2, "$300"),
        (304, 2, "$900"),
        (404, 2, "6 months"),
        (64, 3, "Eye tests"),
        (204, 3, "$120"),
        (304, 3, "$250"),
        (404, 3, "none"),
        (64, 4, "Physiotherapy"),
        (204, 4, "not covered"),
        (304, 4, "$1,500"),
        (404, 4, "30 days"),
    )
    for x, row, text in texts:
        sheet.at(x, top + 15 + row * 22, text, size=10)


_BENEFITS: tuple[Fact, ...] = (
    Grid(1, 5, 4, 2),
    InCell("Limit per year", 0, 1, columns=2),
    InCell("$900", 2, 2, ("Limit per year", "Plus")),
    InCell("$120", 3, 1, ("Limit per year", "Basic")),
    InCell("30 days", 4, 3, ("Waiting time",)),
    InCell("not covered", 4, 1, ("Limit per year", "Basic")),
    Asked(
        "What is the limit per year for dental care in Plus?",
        {"value": "900", "currency": "USD"},
        "$900",
        1,
    ),
    Asked(
        "What is the limit per year for eye tests in Basic?",
        {"value": "120", "currency": "USD"},
        "$120",
        1,
    ),
    Asked(
        "What is the waiting time for physiotherapy?",
        {"iso8601": "P30D"},
        "30 days",
        1,
    ),
    Asked("Is physiotherapy covered in Basic?", {"value": False}, "not covered", 1),
)


def _turned() -> bytes:
    def page(sheet: Sheet) -> None:
        # The page is turned by 90 degrees when shown: what is drawn must be turned the other way.
        sheet.canvas.translate(WIDTH, 0)
        sheet.canvas.rotate(90)
        sheet.width, sheet.height = HEIGHT, WIDTH
        sheet.y = 60
        sheet.heading("Schedule of benefits", 60)
        sheet.paragraph(
            "This schedule forms part of the Alder Health policy. All limits are in US dollars.", 60
        )
        _benefits(sheet, 140)

    def upright(sheet: Sheet) -> None:
        sheet.heading("Cancellation")
        sheet.paragraph("You may cancel the policy within 20 days of receiving it.")

    return printed(page, upright, rotations=(90, 0))


_TURNED: tuple[Fact, ...] = (
    Heading("Schedule of benefits", 1, 1),
    Heading("Cancellation", 1, 2),
    Unit("All limits are in US dollars.", page=1, section="Schedule of benefits"),
    Unit("You may cancel the policy within 20 days of receiving it.", page=2, section="Cancellation"),
    *_BENEFITS,
    Asked("Within how many days may I cancel the policy?", {"iso8601": "P20D"}, "20 days", 2),
)


def _landscape() -> bytes:
    def page(sheet: Sheet) -> None:
        sheet.y = 50
        sheet.heading("Schedule of benefits", 60)
        _benefits(sheet, 120)
        sheet.y = 260
        sheet.paragraph("Limits start again on 1 January of each year.", 60)
        sheet.at(60, 560, "Alder Health · form 9", size=8)

    return printed(page, size=landscape(A4))


_LANDSCAPE: tuple[Fact, ...] = (
    Heading("Schedule of benefits", 1, 1),
    Unit("Limits start again on 1 January of each year.", page=1),
    Kept("Alder Health · form 9"),
    *_BENEFITS,
)
