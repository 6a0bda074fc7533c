"""PDF pages that trip readers: moving headers, line numbers, forms, long cells, turned pages."""

from __future__ import annotations

from collections.abc import Sequence

from tests.documents.press import HEIGHT, WIDTH, Sheet, printed
from tests.documents.truth import (
    About,
    Asked,
    Fact,
    Grid,
    Heading,
    InCell,
    InOrder,
    Kept,
    Paper,
    Unit,
)


def papers() -> tuple[Paper, ...]:
    return (
        Paper("policy.pdf", _policy(), _POLICY),
        Paper("pleading.pdf", _pleading(), _PLEADING),
        Paper("schedule.pdf", _schedule(), _SCHEDULE),
        Paper("upside-down.pdf", _upside_down(), _UPSIDE_DOWN),
    )


def _policy() -> bytes:
    """Headers that name the section and change sides; a bulleted list; a compound word at a line end."""

    def left(sheet: Sheet) -> None:
        sheet.at(72, 45, "2", "Helvetica", 9)
        sheet.at(90, 45, "Section A: Your boat", "Helvetica", 9)
        sheet.heading("Section A: Your boat", size=15)
        sheet.lines(
            [
                "We insure the boat named in your schedule against sudden damage. Long-",
                "term wear is not sudden damage. We pay at most the agreed value of $64,000, less an",
                "excess of $750 for each event.",
            ]
        )
        sheet.y += 8
        sheet.paragraph("We do not pay for:")
        for text in (
            "•  damage while the boat is let for money;",
            "•  theft of the outboard motor, unless it was locked to the boat by a lock of a kind "
            "that we have",
            "    approved in writing; or",
            "•  sails split by the wind.",
        ):
            sheet.lines([text], 90)
        sheet.y = 740
        sheet.lines(
            ["If you sell the boat, this cover ends at midnight on the day of the sale, and we refund"]
        )

    def right(sheet: Sheet) -> None:
        sheet.right(505, 45, "Section B: Your duties", "Helvetica", 9)
        sheet.right(523, 45, "3", "Helvetica", 9)
        sheet.lines(["the premium for the days that are left, less an administration charge of $35."])
        sheet.y += 10
        sheet.heading("Section B: Your duties", size=15)
        sheet.paragraph("You must tell us of an accident within 72 hours. You must not admit fault.")
        sheet.paragraph(
            "This policy is governed by the law of Maine. It was issued by Grey Seal Marine "
            "Insurance Company."
        )

    def third(sheet: Sheet) -> None:
        sheet.at(72, 45, "4", "Helvetica", 9)
        sheet.at(90, 45, "Section C: Complaints", "Helvetica", 9)
        sheet.heading("Section C: Complaints", size=15)
        sheet.paragraph("We answer complaints within ten business days.")

    return printed(left, right, third, labels=((0, "ARABIC", 2),))


_POLICY: tuple[Fact, ...] = (
    About("policy", "en"),
    Heading("Section A: Your boat", 1, 1),
    Heading("Section B: Your duties", 1, 2),
    Heading("Section C: Complaints", 1, 3),
    Unit(
        "If you sell the boat, this cover ends at midnight on the day of the sale, and we refund "
        "the premium for the days "
        "that are left, less an administration charge of $35.",
        page=1,
        label="2",
        section="Section A: Your boat",
    ),
    Unit("You must not admit fault.", page=2, label="3", section="Section B: Your duties"),
    Unit(
        "• theft of the outboard motor, unless it was locked to the boat by a lock of a kind that "
        "we have approved in "
        "writing; or",
        "bullet",
        1,
    ),
    Unit("• sails split by the wind.", "bullet", 1),
    InOrder(("We do not pay for:", "sails split", "If you sell the boat")),
    Asked("How much is the agreed value?", {"value": "64000", "currency": "USD"}, "$64,000", 1, "2"),
    Asked("What is the excess for each event?", {"value": "750", "currency": "USD"}, "excess of $750", 1),
    Asked(
        "Is long-term wear sudden damage?",
        {"value": False},
        "wear is not sudden damage",
        1,
    ),
    Asked(
        "How much is the administration charge?",
        {"value": "35", "currency": "USD"},
        "$35",
        1,
        section="Section A",
    ),
    Asked(
        "Within how many hours must you tell us of an accident?", {"iso8601": "PT72H"}, "within 72 hours", 2
    ),
    Asked("Within what time do you answer complaints?", {"iso8601": "P10D"}, "ten business days", 3, "4"),
    Asked("Do you pay for split sails?", {"value": False}, "We do not pay for:", 1),
)


