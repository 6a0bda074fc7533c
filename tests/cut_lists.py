"""Documents with a list or table that a page break cuts in two, and others whose list just ends.

`cut(seed)` and `bounded(seed)` choose the subject, the marks, the length, the format and what stands at the
cut or after the end, and return the file with the items that a reader would give.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests.ingest.printed import Drawn, lines, pdf

_SUBJECTS = (
    ("Exclusions", "We do not pay for loss caused by:", "What are the exclusions?"),
    (
        "Deliverables",
        "The Supplier shall hand over the following deliverables:",
        "What are the deliverables?",
    ),
    ("Covered perils", "The covered perils are these:", "What are the covered perils?"),
    ("Duties of the tenant", "The duties of the tenant are as follows:", "List the duties of the tenant."),
)
# The sentence before the list says what it is a list of, so that another list beside it is not meant.
_NAMED = _SUBJECTS[1:]
_THINGS = (
    "fire in the boiler house", "flood from the harbour", "storm above force nine",
    "theft from a locked room",
    "rust on the outer doors", "frost in the cellar", "moth in the carpets", "a burst main in the street",
    "hail on the glass roof", "a fallen crane", "smoke from the kiln", "a broken lift cable",
)  # fmt: skip
_AFTER = "Notice of any of these is given in writing within ten days."
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


@dataclass(frozen=True)
class Case:
    """A file, a question, and the items that answer it; a row of a table is its name and its values."""

    name: str
    content: bytes
    asked: str
    items: tuple[str, ...]
    what: str
    """What cuts the list, or stands behind it."""


def cut(seed: int) -> Case:
    """A list or table in two parts with something between them."""
    source = random.Random(seed)
    makers = (_cut_text, _cut_pdf, _cut_text, _cut_pdf, _cut_table)
    return makers[seed % len(makers)](source)


def bounded(seed: int) -> Case:
    """A list or table that has ended, however much what follows looks like more of it."""
    source = random.Random(1_000 + seed)
    makers = (_bounded_text, _bounded_text, _bounded_pdf, _bounded_table)
    return makers[seed % len(makers)](source)


def _marks(source: random.Random, count: int, numbered: bool) -> list[str]:
    styles = {
        "letters": [f"({'abcdefghijkl'[n]})" for n in range(count)],
        "numbers": [f"{n + 1}." for n in range(count)],
        "brackets": [f"{n + 1})" for n in range(count)],
        "roman": [f"({_ROMAN[n]})" for n in range(count)],
        "bullets": ["•"] * count,
        "dashes": ["-"] * count,
    }
    names = ("letters", "brackets", "roman") if numbered else tuple(styles)
    return styles[source.choice(names)]


def _items(source: random.Random, numbered: bool = False, closed: bool = True) -> list[str]:
    count = source.randint(4, 9)
    things = source.sample(_THINGS, count)
    marks = _marks(source, count, numbered)
    ends = [";"] * (count - 2) + ["; and", "." if closed else ";"]
    return [f"{mark} {thing}{end}" for mark, thing, end in zip(marks, things, ends, strict=True)]


def _restarted(items: list[str], at: int) -> list[str]:
    """The items behind the cut with the marks of the first ones."""
    again = [
        f"{first.split(' ', 1)[0]} {item.split(' ', 1)[1]}"
        for first, item in zip(items, items[at:], strict=False)
    ]
    return [*items[:at], *again]


def _cut_text(source: random.Random) -> Case:
    title, lead, asked = source.choice(_SUBJECTS)
    what = source.choice(
        ("furniture", "continued", "note", "sentence", "restart", "capitals", "no page break")
    )
    items = _items(source, numbered=what in ("sentence", "note", "no page break", "capitals"))
    at = source.randint(2, len(items) - 2)
    if what == "restart":
        items = _restarted(items, at)
    number = source.randint(2, 80)
    between = {
        "furniture": f"Policy 4711                Page {number}\n\fHarbour Mutual\n",
        "continued": f"\f{title} (continued)\n",
        "note": f"{number} The schedule says what this means in detail.\n\f",
        "sentence": "The limits in the schedule apply to these and to the following.\n",
        "restart": f"\f{title}, cont'd\n",
        "capitals": "\fHARBOUR MUTUAL POLICY WORDING\n",
        "no page break": f"Harbour Mutual, page {number}\n",
    }[what]
    text = (
        f"1. Definitions\n\nWords in this document have their plain meaning.\n\n2. {title}\n\n{lead}\n\n"
        + "\n".join(items[:at]) + f"\n\n{between}\n" + "\n".join(items[at:])
        + f"\n\n{_AFTER}\n\n3. Premium\n\nThe premium is EUR 90.\n"
    )  # fmt: skip
    return Case("cut.txt", text.encode(), asked, tuple(items), f"text: {what}")


def _cut_pdf(source: random.Random) -> Case:
    title, lead, asked = source.choice(_SUBJECTS)
    what = source.choice(("continued", "continued in bold", "note", "capitals", "caption"))
    items = _items(source, numbered=what not in ("continued", "continued in bold"))
    at = source.randint(2, len(items) - 2)
    first = lines("1. Definitions", "", "Words in this policy have their plain meaning.", y=80)
    first += lines(f"2. {title}", "", lead, *items[:at], y=560 - 14 * (at + 3))
    second = lines(*items[at:], "", _AFTER, y=120)
    match what:
        case "continued":
            second += lines(f"{title} (continued)", y=80)
        case "continued in bold":
            second += lines(f"{title} (continued)", y=80, font="Helvetica-Bold", size=13.0)
        case "note":
            first += lines("1 The schedule says what this means in detail.", y=585, size=8.0)
        case "capitals":
            second += lines("HARBOUR MUTUAL POLICY WORDING", y=80, font="Helvetica-Bold", size=13.0)
        case "caption":
            second += lines("Table 3: Limits of cover in euro", y=80)
    third = lines("3. Premium", "", "The premium is EUR 90.")
    return Case("cut.pdf", pdf(first, second, third), asked, tuple(items), f"pdf: {what}")


_HEADS = ("Site", "Rent", "Start date")
_SITES = (
    "Alder Wharf",
    "Birch Lane",
    "Cedar Court",
    "Dock Road",
    "Elm Yard",
    "Fern Hill",
    "Gate House",
    "High Mill",
)


def _rows(source: random.Random) -> list[tuple[str, str, str]]:
    sites = source.sample(_SITES, source.randint(5, 8))
    return [(site, f"EUR {source.randint(300, 990)}", f"{source.randint(1, 28)} May 2024") for site in sites]


def _markdown(rows: list[tuple[str, str, str]]) -> str:
    every = [_HEADS, ("---",) * 3, *rows]
    return "".join(f"| {' | '.join(row)} |\n" for row in every)


def _drawn(rows: list[tuple[str, str, str]], y: float) -> list[Drawn]:
    at = (50.0, 170.0, 270.0)
    return [
        Drawn(text, y + 14 * number, x=at[column])
        for number, row in enumerate(rows)
        for column, text in enumerate(row)
    ]


def _cut_table(source: random.Random) -> Case:
    rows = _rows(source)
    at = source.randint(2, len(rows) - 2)
    what = source.choice(("markdown", "html", "pdf note"))
    if what == "markdown":
        text = f"# Rents\n\nThe rents are these.\n\n{_markdown(rows[:at])}\nRents (continued)\n\n"
        content = f"{text}{_markdown(rows[at:])}\n{_AFTER}\n".encode()
    elif what == "html":
        parts = ["".join(f"<tr><td>{'<td>'.join(row)}" for row in part) for part in (rows[:at], rows[at:])]
        head = f"<tr><th>{'<th>'.join(_HEADS)}"
        tables = f"<table>{head}{parts[0]}</table><p>Table 1, continued</p><table>{head}{parts[1]}</table>"
        content = f"<html><body><h1>Rents</h1>{tables}<p>{_AFTER}</p></body></html>".encode()
    else:
        first = lines("1. Rents", "", "The rents of the sites are as follows.", y=300)
        first += _drawn([_HEADS, *rows[:at]], 360) + lines("All rents are without value added tax.", y=560)
        second = lines("Rents (continued)", y=70, font="Helvetica-Bold", size=13.0)
        second += _drawn([_HEADS, *rows[at:]], 110) + lines(_AFTER, y=300)
        content = pdf(first, second)
    names = {"markdown": "cut.md", "html": "cut.html", "pdf note": "cut.pdf"}
    items = tuple(text for row in rows for text in row)
    return Case(names[what], content, "List each site with its rent and start date.", items, f"table: {what}")


def _bounded_text(source: random.Random) -> Case:
    title, lead, asked = source.choice(_NAMED)
    items = _items(source)
    first, second = (item.split(" ", 1)[0] for item in items[:2])
    what = source.choice(
        (
            "heading",
            "text",
            "end",
            "another list",
            "list under a heading",
            "list on the next page",
            "next number",
        )
    )
    after = {
        "heading": "3. Premium\n\nThe premium is EUR 90.\n",
        "text": f"{_AFTER}\n\nThe premium is EUR 90.\n",
        "end": "",
        "another list": f"We pay in any case for:\n\n{first} legal fees; and\n{second} rescue.\n",
        "list under a heading": f"3. Costs\n\n{first} legal fees; and\n{second} rescue.\n",
        "list on the next page": f"\fThe insured pays for:\n\n{first} legal fees;\n{second} rescue.\n",
        "next number": f"{len(items) + 1}. Premium\n\nThe premium is EUR 90.\n",
    }[what]
    text = f"1. Definitions\n\nWords have their plain meaning.\n\n2. {title}\n\n{lead}\n\n" + "\n".join(items)
    return Case("ends.txt", f"{text}\n\n{after}".encode(), asked, tuple(items), f"text: {what}")


def _bounded_pdf(source: random.Random) -> Case:
    title, lead, asked = source.choice(_NAMED)
    what = source.choice(("heading", "text", "another list"))
    items = _items(source)
    first = lines("1. Definitions", "", "Words in this policy have their plain meaning.", y=80)
    first += lines(f"2. {title}", "", lead, *items, y=560 - 14 * (len(items) + 3))
    marks = [item.split(" ", 1)[0] for item in items]
    second = {
        "heading": lines("3. Premium", "", "The premium is EUR 90."),
        "text": lines(_AFTER, "", "The premium is EUR 90 for the year."),
        "another list": lines(
            "The insured pays in any case for:", f"{marks[0]} legal fees;", f"{marks[1]} rescue."
        ),
    }[what]
    return Case("ends.pdf", pdf(first, second), asked, tuple(items), f"pdf: {what}")


def _bounded_table(source: random.Random) -> Case:
    rows, others = _rows(source), _rows(source)
    what = source.choice(("text", "table after a sentence"))
    after = {
        "text": _AFTER,
        "table after a sentence": f"Offers that were not accepted:\n\n{_markdown(others)}",
    }[what]
    text = f"# Rents\n\nThe rents of the sites are these.\n\n{_markdown(rows)}\n{after}\n"
    items = tuple(text for row in rows for text in row)
    return Case(
        "ends.md", text.encode(), "List each site with its rent and start date.", items, f"table: {what}"
    )
