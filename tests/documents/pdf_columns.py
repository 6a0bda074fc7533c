"""PDF in two and three columns, with a table across them, footnotes and words divided at column ends."""

from __future__ import annotations

from tests.documents.press import Sheet, printed
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
        Paper("trial.pdf", _trial(), _TRIAL),
        Paper("leaflet.pdf", _leaflet(), _LEAFLET),
        Paper("review.pdf", _review(), _REVIEW),
    )


def _trial() -> bytes:
    def first(sheet: Sheet) -> None:
        sheet.at(72, 50, "Annals of Invented Medicine 12 (2023) 101-102", "Times-Italic", 8)
        sheet.at(110, 85, "Orlistane for chronic cough: a randomised trial", "Times-Bold", 16)
        sheet.at(200, 105, "B. Havel, T. Osei and L. Marchetti", size=10)
        sheet.y = 135
        sheet.paragraph(
            "Abstract. We compared orlistane with placebo in 240 adults. Cough frequency fell by "
            "31% with orlistane "
            "and by 9% with placebo. Serious events were rare.",
            72,
            451,
            9,
        )
        top = sheet.y
        sheet.heading("1 Introduction", 72, 11)
        sheet.paragraph(
            "Chronic cough affects about one adult in ten. No licensed treatment exists in most "
            "countries. Patients "
            "often wait for longer than eight years before a cause is found, and many of them never "
            "learn why they "
            "cough. We asked whether orlistane helps.",
            72,
            215,
        )
        sheet.heading("2 Methods", 72, 11)
        sheet.paragraph(
            "Adults aged 18 to 75 years were enrolled at eleven centres between 4 May 2020 and 30 "
            "June 2021. They took "
            "45 mg of orlistane or placebo twice a day for twelve weeks.",
            72,
            215,
        )
        sheet.lines(
            ["The primary outcome was the frequency of", "cough in 24 hours, as counted by a record-"], 72
        )
        sheet.rule(72, 755, 160, 755)
        sheet.at(72, 767, "* Funded by the Havel Foundation, grant 88-12.", size=7.5)
        sheet.y = top + 11 * 0.8
        sheet.lines(["er that patients wore on the chest."], 308)
        sheet.y += 8
        sheet.heading("3 Results", 308, 11)
        sheet.paragraph(
            "Of 240 patients, 222 completed the trial. The mean age was 58.4 years. Cough frequency "
            "fell by 31% with "
            "orlistane (p < 0.001). Dry mouth was the commonest complaint.",
            308,
            215,
        )
        sheet.heading("4 Discussion", 308, 11)
        sheet.paragraph(
            "Orlistane reduced cough. The trial was too short to show whether the effect lasts. A "
            "dose of 60 mg is "
            "being studied.",
            308,
            215,
        )
        sheet.at(290, 800, "101", size=9)

    def second(sheet: Sheet) -> None:
        sheet.at(72, 50, "Annals of Invented Medicine 12 (2023) 101-102", "Times-Italic", 8)
        sheet.at(72, 85, "Table 1. Adverse events by group, n (%)", "Times-Bold", 9)
        edges = (72.0, 240.0, 340.0, 440.0)
        rows = (
            ("Event", "Orlistane (N = 121)", "Placebo (N = 119)"),
            ("Dry mouth", "27 (22.3)", "8 (6.7)"),
            ("Headache", "14 (11.6)", "15 (12.6)"),
            ("Nausea", "9 (7.4)", "4 (3.4)"),
        )
        for y in (92, 108, 158):
            sheet.rule(72, y, 523, y)
        for row, texts in enumerate(rows):
            for x, text in zip(edges, texts, strict=False):
                sheet.at(x, 103 + row * 16, text, size=9)
        sheet.y = 185
        sheet.heading("5 Conclusion", 72, 11)
        sheet.paragraph("Orlistane may be offered to adults with chronic cough.", 72, 215)
        sheet.paragraph(
            "Doctors should tell patients that a dry mouth is common, that it is harmless, and that "
            "it goes away when "
            "the tablets are stopped. Longer trials are under way in four countries.",
            72,
            215,
        )
        sheet.y = 185
        sheet.heading("References", 308, 11)
        sheet.paragraph("1. Osei T. Cough counted. Lung 2019; 4: 55-61.", 308, 215, 9)
        sheet.paragraph("2. Marchetti L, Rao P. Eight years of waiting. Breath 2018; 7: 12-19.", 308, 215, 9)
        sheet.at(290, 800, "102", size=9)

    return printed(first, second, labels=((0, "ARABIC", 101),))


