"""Twelve layouts of business documents with a table, each made anew by a seed, and what their cells say."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path

from .writers import Cell, Docx, Pdf, html_table, md_table, text_table, write_html

SEEDS = range(40)


@dataclass(frozen=True)
class Ask:
    """One question and the right result.

    ``value`` is a plain decimal in full after scale, with its sign: percentages in points ("21.3"), durations
    as the count of the unit printed ("12" for "12 months"). For ``text`` it is the words themselves. It is
    None for nil, absent, open_column and unclear_scale. ``group`` is the label of the group, or the title of
    the table, that the row stands under, given only where the row's own label stands more than once.
    """

    question: str
    kind: str
    value: str | None
    currency: str | None
    printed: str | None
    row: str | None
    column: str | None
    group: str = ""


@dataclass(frozen=True)
class Case:
    """One document and its questions."""

    layout: str
    seed: int
    path: Path
    asks: tuple[Ask, ...]


# Figures ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Style:
    """How a document prints figures below zero, no figure at all, and the marks between digits."""

    negative: str = "paren"
    nil: str = "—"
    german: bool = False

    def show(self, value: Decimal | None, places: int, after: str = "") -> str:
        """Return the figure as printed."""
        if value is None:
            return self.nil
        text = f"{abs(value):,.{places}f}"
        if self.german:
            text = text.translate(str.maketrans(",.", ".,"))
        text += after
        if value >= 0:
            return text
        shapes = {"paren": f"({text})", "trail": f"{text}-", "lead": f"-{text}", "minus": f"\u2212{text}"}
        return shapes.get(self.negative, f"{text} CR")


@dataclass(frozen=True)
class Column:
    """One column of figures: its heads from the top down, and how a question names it."""

    path: tuple[str, ...]
    phrase: str
    scale: int | None = None
    currency: str | None = None
    kind: str = ""
    places: int | None = None

    @property
    def printed(self) -> str:
        """Return the heads joined, line breaks taken out."""
        return " / ".join(part.replace("\n", " ") for part in self.path)


@dataclass
class Line:
    """One row: its label and its figures as printed, before scale."""

    label: str
    values: list[Decimal | None] = field(default_factory=list)
    kind: str = "amount"
    places: int = 0
    group: str = ""
    indent: int = 0
    total: bool = False
    mark: str = ""
    marks: dict[int, str] = field(default_factory=dict)
    raised: dict[int, str] = field(default_factory=dict)
    scaled: bool = True
    name: str = ""
    after: str = ""


@dataclass(frozen=True)
class Sheet:
    """What a table says as a whole."""

    company: str
    columns: Sequence[Column]
    style: Style
    scale: int
    currency: str | None
    tail: str = ""

    def places(self, line: Line, j: int) -> int:
        """Return the digits after the point in a cell."""
        places = self.columns[j].places
        return line.places if places is None else places

    def printed(self, line: Line, j: int) -> str:
        """Return the cell as printed."""
        value = line.values[j]
        text = self.style.show(value, self.places(line, j), line.after)
        return text + line.marks.get(j, "") if value is not None else text


def plain(value: Decimal) -> str:
    """Return a decimal without exponent and without idle zeros."""
    text = format(value + 0 if value else Decimal(0), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _name(line: Line) -> str:
    text = line.name or line.label.rstrip(":").strip()
    first = text.split(" ")[0]
    if not line.name and (len(first) == 1 or first[1:] == first[1:].lower()):
        text = text[0].lower() + text[1:]
    if line.group and not line.name:
        group = line.group.rstrip(":")
        text += f" under {group[0].lower()}{group[1:]}"
    return text


_WORDINGS = (
    "What {was} {row} {col}?",
    "How much did {co} report as {row} {col}?",
    "What does the table show for {row} {col}?",
    "Please give me {co}'s {row} {col}.",
    "{Row} {col}?",
    "What figure does {co} state for {row} {col}?",
    "Can you tell me the {row} {col}?",
    "I need one number: {row} {col}.",
)
_OPEN = ("What {was} {row}?", "What is the figure for {row}?", "How much did {co} report as {row}?", "{Row}?")


def _word(rng: random.Random, shapes: Sequence[str], co: str, row: str, col: str = "") -> str:
    core = re.sub(r" under .*| \(.*", "", row)
    core = "" if row.startswith(("cost centre", "cost of")) else core
    was = "were" if core.endswith("s") and not core.endswith(("ss", "reserves")) else "was"
    text = rng.choice(shapes).format(was=was, row=row, Row=row[0].upper() + row[1:], col=col, co=co)
    return re.sub(r"\s+", " ", text)


def cell_ask(rng: random.Random, sheet: Sheet, line: Line, j: int) -> Ask:
    """Ask for one cell."""
    col = sheet.columns[j]
    question = _word(rng, _WORDINGS, sheet.company, _name(line) + sheet.tail, col.phrase)
    value = line.values[j]
    kind = col.kind or line.kind
    label = line.label + line.mark
    printed = sheet.printed(line, j)
    if value is None:
        return Ask(question, "nil", None, None, printed, label, col.printed, line.group)
    currency = col.currency or sheet.currency
    scale = Decimal(col.scale or sheet.scale)
    if kind == "per_share":
        kind, scale = "amount", Decimal(1)
    elif kind == "percentage":
        scale, currency = Decimal(1), None
    elif kind == "number":
        currency = None
        if col.kind or not line.scaled:
            scale = Decimal(col.scale or 1)
    return Ask(question, kind, plain(value * scale), currency, printed, label, col.printed, line.group)


def open_ask(rng: random.Random, sheet: Sheet, line: Line) -> Ask:
    """Ask for a row without saying which of its columns."""
    question = _word(rng, _OPEN, sheet.company, _name(line) + sheet.tail)
    return Ask(question, "open_column", None, None, None, line.label + line.mark, None, line.group)


def absent_ask(rng: random.Random, sheet: Sheet, row: str, phrase: str) -> Ask:
    """Ask for what the document does not have."""
    return Ask(
        _word(rng, _WORDINGS, sheet.company, row + sheet.tail, phrase), "absent", None, None, None, None, None
    )


def _gone(question: str) -> Ask:
    return Ask(question, "absent", None, None, None, None, None)


def _which(question: str, row: str) -> Ask:
    return Ask(question, "open_column", None, None, None, row, None)


def _numeric(lines: Sequence[Line]) -> list[Line]:
    return [line for line in lines if line.values]


def pick_asks(
    rng: random.Random,
    sheet: Sheet,
    lines: Sequence[Line],
    count: int,
    must: Sequence[Callable[[Line], bool]] = (),
) -> list[Ask]:
    """Ask for cells here and there, first one of each wanted sort where there is one."""
    cells = [(line, j) for line in _numeric(lines) for j in range(len(sheet.columns))]
    rng.shuffle(cells)
    chosen: list[tuple[Line, int]] = []
    for want in must:
        # Of a wanted row take a cell with a figure.
        chosen += [
            pair
            for pair in cells
            if want(pair[0]) and pair[0].values[pair[1]] is not None and pair not in chosen
        ][:1]
    nils = [pair for pair in cells if pair[0].values[pair[1]] is None and pair not in chosen][:1]
    nils = nils if rng.random() < 0.5 else []
    cells = [pair for pair in cells if pair[0].values[pair[1]] is not None]
    below = [pair for pair in cells if (pair[0].values[pair[1]] or 0) < 0 and pair not in chosen][:1]
    for pair in (*nils, *below, *cells):
        if len(chosen) < count and pair not in chosen:
            chosen.append(pair)
    return [cell_ask(rng, sheet, line, j) for line, j in chosen[:count]]


# Words --------------------------------------------------------------------------------------------

_FIRST = (
    "Alder Brightwater Calloway Dunmore Eastgate Fairholm Granite Harrow Ironbridge Juniper Kestrel".split()
)
_FIRST += "Lakeview Marlow Northfield Orchard Penrose Quarry Ridgeway Silverline Thornbury".split()
_SECOND = (
    "Logistics Foods Systems Energy Instruments Health Materials Retail Networks Packaging Marine".split()
)
_CITIES = (
    "Lyon Leeds Porto Ghent Graz Turin Malmö Cork Denver Austin Boise Tampa Lodz Basel Utrecht Aarhus".split()
)
_PROSE = (
    "The board met 7 times in the period and the audit committee 4 times; attendance was complete.",
    "The lease of the {city} site runs to 2031 with an option to extend by five years.",
    "Demand held up well in {city} while freight rates eased, and two small plants were merged.",
    "Further details are given in the notes, which form an integral part of this report.",
    "The group opened a new training centre in {city}, where 140 apprentices took up work.",
    "Management expects conditions to stay mixed and will report again in due course.",
    "No events after the period end call for a change to the figures shown.",
)


def _company(rng: random.Random, ending: str = "") -> str:
    return f"{rng.choice(_FIRST)} {rng.choice(_SECOND)}{ending}"


def _prose(rng: random.Random, count: int) -> list[str]:
    return [text.format(city=rng.choice(_CITIES)) for text in rng.sample(_PROSE, count)]


def _offices(rng: random.Random, years: Sequence[str]) -> list[list[str]]:
    """Make a second table that is about something else: people by office."""
    rows = [["Employees by office", *years]]
    for city in rng.sample(_CITIES, 4):
        rows.append([city, *(str(rng.randint(12, 480)) for _ in years)])
    return rows


def _office_cells(rng: random.Random, years: Sequence[str]) -> list[list[Cell]]:
    return [
        [Cell(text, head=r == 0, align="right" if c else "left") for c, text in enumerate(row)]
        for r, row in enumerate(_offices(rng, years))
    ]


def _dec(rng: random.Random, low: int, high: int, places: int = 0) -> Decimal:
    return Decimal(rng.randint(low * 10**places, high * 10**places)).scaleb(-places)


def _sum(*parts: Decimal | None) -> Decimal:
    return sum((part for part in parts if part is not None), Decimal(0))


def income_lines(rng: random.Random, n: int, scale: int) -> list[Line]:
    """Make a statement of income of n columns whose totals add up."""
    places = rng.choice((0, 0, 1)) if scale == 10**6 else 0
    big = 9000 if scale == 10**6 else 2_400_000
    top = [_dec(rng, big // 3, big, places) for _ in range(n)]
    service = [_dec(rng, big // 9, big // 3, places) for _ in range(n)]
    cost_p = [_dec(rng, big // 6, big // 3, places) for _ in range(n)]
    cost_s = [_dec(rng, big // 20, big // 9, places) for _ in range(n)]
    research = [_dec(rng, big // 20, big // 10, places) for _ in range(n)]
    selling = [_dec(rng, big // 12, big // 3, places) for _ in range(n)]
    charge: list[Decimal | None] = [
        None if rng.random() < 0.5 else _dec(rng, big // 90, big // 30, places) for _ in range(n)
    ]
    charge[rng.randrange(n)] = None
    other = [_dec(rng, -big // 40, big // 40, places) for _ in range(n)]
    other[rng.randrange(n)] = -_dec(rng, big // 90, big // 40, places)
    revenue = [_sum(a, b) for a, b in zip(top, service, strict=True)]
    cost = [_sum(a, b) for a, b in zip(cost_p, cost_s, strict=True)]
    gross = [a - b for a, b in zip(revenue, cost, strict=True)]
    before = [gross[k] - research[k] - selling[k] - (charge[k] or Decimal(0)) + other[k] for k in range(n)]
    rate = [_dec(rng, 14, 29, 1) for _ in range(n)]
    unit = Decimal(1).scaleb(-places)
    tax = [(before[k] * rate[k] / 100).quantize(unit) for k in range(n)]
    net = [before[k] - tax[k] for k in range(n)]
    shares = [_dec(rng, big // 9, big // 5, places) for _ in range(n)]
    diluted = [share + _dec(rng, 2, max(3, big // 300), places) for share in shares]
    cent = Decimal("0.01")

    def line(label: str, values: Sequence[Decimal | None], **more: object) -> Line:
        made = Line(label, list(values), places=places)
        for key, value in more.items():
            setattr(made, key, value)
        return made

    def named(*names: str) -> str:
        return rng.choice(names)

    sales, costs = "Revenue:", "Cost of revenue:"
    per, count = "Net income (loss) per share:", "Weighted average shares outstanding:"
    return [
        Line(sales, kind="group"),
        line("Products", top, group=sales, indent=1, name=named("product revenue", "revenue from products")),
        line("Services", service, group=sales, indent=1, name=named("", "service revenue")),
        line("Total revenue", revenue, total=True),
        Line(costs, kind="group"),
        line("Products", cost_p, group=costs, indent=1, name=named("", "cost of products")),
        line("Services", cost_s, group=costs, indent=1, name=named("", "cost of revenue for services")),
        line("Total cost of revenue", cost, total=True),
        line("Gross profit", gross, total=True),
        line("Research and development", research),
        line("Selling, general and administrative", selling),
        line("Restructuring charges", charge),
        line("Other income (expense), net", other),
        line("Income (loss) before income taxes", before),
        line("Provision for (benefit from) income taxes", tax),
        line("Net income (loss)", net, total=True),
        Line(per, kind="group"),
        line(
            "Basic",
            [(net[k] / shares[k]).quantize(cent) for k in range(n)],
            kind="per_share",
            places=2,
            group=per,
            indent=1,
            name=named("basic net income (loss) per share", "basic earnings per share", "basic EPS"),
        ),
        line(
            "Diluted",
            [(net[k] / diluted[k]).quantize(cent) for k in range(n)],
            kind="per_share",
            places=2,
            group=per,
            indent=1,
            name=named("diluted net income (loss) per share", "diluted EPS"),
        ),
        Line(count, kind="group"),
        line("Basic", shares, kind="number", group=count, indent=1, name="basic weighted average shares"),
        line(
            "Diluted", diluted, kind="number", group=count, indent=1, name="diluted weighted average shares"
        ),
        line("Effective tax rate", rate, kind="percentage", places=1, after="%"),
    ]


Made = tuple[Path, list[Ask]]


# 1: PDF, heads of two rows, currency signs in a column of their own -------------------------------


def pdf_two_row_heads(rng: random.Random, seed: int, folder: Path) -> Made:
    """Statement of income, unruled, "Three months ended June 30," over the years, scale in the title."""
    company = _company(rng, rng.choice((", Inc.", " Corporation", " Holdings, Inc.")))
    year = rng.randint(2016, 2025)
    day, short, long = rng.choice(
        (("June 30,", "Three", "Six"), ("September 30,", "Three", "Nine"), ("March 31,", "Three", "Twelve"))
    )
    words, scale = rng.choice(
        (
            ("(in millions, except per share data)", 10**6),
            ("(In thousands, except per share amounts) (Unaudited)", 10**3),
            ("(Dollars in millions, except per share)", 10**6),
        )
    )
    years = [year, year - 1] if seed % 3 else [year - 1, year]
    columns = [
        Column((f"{span} months ended {day}", str(y)), f"{verb} {span.lower()} months {to} {day} {y}")
        for span in (short, long)
        for y in years
        for verb, to in [rng.choice((("for the", "ended"), ("in the", "to"), ("over the", "ended")))]
    ]
    columns = [
        replace(c, phrase=c.phrase.replace("three months", "quarter")) if rng.random() < 0.3 else c
        for c in columns
    ]
    style = Style("paren", rng.choice(("—", "–", "-")))
    lines = income_lines(rng, 4, scale)
    sheet = Sheet(company, columns, style, scale, "USD")
    path = folder / f"pdf_two_row_heads_{seed}.pdf"
    pdf = Pdf(path, font=rng.choice(("Times-Roman", "Helvetica")), size=8.5)
    for text in _prose(rng, 2):
        pdf.para(text)
    pdf.line(company.upper(), bold=True, centre=True)
    pdf.line("CONDENSED CONSOLIDATED STATEMENTS OF OPERATIONS", bold=True, centre=True)
    pdf.line(words, centre=True)
    pdf.space()
    rows = [
        [
            Cell("", align="left"),
            *(
                Cell(f"{s} months ended {day}", 4, head=True, align="centre", rule=True)
                for s in (short, long)
            ),
        ],
        [
            Cell("", align="left"),
            *(Cell(c.path[1], 2, head=True, align="centre", rule=True) for c in columns),
        ],
    ]
    signed = {1, 3, len(lines) - 8}
    for k, line in enumerate(lines):
        row = [Cell(line.label, align="left", indent=line.indent, bold=line.total)]
        for j in range(4) if line.values else ():
            sign = "$" if k in signed or line.label == "Total revenue" or line.kind == "per_share" else ""
            row += [Cell(sign, align="left"), Cell(sheet.printed(line, j), rule=line.total)]
        rows.append(row)
    pdf.table(rows, [185, *([14, 62] * 4)], heads=2)
    pdf.space(14)
    pdf.para("See accompanying notes.")
    if seed % 2:
        pdf.table(_office_cells(rng, ["2015", "2014"]), [160, 60, 60])
    pdf.save()
    asks = pick_asks(
        rng,
        sheet,
        lines,
        4,
        [lambda x: bool(x.group) and x.kind == "amount", lambda x: x.kind == "per_share"],
    )
    if seed % 4 == 0:
        asks.append(open_ask(rng, sheet, lines[rng.choice((3, 8, 9, 15))]))
    elif seed % 4 == 1:
        asks.append(absent_ask(rng, sheet, "amortization of intangible assets", columns[0].phrase))
    elif seed % 4 == 2:
        gone = columns[rng.randrange(4)].phrase
        asks.append(absent_ask(rng, sheet, "gross profit", re.sub(r"\d{4}$", str(year - 3), gone)))
    else:
        asks.append(cell_ask(rng, sheet, lines[rng.choice((20, 21, 22))], rng.randrange(4)))
    return path, asks


# 2: HTML, heads of three rows ---------------------------------------------------------------------


def html_three_row_heads(rng: random.Random, seed: int, folder: Path) -> Made:
    """Segment table with heads of three rows by colspan and rowspan, scale in the caption."""
    company = _company(rng, rng.choice((" plc", " SE", " N.V.", " Group")))
    year = rng.randint(2016, 2025)
    segments = rng.sample(["Europe", "Americas", "Asia Pacific", "Middle East and Africa"], 2)
    words, scale, currency = rng.choice(
        (
            ("Segment results (€m)", 10**6, "EUR"),
            ("Segment results, £'000", 10**3, "GBP"),
            ("Table 4: Results by segment (in CHF million)", 10**6, "CHF"),
            ("Results by segment – amounts in thousands of euros", 10**3, "EUR"),
            ("Segment information (in thousands)", 10**3, None),
        )
    )
    tops = rng.choice((("Reported", "Adjusted"), ("Actual", "Plan"), ("First half", "Second half")))
    places = 1 if scale == 10**6 else 0
    columns = []
    for segment in segments:
        for top in tops:
            for y in (year, year - 1):
                if tops[0] == "First half":
                    phrase = f"of the {segment} segment in the {top.lower()} of {y}"
                else:
                    phrase = f"of the {segment} segment for {y}, {top.lower()}"
                columns.append(Column((segment, top, str(y)), phrase))
    style = Style(rng.choice(("minus", "paren", "lead")), rng.choice(("–", "—", "n/a", "nil")))
    sheet = Sheet(company, columns, style, scale, currency)
    lines = []
    labels = ["External sales", "Intersegment sales", "Operating result", "Depreciation and amortisation"]
    labels += ["Impairment losses", "Capital expenditure"]
    for label in labels:
        values: list[Decimal | None] = [_dec(rng, 20, 4000, places) for _ in columns]
        if label in ("Operating result", "Impairment losses"):
            values = [-v if v is not None and rng.random() < 0.5 else v for v in values]
        if label in ("Impairment losses", "Intersegment sales"):
            values = [None if rng.random() < 0.3 else v for v in values]
        lines.append(Line(label, values, places=places))
    margin: list[Decimal | None] = [_dec(rng, -6, 24, 1) for _ in columns]
    lines.append(Line("Return on sales", margin, kind="percentage", places=1, after="%"))
    # As in filings: the figure in one cell, its closing parenthesis or percent sign in the next.
    split = style.negative == "paren" and seed % 3 > 0
    span = 2 if split else 1
    rows = [
        [
            Cell("", rowspan=3, head=True),
            *(Cell(s, 4 * span, head=True) for s in segments),
        ],
        [Cell(t, 2 * span, head=True) for _ in segments for t in tops],
        [Cell(c.path[2], span, head=True) for c in columns],
    ]
    for line in lines:
        cells = []
        for j in range(len(columns)):
            text = sheet.printed(line, j)
            bare = text.rstrip("%)")
            cells += [Cell(bare), Cell(text[len(bare) :])] if split else [Cell(text)]
        rows.append([Cell(line.label, head=bool(seed % 2)), *cells])
    path = folder / f"html_three_row_heads_{seed}.html"
    prose = [f"<p>{text}</p>" for text in _prose(rng, 3)]
    parts = [f"<h1>{company}</h1>", prose[0], "<h2>Segments</h2>"]
    if seed % 5 == 0:
        parts += [f"<p><i>{words}</i></p>", html_table(rows)]
    else:
        parts.append(html_table(rows, words, thead=3 if seed % 2 else 0))
    parts += prose[1:]
    if seed % 3 == 0:
        parts.append(html_table(_office_cells(rng, [str(year), str(year - 1)])))
    write_html(path, company, parts)
    asks = pick_asks(rng, sheet, lines, 3 + seed % 2, [lambda x: x.kind == "percentage"] if seed % 2 else [])
    if seed % 3 == 0:
        asks.append(open_ask(rng, sheet, lines[rng.choice((0, 5))]))
    elif seed % 3 == 1:
        col = rng.choice(columns)
        missing = next(s for s in ("Latin America", "Nordics") if s not in segments)
        asks.append(absent_ask(rng, sheet, "external sales", col.phrase.replace(col.path[0], missing)))
    return path, asks


# 3: DOCX, groups with the same labels twice -------------------------------------------------------


def docx_balance_groups(rng: random.Random, seed: int, folder: Path) -> Made:
    """Balance sheet with merged heads, groups and note numbers, scale in the corner or in a first row."""
    company = _company(rng, rng.choice((" AG", " Ltd", " GmbH", " plc")))
    year = rng.randint(2016, 2025)
    corner, scale, currency = rng.choice(
        (
            ("TEUR", 10**3, "EUR"),
            ("€m", 10**6, "EUR"),
            ("in Mio. €", 10**6, "EUR"),
            ("£'000", 10**3, "GBP"),
            ("$000", 10**3, "USD"),
            ("in EUR thousand", 10**3, "EUR"),
            ("£m", 10**6, "GBP"),
        )
    )
    top = rng.choice(("As at 31 December", "At 30 June", "As of 31 March"))
    day = top.split(" ", 2)[2] if top.startswith("As") else top.split(" ", 1)[1]
    notes = rng.random() < 0.6
    if rng.random() < 0.5:
        columns = [
            Column((top, str(y)), rng.choice(("as at", "at", "on")) + f" {day} {y}") for y in (year, year - 1)
        ]
    else:
        columns = [Column((top, f"{y}"), f"at {day} {y}") for y in (year - 1, year)]
    below = seed % 5 == 2
    if below:
        columns = [replace(c, path=(*c.path, corner)) for c in columns]
    style = Style(rng.choice(("paren", "lead", "minus")), rng.choice(("-", "–", "—", "")))
    sheet = Sheet(company, columns, style, scale, currency)
    low, high, places = (2, 900, 1) if scale == 10**6 else (800, 640_000, 0)
    plan = [
        ("Non-current assets", ["Property, plant and equipment", "Lease receivables", "Derivative assets"]),
        (
            "Current assets",
            ["Inventories", "Lease receivables", "Derivative assets", "Cash and cash equivalents"],
        ),
        ("Equity", ["Share capital", "Translation reserve", "Retained earnings"]),
        (
            "Non-current liabilities",
            ["Borrowings", "Lease liabilities", "Provisions", "Deferred tax liabilities"],
        ),
        (
            "Current liabilities",
            ["Borrowings", "Lease liabilities", "Provisions", "Trade and other payables"],
        ),
    ]
    seen = [label for _, labels in plan for label in labels]
    lines: list[Line] = []
    for group, labels in plan:
        lines.append(Line(group, kind="group"))
        block = []
        for label in labels:
            values: list[Decimal | None] = [_dec(rng, low, high, places) for _ in columns]
            if label == "Translation reserve":
                values = [-v if v is not None else v for v in values]
            if label in ("Derivative assets", "Provisions") and rng.random() < 0.7:
                values[rng.randrange(2)] = None
            twice = group if seen.count(label) > 1 else ""
            block.append(Line(label, values, places=places, group=twice, indent=1))
        total: list[Decimal | None] = [_sum(*(x.values[j] for x in block)) for j in range(2)]
        lines += [*block, Line(f"Total {group.lower()}", total, places=places, total=True)]
    extra = [Cell("Note", rowspan=2, head=True)] if notes else []
    rows = [
        [
            Cell("" if below else corner, rowspan=2, head=True, align="left"),
            *extra,
            Cell(top, 2, head=True, align="centre"),
        ],
        [Cell(c.path[1], head=True) for c in columns],
    ]
    if below:
        rows.append([Cell(""), *([Cell("")] if notes else []), *(Cell(corner) for _ in columns)])
    for line in lines:
        if not line.values:
            rows.append([Cell(line.label, 4 if notes else 3, bold=True, align="left")])
            continue
        note = [Cell("" if line.total else str(rng.randint(4, 31)), align="centre")] if notes else []
        figures = [Cell(sheet.printed(line, j), bold=line.total) for j in range(2)]
        rows.append([Cell(line.label, align="left", indent=line.indent, bold=line.total), *note, *figures])
    path = folder / f"docx_balance_groups_{seed}.docx"
    doc = Docx(path)
    doc.heading(f"{company}: annual report")
    texts = _prose(rng, 3)
    doc.para(texts[0])
    if seed % 4 == 0:
        doc.table(_office_cells(rng, [str(year), str(year - 1)]))
    doc.heading("Statement of financial position", 2)
    doc.table(rows, "Table Grid" if seed % 3 else "Normal Table")
    doc.para(texts[1])
    doc.para(texts[2])
    doc.save()
    asks = pick_asks(rng, sheet, lines, 4, [lambda x: bool(x.group)])
    if seed % 4 == 0:
        asks.append(absent_ask(rng, sheet, "goodwill", columns[0].phrase))
    elif seed % 4 == 2:
        asks.append(absent_ask(rng, sheet, "inventories", f"at {day} {year - 2}"))
    elif seed % 4 == 3:
        asks.append(open_ask(rng, sheet, next(x for x in lines if x.label == "Inventories")))
    return path, asks


# 4: PDF, a long table over page breaks ------------------------------------------------------------


def pdf_page_break(rng: random.Random, seed: int, folder: Path) -> Made:
    """Cost centres over two pages, heads repeated for even seeds only, scale in the page's head."""
    company = _company(rng, rng.choice((" S.p.A.", " B.V.", " SAS", " Oy")))
    year = rng.randint(2016, 2025)
    words, scale, currency = rng.choice(
        (
            ("Amounts in thousands of euros", 10**3, "EUR"),
            ("All amounts in EUR million", 10**6, "EUR"),
            ("kSEK", 10**3, "SEK"),
            ("Amounts in DKK thousands", 10**3, "DKK"),
        )
    )
    places = 1 if scale == 10**6 else 0
    columns = [
        Column((f"Budget {year}",), f"in the {year} budget"),
        Column((f"Actual {year}",), rng.choice((f"in {year}, actual", f"in the {year} actuals"))),
        Column(("Variance",), "in the variance column"),
        Column(("Variance %",), "in the column Variance %", kind="percentage", places=1),
    ]
    sheet = Sheet(
        company,
        columns,
        Style(rng.choice(("paren", "lead", "trail")), rng.choice(("-", "–", "n/a", "nil"))),
        scale,
        currency,
    )
    lines = []
    works = ["Logistics", "Sales", "Maintenance", "IT services", "Quality", "Warehouse", "Customer care"]
    pairs = [f"{work} {city}" for work in works for city in rng.sample(_CITIES, 10)]
    rng.shuffle(pairs)
    codes = sorted(rng.sample(range(4100, 4999), 66))
    for k, pair in enumerate(pairs[: rng.randint(56, 66)]):
        plan = _dec(rng, 40, 9000, places)
        actual = plan + _dec(rng, -20, 30, places)
        if rng.random() < 0.1:
            values: list[Decimal | None] = [None, actual, actual, None]
        else:
            change = ((actual - plan) / plan * 100).quantize(Decimal("0.1"))
            values = [plan, actual, actual - plan, change]
        lines.append(Line(f"{codes[k]} {pair}", values, places=places, name=f"cost centre {codes[k]} {pair}"))
    rows = [
        [
            Cell("Cost centre", head=True, align="left"),
            *(Cell(c.path[0], head=True, align="centre") for c in columns),
        ]
    ]
    for line in lines:
        rows.append([Cell(line.label, align="left"), *(Cell(sheet.printed(line, j)) for j in range(4))])
    path = folder / f"pdf_page_break_{seed}.pdf"
    vera = sheet.style.negative == "lead"
    pdf = Pdf(path, font="Vera" if vera else "Helvetica", size=8 if vera else 9, head=f"{company} – {words}")
    pdf.heading(f"Cost centre report {year}")
    for text in _prose(rng, 3):
        pdf.para(text)
    pdf.table(
        rows, [200, 72, 72, 72, 72], ruled=seed % 4 < 2, heads=1, repeat=seed % 2 == 0, zebra=seed % 4 == 3
    )
    pdf.space(12)
    pdf.para("Cost centres below 40 are shown under other.")
    pdf.save()
    late = lines[-9:]
    asks = pick_asks(rng, sheet, late, 2) + pick_asks(rng, sheet, lines[:30], 2)
    for k, ask in enumerate(asks):
        if (ask.column or "").startswith("Variance") and rng.random() < 0.7:
            what = "variance in percent" if ask.column == "Variance %" else "variance amount"
            shape = rng.choice(("What is the {} for cost centre {}?", "Cost centre {1}: {0}?", "{} of {}?"))
            text = shape.format(what, ask.row)
            asks[k] = replace(ask, question=text[0].upper() + text[1:])
    if seed % 3 == 0:
        code = next(c for c in range(codes[5], 5999) if c not in codes)
        name = lines[5].label.split(" ", 1)[1]
        city = name.split(" ")[-1]
        wrong = next(c for c in _CITIES if f"{name.removesuffix(city)}{c}" not in pairs)
        asks.append(
            absent_ask(
                rng, sheet, f"cost centre {code} {name.removesuffix(city)}{wrong}", columns[seed % 2].phrase
            )
        )
    elif seed % 3 == 1:
        asks.append(open_ask(rng, sheet, next(x for x in late if None not in x.values)))
    return path, asks


