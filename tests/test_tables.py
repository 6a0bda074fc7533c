"""Answers from tables: the reader is told the row, and code reads the value from the right column."""

from __future__ import annotations

from decimal import Decimal

import pytest

from pincite.answer.answers import Answer
from pincite.relevance.features import column_stand
from pincite.structure.cells import values_in
from pincite.values.types import Amount
from tests.gold_shapes.told import told
from tests.shapes import ask_file, held_file

FEES = """\
# Fees

| Service | Monthly fee | Setup fee | Notice |
|---|---|---|---|
| Hosting | EUR 400 | EUR 90 | 30 days |
| Backup | EUR 120 | EUR 45 | 14 days |
"""


def ask(asked: str, row: str, text: str = FEES, name: str = "fees.md") -> Answer:
    answer, _ = ask_file(name, text, asked, judged=told(row))
    return answer


def originals(answer: Answer) -> list[str]:
    return [item.original for item in answer.items]


@pytest.mark.parametrize(
    ("asked", "row", "original"),
    [
        ("What is the monthly fee for hosting?", "Hosting", "EUR 400"),
        ("What is the setup fee for hosting?", "Hosting", "EUR 90"),
        ("What is the setup fee for backup?", "Backup", "EUR 45"),
        ("How long is the notice for backup?", "Backup", "14 days"),
    ],
)
def test_value_is_taken_from_the_column_that_was_asked_for(asked, row, original):
    answer = ask(asked, row)
    assert (answer.outcome, originals(answer)) == ("answered", [original])


def test_answer_from_a_column_that_nothing_in_the_question_names_says_what_else_the_row_holds():
    answer = ask("What is the fee for hosting?", "Hosting")
    assert originals(answer) == ["EUR 400"]
    assert answer.caveats == ["The same row also says EUR 90 (Setup fee)."]


def test_row_that_names_the_columns_is_no_answer():
    assert ask("What is the monthly fee for hosting?", "Monthly fee").items == []


def test_value_does_not_reach_from_one_cell_into_the_next():
    text = "# Leave\n\n| Name | Notice | Time |\n|---|---|---|\n| Meyer | 30 | days worked |\n"
    answer = ask("What is the notice period for Meyer?", "Meyer", text)
    assert not any(item.type == "duration" for item in answer.items)


def test_cell_with_several_figures_one_below_the_other_is_not_answered_from():
    table = "<table><tr><th>Drug<th>Dry mouth<tr><td>Placebo<br>Orlistane<td>27<br>8</table>"
    page = f"<html><body><h1>Trial</h1>{table}</body></html>"
    answer = ask("How many patients on placebo had dry mouth?", "Placebo", page, "trial.html")
    assert (answer.outcome, answer.items) == ("unverified", [])


TERMS = """\
# Prices

| Item | Net price | Gross price | Valid from | Minimum order |
|---|---|---|---|---|
| Flange | $80 | $96 | 2025-04-15 | 4 pieces |
| Gasket | $2 | | 2025-05-01 | 500 pieces |
"""


@pytest.mark.parametrize(
    ("asked", "row", "original"),
    [
        ("What is the net price of the flange?", "Flange", "$80"),
        ("What is the gross price of the flange?", "Flange", "$96"),
        ("From when is the price of the gasket valid?", "Gasket", "2025-05-01"),
    ],
)
def test_value_is_taken_from_the_column_that_points_the_way_the_question_does(asked, row, original):
    answer = ask(asked, row, TERMS)
    assert (answer.outcome, originals(answer)) == ("answered", [original])


@pytest.mark.parametrize(
    ("asked", "row", "original", "stand"),
    [
        ("What is the gross price of the flange?", "Flange", "$96", 1),
        ("What is the gross price of the flange?", "Flange", "$80", -1),
        ("What is the gross price of the gasket?", "Gasket", "$2", -1),
        ("What is the price of the gasket?", "Gasket", "$2", 0),
    ],
)
def test_head_of_a_column_speaks_for_its_value_or_against_it(asked, row, original, stand):
    document = held_file("prices.md", TERMS.encode()).document
    block = next(each for each in document.blocks if row in each.span.of(document.text))
    text = block.span.of(document.text)
    (value,) = (each for each in values_in("amount", document, block) if each.original(text) == original)
    assert column_stand(asked, document, block, value) == stand


SITES = """\
<h1>Cost by site</h1>
<table><tr><th rowspan=2>Site<th colspan=2>2024<th>2025<th rowspan=2>Margin<tr><th>Plan<th>Actual<th>Plan
<tr><td>Leeds<td>$41,000<td>$43,500<td>$45,000<td>11.5%<tr><td>Cork<td>$18,000<td>$17,250<td>$19,000<td>7.9%</table>
"""


@pytest.mark.parametrize(
    ("asked", "row", "original"),
    [
        ("How much was the actual cost at Cork in 2024?", "Cork", "$17,250"),
        ("How much was the plan for Leeds in 2024?", "Leeds", "$41,000"),
        ("How much is the plan for Leeds in 2025?", "Leeds", "$45,000"),
        ("What is the margin at Cork?", "Cork", "7.9%"),
    ],
)
def test_all_rows_of_a_head_name_the_column(asked, row, original):
    assert originals(ask(asked, row, SITES, "sites.html")) == [original]


STOCK = """\
Article,Description,"Price, net",Available from,Stock
A-100,"Hinge, brass, 2"" wide",$4.50,2025-01-15,120
A-200,"Bolt
with nut",$0.35,2025-02-01,"12,000"
A-300,Bracket,"$1,250.00",2025-03-10,0
"""


@pytest.mark.parametrize(
    ("asked", "row", "original"),
    [
        ("How much is the hinge?", "A-100", "$4.50"),
        ("What is the price of A-200?", "A-200", "$0.35"),
        ("What is the price of A-300?", "A-300", "$1,250.00"),
        ("From when is A-200 available?", "A-200", "2025-02-01"),
        ("How many A-200 are in stock?", "A-200", "12,000"),
        ("How many A-300 are in stock?", "A-300", "0"),
    ],
)
def test_cells_that_commas_divide_are_read_one_by_one(asked, row, original):
    assert originals(ask(asked, row, STOCK, "stock.csv")) == [original]


@pytest.mark.parametrize(
    ("above", "shown"),
    [
        ("", "1904.2"),
        ("Amounts are in millions of dollars.", "1904200000"),
        ("(in thousands, except shares)", "1904200"),
    ],
)
def test_figure_of_a_table_in_millions_is_given_in_full(above, shown):
    table = "| Item | 2024 | 2023 |\n|---|---|---|\n| Net sales | $1,904.2 | $1,700.1 |\n"
    answer = ask("How much were net sales in 2024?", "Net sales", f"# Results\n\n{above}\n\n{table}")
    assert originals(answer) == ["$1,904.2"]
    assert answer.items[0].value == Amount(value=Decimal(shown), currency="USD", unit=None)


def test_year_over_other_columns_is_not_the_year_of_this_one():
    heads = "| Segment | Revenue 2024 | Revenue 2025 | Margin |\n|---|---|---|---|\n"
    text = f"# Results\n\n{heads}| Chilled | $148m | $151m | 7.9% |\n"
    assert originals(ask("What is the margin of the chilled segment?", "Chilled", text)) == ["7.9%"]
    assert originals(ask("What was the revenue of the chilled segment in 2025?", "Chilled", text)) == [
        "$151m"
    ]