def _pleading() -> bytes:
    """A court paper with the lines of the page numbered in the margin."""
    texts = (
        "Plaintiff Orla Finch alleges against defendant Tern Logistics, Inc.:",
        "",
        "1.  On March 3, 2022, the parties signed a storage agreement for",
        "a term of five years at a fee of $2,150 per month.",
        "",
        "2.  Defendant stopped paying on September 1, 2023, and owes",
        "plaintiff $38,700 plus interest at 6% per year.",
        "",
        "3.  Plaintiff gave written notice of default on October 15, 2023.",
        "Defendant did not answer it.",
    )

    def page(sheet: Sheet) -> None:
        sheet.at(230, 70, "COMPLAINT", "Times-Bold", 13)
        for number in range(1, 26):
            sheet.right(60, 100 + number * 24, str(number), size=11)
        for number, text in enumerate(texts, 1):
            sheet.at(80, 100 + number * 24, text, size=11)
        sheet.rule(68, 40, 68, 800)

    return printed(page)


_PLEADING: tuple[Fact, ...] = (
    Unit(
        "Plaintiff Orla Finch alleges against defendant Tern Logistics, Inc.:",
        page=1,
    ),
    Unit(
        "2. Defendant stopped paying on September 1, 2023, and owes plaintiff $38,700 plus interest "
        "at 6% per year.",
        "bullet",
        1,
    ),
    Kept("at a fee of $2,150 per month."),
    Kept("a storage agreement for a term of five years"),
    Kept("and owes plaintiff $38,700"),
    Asked("How much does defendant owe?", {"value": "38700", "currency": "USD"}, "$38,700", 1),
    Asked("How long is the term of the storage agreement?", {"iso8601": "P5Y"}, "five years", 1),
    Asked("When did plaintiff give notice of default?", {"iso": "2023-10-15"}, "October 15, 2023", 1),
    Asked("When was the storage agreement signed?", {"iso": "2022-03-03"}, "March 3, 2022", 1),
    Asked("What percentage is the interest?", {"value": "6"}, "6% per year", 1),
    Asked("When did defendant stop paying?", {"iso": "2023-09-01"}, "September 1, 2023", 1),
)


def _schedule() -> bytes:
    """A form, and a table with cells of several lines that goes on over the page without a header."""
    rows = (
        (("1",), ("Fire, lightning", "and explosion"), ("Buildings and", "contents"), ("£1,000,000",)),
        (("2",), ("Theft after", "forced entry"), ("Contents only",), ("£40,000",)),
        (("3",), ("Glass",), ("Windows and", "shop signs"), ("£5,000",)),
        (("4",), ("Loss of income",), ("12 months at", "most"), ("£90,000",)),
    )
    edges = (72.0, 110.0, 250.0, 400.0, 520.0)
    step = 34.0

    def draw(sheet: Sheet, top: float, chosen: Sequence[Sequence[Sequence[str]]]) -> None:
        sheet.grid(edges, top, step, len(chosen))
        for row, (number, *cells) in enumerate(chosen):
            y = top + row * step + 13
            sheet.at(76, y, number[0], size=10)
            for x, lines in zip(edges[1:], cells, strict=False):
                for line, text in enumerate(lines):
                    sheet.at(x + 4, y + line * 13, text, size=10)

    def first(sheet: Sheet) -> None:
        sheet.heading("Schedule", size=16)
        for label, value in (
            ("Policy number", "SH-4471-B"),
            ("Policyholder", "Tulloch & Sons (Bakers)"),
            ("Period of insurance", "1 April 2025 to 31 March 2026"),
            ("Annual premium", "£1,845.20"),
        ):
            sheet.at(72, sheet.y, label, "Times-Bold")
            sheet.at(250, sheet.y, value)
            sheet.y += 20
        draw(sheet, 690, ((("No.",), ("Risk",), ("What is insured",), ("Sum insured",)), rows[0]))

    def second(sheet: Sheet) -> None:
        draw(sheet, 72, rows[1:])
        sheet.y = 210
        sheet.paragraph("The excess is £250 for each loss and £500 for theft.")

    return printed(first, second)