# 5: PDF, two tables side by side ------------------------------------------------------------------


def pdf_side_by_side(rng: random.Random, seed: int, folder: Path) -> Made:
    """Two tables next to each other with the same rows and years but another scale or another entity."""
    company = _company(rng, rng.choice((" Group", " Holdings", " plc")))
    year = rng.randint(2016, 2025)
    names = rng.choice(
        (("Group", "Parent company"), ("Retail division", "Wholesale division"), ("Domestic", "Overseas"))
    )
    units = rng.choice(
        (
            (("£m", 10**6, "GBP"), ("£'000", 10**3, "GBP")),
            (("$m", 10**6, "USD"), ("$000", 10**3, "USD")),
            (("€m", 10**6, "EUR"), ("€m", 10**6, "EUR")),
            (("€ thousand", 10**3, "EUR"), ("US$ thousand", 10**3, "USD")),
        )
    )
    labels = [
        "Turnover",
        "Cost of sales",
        "Operating profit",
        "Finance costs",
        "Profit before tax",
        "Dividends paid",
    ]
    style = Style("paren", rng.choice(("–", "—", "nil")))
    sheets, tables = [], []
    for name, (unit, scale, currency) in zip(names, units, strict=True):
        places = rng.choice((0, 1)) if scale == 10**6 else 0
        verbs = ("in ", "for ", "for fiscal year ", "in FY", "for the year ")
        columns = [Column((str(y),), f"{rng.choice(verbs)}{y}") for y in (year, year - 1)]
        tail = f" ({name.lower()})" if seed % 2 else f" of the {name.lower()}"
        if name in ("Domestic", "Overseas"):
            tail = f" ({name.lower()})"
        sheet = Sheet(company, columns, style, scale, currency, tail=tail)
        lines = []
        for label in labels:
            values: list[Decimal | None] = [_dec(rng, 30, 7000, places) for _ in columns]
            if label in ("Cost of sales", "Finance costs", "Dividends paid"):
                values = [-v if v is not None else v for v in values]
            if label == "Dividends paid" or (label == "Finance costs" and rng.random() < 0.4):
                values[rng.randrange(2)] = None
            group = f"{name} ({unit})"
            lines.append(Line(label, values, places=places, group=group, name=label[0].lower() + label[1:]))
        title = Cell(f"{name} ({unit})", 3, head=True, align="left", rule=True)
        rows = [[title], [Cell(""), *(Cell(c.path[0], head=True, rule=True) for c in columns)]]
        for line in lines:
            rows.append([Cell(line.label, align="left"), *(Cell(sheet.printed(line, j)) for j in range(2))])
        sheets.append((sheet, lines))
        tables.append(rows)
    path = folder / f"pdf_side_by_side_{seed}.pdf"
    pdf = Pdf(path, font="Helvetica", size=9)
    pdf.heading(f"{company} at a glance")
    for text in _prose(rng, 2):
        pdf.para(text)
    start = pdf.y
    pdf.table(tables[0], [110, 62, 62], ruled=seed % 2 == 0)
    pdf.y = start
    pdf.table(tables[1], [110, 62, 62], ruled=seed % 2 == 0, x=310)
    pdf.space(20)
    pdf.para(_prose(rng, 1)[0])
    pdf.save()
    asks = []
    for sheet, lines in sheets:
        asks += pick_asks(rng, sheet, lines, 2)
    sheet, lines = sheets[seed % 2]
    if seed % 3 == 0:
        asks.append(absent_ask(rng, sheet, "turnover", f"in {year - 2}"))
    elif seed % 3 == 1:
        asks.append(open_ask(rng, sheet, lines[rng.choice((0, 2, 4))]))
    return path, asks


