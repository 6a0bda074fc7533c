"""Check that what the questions expect really stands in the files.

Run it from the folder above: ``python -m table_layouts.check_gold``, with ``--all`` for every seed. For a
sample of seeds of each layout, and for every workbook, the figure as printed and the label of its row must
stand in the text of the file, and in one row of it. The same seed must give the same bytes.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
import zipfile
from collections import Counter
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pypdfium2
from docx import Document
from lxml import etree, html

from .layouts import LAYOUTS, SEEDS, Ask, Case, make
from .workbooks import DAY, MONTH, SHAPES, make_workbook, show

_NS = {"m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}


def flat(text: str) -> str:
    """Return the text with each run of white space as one space."""
    return " ".join(text.split())


def pdf_rows(path: Path) -> list[str]:
    """Return the lines of a PDF; parts that stand at the same height are one line."""
    out: list[str] = []
    pdf = pypdfium2.PdfDocument(path)
    for page in pdf:
        text = page.get_textpage()
        parts: dict[int, list[tuple[float, str]]] = {}
        for k in range(text.count_rects()):
            left, bottom, right, top = text.get_rect(k)
            word = text.get_text_bounded(left, bottom, right, top)
            middle = round((bottom + top) / 2)
            key = next(
                (y for y in (middle, middle - 1, middle + 1, middle - 2, middle + 2) if y in parts), middle
            )
            parts.setdefault(key, []).append((left, word))
        out += [flat(" ".join(word for _, word in sorted(line))) for line in parts.values()]
        out.append(flat(text.get_text_bounded()))
    return out


def workbook_rows(path: Path) -> list[list[str]]:
    """Return the rows of all sheets as they show, with the parts read anew from the file."""
    with zipfile.ZipFile(path) as held:
        parts: dict[str, Any] = {
            n: etree.fromstring(held.read(n)) for n in held.namelist() if n.endswith("xml")
        }
    strings = ["".join(si.itertext()) for si in parts["xl/sharedStrings.xml"].findall("m:si", _NS)]
    styles = parts["xl/styles.xml"]
    codes = {f.get("numFmtId"): f.get("formatCode") for f in styles.iterfind(".//m:numFmt", _NS)}
    looks = [codes.get(xf.get("numFmtId"), "General") for xf in styles.find("m:cellXfs", _NS)]
    out: list[list[str]] = []
    for name in sorted(n for n in parts if n.startswith("xl/worksheets/")):
        for row in parts[name].iterfind(".//m:row", _NS):
            shown = []
            for cell in row:
                raw, code = cell.findtext("m:v", "", _NS), looks[int(cell.get("s"))]
                if cell.get("t") == "s":
                    shown.append(strings[int(raw)])
                elif cell.get("t") in ("e", "str"):
                    shown.append(raw)
                elif code in (DAY, MONTH):
                    shown.append(show(date(1899, 12, 30) + timedelta(days=int(raw)), code))
                else:
                    shown.append(show(Decimal(raw), code))
            out.append(shown)
    return out


def rows_of(path: Path) -> list[str]:
    """Return the rows of a file as text."""
    if path.suffix == ".pdf":
        return pdf_rows(path)
    if path.suffix == ".xlsx":
        return [flat(" ".join(row)) for row in workbook_rows(path)]
    if path.suffix == ".docx":
        doc: Any = Document(str(path))
        return [flat(" ".join(c.text for c in row.cells)) for table in doc.tables for row in table.rows]
    if path.suffix == ".html":
        # Filings set the closing parenthesis or the percent sign in a cell of its own: join them again.
        lines = [flat(" ".join(tr.itertext())) for tr in html.fromstring(path.read_text("utf-8")).iter("tr")]
        return [line.replace(" %", "%").replace(" )", ")") + " " + line for line in lines]
    return [flat(line) for line in path.read_text("utf-8").splitlines()]


def faults(case: Case) -> list[str]:
    """Return what is wrong with the questions of a case."""
    rows = rows_of(case.path)
    whole = " ".join(rows)
    out = []

    def wrong(ask: Ask, why: str) -> None:
        out.append(f"{case.layout} {case.seed}: {why}: {ask}")

    if not 3 <= len(case.asks) <= 5 or len({a.question for a in case.asks}) < len(case.asks):
        out.append(f"{case.layout} {case.seed}: number of questions, or one asked twice")
    for ask in case.asks:
        if ask.row is not None and flat(ask.row) not in whole:
            wrong(ask, "label not found")
        if ask.printed is not None and flat(ask.printed) not in whole:
            wrong(ask, "figure not found")
        if ask.row and ask.printed and case.layout != "lookup_sheet":
            holding = [row for row in rows if flat(ask.row) in row and flat(ask.printed) in row]
            if not holding or (case.path.suffix == ".pdf" and all(len(row) > 400 for row in holding)):
                wrong(ask, "label and figure not in one row")
        for part in (ask.column or "").split(" / "):
            if not all(word in whole for word in part.split()):
                wrong(ask, f"head {part!r} not found")
        if ask.kind in ("amount", "number", "percentage", "duration"):
            Decimal(ask.value or "")
        elif (ask.value is not None) != (ask.kind == "text"):
            wrong(ask, "value and kind do not fit")
    return out


def main() -> int:
    """Check a sample, print the counts by kind over all, and return 1 where something is wrong."""
    kinds: Counter[str] = Counter()
    books: Counter[str] = Counter()
    found: list[str] = []
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        for layout in LAYOUTS:
            for seed in SEEDS:
                case = make(layout, seed, Path(one))
                kinds.update(ask.kind for ask in case.asks)
                if "--all" in sys.argv or seed % 5 in (0, 3):
                    found += faults(case)
                if seed % 10 == 3:
                    again = make(layout, seed, Path(two))
                    if _digest(case.path) != _digest(again.path) or case.asks != again.asks:
                        found.append(f"{layout} {seed}: not the same twice")
        for shape in SHAPES:
            case = make_workbook(shape, Path(one))
            books.update(ask.kind for ask in case.asks)
            found += faults(case)
            if _digest(case.path) != _digest(make_workbook(shape, Path(two)).path):
                found.append(f"{shape}: not the same twice")
    print("\n".join(found))
    print(f"layouts: {sum(kinds.values())} questions, {dict(kinds.most_common())}")
    print(f"workbooks: {sum(books.values())} questions, {dict(books.most_common())}")
    print(f"{len(found)} faults")
    return 1 if found else 0


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
