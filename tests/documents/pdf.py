"""PDF in one column: a lease with contents and notes, an act with side notes, minutes with an outline."""

from __future__ import annotations

from tests.documents import pdf_columns, pdf_contract, pdf_filing, pdf_odd, pdf_tables
from tests.documents.press import Sheet, printed
from tests.documents.truth import About, Asked, Fact, Heading, InOrder, Kept, Paper, Unit


def papers() -> tuple[Paper, ...]:
    return (
        Paper("lease.pdf", _lease(), _LEASE),
        Paper("act.pdf", _act(), _ACT),
        Paper("outline.pdf", _outline(), _OUTLINE),
        *pdf_columns.papers(),
        *pdf_tables.papers(),
        *pdf_odd.papers(),
        *pdf_contract.papers(),
        *pdf_filing.papers(),
    )


def _furniture(sheet: Sheet, label: str) -> None:
    sheet.at(72, 50, "Lease of Unit 4, Harbour Yard", "Times-Italic", 9)
    sheet.right(523, 50, "Draft of 2 May 2024", "Times-Italic", 9)
    sheet.at(290, 800, label, size=9)


def _lease() -> bytes:
    def contents(sheet: Sheet) -> None:
        _furniture(sheet, "i")
        sheet.heading("CONTENTS")
        for title, label in (
            ("1. DEFINITIONS", "1"),
            ("2. TERM AND RENT", "1"),
            ("3. REPAIRS", "2"),
            ("4. BREAK OPTION", "2"),
            ("SCHEDULE 1 SERVICE CHARGE", "3"),
        ):
            sheet.leader(title, label)

    def first(sheet: Sheet) -> None:
        _furniture(sheet, "1")
        sheet.paragraph(
            "THIS LEASE is dated 17 June 2024 and made between (1) Harbour Estates Limited (the "
            '"Landlord") and '
            '(2) Pell & Marsh LLP (the "Tenant").'
        )
        sheet.heading("1. DEFINITIONS")
        sheet.paragraph('1.1 "Premises" means Unit 4, Harbour Yard, Bristol BS1 4RW.')
        sheet.paragraph('1.2 "Interest Rate" means 4% per annum above the base rate of the Bank.^1')
        sheet.heading("2. TERM AND RENT")
        sheet.paragraph(
            "2.1 The Landlord lets the Premises to the Tenant for a term of ten (10) years from and "
            "including 24 June "
            "2024."
        )
        sheet.paragraph(
            "2.2 The Tenant shall pay a yearly rent of £48,500 by equal quarterly payments in "
            "advance, save that no "
            "rent is payable for the first three months."
        )
        sheet.y = 690
        sheet.lines(
            [
                "2.3 The rent shall be reviewed on each fifth anniversary of the commence-",
                "ment of the term, and the reviewed rent shall not be less than the rent paya-",
            ]
        )
        sheet.rule(72, 745, 200, 745)
        sheet.at(
            72, 757, "1  The Bank is the Bank of England; its base rate on 1 June 2024 was 5.25%.", size=8
        )

    def second(sheet: Sheet) -> None:
        _furniture(sheet, "2")
        sheet.lines(["ble immediately before the review date."])
        sheet.y += 8
        sheet.heading("3. REPAIRS")
        sheet.paragraph("3.1 The Tenant shall keep the Premises in good repair:")
        sheet.paragraph("(a) replacing broken glass within 5 working days;", 100, 420)
        sheet.paragraph("(b) cleaning the windows once a month; and", 100, 420)
        sheet.paragraph("(c) redecorating the interior in the year 2029.", 100, 420)
        sheet.heading("4. BREAK OPTION")
        sheet.paragraph(
            "4.1 The Tenant may end this Lease on 24 June 2029 by giving not less than six months' "
            "written notice.^2 "
            "The Landlord has no right to break."
        )
        sheet.rule(72, 745, 200, 745)
        sheet.at(72, 757, "2  Notice by e-mail is not valid.", size=8)

    def third(sheet: Sheet) -> None:
        _furniture(sheet, "3")
        sheet.heading("SCHEDULE 1 SERVICE CHARGE")
        sheet.paragraph("The service charge is capped at £6,200 a year and is paid half-yearly.")
        sheet.paragraph("Signed for Harbour Estates Limited: A. Quill, director")

    return printed(contents, first, second, third, labels=((0, "ROMAN_LOWER", 1), (1, "ARABIC", 1)))


