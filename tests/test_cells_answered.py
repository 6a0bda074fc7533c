"""Questions for figures of a table, with the models of the package."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

import pincite
from pincite.models.weight_files import are_installed
from pincite.values.types import Amount, Percentage
from tests.proving import proved_again

REPORT = """\
# Harrow Ltd annual report

Sales rose in the year, and the board thanks all staff.

## Income statement

The following table sets out our results (in millions, except per share data):

|  | Year ended December 31, |  |
|---|---|---|
|  | 2024 | 2023 |
| Net sales | $ 1,204.5 | $ 1,180.2 |
| Cost of sales | (803.1) | (790.4) |
| Gross profit | 401.4 | 389.8 |
| Income tax expense | (25.0) | (18.1) |
| Net income | $ 98.7 | $ 71.3 |
| Basic earnings per share | $ 1.23 | $ 0.91 |
"""

FILING = """\
# Form 10-K

Annual report pursuant to Section 13 of the Securities Exchange Act of 1934

Harrow Industries, Inc.

(Exact name of registrant as specified in its charter)

## Income statement
{table}
"""

pytestmark = pytest.mark.skipif(not are_installed(), reason="this checkout comes without the weights")


@pytest.fixture
def report(tmp_path: Path, models_as_by_default: None) -> pincite.Library:
    (tmp_path / "report.md").write_text(REPORT, "utf-8")
    library = pincite.open(tmp_path / "library")
    library.add(tmp_path / "report.md")
    return library


def test_figure_is_answered_in_full_with_its_names_and_its_scale(report: pincite.Library):
    answer = report.ask("net sales 2023")

    (item,) = answer.items
    assert item.value == Amount(value=Decimal(1_180_200_000), currency="USD", unit=None)
    assert item.original == "$ 1,180.2"
    assert item.limits == ["Net sales", "Year ended December 31, 2023"]
    assert item.derivation is not None
    assert item.derivation.formula == "1,180.2 × 1,000,000 = 1,180,200,000"
    cited = [place.snippet for place in item.evidence]
    assert cited[0] == "$ 1,180.2"
    assert {"Net sales", "2023", "(in millions, except per share data)"} <= set(cited)
    assert any("$ 1,204.5" in caveat for caveat in answer.caveats)


def test_plural_name_of_a_line_asks_for_its_figure(report: pincite.Library):
    answer = report.ask("What were basic earnings per share in 2023?")

    assert [item.original for item in answer.items] == ["$ 0.91"]


def test_change_is_computed_from_two_cells(report: pincite.Library):
    answer = report.ask("What is the percentage change in net income from 2023 to 2024?")

    (item,) = answer.items
    assert item.value == Percentage(value=Decimal("38.43"))
    assert [operand.evidence.snippet for operand in item.derivation.operands] == ["$ 98.7", "$ 71.3"]  # type: ignore[union-attr]  # it is computed


def test_figure_whose_scale_cannot_be_told_is_shown_with_both_readings(
    tmp_path: Path, models_as_by_default: None
):
    clash = REPORT.replace("|  | Year ended", "| (in thousands) | Year ended")
    (tmp_path / "report.md").write_text(clash, "utf-8")
    library = pincite.open(tmp_path / "library")
    library.add(tmp_path / "report.md")

    answer = library.ask("What was gross profit in 2024?")

    assert answer.outcome == "unverified"
    assert "401,400 or 401,400,000" in answer.leads[0].reason


def test_latest_figure_says_which_column_it_is_of(tmp_path: Path, models_as_by_default: None):
    (tmp_path / "report.md").write_text(REPORT, "utf-8")
    library = pincite.open(tmp_path / "library", strictness="lenient")
    library.add(tmp_path / "report.md")

    answer = library.ask("What is the latest net income?")

    assert [item.original for item in answer.items] == ["$ 98.7"]
    assert any("2024" in caveat and "latest" in caveat for caveat in answer.caveats)


def test_figures_of_several_years_are_items_of_one_answer(report: pincite.Library):
    answer = report.ask("What was net income in 2024 and 2023, respectively?")

    assert answer.outcome == "answered"
    assert [item.original for item in answer.items] == ["$ 98.7", "$ 71.3"]
    assert [item.id for item in answer.items] == ["item-1", "item-2"]


def test_year_of_several_that_is_not_there_is_named(report: pincite.Library):
    answer = report.ask("What was net income in 2024 and 2019, respectively?")

    assert answer.outcome == "incomplete"
    assert [item.original for item in answer.items] == ["$ 98.7"]
    assert any("2019" in caveat for caveat in answer.caveats)


def test_company_and_fiscal_year_need_not_stand_in_the_table(tmp_path: Path, models_as_by_default: None):
    filing = FILING.format(table=REPORT.partition("## Income statement")[2])
    (tmp_path / "filing.md").write_text(filing, "utf-8")
    library = pincite.open(tmp_path / "library")
    library.add(tmp_path / "filing.md")

    answer = library.ask(
        "Using only the income statement, what was Harrow's FY2023 net income? Answer in USD millions."
    )

    assert [item.original for item in answer.items] == ["$ 71.3"]


def test_year_that_the_table_does_not_have_is_not_answered(report: pincite.Library):
    assert not report.ask("What was net income in 2021?").items


def test_column_that_is_not_named_is_asked_back(report: pincite.Library):
    answer = report.ask("What was net income?")

    assert answer.outcome == "needs_clarification"
    assert "2024" in str(answer.clarification)
    assert "2023" in str(answer.clarification)


def test_sign_by_itself_in_a_head_is_cited_as_the_currency(tmp_path: Path, models_as_by_default: None):
    rows = ("|  | 2024 | 2023 |", "|---|---|---|", "|  | $ | $ |", "| Other receivables | 6,665 | 8,620 |")
    table = "\n".join((*rows, "| Cash | 4,100 | 3,900 |", ""))
    (tmp_path / "note.md").write_text(
        f"# Receivables\n\nIn thousands, at the end of the year:\n\n{table}", "utf-8"
    )
    with pincite.open(tmp_path / "library") as library:
        library.add(tmp_path / "note.md")
        answer = library.ask("What were the other receivables in 2024?")

    (item,) = answer.items
    assert item.value == Amount(value=Decimal(6_665_000), currency="USD", unit=None)
    assert ("head", "$") in [(place.role, place.snippet) for place in item.evidence]


def test_cell_of_a_file_with_commas_is_quoted_to_its_comma(tmp_path: Path, models_as_by_default: None):
    """In "Drill,89.00,2" the figure would go on behind the comma, if that parted no cells."""
    (tmp_path / "prices.csv").write_text(
        "Item,Price (EUR),Stock\nHammer,12.50,4\nDrill,89.00,2\nWrench,14.90,7\nSaw,23.00,1\n", "utf-8"
    )
    library = pincite.open(tmp_path / "library")
    library.add(tmp_path / "prices.csv")

    answer = library.ask("What is the price of a drill?")

    (item,) = answer.items
    assert item.value == Amount(value=Decimal("89.00"), currency="EUR", unit=None)
    assert item.evidence[0].anchor == "row 3, column 2 (Price (EUR))"
    assert proved_again(item, library.read("prices.csv").document.text)
