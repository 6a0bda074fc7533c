"""One figure as a cell of a table prints it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from pincite.values.printed_figure import decimal_mark, is_nil, printed_figure


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("12,873", "12873"),
        ("(2.4)", "-2.4"),
        ("$ (31.5)", "-31.5"),
        ("$(0.45)", "-0.45"),
        ("(2.4", "-2.4"),
        ("1,234-", "-1234"),
        ("−45", "-45"),
        ("1,234 CR", "-1234"),
        ("1,234 DR", "1234"),
        ("1 234 567", "1234567"),
        ("€ 1.234,56", "1234.56"),
        (".75", "0.75"),
    ],
)
def test_figure_of_a_cell_has_its_sign(cell: str, value: str):
    found = printed_figure(cell)

    assert found is not None
    assert found.value == Decimal(value)


@pytest.mark.parametrize("cell", ["1,204 (1)", "1,204¹", "1,204*", "(1,204) (a)", "1,204 [2]"])
def test_mark_of_a_note_is_no_part_of_a_figure(cell: str):
    found = printed_figure(cell)

    assert found is not None
    assert abs(found.value) == 1204
    assert cell[found.start : found.end].strip("()") == "1,204"


@pytest.mark.parametrize("cell", ["8.40-5.99", "1,2,3", "12 months", "5 m", "3x", "Plan A", "5 and 6", ""])
def test_what_is_more_or_less_than_one_figure_is_none(cell: str):
    assert printed_figure(cell) is None


@pytest.mark.parametrize("cell", ["—", "–", "-", "$ —", "nil", "n/a", "N/A", "- - %", "(—)"])
def test_dash_is_nil_and_no_figure(cell: str):
    assert is_nil(cell)
    assert printed_figure(cell) is None


@pytest.mark.parametrize(("cell", "code"), [("$5", "USD"), ("EUR 5", "EUR"), ("5 €", "EUR"), ("5", None)])
def test_currency_is_read_from_the_cell(cell: str, code: str | None):
    found = printed_figure(cell)

    assert found is not None
    assert found.currency == code


def test_cell_may_say_itself_how_it_is_multiplied():
    found = printed_figure("$1.2 million")

    assert found is not None
    assert (found.value, found.scaled) == (Decimal(1_200_000), True)


def test_figure_that_can_be_read_in_two_ways_is_read_as_the_others_of_its_table():
    german, english = decimal_mark(["1.234,5", "1.234"]), decimal_mark(["1,234.5", "1.234"])

    assert printed_figure("1.234", german).value == Decimal(1234)  # type: ignore[union-attr]  # it is one
    assert printed_figure("1.234", english).value == Decimal("1.234")  # type: ignore[union-attr]  # it is one


def test_figure_that_can_be_read_in_two_ways_is_doubtful_by_itself():
    found = printed_figure("1.234")

    assert found is not None
    assert found.doubt
