"""PDF of a filing: money tables without rules, units in the head, group rows; a table in a column."""

from __future__ import annotations

from collections.abc import Sequence

from tests.documents.press import Sheet, printed
from tests.documents.truth import Asked, Fact, Grid, Heading, InCell, InOrder, Kept, Paper, Unit


def papers() -> tuple[Paper, ...]:
    return (Paper("annual.pdf", _annual(), _ANNUAL), Paper("columns-table.pdf", _columns(), _COLUMNS))


def _money(sheet: Sheet, rows: Sequence[tuple[str, str, str]], top: float) -> None:
    """Labels left, two columns of figures on the right, the dollar sign away from its figure."""
    for number, (label, now, before) in enumerate(rows):
        y = top + number * 15
        sheet.at(82 if label.startswith("  ") else 72, y, label.strip(), size=10)
        for x, figure in ((420.0, now), (515.0, before)):
            if figure.startswith("$"):
                sheet.at(x - 62, y, "$", size=10)
            sheet.right(x, y, figure.lstrip("$"), size=10)


def _annual() -> bytes:
    def first(sheet: Sheet) -> None:
        sheet.at(180, 50, "Corvane Industries, Inc.", "Times-Italic", 9)
        sheet.heading("Item 8. Statements of income")
        sheet.paragraph(
            "The statements below should be read with the notes. Amounts are in thousands of US dollars."
        )
        top = sheet.y + 10
        sheet.at(378, top, "2024", "Times-Bold", 10)
        sheet.at(473, top, "2023", "Times-Bold", 10)
        _money(
            sheet,
            (
                ("Revenue:", "", ""),
                ("  Products", "$84,210", "$79,955"),
                ("  Services", "12,480", "—"),
                ("Total revenue", "96,690", "79,955"),
                ("Cost of sales", "(61,340)", "(55,120)"),
                ("Impairment", "(2,100)", "—"),
                ("Net income", "$9,875", "$11,402"),
            ),
            top + 18,
        )
        sheet.y = top + 150
        sheet.paragraph("Revenue grew because of the services business that was bought on March 29, 2024.")
        sheet.heading("Item 9. Controls")
        sheet.paragraph("Our controls were effective as of December 31, 2024. The audit fee was $415,000.")
        sheet.at(290, 800, "F-3", size=9)

    def second(sheet: Sheet) -> None:
        sheet.at(180, 50, "Corvane Industries, Inc.", "Times-Italic", 9)
        sheet.heading("Item 10. Directors")
        sheet.paragraph(
            "Directors are elected for a term of three years. The chair is paid $140,000 per year."
        )
        sheet.at(290, 800, "F-4", size=9)

    return printed(first, second)


_ANNUAL: tuple[Fact, ...] = (
    Heading("Item 8. Statements of income", 1, 1),
    Heading("Item 9. Controls", 1, 1),
    Heading("Item 10. Directors", 1, 2),
    Unit("The audit fee was $415,000.", page=1, section="Item 9. Controls"),
    Unit("Corvane Industries, Inc.", "header", 2),
    Unit("F-4", "footer", 2),
    Grid(1, 8, 3, 1),
    InCell("12,480", 3, 1, ("2024",)),
    InCell("(2,100)", 6, 1, ("2024",)),
    InCell("79,955", 4, 2, ("2023",)),
    InOrder(("Revenue:", "Products", "Services", "Total revenue", "Net income", "Revenue grew")),
    Kept("Amounts are in thousands of US dollars."),
    Asked(
        "How much was net income in 2023?",
        {"value": "11402000", "currency": "USD"},
        "11,402",
        1,
    ),
    Asked(
        "How much was the revenue from services in 2024?",
        {"value": "12480000", "currency": "USD"},
        "12,480",
        1,
    ),
    Asked("How much was the audit fee?", {"value": "415000", "currency": "USD"}, "$415,000", 1),
    Asked("How much is the chair paid per year?", {"value": "140000", "currency": "USD"}, "$140,000", 2),
    Asked("For how long are directors elected?", {"iso8601": "P3Y"}, "three years", 2),
    Asked("When was the services business bought?", {"iso": "2024-03-29"}, "March 29, 2024", 1),
)