_LEASE: tuple[Fact, ...] = (
    About("contract", "en", ("Harbour Estates Limited", "Pell & Marsh LLP")),
    Heading("1. DEFINITIONS", 1, 2),
    Heading("2. TERM AND RENT", 1, 2),
    Heading("3. REPAIRS", 1, 3),
    Heading("4. BREAK OPTION", 1, 3),
    Heading("SCHEDULE 1 SERVICE CHARGE", 1, 4),
    Unit(
        "2.3 The rent shall be reviewed on each fifth anniversary of the commencement of the term, "
        "and the reviewed "
        "rent shall not be less than the rent payable immediately before the review date.",
        page=2,
        label="1",
        section="2. TERM AND RENT",
    ),
    Unit("(a) replacing broken glass within 5 working days;", "bullet", 3, "2", section="3. REPAIRS"),
    Unit("(c) redecorating the interior in the year 2029.", "bullet", 3),
    Unit("The Landlord has no right to break.", page=3, label="2", section="4. BREAK OPTION"),
    Unit("2 Notice by e-mail is not valid.", "footnote", 3),
    Unit("1 The Bank is the Bank of England; its base rate on 1 June 2024 was 5.25%.", "footnote", 2),
    Unit(
        "2.1 The Landlord lets the Premises to the Tenant for a term of ten (10) years from and "
        "including 24 June 2024.",
        page=2,
    ),
    Unit("The service charge is capped at £6,200 a year and is paid half-yearly.", page=4, label="3"),
    Asked(
        "What is the yearly rent?",
        {"value": "48500", "currency": "GBP"},
        "£48,500",
        2,
        "1",
        section="2. TERM",
    ),
    Asked("How long is the term?", {"iso8601": "P10Y"}, "ten (10) years", 2, "1"),
    Asked(
        "How much notice is required for the break option?",
        {"iso8601": "P6M"},
        "six months",
        3,
        "2",
        section="4. BREAK",
    ),
    Asked(
        "What is the service charge cap?",
        {"value": "6200", "currency": "GBP"},
        "£6,200",
        4,
        "3",
        section="SCHEDULE 1",
    ),
    Asked(
        "Within how many working days must broken glass be replaced?", {"iso8601": "P5D"}, "5 working days", 3
    ),
    Asked("What was the base rate on 1 June 2024?", {"value": "5.25"}, "5.25%", 2),
    Asked("On which date may the Tenant end the Lease?", {"iso": "2029-06-24"}, "24 June 2029", 3),
    Asked(
        "What is the date of the lease?",
        {"iso": "2024-06-17"},
        "dated 17 June 2024",
        2,
    ),
    Unit(
        "THIS LEASE is dated 17 June 2024 and made between (1) Harbour Estates Limited (the "
        '"Landlord") and (2) Pell & '
        'Marsh LLP (the "Tenant").',
        page=2,
        label="1",
    ),
    Unit(
        "i",
        "footer",
        1,
        "i",
    ),
    Unit("2", "footer", 3, "2"),
    Unit("Lease of Unit 4, Harbour Yard Draft of 2 May 2024", "header", 4),
    Asked("May notice be given by e-mail?", {"value": False}, "Notice by e-mail is not valid.", 3),
    Asked("What is the interest rate?", {"value": "4"}, "4% per annum above the base rate", 2),
    Asked("Is the service charge capped?", {"value": True}, "capped at £6,200", 4),
)


