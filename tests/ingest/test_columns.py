"""Which rows at the top of a grid name its columns."""

from __future__ import annotations

import pytest

from pincite.ingest.columns import head_of_stub, header_rows, is_value


@pytest.mark.parametrize(
    "grid",
    [
        [["Item", "Fee"], ["Nails", "5"]],
        [["", "2023", "2024"], ["Revenue", "100", "120"]],
        [["Item", "FY 2023", "FY 2024"], ["Revenue", "1", "2"]],
        [["Name", "Paid"], ["Ann", "yes"], ["Bob", "yes"], ["Cid", "yes"]],
        [["Name", "Since"], ["Ann", "2024-03-01"]],
    ],
)
def test_words_over_values_name_the_columns(grid):
    assert header_rows(grid) == 1


@pytest.mark.parametrize(
    "grid",
    [
        [["Item", "Fee"]],
        [["Nails", "5"], ["Screws", "7"]],
        [["Ann", "Bonn"], ["Bob", "Kiel"]],
        [["Ann", "2019", "2020"], ["Bob", "2021", "2018"]],
        [["Fee", "Fee"], ["1", "2"]],
        [["Note"], ["5"]],
        [["2023", "2024"], ["5", "6"]],
        [["Item", "", ""], ["Nails", "5", "6"]],
    ],
)
def test_row_that_may_be_values_names_nothing(grid):
    assert header_rows(grid) == 0


def test_rows_above_a_stub_name_the_columns():
    head = [[(1, "Three months ended")], [(1, "March 31, 2024"), (3, "2023")]]
    assert head_of_stub([*head, [(0, "Revenue"), (1, "5"), (3, "6")]]) == 2
    assert head_of_stub([[(0, "Director"), (1, "Acme")], [(0, "Shares"), (1, "500")]]) == 0
    assert head_of_stub(head) == 0


@pytest.mark.parametrize(
    "cell", ["5", "-1,234.50", "(1,234)", "€ 5", "5 %", "2024-03-01", "10:30", "5 kg", "TRUE"]
)
def test_numbers_dates_and_truth_are_values(cell):
    assert is_value(cell)


@pytest.mark.parametrize("cell", ["Fee", "Article 5", "5 euros per year", "A1", "-", ""])
def test_words_are_no_values(cell):
    assert not is_value(cell)
