"""Comparisons: right, the same from both sides, and refused where the documents leave them open."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given as laws
from hypothesis import strategies as st

from pincite.compute.compare import MIRRORED, SAME, Range, choose, compare, holds
from pincite.compute.results import Computed, Known, Refused
from pincite.values.types import Amount, Boolean, Text
from tests.compute.values import RATES, amount, day, found, given, length, number, percent

decimals = st.decimals(min_value=-(10**9), max_value=10**9, places=2)
currencies = st.sampled_from(["EUR", "USD", "GBP", "JPY"])
amounts = st.builds(lambda v, c: found(Amount(value=v, currency=c, unit=None)), decimals, currencies)
lengths = st.builds(
    lambda n, unit: found(length(f"P{n}{unit}")), st.integers(0, 400), st.sampled_from(["D", "W", "M", "Y"])
)
dates = st.builds(lambda d, cut: found(day(d.isoformat()[:cut])), st.dates(), st.sampled_from([4, 7, 10]))
bounds = st.sampled_from(["", "", "", "at most", "at least", "about"])
values = st.one_of(amounts, lengths, dates)
relations = st.sampled_from([">", "<", ">=", "<=", "="])


def yes(result: Computed | Refused) -> bool:
    assert isinstance(result, Computed), result
    assert isinstance(result.value, Boolean)
    return result.value.value


@laws(values, values, relations, bounds, bounds)
def test_comparison_is_the_same_from_both_sides(a, b, relation, of_a, of_b):
    a, b = replace(a, bound=of_a), replace(b, bound=of_b)
    there, back = compare(a, relation, b, RATES), compare(b, MIRRORED[relation], a, RATES)
    assert isinstance(there, Refused) == isinstance(back, Refused)
    if isinstance(there, Computed) and isinstance(back, Computed):
        assert there.value == back.value


@laws(values, values)
def test_nothing_is_both_more_and_less(a, b):
    more, less = compare(a, ">", b, RATES), compare(a, "<", b, RATES)
    if isinstance(more, Computed) and isinstance(less, Computed):
        assert not (yes(more) and yes(less))


@laws(decimals, decimals, st.sampled_from(["at most", "at least"]), relations, decimals)
def test_bound_decides_only_what_every_value_within_it_decides(limit, against, bound, relation, other):
    """Whatever a value within the bound is, a comparison that was not refused holds for it too."""
    bounded = replace(found(amount(str(limit))), bound=bound)
    result = compare(bounded, relation, found(amount(str(against)), "cap"), None)
    inside = other <= limit if bound == "at most" else other >= limit
    if inside and isinstance(result, Computed):
        exact = holds(Range(other, other), relation, Range(against, against))
        assert yes(result) == exact


@pytest.mark.parametrize(
    ("value", "relation", "against", "holding", "formula"),
    [
        (amount("1250000.00", "USD"), ">", "one million dollars", True, "USD 1,250,000.00 > USD 1,000,000"),
        (amount("900000", "USD"), ">", "one million dollars", False, "USD 900,000 < USD 1,000,000"),
        (amount("1000000", "USD"), ">", "one million dollars", False, "USD 1,000,000 = USD 1,000,000"),
        (amount("1000000", "USD"), ">=", "one million dollars", True, "USD 1,000,000 = USD 1,000,000"),
        (amount("500", "USD", "per claim"), "<", "USD 1,000", True, "USD 500 per claim < USD 1,000"),
    ],
)
def test_amount_is_compared_with_that_of_the_question(value, relation, against, holding, formula):
    result = compare(found(value), relation, given(against), None)
    assert (yes(result), result.formula) == (holding, formula)


@pytest.mark.parametrize(
    ("value", "relation", "against", "kind", "holding"),
    [
        (length("P90D"), ">", "60 days", "duration", True),
        (length("P2Y"), "=", "24 months", "duration", True),
        (length("P60D"), "<", "three months", "duration", True),
        (length("P48H".replace("P", "PT")), "=", "2 days", "duration", True),
        (percent("8"), ">", "5%", "percentage", True),
        (number("10", "mg"), "<", "20 mg", "number", True),
        (number("80", "employees"), ">", "50", "number", True),
        (day("2023-12-12"), "<", "1 January 2024", "date", True),
        (day("2024-01-01"), "<", "1 January 2024", "date", False),
        (day("2024-03"), "<", "1 April 2024", "date", True),
        (day("2024-06-01"), ">=", "March 2024", "date", True),
        (day("2024-03-31"), ">", "March 2024", "date", False),
    ],
)
def test_other_kinds_are_compared(value, relation, against, kind, holding):
    assert yes(compare(found(value), relation, given(against, kind), None)) is holding


@pytest.mark.parametrize(
    ("left", "right", "reason"),
    [
        (found(length("P60D")), given("two months", "duration"), "do not settle which is larger"),
        (found(day("2024-03")), given("15 March 2024", "date"), "do not settle which is larger"),
        (found(amount("500", unit="per month")), given("EUR 1,000"), "for which period"),
        (found(amount("500", unit="per month")), given("EUR 1,000 per year"), "not in the same unit"),
        (
            found(amount("500", unit="per month")),
            found(amount("900", unit="per year")),
            "not in the same unit",
        ),
        (found(amount("5"), "monthly fee"), found(amount("9"), "annual fee"), "not in the same unit"),
        (found(amount("500")), given("EUR 1,000 per year"), "not in the same unit"),
        (found(amount("5", None)), given("EUR 1,000"), "which currency"),
        (found(amount("5", "USD")), given("EUR 1,000"), "rate from USD to EUR is missing"),
        (found(number("10", "mg")), given("20 ml", "number"), "not in the same unit"),
        (found(number("10", "mM")), found(number("10", "mm")), "not in the same unit"),
        (found(length("P10D"), wording="ten business days"), given("14 days", "duration"), "no calendar"),
        (found(percent("5")), given("EUR 5"), "not of the same kind"),
        (found(day("2024-05-05")), given("03/04/2024", "date"), "ambiguous"),
        (found(length("P1.5M")), given("6 weeks", "duration"), "cannot be compared"),
    ],
)
def test_what_cannot_be_compared_is_refused_with_the_reason(left, right, reason):
    result = compare(left, "<", right, None)
    assert isinstance(result, Refused)
    assert reason in result.reason


def test_business_days_are_compared_with_business_days():
    left = found(length("P10D"), wording="ten (10) business days")
    assert yes(compare(left, ">", given("5 business days", "duration"), None))


def test_monthly_fee_is_compared_with_a_bare_amount():
    fee = found(amount("500", unit="per month"), "monthly fee")
    assert yes(compare(fee, "<", given("EUR 1,000"), None))


def test_value_up_to_a_limit_decides_what_lies_beyond_it_and_nothing_else():
    fee = replace(found(amount("500")), bound="at most")
    beyond = compare(fee, ">", given("EUR 600"), None)
    assert yes(beyond) is False
    assert beyond.formula == "at most EUR 500 < EUR 600"
    assert isinstance(compare(fee, ">", given("EUR 400"), None), Refused)


def test_estimate_decides_nothing():
    fee = replace(found(amount("500")), bound="about")
    assert isinstance(compare(fee, ">", given("EUR 4"), None), Refused)


def test_comparison_across_currencies_shows_the_conversion_and_its_rate():
    result = compare(found(amount("900000")), ">", given("one million dollars"), RATES)
    assert yes(result)
    assert result.formula == "EUR 900,000 × 1.25 = USD 1,125,000.00; USD 1,125,000.00 > USD 1,000,000"
    assert result.rates == ("1 EUR = 1.25 USD on 2026-10-30 (the test's own rates)",)


def test_amounts_that_rounding_makes_the_same_are_shown_with_the_digits_that_differ():
    result = compare(found(amount("1.006", "USD")), ">", found(amount("0.80"), "cap"), RATES)
    assert yes(result)
    assert result.formula == "USD 1.006 ÷ 1.25 ≈ EUR 0.80; fee EUR 0.8048 > cap EUR 0.80"


def test_larger_of_two_is_called_by_its_name():
    values = [found(amount("5000", "USD"), "deductible"), found(amount("250", "USD"), "co-payment")]
    higher, lower = choose(values, True, None), choose(values, False, None)
    assert isinstance(higher, Computed)
    assert isinstance(lower, Computed)
    assert (higher.value, lower.value) == (Text(text="deductible"), Text(text="co-payment"))
    assert higher.formula == "deductible USD 5,000 > co-payment USD 250"


def test_formula_begins_with_the_one_that_is_chosen():
    values = [found(amount("5"), "2021"), found(amount("9"), "2022"), found(amount("7"), "2023")]
    result = choose(values, True, None)
    assert isinstance(result, Computed)
    assert result.formula == "2022 EUR 9 > 2021 EUR 5; 2022 EUR 9 > 2023 EUR 7"


def test_neither_of_two_equal_values_is_the_larger():
    result = choose([found(amount("5"), "fee"), found(amount("5.00"), "price")], True, None)
    assert isinstance(result, Computed)
    assert result.value == Text(text=SAME)


@laws(st.lists(st.integers(1, 50), min_size=2, max_size=6))
def test_chosen_value_is_the_largest_of_all(numbers):
    values = [found(number(str(n)), f"n{at}-{n}") for at, n in enumerate(numbers)]
    result = choose(values, True, None)
    assert isinstance(result, Computed)
    assert isinstance(result.value, Text)
    largest = [f"n{at}-{n}" for at, n in enumerate(numbers) if n == max(numbers)]
    assert result.value.text in (largest if len(largest) == 1 else [SAME])


def test_unbounded_and_exact_values_are_told_apart():
    assert Range(Decimal(1), Decimal(1)).exact
    assert not Range(None, None).exact
    assert Known(number("1")).called.startswith("“")
