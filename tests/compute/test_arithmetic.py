"""Sums and differences: exact, in any order, in one unit."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given as laws
from hypothesis import strategies as st

from pincite.compute.arithmetic import evaluate
from pincite.compute.rates import RateTable
from pincite.compute.results import Computed, Known, Refused
from pincite.records.computation import Expression, OperandQuestion, Operation, Wishes
from pincite.values.types import Amount
from tests.compute.values import RATES, amount, day, found, number, percent

decimals = st.decimals(min_value=-(10**15), max_value=10**15, places=4)


def put_together(operation: Operation, *values: Known, rates: RateTable | None = None) -> Computed | Refused:
    known = {OperandQuestion(f"{at}", f"What is {at}?"): value for at, value in enumerate(values)}
    return evaluate(Expression(operation, tuple(known)), known, Wishes(), rates)


def total(values) -> Decimal:
    result = put_together("+", *(found(Amount(value=v, currency="EUR", unit=None)) for v in values))
    assert isinstance(result, Computed)
    assert isinstance(result.value, Amount)
    assert isinstance(result.value.value, Decimal)
    return result.value.value


@laws(st.lists(decimals, min_size=2, max_size=8), st.randoms())
def test_sum_does_not_depend_on_the_order(values, chance):
    shuffled = list(values)
    chance.shuffle(shuffled)
    assert total(values) == total(shuffled) == sum(values)


@laws(decimals, decimals)
def test_taking_away_undoes_adding(a, b):
    whole = total([a, b])
    rest = put_together("−", found(amount(str(whole))), found(amount(str(b)), "cap"))
    assert isinstance(rest, Computed)
    assert isinstance(rest.value, Amount)
    assert rest.value.value == a


def test_cents_are_added_exactly():
    assert total([Decimal("0.10"), Decimal("0.20")]) == Decimal("0.30")


def test_formula_of_a_sum_names_every_part():
    result = put_together(
        "+", found(amount("12000.00"), "setup fee"), found(amount("3500.00"), "support fee")
    )
    assert isinstance(result, Computed)
    assert result.formula == "setup fee EUR 12,000.00 + support fee EUR 3,500.00 = EUR 15,500.00"


def test_fee_of_every_month_is_counted_once_and_says_so():
    result = put_together("+", found(amount("500"), "setup fee"), found(amount("100"), "monthly fee"))
    assert isinstance(result, Computed)
    assert result.notes == ("The monthly fee is counted once.",)


def test_parts_in_several_currencies_are_added_in_that_of_the_first():
    result = put_together("+", found(amount("100"), "fee"), found(amount("125", "USD"), "tax"), rates=RATES)
    assert isinstance(result, Computed)
    assert result.value == amount("200.00")
    assert result.formula == "USD 125 ÷ 1.25 = EUR 100.00; fee EUR 100 + tax EUR 100.00 = EUR 200.00"
    assert result.rates


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ([amount("5"), amount("5", "USD")], "rate from USD to EUR is missing"),
        ([amount("5", unit="per month"), amount("5", unit="per year")], "not in the same unit"),
        ([amount("5"), amount("5", unit="per month")], "not in the same unit"),
        ([amount("5"), percent("5")], "not of the same kind"),
        ([amount("5", None), amount("5")], "which currency"),
        ([day("2024-01-01"), day("2024-01-02")], "not a figure"),
        ([number("5", "mg"), number("5", "ml")], "not in the same unit"),
    ],
)
def test_what_cannot_be_added_is_refused_with_the_reason(values, reason):
    result = put_together("+", *map(found, values))
    assert isinstance(result, Refused)
    assert reason in result.reason


def test_bound_and_doubt_are_not_added():
    fee = found(amount("5"))
    for other in (replace(fee, bound="at most"), replace(fee, doubt="a date, or a number")):
        assert isinstance(put_together("+", fee, other), Refused)


def test_difference_below_zero_is_written_with_its_sign():
    result = put_together("−", found(amount("5"), "fee"), found(amount("8"), "cap"))
    assert isinstance(result, Computed)
    assert result.formula == "fee EUR 5 − cap EUR 8 = EUR -3"


def test_how_far_apart_two_are_is_never_below_zero():
    result = put_together("difference", found(amount("5"), "fee"), found(amount("8"), "cap"))
    assert isinstance(result, Computed)
    assert result.formula == "cap EUR 8 − fee EUR 5 = EUR 3"
