"""Answers from tables: the right row and the right column, or none."""

from __future__ import annotations

from pathlib import Path

import pytest

import pincite

FEES = """\
# Fees

| Service | Monthly fee | Setup fee | Notice |
|---|---|---|---|
| Hosting | EUR 400 | EUR 90 | 30 days |
| Backup | EUR 120 | EUR 45 | 14 days |
"""


def ask(folder: Path, asked: str, text: str = FEES) -> pincite.Answer:
    (folder / "fees.md").write_text(text, "utf-8")
    with pincite.open(folder / "library") as library:
        library.add(folder / "fees.md")
        return library.ask(asked)


@pytest.mark.parametrize(
    ("asked", "original"),
    [
        ("What is the monthly fee for hosting?", "EUR 400"),
        ("What is the setup fee for hosting?", "EUR 90"),
        ("What is the setup fee for backup?", "EUR 45"),
        ("How long is the notice for backup?", "14 days"),
    ],
)
def test_value_is_taken_from_the_row_and_the_column_that_were_asked_for(tmp_path, asked, original):
    answer = ask(tmp_path, asked)
    assert (answer.outcome, [item.original for item in answer.items]) == ("answered", [original])


def test_column_that_nothing_in_the_question_names_is_not_guessed(tmp_path):
    answer = ask(tmp_path, "What is the fee for hosting?")
    assert answer.outcome in ("unverified", "needs_clarification")


def test_value_does_not_reach_from_one_cell_into_the_next(tmp_path):
    text = "# Leave\n\n| Name | Notice | Time |\n|---|---|---|\n| Meyer | 30 | days worked |\n"
    answer = ask(tmp_path, "What is the notice period for Meyer?", text)
    assert not any(item.original.startswith("30") for item in answer.items)


def test_cell_with_several_figures_one_below_the_other_is_not_answered_from(tmp_path):
    page = "<table><tr><th>Drug<th>Dry mouth<tr><td>Placebo<br>Orlistane<td>27<br>8</table>"
    (tmp_path / "trial.html").write_text(f"<html><body><h1>Trial</h1>{page}</body></html>", "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(tmp_path / "trial.html")
        answer = library.ask("How many patients on placebo had dry mouth?")
    assert answer.outcome != "answered"


TERMS = """\
# Prices

| Item | Net price | Gross price | Valid from | Minimum order |
|---|---|---|---|---|
| Flange | $80 | $96 | 2025-04-15 | 4 pieces |
| Gasket | $2 | | 2025-05-01 | 500 pieces |
"""


@pytest.mark.parametrize(
    ("asked", "original"),
    [
        ("What is the gross price of the flange?", "$96"),
        ("From when is the price of the gasket valid?", "2025-05-01"),
    ],
)
def test_value_is_taken_from_the_column_that_points_the_way_the_question_does(tmp_path, asked, original):
    answer = ask(tmp_path, asked, TERMS)
    assert (answer.outcome, [item.original for item in answer.items]) == ("answered", [original])


@pytest.mark.parametrize(
    "asked",
    [
        "What is the gross price of the gasket?",
        "Until when is the price of the gasket valid?",
        "How many flanges may be ordered at most?",
    ],
)
def test_value_of_a_column_that_says_something_else_is_withheld(tmp_path, asked):
    assert not ask(tmp_path, asked, TERMS).items


SITES = """\
<table><tr><th rowspan=2>Site<th colspan=2>2024<th>2025<th rowspan=2>Margin<tr><th>Plan<th>Actual<th>Plan
<tr><td>Leeds<td>$41,000<td>$43,500<td>$45,000<td>11.5%<tr><td>Cork<td>$18,000<td>$17,250<td>$19,000<td>7.9%</table>
"""


@pytest.mark.parametrize(
    ("asked", "originals"),
    [
        ("How much was the actual cost at Cork in 2024?", ["$17,250"]),
        ("How much is the plan for Leeds in 2025?", ["$45,000"]),
        ("How much was the actual cost at Cork in 2025?", []),
        ("What was the margin at Cork in 2024?", []),
        ("What is the margin at Cork?", ["7.9%"]),
        ("What was the plan?", []),
    ],
)
def test_all_rows_of_a_head_name_the_column(tmp_path, asked, originals):
    (tmp_path / "sites.html").write_text(f"<h1>Cost by site</h1>{SITES}", "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(tmp_path / "sites.html")
        assert [item.original for item in library.ask(asked).items] == originals


STOCK = """\
Article,Description,"Price, net",Available from,Stock
A-100,"Hinge, brass, 2"" wide",$4.50,2025-01-15,120
A-200,"Bolt
with nut",$0.35,2025-02-01,"12,000"
A-300,Bracket,"$1,250.00",2025-03-10,0
"""


@pytest.mark.parametrize(
    ("asked", "original"),
    [
        ("How much is the hinge?", "$4.50"),
        ("What is the price of A-200?", "$0.35"),
        ("From when is A-200 available?", "2025-02-01"),
        ("How many A-200 are in stock?", "12,000"),
        ("How many A-300 are in stock?", "0"),
    ],
)
def test_cells_that_commas_divide_are_read_one_by_one(tmp_path, asked, original):
    (tmp_path / "stock.csv").write_text(STOCK, "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(tmp_path / "stock.csv")
        assert [item.original for item in library.ask(asked).items] == [original]


@pytest.mark.parametrize(
    ("above", "originals"),
    [("", ["$1,904.2"]), ("Amounts are in millions of dollars.", []), ("(in thousands, except shares)", [])],
)
def test_figure_of_a_table_in_millions_is_withheld(tmp_path, above, originals):
    table = "| Item | 2024 | 2023 |\n|---|---|---|\n| Net sales | $1,904.2 | $1,700.1 |\n"
    answer = ask(tmp_path, "How much were net sales in 2024?", f"# Results\n\n{above}\n\n{table}")
    assert [item.original for item in answer.items] == originals


def test_year_over_other_columns_is_not_the_year_of_this_one(tmp_path):
    heads = "| Segment | Revenue 2024 | Revenue 2025 | Margin |\n|---|---|---|---|\n"
    text = f"# Results\n\n{heads}| Chilled | $148m | $151m | 7.9% |\n"
    answer = ask(tmp_path, "What is the margin of the chilled segment?", text)
    assert [item.original for item in answer.items] == ["7.9%"]
    assert not ask(tmp_path, "What was the margin of the chilled segment in 2024?", text).items
