"""Ten questions whose answers are trees or records, asked of whole files; every node is proved again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.ingest.pdf.reader import PdfParser
from tests.ingest.printed import Drawn, lines, pdf
from tests.proving import proved_again
from tests.shapes import shown

CONTRACT = """\
1. Term

The term of this Agreement is three years.

2. Termination rights

The Customer may terminate this Agreement if:

(a) the Supplier commits a material breach and:
    (i) the breach cannot be cured; or
    (ii) the breach is not cured within 30 days;
(b) the Supplier becomes insolvent; or
(c) a strike lasts more than
    ninety days.

Notice of termination takes effect at once.

3. Obligations of the parties

3.1 The Supplier shall:

(a) deliver the machines; and

(b) insure them on the way.

3.2 The Customer shall:

(a) pay the price; and

(b) inspect the machines.

4. Duties of the tenant

4.1 Pay the rent on the first day of each month.

4.2 Keep the premises clean:

4.2.1 the floors; and

4.2.2 the windows.

4.3 Insure the premises.
"""

HANDBOOK = """\
# Equipment

New staff receive the following equipment

- A laptop
  - a charger
  - a docking station
    - with two cables
- A phone
- A badge

Everything is returned on the last day.

# Safety rules

Before work you must

1. check the guard:
   - the hinge
   - the lock
2. wear goggles.

After work you must

1. clean the bench.
"""

LEASES = """\
# Sites

| Site | Rent | Deposit | Start date | End date |
|---|---|---|---|---|
| Alder Wharf | EUR 500 | EUR 500 | 1 May 2024 | 30 April 2027 |
| Birch Lane | EUR 700 | | 15 June 2024 | 14 June 2026 |

# Deductibles

| Peril | Deductible | Waiting period |
|---|---|---|
| Fire | USD 5,000 | 3 days |
| Flood | 2 % of the loss | none |

# Interest