_SCHEDULE: tuple[Fact, ...] = (
    Heading("Schedule", 1, 1),
    Kept("Tulloch & Sons (Bakers)"),
    Grid(1, 5, 4, 1),
    InCell("Fire, lightning and explosion", 1, 1, ("Risk",)),
    InCell("£40,000", 2, 3, ("Sum insured",)),
    InCell("12 months at most", 4, 2, ("What is insured",)),
    Unit("The excess is £250 for each loss and £500 for theft.", page=2),
    Asked("What is the annual premium?", {"value": "1845.20", "currency": "GBP"}, "£1,845.20", 1),
    Asked("What is the sum insured for glass?", {"value": "5000", "currency": "GBP"}, "£5,000", 2),
    Asked("What is the sum insured for theft?", {"value": "40000", "currency": "GBP"}, "£40,000", 2),
    Asked("What is the sum insured for fire?", {"value": "1000000", "currency": "GBP"}, "£1,000,000", 1),
    Asked("What is the excess for theft?", {"value": "500", "currency": "GBP"}, "£500 for theft", 2),
    Asked(
        "When does the period of insurance end?",
        {"iso": "2026-03-31"},
        "31 March 2026",
        1,
    ),
    Asked("When does the insurance start?", {"iso": "2025-04-01"}, "1 April 2025", 1),
    Asked("How long is loss of income insured?", {"iso8601": "P12M"}, "12 months", 2),
)


def _upside_down() -> bytes:
    def turned(sheet: Sheet) -> None:
        sheet.canvas.translate(WIDTH, HEIGHT)
        sheet.canvas.rotate(180)
        sheet.heading("Delivery note")
        sheet.paragraph("Twelve crates were delivered on 5 May 2025 to Dock 9. The freight was $310.")

    def sideways(sheet: Sheet) -> None:
        # Not turned by the viewer: the words run up the page, as scans and plans often have them.
        sheet.canvas.translate(WIDTH, 0)
        sheet.canvas.rotate(90)
        sheet.width, sheet.height = HEIGHT, WIDTH
        sheet.heading("Damage report")
        sheet.paragraph("Two crates were wet. The loss is put at $95 and was reported on 6 May 2025.")

    return printed(turned, sideways, rotations=(180, 0))


_UPSIDE_DOWN: tuple[Fact, ...] = (
    Unit("Twelve crates were delivered on 5 May 2025 to Dock 9.", page=1),
    Unit("The freight was $310.", page=1),
    Unit(
        "Two crates were wet.",
        page=2,
    ),
    Unit("The loss is put at $95 and was reported on 6 May 2025.", page=2),
    Asked("How much was the freight?", {"value": "310", "currency": "USD"}, "$310", 1),
    Asked("On what date were the crates delivered?", {"iso": "2025-05-05"}, "5 May 2025", 1),
    Asked("How much is the loss?", {"value": "95", "currency": "USD"}, "$95", 2),
)