_TRIAL: tuple[Fact, ...] = (
    About("paper", "en"),
    Heading("1 Introduction", 1, 1),
    Heading("2 Methods", 1, 1),
    Heading("3 Results", 1, 1),
    Heading("5 Conclusion", 1, 2),
    Unit(
        "Patients often wait for longer than eight years before a cause is found, and many of them "
        "never learn why they "
        "cough.",
        page=1,
        label="101",
        section="1 Introduction",
    ),
    Unit(
        "The primary outcome was the frequency of cough in 24 hours, as counted by a recorder that "
        "patients wore on the "
        "chest.",
        page=1,
        section="2 Methods",
    ),
    Unit("The mean age was 58.4 years.", page=1, section="3 Results"),
    Unit(
        "* Funded by the Havel Foundation, grant 88-12.",
        "footnote",
        1,
    ),
    Unit("Annals of Invented Medicine 12 (2023) 101-102", "header", 2),
    Unit(
        "Orlistane may be offered to adults with chronic cough.",
        page=2,
        label="102",
        section="5 Conclusion",
    ),
    InOrder(("1 Introduction", "2 Methods", "3 Results", "4 Discussion", "5 Conclusion", "References")),
    Grid(
        1,
        4,
        3,
        1,
        "Table 1. Adverse events by group, n (%)",
    ),
    InCell("14 (11.6)", 2, 1, ("Orlistane (N = 121)",)),
    InCell("4 (3.4)", 3, 2, ("Placebo (N = 119)",)),
    Asked(
        "What was the mean age?",
        {"value": "58.4"},
        "58.4 years",
        1,
        "101",
        section="3 Results",
        broken="missed: '58.4 years' is no number",
    ),
    Asked(
        "How many patients completed the trial?", {"value": "222"}, "222 completed", 1, section="3 Results"
    ),
    Asked(
        "For how many weeks did patients take orlistane?",
        {"iso8601": "P12W"},
        "twelve weeks",
        1,
        section="2 Methods",
    ),
    Asked(
        "By what percentage did cough frequency fall with placebo?",
        {"value": "9"},
        "9% with placebo",
        1,
    ),
    Asked(
        "How many patients on placebo had dry mouth?",
        {"value": "8"},
        "8 (6.7)",
        2,
    ),
    Asked(
        "How many patients on orlistane had headache?",
        {"value": "14"},
        "14 (11.6)",
        2,
    ),
    Asked("How many patients were enrolled?", {"value": "240"}, "240", 1),
)


def _leaflet() -> bytes:
    columns = (
        (
            "What is covered",
            "We pay for damage to your home by fire, storm and burst pipes. We pay up to £350,000 "
            "for the building.",
            "We also pay for a hotel for up to 90 days while your home cannot be used.",
        ),
        (
            "What is not covered",
            "We do not pay for damage by flood, by pets or by lack of repair. We do not pay for "
            "cash above £400.",
            "Bicycles are not covered outside the home.",
        ),
        (
            "How to claim",
            "Call us within 14 days of the damage. Keep damaged items until we have seen them.",
            "You bear the first £150 of each claim. For subsidence you bear the first £1,000.",
        ),
    )

    def page(sheet: Sheet) -> None:
        sheet.at(180, 70, "Home insurance at a glance", "Times-Bold", 18)
        for number, (title, *texts) in enumerate(columns):
            x = 50 + number * 175
            sheet.y = 110
            sheet.heading(title, x, 12)
            for text in texts:
                sheet.paragraph(text, x, 150, 10)
        sheet.at(50, 800, "Sable Mutual · leaflet H3 · 03/2025", size=8)

    return printed(page)