def _columns() -> bytes:
    """Two columns: a table in the first, a figure in the second, a sentence from one to the other."""

    def page(sheet: Sheet) -> None:
        sheet.y = 80
        sheet.heading("Dosing in renal disease", 60, 12)
        sheet.paragraph(
            "Clearance falls with renal function, so that the dose must be lowered. The doses of "
            "Table 2 were used in "
            "the registration studies and led to levels like those in healthy adults.",
            60,
            225,
            10,
        )
        sheet.at(60, sheet.y + 4, "Table 2. Daily dose", "Times-Bold", 9)
        top = sheet.y + 10
        sheet.grid((60, 160, 220, 285), top, 16, 4)
        for row, texts in enumerate(
            (
                ("Stage", "Dose", "Patients"),
                ("Mild", "40 mg", "31"),
                ("Moderate", "30 mg", "28"),
                ("Severe", "10 mg", "9"),
            )
        ):
            for x, text in zip((64, 164, 224), texts, strict=True):
                sheet.at(x, top + 11.5 + row * 16, text, size=9)
        sheet.y = top + 90
        sheet.paragraph(
            "Dialysis removes 22% of a dose. A further dose of 5 mg is therefore given after each "
            "session, but never "
            "more than three times a week. Patients who missed a session were",
            60,
            225,
            10,
        )
        sheet.y = 95
        sheet.paragraph("seen again within 48 hours and received half of the dose.", 310, 225, 10)
        sheet.heading("Safety", 310, 12)
        sheet.paragraph(
            "Falls were seen in 4 patients. No patient died. The infusion was stopped in one "
            "patient because of a rash "
            "that went away within six days.",
            310,
            225,
            10,
        )
        for corner in (
            (310, 300, 535, 300),
            (535, 300, 535, 400),
            (535, 400, 310, 400),
            (310, 400, 310, 300),
        ):
            sheet.rule(*corner)
        sheet.at(310, 414, "Figure 1. Levels over 24 hours by stage", "Times-Italic", 9)
        sheet.y = 440
        sheet.paragraph("Levels rose by 12% in mild disease and by 95% in severe disease.", 310, 225, 10)

    return printed(page)


_COLUMNS: tuple[Fact, ...] = (
    Heading("Dosing in renal disease", 1, 1),
    Heading("Safety", 1, 1),
    Unit(
        "Patients who missed a session were seen again within 48 hours and received half of the dose.", page=1
    ),
    Unit("Dialysis removes 22% of a dose.", page=1, section="Dosing in renal disease"),
    Unit("No patient died.", page=1, section="Safety"),
    Unit("Figure 1. Levels over 24 hours by stage", "caption", 1),
    Grid(1, 4, 3, 1, "Table 2. Daily dose"),
    InCell("30 mg", 2, 1, ("Dose",)),
    InCell("9", 3, 2, ("Patients",)),
    InOrder(("Clearance falls", "Dialysis", "seen again", "Safety", "Levels rose")),
    Asked("What is the daily dose in moderate disease?", {"value": "30", "unit": "mg"}, "30 mg", 1),
    Asked("What percentage of a dose does dialysis remove?", {"value": "22"}, "22%", 1),
    Asked("How many patients had falls?", {"value": "4"}, "4 patients", 1),
    Asked(
        "By what percentage did levels rise in severe disease?",
        {"value": "95"},
        "95%",
        1,
        broken="missed: 'rise' is not known to be 'rose'",
    ),
    Asked("How many patients had mild disease?", {"value": "31"}, "31", 1),
    Asked(
        "What is the daily dose in severe disease?",
        {"value": "10", "unit": "mg"},
        "10 mg",
        1,
    ),
)