def _act() -> bytes:
    def page(sheet: Sheet) -> None:
        sheet.at(250, 60, "Harbours (Levies) Act", "Times-Italic", 9)
        sheet.heading("PART I LEVIES", 150)
        for side, texts in (
            (
                ("Levy on", "vessels."),
                [
                    "1. (1) The authority may charge a levy of not more than",
                    "£120 for each vessel that stays in a harbour for longer",
                    "than 48 hours.",
                ],
            ),
            (
                ("Exempt", "craft."),
                [
                    "2. A levy is not payable for a lifeboat, a pilot boat or a",
                    "fishing vessel of less than 10 metres in length.",
                ],
            ),
            (
                ("Appeals to", "the tribunal."),
                [
                    "3. A person may appeal to the tribunal within 21 days",
                    "after the levy was demanded.",
                ],
            ),
        ):
            start = sheet.y
            for number, note in enumerate(side):
                sheet.at(60, start + number * 9.5, note, size=8)
            sheet.lines(texts, 150, 11)
            sheet.y += 12

    return printed(page)


_ACT: tuple[Fact, ...] = (
    Kept("not more than £120 for each vessel that stays in a harbour for longer than 48 hours."),
    Unit(
        "2. A levy is not payable for a lifeboat, a pilot boat or a fishing vessel of less than 10 "
        "metres in length.",
        "bullet",
        page=1,
    ),
    Unit(
        "3. A person may appeal to the tribunal within 21 days after the levy was demanded.", "bullet", page=1
    ),
    Kept("Levy on vessels."),
    Kept("Exempt craft."),
    InOrder(
        ("after the levy was demanded.", "Exempt craft."),
    ),
    Asked(
        "How long must a vessel stay before a levy is charged?",
        {"iso8601": "PT48H"},
        "longer than 48 hours",
        1,
    ),
    Asked("Within how many days may a person appeal?", {"iso8601": "P21D"}, "21 days", 1),
    Asked("How much is the levy?", {"value": "120", "currency": "GBP"}, "£120", 1),
    Asked("Is a levy payable for a lifeboat?", {"value": False}, "not payable", 1),
)


def _outline() -> bytes:
    def first(sheet: Sheet) -> None:
        sheet.heading("Minutes of the supervisory board", size=16)
        sheet.paragraph("Oakmere Housing Trust met on 9 October 2025. Seven of nine members were present.")
        sheet.heading("Approval of accounts")
        sheet.paragraph(
            "The accounts for 2024 were approved by six votes to one. The surplus was €2.4 million."
        )

    def second(sheet: Sheet) -> None:
        sheet.heading("Appointments")
        sheet.paragraph("Ms Devi was appointed treasurer for a period of four years, from 1 January 2026.")
        sheet.heading("Remuneration", size=11)
        sheet.paragraph("The treasurer is paid €14,000 a year. Travel costs are refunded.")

    return printed(
        first,
        second,
        outline=(
            (1, "Minutes of the supervisory board", 0),
            (1, "Approval of accounts", 1),
            (2, "Appointments", 1),
            (2, "Remuneration", 2),
        ),
    )


_OUTLINE: tuple[Fact, ...] = (
    Heading("Minutes of the supervisory board", 1, 1),
    Heading("Approval of accounts", 2, 1),
    Heading("Appointments", 2, 2),
    Heading("Remuneration", 3, 2),
    Unit("The surplus was €2.4 million.", page=1, section="Approval of accounts"),
    Unit("The treasurer is paid €14,000 a year.", page=2, section="Remuneration"),
    InOrder(("Oakmere Housing Trust", "Approval of accounts", "The accounts for 2024")),
    Asked("How much was the surplus?", {"value": "2400000", "currency": "EUR"}, "€2.4 million", 1),
    Asked(
        "How much is the treasurer paid a year?",
        {"value": "14000", "currency": "EUR"},
        "€14,000",
        2,
        section="Remuneration",
    ),
    Asked(
        "For how long was the treasurer appointed?",
        {"iso8601": "P4Y"},
        "four years",
        2,
        section="Appointments",
    ),
    Asked(
        "When did the board meet?",
        {"iso": "2025-10-09"},
        "9 October 2025",
        1,
    ),
)