# 6: TXT, rows set with spaces ---------------------------------------------------------------------


def txt_spaced(rng: random.Random, seed: int, folder: Path) -> Made:
    """Plain text with columns by spaces, scale in the sentence above, credits as CR or a trailing minus."""
    company = _company(rng, rng.choice((" Ltd.", " Co-operative", " Trust", " Inc.")))
    year = rng.randint(2016, 2025)
    words, scale, currency = rng.choice(
        (
            ("The figures below are in $000.", 10**3, "USD"),
            ("(expressed in thousands of Canadian dollars)", 10**3, "CAD"),
            ("All amounts are stated in millions of Australian dollars.", 10**6, "AUD"),
            ("Amounts in thousands of euros:", 10**3, "EUR"),
            ("Figures are in whole pounds sterling.", 1, "GBP"),
        )
    )
    negative = rng.choice(("trail", "credit", "lead", "minus", "paren"))
    style = Style(negative, rng.choice(("-", "nil", "--", "n/a")))
    heads = [f"{m} {y}" for y in (year, year - 1) for m in ("Budget", "Actual")]
    columns = [
        Column((str(y), m), f"in the {y} {m.lower()}" if m == "Budget" else f"in {y} ({m.lower()})")
        for y in (year, year - 1)
        for m in ("Budget", "Actual")
    ]
    flat = seed % 3 == 0
    if flat:
        columns = [replace(c, path=(h,)) for c, h in zip(columns, heads, strict=True)]
    sheet = Sheet(company, columns, style, scale, currency)
    places = 1 if scale == 10**6 else 0
    low, high = (3, 900) if scale == 10**6 else (2_000, 400_000)
    labels = ["Membership fees", "Grants received", "Rental income", "Staff costs", "Energy", "Insurance"]
    labels += ["Interest on deposits", "Transfer to reserves", "Surplus for the year"]
    lines = []
    for label in labels:
        values: list[Decimal | None] = [_dec(rng, low, high, places) for _ in columns]
        if label in ("Transfer to reserves", "Surplus for the year", "Interest on deposits"):
            values = [-v if v is not None and rng.random() < 0.6 else v for v in values]
        if label in ("Grants received", "Transfer to reserves"):
            values = [None if rng.random() < 0.35 else v for v in values]
        lines.append(Line(label, values, places=places))
    table = [["", *heads]] if flat else [["", *(c.path[1] for c in columns)]]
    for line in lines:
        table.append([line.label, *(sheet.printed(line, j) for j in range(4))])
    first, width = rng.choice(((26, 15), (30, 16), (24, 18)))
    if flat:
        body = text_table(table, first, width, leaders=seed % 2 == 0, rule_after=0)
    else:
        top = " " * first + "".join(str(y).center(2 * width) for y in (year, year - 1))
        body = top.rstrip() + "\n" + text_table(table, first, width, leaders=seed % 2 == 0, rule_after=0)
    note = "CR denotes a credit, that is, a negative amount." if negative == "credit" else ""
    unclear = seed % 10 == 7 and scale == 10**3
    if unclear:
        note = "Note: all figures in the above table are shown in millions."
    texts = _prose(rng, 3)
    parts = [
        company.upper(),
        "=" * len(company),
        "",
        texts[0],
        "",
        "INCOME AND EXPENDITURE",
        "",
        words,
        "",
        body,
    ]
    parts += ["", note, "", texts[1]]
    if seed % 2:
        parts += ["", text_table(_offices(rng, [str(year), str(year - 1)]), 24, 9), ""]
    parts += ["", texts[2], ""]
    path = folder / f"txt_spaced_{seed}.txt"
    path.write_text("\n".join(parts), encoding="utf-8")
    asks = pick_asks(rng, sheet, lines, 4)
    if seed % 4 == 0:
        asks.append(open_ask(rng, sheet, lines[rng.choice((0, 3, 4))]))
    elif seed % 4 == 1:
        asks.append(absent_ask(rng, sheet, rng.choice(("legal fees", "staff training")), columns[1].phrase))
    elif seed % 4 == 2:
        asks.append(
            absent_ask(rng, sheet, "staff costs", columns[1].phrase.replace(str(year), str(year + 1)))
        )
    return path, _unclear(asks) if unclear else asks


