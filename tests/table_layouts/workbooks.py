"""Twenty shapes of workbooks as people really keep them, written as XLSX, and what their cells show."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from xml.sax.saxutils import escape

from .layouts import Ask, Case, plain
from .writers import zip_parts

Value = str | int | Decimal | date

INT = "#,##0"
ONE = "#,##0.0"
TWO = "#,##0.00"
PCT = "0.0%"
RED = "#,##0;[Red](#,##0)"
RED_ONE = "#,##0.0;[Red](#,##0.0)"
THOUSANDS = "#,##0,"
MILLIONS = "#,##0.0,,"
DASH = '#,##0_);(#,##0);"-"'
DAY = "d mmm yyyy"
MONTH = "mmm-yy"
DOLLAR = '"$"#,##0.00'
EURO = "[$€-407] #,##0.00"
POUND = "[$£-809]#,##0"
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def show(value: Value, code: str = "General") -> str:
    """Return what the cell shows under a number format of this module."""
    if isinstance(value, str):
        return value
    if isinstance(value, date):
        name = _MONTHS[value.month - 1]
        return f"{name}-{value.year % 100:02d}" if code == MONTH else f"{value.day} {name} {value.year}"
    number = Decimal(value)

    def rounded(part: Decimal, places: int) -> str:
        unit = Decimal(1).scaleb(-places)
        return f"{part.quantize(unit, rounding=ROUND_HALF_UP):,.{places}f}"

    if code == "General":
        return plain(number)
    if code in (RED, RED_ONE, DASH):
        if code == DASH and number == 0:
            return "-"
        text = rounded(abs(number), 1 if code == RED_ONE else 0)
        return f"({text})" if number < 0 else text
    if code == PCT:
        return rounded(number * 100, 1) + "%"
    if code == THOUSANDS:
        return rounded(number / 1000, 0)
    if code == MILLIONS:
        return rounded(number / 1_000_000, 1)
    sign = "-" if number < 0 else ""
    fixed = {DOLLAR: ("$", 2), EURO: ("€ ", 2), POUND: ("£", 0)}
    if code in fixed:
        mark, places = fixed[code]
        return sign + mark + rounded(abs(number), places)
    return rounded(number, {INT: 0, ONE: 1, TWO: 2}[code])


def letters(column: int) -> str:
    """Return the letters of a column counted from one."""
    text = ""
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


@dataclass
class Page:
    """One worksheet."""

    name: str
    cells: dict[tuple[int, int], tuple[Value, str, str, int]] = field(default_factory=dict)
    merged: list[str] = field(default_factory=list)
    hidden_columns: list[int] = field(default_factory=list)
    hidden_rows: list[int] = field(default_factory=list)
    filter: str = ""
    state: str = ""

    def put(
        self, row: int, column: int, value: Value, code: str = "General", formula: str = "", indent: int = 0
    ) -> None:
        """Set a cell; with a formula the value is the one kept from the last reckoning."""
        self.cells[row, column] = (value, code, formula, indent)

    def row(self, row: int, column: int, values: Sequence[Value], code: str = "General") -> None:
        """Set cells from left to right; empty text leaves the cell out."""
        for k, value in enumerate(values):
            if value != "":
                self.put(row, column + k, value, code if not isinstance(value, str) else "General")

    def merge(self, row: int, first: int, last: int, to_row: int = 0) -> None:
        """Merge cells of a row, or down to another row."""
        self.merged.append(f"{letters(first)}{row}:{letters(last)}{to_row or row}")


class Book:
    """A workbook: worksheets, shared strings and number formats."""

    def __init__(self) -> None:
        self.pages: list[Page] = []
        self.strings: dict[str, int] = {}
        self.looks: dict[tuple[str, int], int] = {("General", 0): 0}

    def page(self, name: str) -> Page:
        """Add a worksheet."""
        page = Page(name)
        self.pages.append(page)
        return page

    def _cell(self, row: int, column: int, held: tuple[Value, str, str, int]) -> str:
        value, code, formula, indent = held
        look = self.looks.setdefault((code, indent), len(self.looks))
        where = f'r="{letters(column)}{row}" s="{look}"'
        inner = f"<f>{escape(formula)}</f>" if formula else ""
        if isinstance(value, str):
            if value.startswith("#") and formula:
                return f'<c {where} t="e">{inner}<v>{escape(value)}</v></c>'
            if formula:
                return f'<c {where} t="str">{inner}<v>{escape(value)}</v></c>'
            number = self.strings.setdefault(value, len(self.strings))
            return f'<c {where} t="s"><v>{number}</v></c>'
        if isinstance(value, date):
            value = (value - date(1899, 12, 30)).days
        return f"<c {where}>{inner}<v>{value}</v></c>"

    def _sheet(self, page: Page) -> str:
        out = [_XML, f'<worksheet xmlns="{_MAIN}">']
        if page.hidden_columns:
            cols = "".join(
                f'<col min="{c}" max="{c}" width="9" hidden="1" customWidth="1"/>'
                for c in page.hidden_columns
            )
            out.append(f"<cols>{cols}</cols>")
        out.append("<sheetData>")
        for row in sorted({r for r, _ in page.cells}):
            hidden = ' hidden="1"' if row in page.hidden_rows else ""
            cells = [self._cell(r, c, page.cells[r, c]) for r, c in sorted(page.cells) if r == row]
            out.append(f'<row r="{row}"{hidden}>{"".join(cells)}</row>')
        out.append("</sheetData>")
        if page.filter:
            out.append(f'<autoFilter ref="{page.filter}"/>')
        if page.merged:
            refs = "".join(f'<mergeCell ref="{ref}"/>' for ref in page.merged)
            out.append(f'<mergeCells count="{len(page.merged)}">{refs}</mergeCells>')
        return "".join([*out, "</worksheet>"])

    def _styles(self) -> str:
        codes = sorted({code for code, _ in self.looks if code != "General"})
        numbers = {code: 164 + k for k, code in enumerate(codes)}
        formats = "".join(
            f'<numFmt numFmtId="{numbers[c]}" formatCode="{escape(c, {chr(34): "&quot;"})}"/>' for c in codes
        )
        xfs = ""
        for code, indent in self.looks:
            inner = f'<alignment horizontal="left" indent="{indent}"/>' if indent else ""
            number = numbers.get(code, 0)
            xfs += (
                f'<xf numFmtId="{number}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"'
            )
            xfs += f' applyAlignment="1">{inner}</xf>' if inner else "/>"
        return (
            f'{_XML}<styleSheet xmlns="{_MAIN}"><numFmts count="{len(codes)}">{formats}</numFmts>'
            '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
            '<fills count="2"><fill><patternFill patternType="none"/></fill>'
            '<fill><patternFill patternType="gray125"/></fill></fills>'
            '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
            '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
            f'<cellXfs count="{len(self.looks)}">{xfs}</cellXfs>'
            '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
            "</styleSheet>"
        ).replace('<numFmts count="0"></numFmts>', "")

    def save(self, path: Path) -> None:
        """Write the workbook."""
        sheets = [self._sheet(page) for page in self.pages]
        count = len(sheets)
        rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        pack = "http://schemas.openxmlformats.org/package/2006"
        kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
        over = "".join(
            f'<Override PartName="/xl/worksheets/sheet{k}.xml" ContentType="{kind}.worksheet+xml"/>'
            for k in range(1, count + 1)
        )
        names = ""
        for k, page in enumerate(self.pages, 1):
            state = f' state="{page.state}"' if page.state else ""
            names += f'<sheet name="{escape(page.name)}" sheetId="{k}"{state} r:id="rId{k}"/>'
        links = "".join(
            f'<Relationship Id="rId{k}" Type="{rel}/worksheet" Target="worksheets/sheet{k}.xml"/>'
            for k in range(1, count + 1)
        )
        for k, part in enumerate(("styles", "sharedStrings"), count + 1):
            links += f'<Relationship Id="rId{k}" Type="{rel}/{part}" Target="{part}.xml"/>'
        texts = "".join(f'<si><t xml:space="preserve">{escape(text)}</t></si>' for text in self.strings)
        parts = {
            "[Content_Types].xml": f'{_XML}<Types xmlns="{pack}/content-types">'
            '<Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>{over}'
            f'<Override PartName="/xl/styles.xml" ContentType="{kind}.styles+xml"/>'
            f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}.sharedStrings+xml"/></Types>',
            "_rels/.rels": f'{_XML}<Relationships xmlns="{pack}/relationships">'
            f'<Relationship Id="rId1" Type="{rel}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'{_XML}<workbook xmlns="{_MAIN}" xmlns:r="{rel}">'
            f"<sheets>{names}</sheets></workbook>",
            "xl/_rels/workbook.xml.rels": f'{_XML}<Relationships xmlns="{pack}/relationships">'
            f"{links}</Relationships>",
            "xl/styles.xml": self._styles(),
            "xl/sharedStrings.xml": f'{_XML}<sst xmlns="{_MAIN}" uniqueCount="{len(self.strings)}">'
            f"{texts}</sst>",
        }
        for k, text in enumerate(sheets, 1):
            parts[f"xl/worksheets/sheet{k}.xml"] = text
        zip_parts(path, {name: text.encode("utf-8") for name, text in parts.items()})


_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


# Asking ---------------------------------------------------------------------------------------------


def figure(
    question: str,
    value: int | Decimal,
    code: str,
    row: str,
    column: str,
    *,
    scale: int = 1,
    currency: str | None = None,
    kind: str = "amount",
    group: str = "",
) -> Ask:
    """Ask for a cell with a figure; a percent format counts as points."""
    full = Decimal(value) * (100 if code == PCT else scale)
    kind = "percentage" if code == PCT else kind
    return Ask(question, kind, plain(full), currency, show(value, code), row, column, group)


def words(question: str, text: str, row: str, column: str, group: str = "") -> Ask:
    """Ask for a cell with words or a date."""
    return Ask(question, "text", text, None, text, row, column, group)


def nil(question: str, printed: str, row: str, column: str, group: str = "") -> Ask:
    """Ask for a cell that shows no figure."""
    return Ask(question, "nil", None, None, printed, row, column, group)


def absent(question: str) -> Ask:
    """Ask for what is not there."""
    return Ask(question, "absent", None, None, None, None, None)


def which(question: str, row: str, group: str = "") -> Ask:
    """Ask for a row without saying which column."""
    return Ask(question, "open_column", None, None, None, row, None, group)


def unclear(question: str, value: int | Decimal, code: str, row: str, column: str) -> Ask:
    """Ask for a cell of which the workbook does not settle the scale."""
    return Ask(question, "unclear_scale", None, None, show(value, code), row, column)


def _some(rng: random.Random, count: int, low: int, high: int) -> list[int]:
    return [rng.randint(low, high) for _ in range(count)]


def _tenths(rng: random.Random, count: int, low: int, high: int) -> list[Decimal]:
    return [Decimal(n).scaleb(-1) for n in _some(rng, count, low * 10, high * 10)]


# Shapes ---------------------------------------------------------------------------------------------


def stacked_tables(rng: random.Random, book: Book) -> list[Ask]:
    """Two tables one above the other, each with its own title, scale and years as numbers."""
    page = book.page("Summary")
    page.put(1, 1, "Income ($000)")
    page.row(2, 1, ["Item", 2024, 2023])
    income = {label: _some(rng, 2, 1000, 90_000) for label in ("Licences", "Maintenance", "Consulting")}
    for r, (label, pair) in enumerate(income.items(), 3):
        page.row(r, 1, [label, *pair], INT)
    page.put(8, 1, "Investments (EUR million)")
    page.row(9, 1, ["Item", 2023, 2024])
    spend = {label: _tenths(rng, 2, 2, 400) for label in ("Buildings", "Software", "Maintenance")}
    for r, (label, both) in enumerate(spend.items(), 10):
        page.row(r, 1, [label, *both], ONE)
    first, second = "Income ($000)", "Investments (EUR million)"
    return [
        figure(
            "What income came from licences in 2023?",
            income["Licences"][1],
            INT,
            "Licences",
            "2023",
            scale=1000,
            currency="USD",
        ),
        figure(
            "How much maintenance income was there in 2024?",
            income["Maintenance"][0],
            INT,
            "Maintenance",
            "2024",
            scale=1000,
            currency="USD",
            group=first,
        ),
        figure(
            "What was invested in maintenance in 2024?",
            spend["Maintenance"][1],
            ONE,
            "Maintenance",
            "2024",
            scale=10**6,
            currency="EUR",
            group=second,
        ),
        figure(
            "Investments in software, 2023?",
            spend["Software"][0],
            ONE,
            "Software",
            "2023",
            scale=10**6,
            currency="EUR",
        ),
        absent("What was the income from training in 2024?"),
    ]


def side_by_side_tables(rng: random.Random, book: Book) -> list[Ask]:
    """Two tables with the same rows and heads next to each other, a blank column between them."""
    page = book.page("Stores")
    asks = []
    for col, region in ((1, "North region"), (6, "South region")):
        page.put(1, col, region)
        page.row(2, col, ["Store type", "Sales (GBP)", "Staff", "Returns %"])
        for r, label in enumerate(("Flagship", "Outlet", "Kiosk"), 3):
            sales, staff = rng.randint(90_000, 4_000_000), rng.randint(3, 140)
            rate = Decimal(rng.randint(5, 90)).scaleb(-3)
            page.put(r, col, label)
            page.put(r, col + 1, sales, INT)
            page.put(r, col + 2, staff)
            page.put(r, col + 3, rate, PCT)
            if label == "Outlet":
                asks.append(
                    figure(
                        f"What were the sales of outlet stores in the {region.lower()}?",
                        sales,
                        INT,
                        label,
                        "Sales (GBP)",
                        currency="GBP",
                        group=region,
                    )
                )
            elif label == "Kiosk":
                asks.append(
                    figure(
                        f"How many staff work in kiosks in the {region.lower()}?",
                        staff,
                        "General",
                        label,
                        "Staff",
                        kind="number",
                        group=region,
                    )
                )
            elif col == 6:
                asks.append(
                    figure(
                        "What share of flagship sales is returned in the South region?",
                        rate,
                        PCT,
                        label,
                        "Returns %",
                        group=region,
                    )
                )
    return asks


def title_rows_and_gaps(rng: random.Random, book: Book) -> list[Ask]:
    """Title, company and scale in rows above the head, blank rows and columns between, years as numbers."""
    page = book.page("P&L")
    page.put(1, 2, "Harrow Foods plc")
    page.put(2, 2, "Management accounts")
    page.put(3, 2, "All amounts in £'000 unless stated")
    page.row(6, 2, ["Description", "", 2025, "", 2024, "", 2023])
    data = {}
    for r, label in (
        (8, "Turnover"),
        (9, "Cost of sales"),
        (11, "Gross profit"),
        (14, "Overheads"),
        (16, "EBIT"),
    ):
        data[label] = _some(rng, 3, 400, 80_000)
        if label in ("Cost of sales", "Overheads"):
            data[label] = [-n for n in data[label]]
        page.row(r, 2, [label, "", data[label][0], "", data[label][1], "", data[label][2]], RED)
    return [
        figure(
            "What was Harrow Foods' turnover in 2024?",
            data["Turnover"][1],
            RED,
            "Turnover",
            "2024",
            scale=1000,
            currency="GBP",
        ),
        figure(
            "Overheads in 2023?", data["Overheads"][2], RED, "Overheads", "2023", scale=1000, currency="GBP"
        ),
        figure(
            "Please give me EBIT for 2025.", data["EBIT"][0], RED, "EBIT", "2025", scale=1000, currency="GBP"
        ),
        which("What was the gross profit?", "Gross profit"),
        absent("What was the turnover in 2022?"),
    ]


def merged_heads(rng: random.Random, book: Book) -> list[Ask]:
    """Quarters merged over plan and actual, three rows of heads."""
    page = book.page("Plan vs actual")
    page.put(1, 1, "EUR thousand")
    page.merge(1, 1, 1, 3)
    page.put(1, 2, "Financial year 2024")
    page.merge(1, 2, 9)
    for q in range(4):
        page.put(2, 2 + 2 * q, f"Q{q + 1}")
        page.merge(2, 2 + 2 * q, 3 + 2 * q)
        page.row(3, 2 + 2 * q, ["Plan", "Actual"])
    data = {}
    for r, label in enumerate(("Hardware", "Software", "Training"), 4):
        data[label] = _some(rng, 8, 120, 9400)
        page.row(r, 1, [label, *data[label]], DASH)
    data["Training"][5] = 0
    page.put(6, 7, 0, DASH)
    head = "Financial year 2024 / Q{} / {}"
    return [
        figure(
            "What was the actual for hardware in Q2 2024?",
            data["Hardware"][3],
            DASH,
            "Hardware",
            head.format(2, "Actual"),
            scale=1000,
            currency="EUR",
        ),
        figure(
            "How much software was planned for the fourth quarter of 2024?",
            data["Software"][6],
            DASH,
            "Software",
            head.format(4, "Plan"),
            scale=1000,
            currency="EUR",
        ),
        nil("What was the actual for training in Q3 2024?", "-", "Training", head.format(3, "Actual")),
        which("What is the figure for software in Q1 2024?", "Software"),
        absent("What was the actual for freight in Q2 2024?"),
    ]


def totals_by_formula(rng: random.Random, book: Book) -> list[Ask]:
    """Subtotals of one label in each group and a grand total, formulas with kept values, one an error."""
    page = book.page("Costs")
    page.row(1, 1, ["Cost type", "Budget (USD)", "Actual (USD)", "Used"])
    r, groups, asks = 2, {}, []
    for name, labels in {
        "Personnel": ("Wages", "Bonus", "Other"),
        "Premises": ("Rent", "Cleaning", "Other"),
    }.items():
        page.put(r, 1, name)
        first = r + 1
        sums = [0, 0]
        for label in labels:
            r += 1
            pair = _some(rng, 2, 2_000, 480_000)
            page.row(r, 1, [f"{label}", *pair], INT)
            page.put(r, 4, (Decimal(pair[1]) / pair[0]).quantize(Decimal("0.0001")), PCT, f"C{r}/B{r}")
            sums = [a + b for a, b in zip(sums, pair, strict=True)]
            if label == "Other":
                asks.append(
                    figure(
                        f"What was the actual for other under {name.lower()}?",
                        pair[1],
                        INT,
                        "Other",
                        "Actual (USD)",
                        currency="USD",
                        group=name,
                    )
                )
        r += 1
        page.put(r, 1, "Subtotal")
        for c in (2, 3):
            page.put(r, c, sums[c - 2], INT, f"SUBTOTAL(9,{letters(c)}{first}:{letters(c)}{r - 1})")
        groups[name] = sums
        r += 1
    page.put(r, 1, "Unplanned")
    page.put(r, 3, 5150, INT)
    page.put(r, 4, "#DIV/0!", PCT, f"C{r}/B{r}")
    total = sum(g[1] for g in groups.values()) + 5150
    page.put(r + 1, 1, "Grand total")
    page.put(r + 1, 3, total, INT, f"SUBTOTAL(9,C2:C{r})")
    asks.append(
        figure(
            "What is the budget subtotal for premises?",
            groups["Premises"][0],
            INT,
            "Subtotal",
            "Budget (USD)",
            currency="USD",
            group="Premises",
        )
    )
    asks.append(
        figure(
            "What is the grand total of actual costs?",
            total,
            INT,
            "Grand total",
            "Actual (USD)",
            currency="USD",
        )
    )
    asks.append(nil("What share of the budget is used for unplanned costs?", "#DIV/0!", "Unplanned", "Used"))
    return asks


def scale_note_below(rng: random.Random, book: Book) -> list[Ask]:
    """The scale stands only in a note under the table, among other notes."""
    page = book.page("Sheet1")
    page.row(1, 1, ["Region", "Order intake", "Backlog", "Employees*"])
    data = {}
    for r, label in enumerate(("Nordics", "Iberia", "Benelux", "DACH"), 2):
        data[label] = (rng.randint(200, 9_000), rng.randint(100, 5_000), rng.randint(20, 900))
        page.row(r, 1, [label, *data[label]], INT)
    page.put(8, 1, "Notes")
    page.put(9, 1, "1. Order intake and backlog in thousands of Swedish kronor.")
    page.put(10, 1, "2. Unaudited. Iberia includes Portugal.")
    page.put(11, 1, "* Head count at year end.")
    return [
        figure(
            "What was the order intake in Iberia?",
            data["Iberia"][0],
            INT,
            "Iberia",
            "Order intake",
            scale=1000,
            currency="SEK",
        ),
        figure(
            "How large is the backlog of the DACH region?",
            data["DACH"][1],
            INT,
            "DACH",
            "Backlog",
            scale=1000,
            currency="SEK",
        ),
        figure(
            "How many employees are there in Benelux?",
            data["Benelux"][2],
            INT,
            "Benelux",
            "Employees*",
            kind="number",
        ),
        absent("What was the order intake in the Baltics?"),
    ]


def thousands_format_stated(rng: random.Random, book: Book) -> list[Ask]:
    """Formats that cut off thousands and millions, and a note that says the cells hold full dollars."""
    page = book.page("Forecast")
    page.put(
        1, 1, "Forecast in US dollars. Cells hold full dollars; the display is cut to the unit in the head."
    )
    page.row(3, 1, ["Line", "FY2025 ($ thousand)", "FY2026 ($ million)"])
    data = {}
    for r, label in enumerate(("Subscriptions", "Royalties", "Hosting"), 4):
        data[label] = _some(rng, 2, 1_200_000, 98_000_000)
        page.put(r, 1, label)
        page.put(r, 2, data[label][0], THOUSANDS)
        page.put(r, 3, data[label][1], MILLIONS)
    # The note says that the cells hold full dollars, so the stored value is the right one.
    return [
        figure(
            "What are subscriptions forecast at for FY2025?",
            data["Subscriptions"][0],
            THOUSANDS,
            "Subscriptions",
            "FY2025 ($ thousand)",
            currency="USD",
        ),
        figure(
            "What is the FY2026 forecast for royalties?",
            data["Royalties"][1],
            MILLIONS,
            "Royalties",
            "FY2026 ($ million)",
            currency="USD",
        ),
        figure(
            "Hosting in FY2025?",
            data["Hosting"][0],
            THOUSANDS,
            "Hosting",
            "FY2025 ($ thousand)",
            currency="USD",
        ),
        which("What is the forecast for hosting?", "Hosting"),
    ]


def thousands_format_silent(rng: random.Random, book: Book) -> list[Ask]:
    """A format that cuts off thousands, and nothing in the workbook that says so."""
    page = book.page("Data")
    page.row(1, 1, ["Country", "Net sales", "Stores", "Growth"])
    data = {}
    for r, label in enumerate(("Austria", "Poland", "Ireland"), 2):
        data[label] = (
            rng.randint(1_200_000, 90_000_000),
            rng.randint(4, 220),
            Decimal(rng.randint(-80, 190)).scaleb(-3),
        )
        page.put(r, 1, label)
        page.put(r, 2, data[label][0], THOUSANDS)
        page.put(r, 3, data[label][1], INT)
        page.put(r, 4, data[label][2], PCT)
    # The cell shows 1,234 where 1234567 is stored and no words settle which is meant.
    return [
        unclear("What were net sales in Poland?", data["Poland"][0], THOUSANDS, "Poland", "Net sales"),
        unclear(
            "How much did we sell in Ireland (net sales)?",
            data["Ireland"][0],
            THOUSANDS,
            "Ireland",
            "Net sales",
        ),
        figure(
            "How many stores are there in Austria?",
            data["Austria"][1],
            INT,
            "Austria",
            "Stores",
            kind="number",
        ),
        figure("What was the growth in Ireland?", data["Ireland"][2], PCT, "Ireland", "Growth"),
    ]


def percent_and_red_parentheses(rng: random.Random, book: Book) -> list[Ask]:
    """Percent formats, losses in red parentheses, and zero shown as a dash."""
    page = book.page("Units")
    page.put(1, 1, "in CHF million")
    page.row(2, 1, ["Unit", "Result", "Margin", "Impairment"])
    data = {}
    for r, label in enumerate(("Optics", "Lasers", "Imaging", "Coatings"), 3):
        result = Decimal(rng.randint(10, 900) * (-1 if label in ("Lasers", "Coatings") else 1)).scaleb(-1)
        margin = Decimal(rng.randint(5, 240) * (-1 if label == "Lasers" else 1)).scaleb(-3)
        loss = 0 if label in ("Optics", "Imaging") else -rng.randint(1, 60)
        data[label] = (result, margin, loss)
        page.put(r, 1, label)
        page.put(r, 2, result, RED_ONE)
        page.put(r, 3, margin, PCT)
        page.put(r, 4, loss, DASH)
    return [
        figure(
            "What was the result of Lasers?",
            data["Lasers"][0],
            RED_ONE,
            "Lasers",
            "Result",
            scale=10**6,
            currency="CHF",
        ),
        figure("What margin did Lasers make?", data["Lasers"][1], PCT, "Lasers", "Margin"),
        figure(
            "How large was the impairment at Coatings?",
            data["Coatings"][2],
            DASH,
            "Coatings",
            "Impairment",
            scale=10**6,
            currency="CHF",
        ),
        nil("What was the impairment at Optics?", "-", "Optics", "Impairment"),
        absent("What was the result of Sensors?"),
    ]


def date_serials(rng: random.Random, book: Book) -> list[Ask]:
    """Dates as serial numbers, in cells and as heads of months."""
    page = book.page("Contracts")
    page.row(1, 1, ["Contract", "Signed", "Expires", "Notice period (months)", "Annual fee (EUR)"])
    data = {}
    for r, label in enumerate(("C-1041", "C-1042", "C-1047", "C-1101"), 2):
        signed = date(2021, 1, 4) + timedelta(days=rng.randint(0, 900))
        data[label] = (
            signed,
            date(signed.year + rng.randint(3, 6), 3, 31),
            rng.choice((1, 3, 6, 12)),
            rng.randint(900, 48_000),
        )
        page.put(r, 1, label)
        page.row(r, 2, data[label][:2], DAY)
        page.put(r, 4, data[label][2])
        page.put(r, 5, data[label][3], INT)
    usage = book.page("Usage")
    usage.put(1, 1, "Service hours")
    months = [date(2025, m, 1) for m in (1, 2, 3, 4)]
    usage.row(1, 2, months, MONTH)
    hours = {label: _some(rng, 4, 12, 900) for label in ("Field", "Remote")}
    for r, (label, row) in enumerate(hours.items(), 2):
        usage.row(r, 1, [label, *row], INT)
    return [
        words("When does contract C-1047 expire?", show(data["C-1047"][1], DAY), "C-1047", "Expires"),
        words("On what date was C-1042 signed?", show(data["C-1042"][0], DAY), "C-1042", "Signed"),
        figure(
            "What is the annual fee of contract C-1101?",
            data["C-1101"][3],
            INT,
            "C-1101",
            "Annual fee (EUR)",
            currency="EUR",
        ),
        figure(
            "How many service hours were there in the field in March 2025?",
            hours["Field"][2],
            INT,
            "Field",
            "Mar-25",
            kind="number",
        ),
        absent("When does contract C-1043 expire?"),
    ]


def currency_formats(rng: random.Random, book: Book) -> list[Ask]:
    """The currency stands only in the number formats, another in each column."""
    page = book.page("Tariff")
    page.row(1, 1, ["Article", "US", "Germany", "UK", "Weight (kg)"])
    data = {}
    for r, label in enumerate(("Ladder 3 m", "Ladder 5 m", "Trestle"), 2):
        data[label] = (
            Decimal(rng.randint(4000, 90_000)).scaleb(-2),
            Decimal(rng.randint(4000, 190_000)).scaleb(-2),
            rng.randint(40, 2400),
            Decimal(rng.randint(30, 300)).scaleb(-1),
        )
        page.put(r, 1, label)
        for c, code in enumerate((DOLLAR, EURO, POUND, ONE)):
            page.put(r, 2 + c, data[label][c], code)
    return [
        figure(
            "What does the 3 m ladder cost in the US?",
            data["Ladder 3 m"][0],
            DOLLAR,
            "Ladder 3 m",
            "US",
            currency="USD",
        ),
        figure(
            "German price of the 5 m ladder?",
            data["Ladder 5 m"][1],
            EURO,
            "Ladder 5 m",
            "Germany",
            currency="EUR",
        ),
        figure(
            "How much is the trestle in the UK?", data["Trestle"][2], POUND, "Trestle", "UK", currency="GBP"
        ),
        figure(
            "How heavy is the trestle in kg?",
            data["Trestle"][3],
            ONE,
            "Trestle",
            "Weight (kg)",
            kind="number",
        ),
        which("How much is the 5 m ladder?", "Ladder 5 m"),
    ]


def units_column(rng: random.Random, book: Book) -> list[Ask]:
    """Each row has its unit in a column of its own."""
    page = book.page("KPI")
    page.row(1, 1, ["Indicator", "Unit", "2024", "2023", "Comment"])
    rows: list[tuple[str, str, str, list[int] | list[Decimal]]] = [
        ("Net revenue", "USD m", ONE, _tenths(rng, 2, 100, 4000)),
        ("Free cash flow", "USD k", RED, [-n for n in _some(rng, 2, 200, 90_000)]),
        ("Scrap rate", "%", ONE, _tenths(rng, 2, 1, 9)),
        ("Staff", "FTE", INT, _some(rng, 2, 200, 9000)),
        ("Production", "kt", ONE, _tenths(rng, 2, 20, 700)),
        ("Delivery time", "days", "General", _some(rng, 2, 3, 40)),
    ]
    data = {}
    for r, (label, unit, code, pair) in enumerate(rows, 2):
        page.row(r, 1, [label, unit])
        page.row(r, 3, pair, code)
        data[label] = pair
    page.put(2, 5, "incl. disposals")
    return [
        figure(
            "What was net revenue in 2024?",
            data["Net revenue"][0],
            ONE,
            "Net revenue",
            "2024",
            scale=10**6,
            currency="USD",
        ),
        figure(
            "Free cash flow for 2023?",
            data["Free cash flow"][1],
            RED,
            "Free cash flow",
            "2023",
            scale=1000,
            currency="USD",
        ),
        figure(
            "What was the scrap rate in 2023?",
            data["Scrap rate"][1],
            ONE,
            "Scrap rate",
            "2023",
            kind="percentage",
        ),
        figure(
            "How many staff (FTE) were there in 2024?", data["Staff"][0], INT, "Staff", "2024", kind="number"
        ),
        figure(
            "How long was the delivery time in 2023?",
            data["Delivery time"][1],
            "General",
            "Delivery time",
            "2023",
            kind="duration",
        ),
    ]


def transposed_years(rng: random.Random, book: Book) -> list[Ask]:
    """Years down, measures across, the unit in a row under the head."""
    page = book.page("History")
    page.row(1, 1, ["Year", "Sales", "EBITDA", "Margin", "Employees", "Dividend per share"])
    page.row(2, 2, ["€m", "€m", "%", "number", "€"])
    data = {}
    for r, year in enumerate(range(2018, 2026), 3):
        row = [*_tenths(rng, 1, 200, 4000), *_tenths(rng, 1, -40, 300), *_tenths(rng, 1, -5, 20)]
        row += [Decimal(rng.randint(300, 9000)), Decimal(rng.randint(10, 300)).scaleb(-2)]
        data[year] = row
        page.put(r, 1, year)
        for c, code in enumerate((ONE, ONE, ONE, INT, TWO)):
            page.put(r, 2 + c, row[c], code)
    data[2020][4] = Decimal(0)
    page.put(5, 6, "–")
    return [
        figure(
            "What were sales in 2021?", data[2021][0], ONE, "2021", "Sales / €m", scale=10**6, currency="EUR"
        ),
        figure(
            "What was EBITDA in 2019?", data[2019][1], ONE, "2019", "EBITDA / €m", scale=10**6, currency="EUR"
        ),
        figure(
            "How many employees were there in 2023?",
            data[2023][3],
            INT,
            "2023",
            "Employees / number",
            kind="number",
        ),
        figure(
            "Dividend per share for 2024?",
            data[2024][4],
            TWO,
            "2024",
            "Dividend per share / €",
            currency="EUR",
        ),
        nil("What dividend per share was paid for 2020?", "–", "2020", "Dividend per share / €"),
    ]


def region_sheets(rng: random.Random, book: Book) -> list[Ask]:
    """A sheet for each region, all with the same head and rows."""
    data = {}
    for region, currency in (("EMEA", "EUR"), ("Americas", "USD"), ("APAC", "JPY")):
        page = book.page(region)
        page.put(1, 1, f"Amounts in thousands of {currency}")
        page.row(3, 1, ["Product", "Jan", "Feb", "Mar", "Q1"])
        for r, label in enumerate(("Bearings", "Gears", "Seals"), 4):
            row = _some(rng, 3, 10, 7000)
            data[region, label] = [*row, sum(row)]
            page.row(r, 1, [label, *row], INT)
            page.put(r, 5, sum(row), INT, f"SUM(B{r}:D{r})")
    return [
        figure(
            "What did EMEA sell of gears in February?",
            data["EMEA", "Gears"][1],
            INT,
            "Gears",
            "Feb",
            scale=1000,
            currency="EUR",
            group="EMEA",
        ),
        figure(
            "Seals in the Americas, Q1?",
            data["Americas", "Seals"][3],
            INT,
            "Seals",
            "Q1",
            scale=1000,
            currency="USD",
            group="Americas",
        ),
        figure(
            "What is the March figure for bearings in APAC?",
            data["APAC", "Bearings"][2],
            INT,
            "Bearings",
            "Mar",
            scale=1000,
            currency="JPY",
            group="APAC",
        ),
        absent("What did Africa sell of gears in February?"),
        absent("What is the April figure for bearings in APAC?"),
    ]


def hidden_columns(rng: random.Random, book: Book) -> list[Ask]:
    """Draft figures in hidden columns next to the final ones, and a hidden sheet."""
    page = book.page("Budget")
    page.put(1, 1, "Budget 2026, USD")
    page.row(2, 1, ["Department", "Draft", "Final", "Old headcount", "Headcount"])
    data = {}
    for r, label in enumerate(("Legal", "Marketing", "Facilities"), 3):
        data[label] = [
            rng.randint(40_000, 900_000),
            rng.randint(40_000, 900_000),
            rng.randint(2, 60),
            rng.randint(2, 60),
        ]
        page.row(r, 1, [label, *data[label]], INT)
    page.hidden_columns = [2, 4]
    old = book.page("Old")
    old.state = "hidden"
    old.row(1, 1, ["Department", "Final"])
    old.row(2, 1, ["Archive", 12_345], INT)
    return [
        figure(
            "What is the final 2026 budget of Legal?", data["Legal"][1], INT, "Legal", "Final", currency="USD"
        ),
        figure(
            "Final budget for Facilities?", data["Facilities"][1], INT, "Facilities", "Final", currency="USD"
        ),
        figure(
            "What is the headcount of Marketing?",
            data["Marketing"][3],
            INT,
            "Marketing",
            "Headcount",
            kind="number",
        ),
        absent("What is the final 2026 budget of Procurement?"),
    ]


def text_figures(rng: random.Random, book: Book) -> list[Ask]:
    """Figures typed as text, with signs, marks and dashes of all sorts."""
    page = book.page("Pasted")
    page.row(1, 1, ["Account", "Opening (USD)", "Movement (USD)", "Closing (USD)"])
    a, b, c = _some(rng, 3, 1100, 9900)
    page.row(2, 1, ["Deposits", f"{a:,}", f"({b:,})", f"{a - b:,}"])
    page.row(3, 1, ["Accruals", f" {c:,} ", "n/a", f"{c:,} (1)"])
    page.row(4, 1, ["Prepayments", f"{b:,}-", "—", f"${c:,}.50"])
    page.put(6, 1, "(1) Provisional.")
    return [
        Ask(
            "What was the movement in deposits?",
            "amount",
            str(-b),
            "USD",
            f"({b:,})",
            "Deposits",
            "Movement (USD)",
        ),
        Ask(
            "Opening balance of prepayments?",
            "amount",
            str(-b),
            "USD",
            f"{b:,}-",
            "Prepayments",
            "Opening (USD)",
        ),
        Ask(
            "What is the closing balance of accruals?",
            "amount",
            str(c),
            "USD",
            f"{c:,} (1)",
            "Accruals",
            "Closing (USD)",
        ),
        nil("What was the movement in accruals?", "n/a", "Accruals", "Movement (USD)"),
        Ask(
            "Closing balance of prepayments?",
            "amount",
            f"{c}.5",
            "USD",
            f"${c:,}.50",
            "Prepayments",
            "Closing (USD)",
        ),
    ]


def lookup_sheet(rng: random.Random, book: Book) -> list[Ask]:
    """Figures by product code on one sheet, the names of the codes on another."""
    page = book.page("Sales")
    page.row(1, 1, ["Code", "Units 2024", "Revenue 2024 (AUD)", "Revenue 2023 (AUD)"])
    names = {
        "P-100": "Hydraulic pump",
        "P-110": "Hand pump",
        "P-200": "Pressure valve",
        "P-210": "Check valve",
    }
    data = {}
    for r, code in enumerate(names, 2):
        data[code] = [rng.randint(10, 4000), rng.randint(9_000, 900_000), rng.randint(9_000, 900_000)]
        page.row(r, 1, [code, *data[code]], INT)
    look = book.page("Lookup")
    look.row(1, 1, ["Code", "Name", "Owner"])
    for r, (code, name) in enumerate(names.items(), 2):
        look.row(r, 1, [code, name, rng.choice(("A. Novak", "B. Osei", "C. Lind"))])
    owner = look.cells[4, 3][0]
    assert isinstance(owner, str)
    return [
        figure(
            "What was the 2024 revenue of product P-110?",
            data["P-110"][1],
            INT,
            "P-110",
            "Revenue 2024 (AUD)",
            currency="AUD",
        ),
        figure(
            "What revenue did the check valve bring in 2023?",
            data["P-210"][2],
            INT,
            "P-210",
            "Revenue 2023 (AUD)",
            currency="AUD",
        ),
        figure(
            "How many units of P-100 were sold in 2024?",
            data["P-100"][0],
            INT,
            "P-100",
            "Units 2024",
            kind="number",
        ),
        words("Who owns product P-200?", owner, "P-200", "Owner"),
        absent("What was the 2024 revenue of product P-120?"),
    ]


def head_row_five_filter(rng: random.Random, book: Book) -> list[Ask]:
    """A list with its head in row 5, a filter on it, and rows that the filter hides."""
    page = book.page("Invoices")
    page.put(1, 1, "Open items")
    page.put(2, 1, "Run on 3 July 2025 by accounts receivable; 30 days net")
    page.row(5, 1, ["Invoice", "Customer", "Due", "Amount (EUR)", "Days overdue", "Status"])
    data = {}
    customers = ["Bakker BV", "Lindqvist AB", "Moreau SA", "Bakker BV", "Kovacs Kft", "Moreau SA"]
    for r, customer in enumerate(customers, 6):
        number = f"INV-{2200 + 7 * r}"
        due = date(2025, 5, 1) + timedelta(days=rng.randint(0, 55))
        amount = Decimal(rng.randint(10_000, 4_000_000)).scaleb(-2)
        data[number] = (due, amount, rng.randint(1, 60), "disputed" if r == 9 else "open")
        page.row(r, 1, [number, customer])
        page.put(r, 3, due, DAY)
        page.put(r, 4, amount, TWO)
        page.put(r, 5, data[number][2])
        page.put(r, 6, data[number][3])
    page.filter = "A5:F11"
    page.hidden_rows = [8, 10]
    return [
        figure(
            "What is the amount of invoice INV-2249?",
            data["INV-2249"][1],
            TWO,
            "INV-2249",
            "Amount (EUR)",
            currency="EUR",
        ),
        words("When is INV-2277 due?", show(data["INV-2277"][0], DAY), "INV-2277", "Due"),
        figure(
            "How many days is INV-2242 overdue?",
            data["INV-2242"][2],
            "General",
            "INV-2242",
            "Days overdue",
            kind="duration",
        ),
        words("What is the status of INV-2263?", "disputed", "INV-2263", "Status"),
        absent("What is the amount of invoice INV-2250?"),
    ]


def pivot_indented(rng: random.Random, book: Book) -> list[Ask]:
    """Labels indented like a pivot table, the same labels under each parent."""
    page = book.page("Pivot")
    page.row(1, 1, ["Sum of Amount", "Column Labels"])
    page.row(2, 1, ["Row Labels", "Online", "Retail", "Grand Total"])
    page.put(16, 1, "Amounts in USD")
    asks, r, totals = [], 3, [0, 0]
    for country in ("Canada", "Mexico"):
        parent = r
        sums = [0, 0]
        for label in ("Accessories", "Bikes", "Clothing"):
            r += 1
            pair = _some(rng, 2, 1000, 300_000)
            page.put(r, 1, label, indent=1)
            page.row(r, 2, [*pair, sum(pair)], INT)
            sums = [a + b for a, b in zip(sums, pair, strict=True)]
            if label == "Bikes":
                asks.append(
                    figure(
                        f"What is the online amount for bikes in {country}?",
                        pair[0],
                        INT,
                        "Bikes",
                        "Online",
                        currency="USD",
                        group=country,
                    )
                )
        page.put(parent, 1, country)
        page.row(parent, 2, [*sums, sum(sums)], INT)
        totals = [a + b for a, b in zip(totals, sums, strict=True)]
        if country == "Mexico":
            asks.append(
                figure("Retail amount for Mexico in all?", sums[1], INT, "Mexico", "Retail", currency="USD")
            )
        r += 1
    page.put(r, 1, "Grand Total")
    page.row(r, 2, [*totals, sum(totals)], INT)
    asks.append(
        figure(
            "What is the overall grand total?", sum(totals), INT, "Grand Total", "Grand Total", currency="USD"
        )
    )
    asks.append(absent("What is the online amount for bikes in Brazil?"))
    return asks


def two_label_crosstab(rng: random.Random, book: Book) -> list[Ask]:
    """Two columns of labels, the first filled only where it changes, and years under two measures."""
    page = book.page("Cross tab")
    page.put(1, 1, "Energy use and cost by site")
    page.row(2, 3, ["Use (MWh)", "", "Cost (EUR thousand)", ""])
    page.merge(2, 3, 4)
    page.merge(2, 5, 6)
    page.row(3, 1, ["Site", "Carrier", 2024, 2023, 2024, 2023])
    data = {}
    r = 4
    for site in ("Ghent", "Graz", "Porto"):
        page.put(r, 1, site)
        page.merge(r, 1, 1, r + 2)
        for carrier in ("Power", "Gas", "Heat"):
            data[site, carrier] = _some(rng, 4, 20, 8000)
            page.put(r, 2, carrier)
            page.row(r, 3, data[site, carrier], INT)
            r += 1
    page.put(9, 6, "n/a")
    return [
        figure(
            "What did gas cost at the Graz site in 2024?",
            data["Graz", "Gas"][2],
            INT,
            "Gas",
            "Cost (EUR thousand) / 2024",
            scale=1000,
            currency="EUR",
            group="Graz",
        ),
        figure(
            "How much power in MWh did Porto use in 2023?",
            data["Porto", "Power"][1],
            INT,
            "Power",
            "Use (MWh) / 2023",
            kind="number",
            group="Porto",
        ),
        figure(
            "Cost of heat in Ghent, 2023?",
            data["Ghent", "Heat"][3],
            INT,
            "Heat",
            "Cost (EUR thousand) / 2023",
            scale=1000,
            currency="EUR",
            group="Ghent",
        ),
        nil(
            "What was the cost of heat in Graz in 2023?", "n/a", "Heat", "Cost (EUR thousand) / 2023", "Graz"
        ),
        which("What was the cost of gas in Porto?", "Gas", "Porto"),
    ]


SHAPES: dict[str, Callable[[random.Random, Book], list[Ask]]] = {
    made.__name__: made
    for made in (
        stacked_tables,
        side_by_side_tables,
        title_rows_and_gaps,
        merged_heads,
        totals_by_formula,
        scale_note_below,
        thousands_format_stated,
        thousands_format_silent,
        percent_and_red_parentheses,
        date_serials,
        currency_formats,
        units_column,
        transposed_years,
        region_sheets,
        hidden_columns,
        text_figures,
        lookup_sheet,
        head_row_five_filter,
        pivot_indented,
        two_label_crosstab,
    )
}


def make_workbook(shape: str, folder: Path) -> Case:
    """Write the workbook of a shape into the folder and return it with its questions."""
    folder.mkdir(parents=True, exist_ok=True)
    book = Book()
    asks = SHAPES[shape](random.Random(f"workbook:{shape}"), book)
    path = folder / f"{shape}.xlsx"
    book.save(path)
    return Case(shape, 0, path, tuple(asks))