The interest for each account is as follows: current account: 0.5%; savings account: 2.25%; and deposit \
account: 3%.
"""

PRICES = """\
<html><body><h1>Prices</h1><p>Prices are without tax.</p>
<table><tr><th rowspan=2>Service<th colspan=2>2024<th colspan=2>2025</tr>
<tr><th>Setup fee<th>Yearly fee<th>Setup fee<th>Yearly fee</tr>
<tr><td>Hosting<td>EUR 50<td>EUR 600<td>EUR 55<td>EUR 660</tr>
<tr><td>Backup<td>EUR 10<td>EUR 120<td>EUR 11<td>EUR 132</tr></table></body></html>
"""


def _policy() -> bytes:
    """Two pages: a nested list that goes on over the break, and a table that does."""
    rows = [
        ("Site", "Rent", "Start"),
        ("Cedar Court", "EUR 410", "1 May 2024"),
        ("Dock Road", "EUR 520", "2 May 2024"),
    ]
    more = [("Elm Yard", "EUR 630", "3 May 2024"), ("Fern Hill", "EUR 740", "4 May 2024")]
    first = lines(
        "1. Exclusions", "", "We do not pay for loss caused by:", "(a) fire;", "(b) flood and:", y=80
    )
    first += lines("(i) rain; or", x=80.0, y=150) + lines("(ii) snow;", x=80.0, y=164)
    first += lines("(c) storm.", y=178) + lines("2. Sites", "", "The rents of the sites are these.", y=220)
    first += _table(rows, 520)
    second = _table(more, 80) + lines("Rents are due on the first day of the month.", y=140)
    return pdf(first, second)


def _table(rows: list[tuple[str, str, str]], y: float) -> list[Drawn]:
    at = (50.0, 170.0, 270.0)
    return [Drawn(t, y + 14 * n, x=at[c]) for n, row in enumerate(rows) for c, t in enumerate(row)]


@dataclass(frozen=True)
class Asked:
    name: str
    content: str | bytes
    question: str
    shape: str
    trees: list[Any]


QUESTIONS = [
    Asked("contract.txt", CONTRACT, "What are the termination rights with their sub-items?", "tree", [
        ("(a) the Supplier commits a material breach and:", [
            "(i) the breach cannot be cured; or", "(ii) the breach is not cured within 30 days;"]),
        "(b) the Supplier becomes insolvent; or",
        "(c) a strike lasts more than ninety days."]),
    Asked("contract.txt", CONTRACT, "List the obligations of the parties.", "tree", [
        ("3.1 The Supplier shall:", ["(a) deliver the machines; and", "(b) insure them on the way."]),
        ("3.2 The Customer shall:", ["(a) pay the price; and", "(b) inspect the machines."])]),
    Asked("contract.txt", CONTRACT, "List the duties of the tenant with their sub-items.", "tree", [
        "4.1 Pay the rent on the first day of each month.",
        ("4.2 Keep the premises clean:", ["4.2.1 the floors; and", "4.2.2 the windows."]),
        "4.3 Insure the premises."]),
    Asked("handbook.md", HANDBOOK, "List the equipment that new staff receive.", "tree", [
        ("- A laptop", ["- a charger", ("- a docking station", ["- with two cables"])]),
        "- A phone", "- A badge"]),
    Asked("handbook.md", HANDBOOK, "What are the safety rules?", "tree", [
        ("Before work you must", [
            ("1. check the guard:", ["- the hinge", "- the lock"]), "2. wear goggles."]),
        ("After work you must", ["1. clean the bench."])]),
    Asked("leases.md", LEASES, "List each site with its rent and start date.", "nested", [
        ("Alder Wharf", ["EUR 500", "1 May 2024"]), ("Birch Lane", ["EUR 700", "15 June 2024"])]),
    Asked("leases.md", LEASES, "What are the deductibles per peril?", "nested", [
        ("Fire", ["USD 5,000"]), ("Flood", ["2 % of the loss"])]),
    Asked("leases.md", LEASES, "What is the interest for each account?", "nested", [
        ("current account: 0.5%", ["0.5%"]), ("savings account: 2.25%", ["2.25%"]),
        ("deposit account: 3%", ["3%"])]),
    Asked("prices.html", PRICES, "What fee applies to each service in 2025?", "nested", [
        ("Hosting", ["EUR 55", "EUR 660"]), ("Backup", ["EUR 11", "EUR 132"])]),
    Asked("policy.pdf", _policy(), "Show the table of the sites and their rents.", "table", [
        ("Cedar Court", ["EUR 410", "1 May 2024"]), ("Dock Road", ["EUR 520", "2 May 2024"]),
        ("Elm Yard", ["EUR 630", "3 May 2024"]), ("Fern Hill", ["EUR 740", "4 May 2024"])]),
]  # fmt: skip


def ask(folder: Path, asked: Asked) -> tuple[pincite.Answer, str]:
    path = folder / asked.name
    path.write_bytes(asked.content if isinstance(asked.content, bytes) else asked.content.encode())
    with pincite.open(folder / "library") as library:
        library.add(path)
        return library.ask(asked.question), library.read(asked.name).document.text


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: asked.question)
def test_answer_has_the_shape_of_the_document_and_every_node_is_cited(tmp_path, asked):
    answer, text = ask(tmp_path, asked)
    assert answer.outcome == "answered"
    assert shown(answer.trees()) == asked.trees
    assert all(proved_again(item, text) for item in answer.items)


def test_there_are_ten_questions():
    assert len({asked.question for asked in QUESTIONS}) == 10


def test_value_in_a_cell_is_cited_at_that_cell_and_with_the_name_of_its_column(tmp_path):
    answer, text = ask(tmp_path, QUESTIONS[5])
    rent = next(item for item in answer.items if item.id == "item-1.1")
    cell, head = rent.evidence
    assert (cell.snippet, head.snippet, rent.limits) == ("EUR 500", "Rent", ["Rent"])
    assert text[: cell.start].endswith("| Alder Wharf | ")


def test_of_two_equal_cells_of_a_row_each_is_cited_at_its_own_place(tmp_path):
    answer, _ = ask(
        tmp_path, Asked("leases.md", LEASES, "Show the table of the sites and their rents.", "table", [])
    )
    rent, deposit = (item for item in answer.items if item.id in ("item-1.1", "item-1.2"))
    assert rent.original == deposit.original == "EUR 500"
    assert rent.evidence[0].start < deposit.evidence[0].start
    assert deposit.limits == ["Deposit"]


def test_values_of_records_are_typed(tmp_path):
    answer, _ = ask(tmp_path, QUESTIONS[6])
    kinds = [type(item.value).__name__ for item in answer.items]
    assert kinds == ["Text", "Amount", "Text", "Text"]


def test_tree_goes_on_over_a_page_of_a_pdf(tmp_path):
    asked = Asked("policy.pdf", _policy(), "What are the exclusions?", "tree", [])
    answer, _ = ask(tmp_path, asked)
    assert PdfParser().read(_policy(), "policy.pdf").pages[1].number == 2
    assert shown(answer.trees()) == [
        "(a) fire;",
        ("(b) flood and:", ["(i) rain; or", "(ii) snow;"]),
        "(c) storm.",
    ]