_LEAFLET: tuple[Fact, ...] = (
    About("policy", "en", broken="ugly: type 'other'"),
    Heading("Home insurance at a glance", 1, 1),
    Heading("What is covered", 2, 1),
    Heading("What is not covered", 2, 1),
    Heading("How to claim", 2, 1),
    Unit("We pay for damage to your home by fire, storm and burst pipes.", page=1, section="What is covered"),
    Unit("We do not pay for cash above £400.", page=1, section="What is not covered"),
    Unit("Keep damaged items until we have seen them.", page=1, section="How to claim"),
    Kept("Sable Mutual"),
    InOrder(("What is covered", "90 days", "What is not covered", "Bicycles", "How to claim", "subsidence")),
    Asked(
        "How long do you pay for a hotel?", {"iso8601": "P90D"}, "up to 90 days", 1, section="What is covered"
    ),
    Asked(
        "Within how many days must I call after damage?",
        {"iso8601": "P14D"},
        "within 14 days",
        1,
        section="How to claim",
    ),
    Asked("How much do you pay for the building?", {"value": "350000", "currency": "GBP"}, "£350,000", 1),
    Asked("How much do I bear for subsidence?", {"value": "1000", "currency": "GBP"}, "£1,000", 1),
    Asked("Do you pay for damage by flood?", {"value": False}, "do not pay for damage by flood", 1),
)


def _review() -> bytes:
    """Full pages of two columns: a table between them on the first page, one without rules on the second."""
    advice = (
        "Nurses should tell patients that a cough may come back, that this is harmless, and that it "
        "goes away within "
        "three weeks. Longer trials are under way in four countries. "
    )
    rows = (
        ("Centre", "Patients", "Drop-outs"),
        ("Graz", "61", "7"),
        ("Turku", "48", "12"),
        ("Porto", "39", "3"),
    )

    def table(sheet: Sheet, top: float, ruled: bool) -> None:
        for step in (0, 16, 66) if ruled else ():
            sheet.rule(72, top + step, 523, top + step)
        for number, texts in enumerate(rows):
            for x, text in zip((72, 240, 340), texts, strict=True):
                sheet.at(x, top + 11 + number * 16, text, size=9)

    def columns(sheet: Sheet, top: float, left: str, right: str, count: int) -> None:
        for x, title in ((72, left), (308, right)):
            sheet.y = top
            sheet.heading(title, x, 11)
            for _ in range(count):
                sheet.paragraph(advice, x, 215)

    def first(sheet: Sheet) -> None:
        columns(sheet, 80, "1 Scope", "2 Sources", 2)
        table(sheet, 330, ruled=True)
        columns(sheet, 430, "3 Findings", "4 Limits", 3)

    def second(sheet: Sheet) -> None:
        table(sheet, 92, ruled=False)
        columns(sheet, 185, "5 Advice", "6 Outlook", 5)

    return printed(first, second)


_REVIEW: tuple[Fact, ...] = (
    Heading("1 Scope", 1, 1),
    Heading("2 Sources", 1, 1),
    Heading("4 Limits", 1, 1),
    Heading("6 Outlook", 1, 2),
    InOrder(("1 Scope", "2 Sources", "Turku", "3 Findings", "4 Limits", "5 Advice", "6 Outlook")),
    Grid(1, 4, 3, 1),
    InCell("12", 2, 2, ("Drop-outs",)),
    Grid(2, 4, 3, 1, broken="wrong place: a table without rules above two columns is no table"),
)