def _unclear(asks: Sequence[Ask]) -> list[Ask]:
    """Turn amounts into amounts of which nobody can say the scale."""
    return [replace(a, kind="unclear_scale", value=None) if a.kind == "amount" else a for a in asks]


# 7: PDF, monospaced -------------------------------------------------------------------------------


def pdf_monospaced(rng: random.Random, seed: int, folder: Path) -> Made:
    """A printout in Courier; odd seeds are German, with the comma as decimal mark."""
    german = seed % 2 == 1
    year = rng.randint(2016, 2025)
    company = _company(rng, " GmbH" if german else " LLC")
    path = folder / f"pdf_monospaced_{seed}.pdf"
    pdf = Pdf(path, font="Courier", size=8.5)
    if german:
        words, scale = rng.choice(
            (("in Mio. EUR", 10**6), ("TEUR", 10**3), ("Angaben in Tausend Euro", 10**3), ("in Mio", 10**6))
        )
        currency: str | None = None if words == "in Mio" else "EUR"
        labels = ["Umsatzerlöse", "Sonstige betriebliche Erträge", "Materialaufwand", "Personalaufwand"]
        labels += ["Abschreibungen", "Finanzergebnis", "Ergebnis vor Steuern", "Ertragsteuern"]
        below = {"Materialaufwand", "Personalaufwand", "Abschreibungen", "Ertragsteuern"}
        maybe, share, rate = "Finanzergebnis", "Ergebnis je Aktie (in EUR)", "EBIT-Marge (in %)"
        share = share if currency else "Ergebnis je Aktie"
        title, gone = "Gewinn- und Verlustrechnung", "Forschungsaufwand"
        heads = [str(year), str(year - 1), "Veränderung"]
        prose = ["Der Geschäftsverlauf war insgesamt zufriedenstellend.", "Weitere Angaben stehen im Anhang."]
    else:
        words, scale, currency = rng.choice(
            (
                ("(in thousands of US dollars)", 10**3, "USD"),
                ("$000", 10**3, "USD"),
                ("USD million", 10**6, "USD"),
            )
        )
        labels = ["Order intake", "Net sales", "Material costs", "Personnel costs", "Depreciation"]
        labels += ["Financial result", "Result before tax", "Income taxes"]
        below = {"Material costs", "Personnel costs", "Depreciation", "Income taxes"}
        maybe, share, rate = "Financial result", "Earnings per share (USD)", "EBIT margin (%)"
        title, gone = "PROFIT AND LOSS SUMMARY", "research costs"
        heads = [str(year), str(year - 1), "Change"]
        prose = _prose(rng, 2)
    style = Style(
        rng.choice(("trail", "lead")), rng.choice(("-", "--", "-,-" if german else "nil")), german=german
    )
    columns = [Column((h,), f"in {h}") for h in heads[:2]]
    columns.append(Column((heads[2],), f"in the column {heads[2]}"))
    sheet = Sheet(company, columns, style, scale, currency)
    places = 1 if scale == 10**6 else 0
    low, high = (5, 4000) if scale == 10**6 else (1_200, 5_000_000)
    lines = []
    for label in labels:
        pair = [_dec(rng, low, high, places) * (-1 if label in below else 1) for _ in range(2)]
        if label == maybe:
            pair = [-abs(pair[0]), pair[1]]
        values: list[Decimal | None] = [*pair, pair[0] - pair[1]]
        if label == labels[1] and rng.random() < 0.7:
            values[1:] = [None, values[0]]
        lines.append(Line(label, values, places=places, name=label if german else ""))
    pair = [_dec(rng, -2, 6, 2) for _ in range(2)]
    eps: list[Decimal | None] = [*pair, pair[0] - pair[1]]
    share_line = Line(
        share,
        eps,
        kind="per_share",
        places=2,
        name=re.sub(r" \(.*", "", share) if german else "earnings per share",
    )
    rates: list[Decimal | None] = [_dec(rng, 1, 24, 1), _dec(rng, 1, 24, 1), None]
    rate_line = Line(rate, rates, kind="percentage", places=1, name=re.sub(r" \(.*", "", rate))
    lines += [share_line, rate_line]
    table = [["", *heads]]
    table += [[line.label, *(sheet.printed(line, j) for j in range(3))] for line in lines]
    pdf.line(company, bold=True)
    pdf.space()
    pdf.para(prose[0])
    if words in ("TEUR", "$000", "in Mio") and seed % 4 < 2:
        pdf.line(title, bold=True)
        table[0][0] = words
    else:
        pdf.line(f"{title} {words}", bold=True)
    pdf.verbatim(text_table(table, 34, 16, leaders=seed % 3 == 0, rule_after=0))
    pdf.space()
    pdf.para(prose[1])
    pdf.save()
    asks = pick_asks(rng, sheet, [line for line in lines if line is not share_line], 3)
    asks.append(cell_ask(rng, sheet, share_line, rng.randrange(2)))
    # The share row bears its own currency, and it is EUR or USD whatever the head says.
    asks = [replace(a, currency=currency) if a.row == share and a.value else a for a in asks]
    if german and seed % 4 == 1:
        asks = [replace(a, question=_german(a, str(year))) for a in asks]
    if seed % 4 == 0:
        asks.append(absent_ask(rng, sheet, gone, columns[0].phrase))
    elif seed % 4 == 3:
        asks.append(absent_ask(rng, sheet, f"{labels[0]}", f"in {year + 1}"))
    elif seed % 4 == 2:
        asks.append(open_ask(rng, sheet, lines[0]))
    return path, asks


