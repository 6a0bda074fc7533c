"""Questions for figures of a fiscal year with the models of the package."""

from __future__ import annotations

from pathlib import Path

import pytest

import pincite
from pincite.models.weight_files import are_installed

NAMING = "Fiscal 2018 ended on February 2, 2019 and fiscal 2017 ended on February 3, 2018."
REPORT = """\
# Brackwater Stores annual report

{naming}

## Income statement

The following table sets out our results (in millions):

|  | {later} | {earlier} |
|---|---|---|
| Net sales | $ 1,204.5 | $ 1,180.2 |
| Cost of sales | 803.1 | 790.4 |
| Gross profit | 401.4 | 389.8 |
| Net income | $ 98.7 | $ 71.3 |
"""
HEADS = ("Year ended February 2, 2019", "Year ended February 3, 2018")

pytestmark = pytest.mark.skipif(not are_installed(), reason="this checkout comes without the weights")


@pytest.fixture
def ask(tmp_path: Path, models_as_by_default: None):
    def asked(question, naming=NAMING, heads=HEADS):
        text = REPORT.format(naming=naming, later=heads[0], earlier=heads[1])
        (tmp_path / "report.md").write_text(text, "utf-8")
        library = pincite.open(tmp_path / "library")
        library.add(tmp_path / "report.md")
        return library.ask(question)

    return asked


def test_day_is_compared_with_the_day_in_the_head(ask):
    answer = ask("What were net sales for the year ended February 3, 2018?")

    assert [item.original for item in answer.items] == ["$ 1,180.2"]


@pytest.mark.parametrize("heads", [HEADS, ("Year ended March 2, 2019", "Year ended March 3, 2018")])
def test_year_that_may_be_either_is_asked_back(ask, heads):
    answer = ask("net sales in fiscal 2018", heads=heads)

    assert answer.outcome == "needs_clarification"
    assert not answer.items
    assert all(head in answer.clarification for head in heads)


def test_head_that_names_its_own_fiscal_year_is_of_that_year(ask):
    heads = ("Fiscal 2018 (52 weeks ended February 2, 2019)", "Fiscal 2017 (53 weeks ended February 3, 2018)")

    answer = ask("net sales in fiscal 2018", naming="Sales rose.", heads=heads)

    assert [item.original for item in answer.items] == ["$ 1,204.5"]


def test_several_years_of_one_question_settle_which_columns_are_meant(ask):
    answer = ask("What was the change in net sales from 2018 to 2019?", naming="Sales rose.")

    (item,) = answer.items
    assert item.value.value == 24_300_000


def test_day_settles_what_the_year_leaves_open(ask):
    answer = ask("net sales for the year ended February 3, 2018", naming="Sales rose.")

    assert [item.original for item in answer.items] == ["$ 1,180.2"]


def test_year_of_a_day_in_june_is_that_of_its_column(ask):
    heads = ("Year ended June 30, 2023", "Year ended June 30, 2022")

    answer = ask("net sales in FY23", naming="Sales rose.", heads=heads)

    assert [item.original for item in answer.items] == ["$ 1,204.5"]
