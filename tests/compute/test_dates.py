"""Arithmetic of dates, with the rules for short months, and without calendars that nobody gave."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given as laws
from hypothesis import strategies as st

from pincite.compute.dates import Length, between, least_and_most, shift
from pincite.compute.results import Computed, Refused
from pincite.values.types import DateValue, Duration
from tests.compute.values import amount, day, found, length

days = st.dates(min_value=date(1900, 1, 1), max_value=date(2200, 1, 1))


def moved(start: str, by: str, backwards: bool = False) -> str:
    result = shift(found(day(start)), found(length(by), "term"), backwards)
    assert isinstance(result, Computed), result
    assert isinstance(result.value, DateValue)
    return result.value.iso


@pytest.mark.parametrize(
    ("start", "by", "backwards", "reached"),
    [
        ("2024-01-01", "P3Y", False, "2027-01-01"),
        ("2026-12-31", "P60D", True, "2026-11-01"),
        ("2026-12-31", "P3M", True, "2026-09-30"),
        ("2024-01-31", "P1M", False, "2024-02-29"),
        ("2023-01-31", "P1M", False, "2023-02-28"),
        ("2024-02-29", "P1Y", False, "2025-02-28"),
        ("2024-08-31", "P1M10D", False, "2024-10-10"),
        ("2024-03-01", "P2W", False, "2024-03-15"),
        ("2024-03-01", "PT48H", False, "2024-03-03"),
    ],
)
def test_date_and_length_give_a_date(start, by, backwards, reached):
    assert moved(start, by, backwards) == reached


def test_short_month_is_spoken_of():
    result = shift(found(day("2024-08-31")), found(length("P1M")), False)
    assert isinstance(result, Computed)
    assert "September 2024 has no day 31, so its last day is used." in result.notes


def test_formula_of_a_date_can_be_checked_by_hand():
    result = shift(found(day("2024-01-01"), "effective date"), found(length("P3Y"), "term"), False)
    assert isinstance(result, Computed)
    assert result.formula == "effective date 1 January 2024 + term 3 years = 1 January 2027"


@laws(days, st.integers(0, 40_000))
def test_days_there_and_back_lead_to_the_same_day(start, count):
    assert moved(moved(start.isoformat(), f"P{count}D"), f"P{count}D", True) == start.isoformat()


@laws(days, days)
def test_days_between_two_dates_lead_from_one_to_the_other(a, b):
    result = between(found(day(a.isoformat())), found(day(b.isoformat())), "days")
    assert isinstance(result, Computed)
    assert isinstance(result.value, Duration)
    assert result.value.iso8601 == f"P{abs((b - a).days)}D"


@laws(days, days, st.sampled_from(["weeks", "months", "years"]))
def test_larger_units_between_two_dates_lead_from_one_to_the_other(a, b, unit):
    first, last = min(a, b), max(a, b)
    result = between(found(day(first.isoformat())), found(day(last.isoformat())), unit)
    assert isinstance(result, Computed)
    assert isinstance(result.value, Duration)
    assert moved(first.isoformat(), result.value.iso8601) == last.isoformat()


@laws(days, st.integers(0, 500))
def test_months_are_never_shorter_or_longer_than_their_limits(start, months):
    limits = least_and_most(Length.of(length(f"P{months}M")))
    assert limits is not None
    # From a day that every month has, so that no last day stands in for a missing one.
    reached = moved(start.replace(day=1).isoformat(), f"P{months}M")
    seconds = (date.fromisoformat(reached) - start.replace(day=1)) // timedelta(seconds=1)
    assert limits[0] <= seconds <= limits[1]


@pytest.mark.parametrize(
    ("start", "by", "wording", "reason"),
    [
        (day("2024-03"), length("P1M"), "a month", "without the day"),
        (day("2024"), length("P1M"), "a month", "without the day"),
        (day("2024-03-01"), length("P10D"), "ten (10) business days", "no calendar"),
        (day("2024-03-01"), length("P10D"), "10 working days", "no calendar"),
        (day("2024-03-01"), length("P0.5M"), "half a month", "whole number"),
        (day("2024-03-01"), length("PT5H"), "5 hours", "whole number"),
        (day("2024-03-01"), length("P9000Y"), "9000 years", "outside the calendar"),
        (day("2024-03-01"), length(f"P{'9' * 40}D"), "very many days", "outside the calendar"),
        (day("2024-03-01"), length(f"P{'9' * 40}M"), "very many months", "outside the calendar"),
        (amount("5"), length("P1M"), "a month", "not a date"),
        (day("2024-03-01"), amount("5"), "EUR 5", "not a length"),
    ],
)
def test_what_cannot_be_counted_is_refused_with_the_reason(start, by, wording, reason):
    result = shift(found(start), found(by, "term", wording), False)
    assert isinstance(result, Refused)
    assert reason in result.reason


def test_order_of_two_dates_is_spoken_of_where_it_is_not_that_of_the_question():
    result = between(found(day("2024-03-10"), "start"), found(day("2024-03-01"), "end"), "days")
    assert isinstance(result, Computed)
    assert "1 March 2024 is before 10 March 2024." in result.notes