def _german(ask: Ask, year: str) -> str:
    row = re.sub(r" \(.*", "", ask.row or "")
    if ask.column == "Veränderung":
        return f"Was steht in der Spalte Veränderung bei {row}?"
    if ask.column == year:
        return f"Wie hoch ist der Posten {row} für {ask.column}?"
    return f"Welcher Wert ist für {row} im Jahr {ask.column} ausgewiesen?"


# 8: Markdown, a price list ------------------------------------------------------------------------


def md_price_list(rng: random.Random, seed: int, folder: Path) -> Made:
    """Products by tiers, with words, durations and percentages between the prices."""
    company = _company(rng, " Cloud")
    tiers = rng.choice(
        (
            ["Starter", "Team", "Business", "Enterprise"],
            ["Basic", "Plus", "Premium"],
            ["Bronze", "Silver", "Gold"],
        )
    )
    sign, currency = rng.choice((("$", "USD"), ("€", "EUR"), ("£", "GBP"), ("", "CHF"), ("US$", "USD")))
    money = [
        "Base fee per month",
        "API gateway add-on",
        "Data import service",
        "Onboarding package",
        "Extra seat",
    ]
    style_nil = rng.choice(("—", "–", "n/a", "-"))
    mark = rng.choice((" [1]", "¹", " (1)"))
    missing = rng.choice((0, 0, 1, 2))
    grid: list[tuple[str, list[tuple[str, str, str | None]]]] = []
    for label in money:
        places = rng.choice((0, 2))
        row: list[tuple[str, str, str | None]] = []
        for k in range(len(tiers)):
            if k == len(tiers) - 1 and label == "Base fee per month":
                row.append(("Contact sales", "text", "Contact sales"))
            elif label == "API gateway add-on" and k == missing:
                row.append((style_nil, "nil", None))
            elif label == "Onboarding package" and k == 1:
                row.append(("Included", "text", "Included"))
            else:
                value = _dec(rng, 9, 4800, places)
                row.append((f"{sign}{value:,.{places}f}", "amount", plain(value)))
        grid.append((label, row))
    text, kind, value_ = grid[2][1][1]
    grid[2][1][1] = (text + mark, kind, value_)
    terms = [("Minimum term", "month", (1, 12, 24, 36)), ("First response time", "hour", (2, 4, 8, 24, 48))]
    for label, unit, choices in terms:
        row = []
        for _ in tiers:
            n = rng.choice(choices)
            row.append((f"{n} {unit}{'' if n == 1 else 's'}", "duration", str(n)))
        grid.append((label, row))
    up = [Decimal(rng.randint(9900, 9999)).scaleb(-2) for _ in tiers]
    grid.append(("Uptime commitment", [(f"{v}%", "percentage", plain(v)) for v in up]))
    grid.append(
        ("Seats included", [(f"{v:,}", "number", str(v)) for v in (rng.randint(3, 2500) for _ in tiers)])
    )
    rng.shuffle(grid)
    corner = rng.choice(("Item", "", "Product")) if sign else f"All prices in {currency}"
    rows = [[corner, *tiers]] + [[label, *(c[0] for c in row)] for label, row in grid]
    if seed % 4 == 1:
        rows = [[f"**{t}**" if t and r == 0 else t for t in row] for r, row in enumerate(rows)]
    path = folder / f"md_price_list_{seed}.md"
    texts = _prose(rng, 2)
    lead = "Prices exclude sales tax."
    parts = [
        f"# {company} price list",
        "",
        lead,
        "",
        texts[0],
        "",
        "## Plans",
        "",
        md_table(rows, tight=seed % 3 == 0),
    ]
    parts += ["", f"{mark.strip()} Charged once for each workspace.", "", texts[1], ""]
    if seed % 2:
        parts += [
            "## Partner discounts",
            "",
            md_table([["Partner level", "Discount"], ["Registered", "5%"], ["Certified", "12%"]]),
            "",
        ]
    path.write_text("\n".join(parts), encoding="utf-8")
    shapes = {
        "amount": (
            "What does the {row} cost on the {tier} plan?",
            "How much is the {row} with {tier}?",
            "{tier} plan: price of the {row}?",
        ),
        "duration": ("How long is the {row} on the {tier} plan?", "What is the {row} for {tier} customers?"),
        "percentage": ("What {row} comes with the {tier} plan?", "What is the {row} on {tier}?"),
        "number": ("How many {row} are there on the {tier} plan?", "What number of {row} does {tier} have?"),
    }
    shapes["text"] = shapes["nil"] = (
        "What does the {row} cost on the {tier} plan?",
        "Price of the {row} on {tier}?",
    )
    cells = [(label, t, *row[k]) for label, row in grid for k, t in enumerate(tiers)]
    rng.shuffle(cells)
    asks: list[Ask] = []
    kinds = ["amount", "text", "duration", "nil", "percentage", "amount", "number"]
    for want in kinds[seed % 4 : seed % 4 + 4]:
        label, tier, printed, kind, val = next(
            c for c in cells if c[3] == want and all(a.printed != c[2] for a in asks)
        )
        name = label if label.startswith("API") else label[0].lower() + label[1:]
        question = rng.choice(shapes[kind]).format(row=name, tier=tier)
        asks.append(Ask(question, kind, val, currency if kind == "amount" else None, printed, label, tier))
    if seed % 4 == 0:
        asks.append(_which(f"What does the data import service cost with {company}?", "Data import service"))
    elif seed % 4 == 1:
        asks.append(_gone(f"What does the data export service cost on the {tiers[1]} plan?"))
    elif seed % 4 == 2:
        asks.append(_gone("How much is an extra seat on the Platinum plan?"))
    return path, asks


