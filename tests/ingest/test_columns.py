"""Which rows at the top of a grid name its columns."""

from __future__ import annotations

import pytest

from pincite.ingest.columns import head_of_stub, header_rows, is_value, spanned_head
from pincite.ingest.stack import Field


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


def placed(*rows: str) -> list[Field]:
    """Cells written as `text`, `text>3` over three columns, `text^2` over two rows; `-` stands for none."""
    cells = []
    for row, written in enumerate(rows):
        column = 0
        for text in written.split("|"):
            words, _, across = text.partition(">")
            words, _, down = words.partition("^")
            if words != "-":
                cells.append(Field(row, column, words, int(down or 1), int(across or 1)))
            column += int(across or 1)
    return cells


@pytest.mark.parametrize(
    "rows",
    [
        ("Grade^2|Price>2|Lead time^2", "-|2025|2026|-", "S235|€640|€655|4 weeks"),
        ("Site^2|2024>2|2025", "-|Plan|Actual|Plan", "Leeds|$41,000|$43,500|$45,000"),
        ("-|Dose>2", "-|Start|Most", "Mild|15 mg|60 mg", "Grave|5 mg|10 mg"),
    ],
)
def test_name_over_several_names_makes_a_head_of_two_rows(rows):
    assert spanned_head(placed(*rows), 4) == 2


def test_names_over_names_over_names_make_a_head_of_three_rows():
    rows = ("Item^3|Sales>4", "-|2024>2|2025>2", "-|Plan|Real|Plan|Real", "Nails|1|2|3|4")
    assert spanned_head(placed(*rows), 5) == 3


@pytest.mark.parametrize(
    "rows",
    [
        ("Prices>3", "Item|2024|2025", "Nails|5|6"),
        ("Name|Address>2", "Ann|Bonn|Kiel", "Bob|5|6"),
        ("Name|Address>2", "-|Bonn|Kiel", "Bob|Ulm|Jena"),
        ("Fruit^2|12>2", "-|5|6", "Veg|7|8"),
        ("Item^3|Price>2", "-|Net|Gross", "-|5|6", "Nails|7|8"),
        ("Item^2|Year>2", "-|2019|2020", "Nails|2021|2022"),
        ("Item^2|Price>2", "-|Net|Gross"),
        (),
    ],
)
def test_merged_cells_that_may_be_something_else_name_nothing(rows):
    assert spanned_head(placed(*rows), 3) == 0
