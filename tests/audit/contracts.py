"""Generated contracts in five formats, and questions about them of which every kind of answer comes."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import docx
from reportlab.lib.pagesizes import A5
from reportlab.pdfgen.canvas import Canvas

from tests.form_readers import Formula, counted, highest, summed

FORMATS = ("txt", "md", "html", "docx", "pdf")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October")
_SERVICES = ("Hosting", "Training", "Migration", "Support", "Backup", "Monitoring", "Consulting")
_CONDITIONS = (
    "the delivery of the guarantee", "the consent of the regulator", "the payment of the deposit",
    "the appointment of the agent", "the registration of the charge",
)  # fmt: skip
QUESTIONS = (
    "What is the monthly fee?",
    "What is the effective date of this agreement?",
    "What is the notice period for cancellation?",
    "What is the interest rate for late payment?",
    "What is the deposit under this agreement?",
    "What do the setup fee and the support fee add up to?",
    "Is the monthly fee above one thousand euros?",
    "How many conditions precedent are there?",
    "What are the conditions precedent to this order?",
    "Which service has the highest price?",
    "What is the total of all prices?",
    "List the prices from lowest to highest",
    "When does the initial term end?",
    "What is the warranty for the software?",
    "Who insures the machinery against flooding?",
)

_PRICES = rf"(?P<label>{'|'.join(_SERVICES)})\b.*?(?P<words>EUR [\d,.]*\d)"
FORMULAS = {
    "How many conditions precedent are there?": Formula(
        rf"(?P<words>(?P<label>{'|'.join(_CONDITIONS)}))", counted
    ),
    "Which service has the highest price?": Formula(_PRICES, highest),
    "What is the total of all prices?": Formula(_PRICES, summed),
    "When does the initial term end?": Formula(
        r"(?P<label>effective date|initial term) of this agreement is (?P<words>[^.]+)", summed
    ),
}
"""What a language model would make of those that no document answers in so many words."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A heading with its sentences, items and rows of a table."""

    title: str
    sentences: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    rows: tuple[tuple[str, str], ...] = ()


def contract(seed: int) -> list[Clause]:
    """The clauses of one contract; the deposit is stated twice, and differs."""
    draw = random.Random(seed)

    def euros(low: int, high: int) -> str:
        return f"EUR {draw.randrange(low, high) * 10:,}.00"

    day = f"{draw.randrange(1, 28)} {draw.choice(_MONTHS)} 20{draw.randrange(18, 29)}"
    prices = [(service, euros(100, 999)) for service in draw.sample(_SERVICES, 3)]
    return [
        Clause("Period", (
            f"The effective date of this agreement is {day}.",
            f"The initial term of this agreement is {draw.choice(('two', 'three', 'five'))} years.",
            f"The notice period for cancellation is {draw.randrange(2, 18) * 5} days.",
        )),
        Clause("Money", (
            f"The monthly fee is {euros(10, 900)}.",
            f"The setup fee is {euros(100, 900)}.",
            f"The support fee is {euros(10, 90)}.",
            f"The interest rate for late payment is {draw.randrange(3, 15)} %.",
        )),
        Clause("Deposit", (f"The deposit under this agreement is {euros(200, 290)}.",)),
        Clause("Security", (f"The deposit under this agreement is {euros(300, 390)}.",)),
        Clause(
            "Conditions precedent",
            ("The conditions precedent to this order are:",),
            items=_listed(draw.sample(_CONDITIONS, draw.randrange(3, 5))),
        ),
        Clause("Prices of the services", rows=(("Service", "Price"), *prices)),
    ]  # fmt: skip


def _listed(items: Sequence[str]) -> tuple[str, ...]:
    return *(f"{item};" for item in items[:-1]), f"{items[-1]}."


def written(seed: int, format: str) -> bytes:
    """The contract as a file."""
    clauses = contract(seed)
    made = {"txt": _plain, "md": _markdown, "html": _html}
    if format in made:
        return made[format](clauses).encode()
    return _word(clauses) if format == "docx" else _pdf(clauses)


def files(folder: Path, count: int) -> Iterator[Path]:
    """So many contracts, the formats in turn."""
    for seed in range(count):
        path = folder / f"contract-{seed}.{FORMATS[seed % len(FORMATS)]}"
        path.write_bytes(written(seed, path.suffix[1:]))
        yield path


def _plain(clauses: Sequence[Clause]) -> str:
    parts = []
    for number, clause in enumerate(clauses, start=1):
        parts.append(f"{number}. {clause.title}")
        parts += [" ".join(clause.sentences)] if clause.sentences else []
        parts += ["\n".join(f"- {item}" for item in clause.items)] if clause.items else []
        parts += ["\n".join(f"{name}: {price}" for name, price in clause.rows[1:])] if clause.rows else []
    return "\n\n".join(parts) + "\n"


def _markdown(clauses: Sequence[Clause]) -> str:
    parts = ["# Agreement"]
    for number, clause in enumerate(clauses, start=1):
        parts.append(f"## {number}. {clause.title}")
        parts += [" ".join(clause.sentences)] if clause.sentences else []
        parts += ["\n".join(f"- {item}" for item in clause.items)] if clause.items else []
        if clause.rows:
            head, *body = (f"| {name} | {price} |" for name, price in clause.rows)
            parts.append("\n".join([head, "|---|---|", *body]))
    return "\n\n".join(parts) + "\n"


def _html(clauses: Sequence[Clause]) -> str:
    parts = ["<!DOCTYPE html><html><head><title>Agreement</title></head><body><h1>Agreement</h1>"]
    for number, clause in enumerate(clauses, start=1):
        parts.append(f"<h2>{number}. {escape(clause.title)}</h2>")
        parts += [f"<p>{escape(' '.join(clause.sentences))}</p>"] if clause.sentences else []
        items = "".join(f"<li>{escape(item)}</li>" for item in clause.items)
        parts += [f"<ul>{items}</ul>"] if items else []
        rows = "".join(f"<tr><td>{name}</td><td>{price}</td></tr>" for name, price in clause.rows)
        parts += [f"<table>{rows}</table>"] if rows else []
    return "\n".join([*parts, "</body></html>"])


def _word(clauses: Sequence[Clause]) -> bytes:
    file = docx.Document()
    for number, clause in enumerate(clauses, start=1):
        file.add_heading(f"{number}. {clause.title}", level=1)
        if clause.sentences:
            file.add_paragraph(" ".join(clause.sentences))
        for item in clause.items:
            file.add_paragraph(item, style="List Bullet")
        if clause.rows:
            table = file.add_table(rows=0, cols=2)
            for row in clause.rows:
                for cell, said in zip(table.add_row().cells, row, strict=True):
                    cell.text = said
    buffer = io.BytesIO()
    file.save(buffer)
    return buffer.getvalue()


def _pdf(clauses: Sequence[Clause]) -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A5, invariant=1)
    for part in (clauses[:3], clauses[3:]):
        y = A5[1] - 60
        for clause in part:
            canvas.setFont("Helvetica-Bold", 13)
            canvas.drawString(50, y, f"{clauses.index(clause) + 1}. {clause.title}")
            canvas.setFont("Helvetica", 10)
            y -= 24
            for sentence in (*clause.sentences, *(f"\u2022 {item}" for item in clause.items)):
                canvas.drawString(50, y, sentence)
                y -= 14
            for name, price in clause.rows:
                canvas.drawString(50, y, name)
                canvas.drawString(220, y, price)
                y -= 14
            y -= 14
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()