# 9: DOCX, a schedule of benefits ------------------------------------------------------------------


def docx_benefit_schedule(rng: random.Random, seed: int, folder: Path) -> Made:
    """Benefits by plan and network, one cell merged over both networks, a group column merged downwards."""
    insurer = _company(rng, " Mutual")
    plans = rng.choice((("Gold plan", "Silver plan"), ("Option A", "Option B"), ("HMO 500", "PPO 1000")))
    nets = ("In-network", "Out-of-network")
    columns = [Column((p, n), f"under {p} {n.lower()}") for p in plans for n in nets]
    fixed = rng.choice(("—", "–", "N/A"))

    def money(low: int, high: int, step: int, after: str = "") -> tuple[str, str, str | None]:
        n = rng.randrange(low, high, step)
        return f"${n:,}{after}", "amount", str(n)

    def share(after: str = "") -> tuple[str, str, str | None]:
        n = rng.choice((0, 10, 15, 20, 25, 30, 40, 50))
        return f"{n}%{after}", "percentage", str(n)

    none = ("Not covered", "text", "Not covered")
    Item = tuple[str, str, str | None]
    plan: list[tuple[str, str, list[Item], bool]] = []

    def add(group: str, label: str, cells: list[Item], merged: bool = False) -> None:
        plan.append((group, label, cells, merged))

    add("Cost sharing", "Annual deductible (individual)", [money(250, 6000, 250) for _ in columns])
    add("Cost sharing", "Annual deductible (family)", [money(6500, 14000, 500) for _ in columns])
    add("Cost sharing", "Out-of-pocket maximum", [money(3000, 19000, 500) for _ in columns])
    visit = [
        money(10, 90, 5, " copay"),
        share(" after deductible"),
        money(10, 90, 5, " copay"),
        share(" after deductible"),
    ]
    add("Medical care", "Primary care visit", visit)
    add(
        "Medical care",
        "Specialist visit",
        [money(30, 120, 5, " copay"), share(), money(30, 120, 5, " copay"), none],
    )
    room = [money(150, 600, 50, " per visit") for _ in plans]
    add("Medical care", "Emergency room", [room[0], room[0], room[1], room[1]], True)
    wait: list[Item] = [(f"{n} months", "duration", str(n)) for n in rng.sample((3, 6, 9, 12, 18, 24), 2)]
    add(
        "Dental and vision",
        "Waiting period for major dental work",
        [wait[0], wait[0], wait[1], wait[1]],
        True,
    )
    add("Dental and vision", "Orthodontia", [share(), none, (fixed, "nil", None), none])
    add(
        "Dental and vision",
        "Frames allowance",
        [money(100, 260, 10), (fixed, "nil", None), money(100, 260, 10), none],
    )
    days: list[Item] = [(f"{n} days", "duration", str(n)) for n in rng.sample(range(20, 120, 5), 4)]
    add("Dental and vision", "Maximum hospital stay per year", days)
    rows = [
        [
            Cell("Benefit", 2, 2, head=True, align="left"),
            *(Cell(p, 2, head=True, align="centre") for p in plans),
        ],
        [Cell(n, head=True, align="centre") for _ in plans for n in nets],
    ]
    before = ""
    for group, label, cells, merged in plan:
        row = []
        if group != before:
            row.append(Cell(group, rowspan=sum(p[0] == group for p in plan), bold=True, align="left"))
            before = group
        row.append(Cell(label, align="left"))
        if merged:
            row += [Cell(cells[0][0], 2, align="centre"), Cell(cells[2][0], 2, align="centre")]
        else:
            row += [Cell(c[0], align="centre") for c in cells]
        rows.append(row)
    path = folder / f"docx_benefit_schedule_{seed}.docx"
    doc = Docx(path)
    doc.heading(f"{insurer}: summary of benefits")
    doc.para("This summary does not replace the policy. Where the two differ, the policy governs.")
    if seed % 3 == 0:
        doc.heading("Monthly premiums", 2)
        prem = [["Age band", *plans]] + [
            [b, *(f"${rng.randint(210, 940)}" for _ in plans)] for b in ("18–29", "30–49", "50–64")
        ]
        doc.table([[Cell(t, head=r == 0) for t in row] for r, row in enumerate(prem)])
    doc.heading("Schedule of benefits", 2)
    doc.table(rows)
    doc.para("Copays do not count towards the deductible.")
    doc.save()
    shapes = {
        "amount": ("What is the {row} {col}?", "How much is the {row} {col}?"),
        "percentage": (
            "What percentage applies to {row} {col}?",
            "What share does the member pay for {row} {col}?",
        ),
        "duration": ("How long is the {row} {col}?", "What is the {row} {col}?"),
        "text": ("How is {row} covered {col}?", "What does the schedule say on {row} {col}?"),
        "nil": ("What is the benefit for {row} {col}?", "What does the plan pay for {row} {col}?"),
    }
    flat = [(label, columns[k], *cells[k]) for _, label, cells, _ in plan for k in range(4)]
    rng.shuffle(flat)
    asks: list[Ask] = []
    wants = ["amount", "duration", "text", "percentage", "nil", "amount"]
    for want in wants[seed % 3 : seed % 3 + 4]:
        label, col, printed, kind, value = next(
            c for c in flat if c[3] == want and all((a.row, a.column) != (c[0], c[1].printed) for a in asks)
        )
        name = label[0].lower() + label[1:]
        question = rng.choice(shapes[kind]).format(row=name, col=col.phrase)
        asks.append(
            Ask(question, kind, value, "USD" if kind == "amount" else None, printed, label, col.printed)
        )
    if seed % 4 == 0:
        asks.append(_which("What is the out-of-pocket maximum?", "Out-of-pocket maximum"))
    elif seed % 4 == 1:
        asks.append(_gone(f"What is the copay for chiropractic care {columns[0].phrase}?"))
    elif seed % 4 == 2:
        asks.append(_gone("What is the annual deductible (family) under the Platinum plan in-network?"))
    return path, asks


# 10: PDF, a dosing table --------------------------------------------------------------------------


def pdf_dosing(rng: random.Random, seed: int, folder: Path) -> Made:
    """Weight bands by dose, volume, interval and duration, for two strengths in two tables."""
    drug = rng.choice(("Amoxidor", "Cefalin", "Ibuprel", "Paracet", "Claritex", "Veltrimin"))
    lows = [5, 8, 12, 16, 24, 32]
    dash = rng.choice(("–", " to ", "-"))
    bands = [f"{a}{dash}{b - 1} kg" for a, b in zip(lows, [*lows[1:], 41], strict=True)]
    strengths = rng.choice((("125 mg/5 mL", "250 mg/5 mL"), ("100 mg/5 mL", "200 mg/5 mL")))
    path = folder / f"pdf_dosing_{seed}.pdf"
    pdf = Pdf(path, font=rng.choice(("Helvetica", "Vera")), size=8)
    pdf.heading(f"{drug} oral suspension: product information")
    pdf.para("Shake the bottle well. Use the spoon supplied. Doses for adults are given in section 4.")
    heads = [
        "Body weight",
        "Single dose\n(mg)",
        "Volume\n(mL)",
        "Interval",
        "Maximum doses\nper day",
        "Duration of\ntreatment",
    ]
    nil = rng.choice(("—", "–", "-"))
    both: list[tuple[str, list[list[tuple[str, str, str | None]]]]] = []
    for number, strength in enumerate(strengths, 1):
        per = int(strength.split(" ")[0])
        doses = sorted(rng.sample(range(50, 750, 25), len(bands)))
        table = []
        for k, dose in enumerate(doses):
            volume = (Decimal(dose) * 5 / per).quantize(Decimal("0.1"))
            hours, days = rng.choice((6, 8, 12)), rng.choice((5, 7, 10, 14))
            row: list[tuple[str, str, str | None]] = [
                (str(dose), "number", str(dose)),
                (str(volume), "number", plain(volume)),
                (f"every {hours} hours", "text", f"every {hours} hours"),
                (str(24 // hours), "number", str(24 // hours)),
                (f"{days} days", "duration", str(days)),
            ]
            if k == 0:
                row[3] = (nil, "nil", None)
            if k == 5 and number == 1:
                row[1] = ("use tablets", "text", "use tablets")
            table.append(row)
        both.append((strength, table))
        rows = [[Cell(h, head=True, align="centre" if c else "left") for c, h in enumerate(heads)]]
        for band, row in zip(bands, table, strict=True):
            rows.append([Cell(band, align="left"), *(Cell(c[0], align="centre") for c in row)])
        pdf.heading(f"Table {number}: children, suspension {strength}")
        pdf.table(rows, [90, 75, 60, 95, 90, 80], ruled=seed % 2 == 0, heads=1, zebra=seed % 4 == 1)
        pdf.space(12)
    pdf.para("In renal impairment the interval is doubled. Do not exceed the doses stated.")
    pdf.save()
    shapes = (
        "What is the single dose of {drug} {strength} for a child of {band}, in mg?",
        "How many mL of {drug} {strength} does a child weighing {band} get?",
        "How often is {drug} {strength} given to a child of {band}?",
        "How many doses per day at most for a child of {band} on {drug} {strength}?",
        "How long is {drug} {strength} given to children of {band}?",
    )
    asks: list[Ask] = []
    spots = [(t, k, c) for t in range(2) for k in range(len(bands)) for c in range(5)]
    rng.shuffle(spots)
    done: set[int] = set()
    for t, k, c in spots:
        if c in done or len(asks) == 4:
            continue
        done.add(c)
        strength, table = both[t]
        printed, kind, value = table[k][c]
        name = bands[k] if rng.random() < 0.6 else f"{lows[k] + 1} kg"
        question = shapes[c].format(drug=drug, strength=strength, band=name)
        column = heads[c + 1].replace("\n", " ")
        asks.append(
            Ask(
                question,
                kind,
                value,
                None,
                printed,
                bands[k],
                column,
                f"Table {t + 1}: children, suspension {strength}",
            )
        )
    if seed % 3 == 0:
        question = f"What is the single dose of {drug} {strengths[0]} for a child of 50 kg?"
        asks.append(_gone(question))
    elif seed % 3 == 1:
        strength, table = both[1]
        printed, kind, value = table[0][1]
        question = f"How many mL of {drug} {strength} does a child of {bands[0]} get?"
        title = f"Table 2: children, suspension {strength}"
        asks.append(Ask(question, kind, value, None, printed, bands[0], "Volume (mL)", title))
    return path, asks


# 11: HTML, another scale in each column -----------------------------------------------------------


def html_mixed_scale(rng: random.Random, seed: int, folder: Path) -> Made:
    """Business units by measures, each column with its own unit, regions as cells that span rows."""
    company = _company(rng, rng.choice((" Group", " International")))
    year = rng.randint(2016, 2025)
    sign, currency = rng.choice((("$", "USD"), ("€", "EUR"), ("£", "GBP")))
    other, foreign = rng.choice((("CHF", "CHF"), ("SEK", "SEK"), ("A$", "AUD")))
    columns = [
        Column((f"Revenue ({sign}m)",), "", 10**6, currency, "amount", 1),
        Column((f"EBITDA ({sign}000)",), "", 10**3, currency, "amount", 0),
        Column(("Headcount",), "", 1, None, "number", 0),
        Column(("Margin %",), "", None, None, "percentage", 1),
        Column((f"Order book ({other} bn)",), "", 10**9, foreign, "amount", 2),
        Column(("Units sold (thousands)",), "", 10**3, None, "number", 1),
    ]
    rng.shuffle(columns)
    columns = columns[: rng.choice((5, 6))]
    style = Style(rng.choice(("paren", "minus", "lead")), rng.choice(("–", "—", "n/a", "")))
    sheet = Sheet(company, columns, style, 1, None)
    regions = rng.sample(["North", "South", "East", "West"], 3)
    works = rng.sample(["Pumps", "Valves", "Filters", "Sensors", "Service"], 3)
    rows = [
        [
            Cell(rng.choice(("Region", "Area")), head=True),
            Cell("Unit", head=True),
            *(Cell(c.path[0], head=True) for c in columns),
        ]
    ]
    lines = []
    ranges = {
        "Rev": (3, 900),
        "EBI": (-9000, 90_000),
        "Hea": (12, 4200),
        "Mar": (-9, 38),
        "Ord": (0, 9),
        "Uni": (1, 800),
    }
    for region in regions:
        for k, work in enumerate(works):
            values: list[Decimal | None] = [
                None if rng.random() < 0.08 else _dec(rng, *ranges[c.path[0][:3]], c.places or 0)
                for c in columns
            ]
            line = Line(work, values, group=region, name=f"{work} in region {region}")
            if rng.random() < 0.15:
                line.raised[0] = "1"
            lines.append(line)
            row = [Cell(region, rowspan=len(works), bold=True)] if k == 0 else []
            row.append(Cell(work))
            row += [Cell(sheet.printed(line, j), raised=line.raised.get(j, "")) for j in range(len(columns))]
            rows.append(row)
    path = folder / f"html_mixed_scale_{seed}.html"
    texts = [f"<p>{t}</p>" for t in _prose(rng, 2)]
    parts = [
        f"<h1>{company}: units in {year}</h1>",
        texts[0],
        html_table(rows, thead=1, css=' border="1"'),
        texts[1],
    ]
    parts.append("<p><sup>1</sup> Includes units bought in the year.</p>")
    if seed % 2:
        parts.insert(2, html_table(_office_cells(rng, [str(year), str(year - 1)])))
    write_html(path, company, parts)
    asks: list[Ask] = []
    cells = [(x, j) for x in lines for j in range(len(columns))]
    rng.shuffle(cells)
    empty = [(x, j) for x, j in cells if x.values[j] is None][: seed % 2]
    cells = empty + [(x, j) for x, j in cells if x.values[j] is not None]
    used: set[int] = set()
    for line, j in cells:
        if j in used or len(asks) == 4:
            continue
        used.add(j)
        measure = columns[j].path[0].split(" (")[0].replace(" %", "")
        measure = measure if measure == "EBITDA" else measure.lower()
        shapes = (
            "What was the {m} of {w} in the {r} region?",
            "{M} of {w}, {r}?",
            "How high was the {m} for {w} in {r}?",
        )
        question = rng.choice(shapes).format(
            m=measure, M=measure[0].upper() + measure[1:], w=line.label, r=line.group
        )
        asks.append(replace(cell_ask(rng, sheet, line, j), question=question))
    if seed % 4 == 0:
        gone = rng.choice(("Central", "Nordic"))
        asks.append(_gone(f"What was the revenue of {works[0]} in the {gone} region?"))
    elif seed % 4 == 2:
        line = rng.choice(lines)
        question = f"What is the figure for {line.label} in the {line.group} region?"
        asks.append(Ask(question, "open_column", None, None, None, line.label, None, line.group))
    return path, asks


# 12: PDF, footnote marks everywhere ---------------------------------------------------------------


def pdf_footnoted(rng: random.Random, seed: int, folder: Path) -> Made:
    """Marks on labels and on figures, scale in the column heads, nil in many shapes, a few contradictions."""
    company = _company(rng, rng.choice((" Limited", " Partners", " Trust")))
    year = rng.randint(2016, 2025)
    unit, scale, currency = rng.choice(
        (
            ("$000", 10**3, "USD"),
            ("€m", 10**6, "EUR"),
            ("£'000", 10**3, "GBP"),
            ("A$m", 10**6, "AUD"),
            ("$ millions", 10**6, "USD"),
        )
    )
    own = seed % 3 == 1
    columns = [
        Column((f"{y}\n{unit}",), rng.choice(("in", "for", "for the year")) + f" {y}")
        for y in (year, year - 1, year - 2)
    ]
    nil = rng.choice(("nil", "n/a", "–", "", "Nil", "—"))
    negative = rng.choice(("paren", "minus", "lead", "trail"))
    style = Style(negative, nil)
    sheet = Sheet(company, columns, style, scale, currency)
    marks = rng.choice(((" (1)", " (2)"), ("¹", "²"), ("(a)", "(b)"), ("*", "**")))
    raised = seed % 4 == 2
    places = 1 if scale == 10**6 and seed % 2 else 0
    labels = [
        "Rental income",
        "Service charges",
        "Management fees",
        "Fair value movements",
        "Finance expense",
    ]
    labels += ["Distributions to unit holders", "Acquisition costs", "Net operating income"]
    lines = []
    for label in labels:
        values: list[Decimal | None] = [_dec(rng, 11, 9800, places) for _ in columns]
        if label in ("Fair value movements", "Finance expense"):
            values = [-v if v is not None and rng.random() < 0.7 else v for v in values]
        if label in ("Acquisition costs", "Service charges"):
            values[rng.randrange(3)] = None
        lines.append(Line(label, values, places=places))
    for k in rng.sample(range(len(lines)), 3):
        lines[k].mark = marks[0].strip() if marks[0] != " (1)" else rng.choice((" (1)", "(1)"))
    marked = rng.sample(range(len(lines)), 4)
    for k in marked:
        j = rng.randrange(3)
        if lines[k].values[j] is None:
            continue
        if raised:
            lines[k].raised[j] = "2"
        else:
            lines[k].marks[j] = marks[1]
    heads = [Cell("", align="left")]
    for c in columns:
        heads.append(Cell(c.path[0], 2 if own else 1, head=True))
    rows = [heads]
    letter = {"USD": "$", "EUR": "€", "GBP": "£", "AUD": "A$"}[currency]
    for k, line in enumerate(lines):
        row = [Cell(line.label + line.mark, align="left")]
        for j in range(3):
            if own:
                row.append(Cell(letter if k in (0, len(lines) - 1) else "", align="left"))
            row.append(Cell(sheet.printed(line, j), raised=line.raised.get(j, "")))
        rows.append(row)
    unclear = seed % 10 == 3
    path = folder / f"pdf_footnoted_{seed}.pdf"
    pdf = Pdf(path, font="Vera" if negative == "minus" else "Helvetica", size=8.5)
    pdf.heading(f"{company}: selected figures")
    for text in _prose(rng, 2):
        pdf.para(text)
    if unclear:
        wrong = "thousands" if scale == 10**6 else "millions"
        pdf.line(f"Selected financial data (all amounts in {wrong})", bold=True)
    else:
        pdf.line("Selected financial data", bold=True)
    widths = [190.0, *([18, 72] * 3 if own else [85] * 3)]
    pdf.table(rows, widths, ruled=seed % 2 == 0, heads=1)
    pdf.space(10)
    pdf.line(f"{marks[0].strip()} Restated for the new standard.")
    pdf.line(f"{'2' if raised else marks[1].strip()} Unaudited.")
    pdf.save()
    cells = [(line, j) for line in lines for j in (*line.marks, *line.raised)]
    asks = [cell_ask(rng, sheet, *cells[0])] if cells else []
    for extra in pick_asks(rng, sheet, lines, 4, [lambda x: bool(x.mark)]):
        if len(asks) < 4 and all((a.row, a.column) != (extra.row, extra.column) for a in asks):
            asks.append(extra)
    if seed % 4 == 0:
        asks.append(open_ask(rng, sheet, lines[rng.choice((0, 2, 7))]))
    elif seed % 4 == 1:
        asks.append(
            absent_ask(rng, sheet, rng.choice(("rental expense", "performance fees")), columns[0].phrase)
        )
    elif seed % 4 == 3:
        asks.append(absent_ask(rng, sheet, "rental income", f"in {year - 4}"))
    return path, _unclear(asks) if unclear else asks


LAYOUTS: dict[str, Callable[[random.Random, int, Path], Made]] = {
    made.__name__: made
    for made in (
        pdf_two_row_heads,
        html_three_row_heads,
        docx_balance_groups,
        pdf_page_break,
        pdf_side_by_side,
        txt_spaced,
        pdf_monospaced,
        md_price_list,
        docx_benefit_schedule,
        pdf_dosing,
        html_mixed_scale,
        pdf_footnoted,
    )
}


def make(layout: str, seed: int, folder: Path) -> Case:
    """Write the document of a layout and seed into the folder and return it with its questions."""
    rng = random.Random(f"{layout}:{seed}")
    folder.mkdir(parents=True, exist_ok=True)
    path, asks = LAYOUTS[layout](rng, seed, folder)
    if seed % 10 == 9:
        asks = [replace(ask, question=_casual(ask.question)) for ask in asks]
    return Case(layout, seed, path, tuple(asks))


def _casual(question: str) -> str:
    """Put a question the way people type in a hurry."""
    text = question.rstrip("?.").replace("What is", "whats").replace("Please give me", "pls give me")
    return text[0].lower() + text[1:] if text[1:2].islower() else text
