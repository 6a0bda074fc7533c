"""The figures of names as bands: what a row or a column of a table holds for."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.values.bands import Quantity, bands, narrowest, quantities, says_figure, stands_outside


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("Child 5–15", "5", "15"),
        ("20-24.9 kg", "20", "24.9"),
        ("£27,501–£44,000", "27501", "44000"),
        ("1,000–1,999", "1000", "1999"),
        ("5 kg to 10 kg", "5", "10"),
        ("up to 2 kg", None, "2"),
        ("Widow(er) under 47, no children", None, "47"),
        ("CrCl 50 or less", None, "50"),
        ("65+", "65", None),
        ("14+ days", "14", None),
        ("Over 50 km", "50", None),
        ("15 or more", "15", None),
        ("≥ 30 ml/min", "30", None),
        ("Late pick-up, each 15 min", "15", "15"),
    ],
)
def test_band_of_a_name(name: str, low: str | None, high: str | None):
    (found,) = bands(name)
    assert (found.low, found.high) == (low and Decimal(low), high and Decimal(high))


@pytest.mark.parametrize("name", ["2020", "FY 2019–2020", "Net sales", ""])
def test_years_and_words_are_no_bands(name: str):
    assert not bands(name)


@pytest.mark.parametrize("name", ["1 Apr-14 Jun", "1 May to 30 June"])
def test_days_of_months_are_no_range(name: str):
    assert all(band.is_figure for band in bands(name))


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("How much for a child of 22 kilos?", "20–24.9 kg"),
        ("My ten-year-old would like to come", "Child 5–15"),
        ("We are away for three weeks", "18–31 days"),
        ("A foot of 25.2 cm", "250–256 mm"),
        ("I earn £31,000", "£27,501–£44,000"),
        ("5 and a half months", "5–6 months"),
    ],
)
def test_quantity_lies_inside(question: str, name: str):
    assert narrowest(quantities(question), bands(name)) is not None
    assert not stands_outside(quantities(question), bands(name))


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("a child of 22 kilos", "5–8 kg"),
        ("three weeks", "up to 10 days"),
        ("I am 70", "under 18"),
    ],
)
def test_quantity_lies_outside(question: str, name: str):
    assert narrowest(quantities(question), bands(name)) is None
    assert stands_outside(quantities(question), bands(name))


def test_other_measure_says_nothing():
    """Two months are neither inside nor outside of a band of weights."""
    asked = quantities("My grandson is two months old")
    assert narrowest(asked, bands("0–13 kg")) is None
    assert not stands_outside(asked, bands("0–13 kg"))


def test_narrowest_of_nested_bands_is_meant():
    asked = quantities("a parcel of 4 kg")
    widths = [narrowest(asked, bands(name)) for name in ("up to 2 kg", "up to 5 kg", "up to 10 kg")]
    assert widths[0] is None
    assert widths[1] < widths[2]


def test_figure_that_is_named_itself():
    assert says_figure(quantities("with the 2,500 deductible"), bands("Deductible 2,500"))
    assert not says_figure(quantities("with the 300 deductible"), bands("Deductible 2,500"))


@given(st.integers(0, 1800), st.integers(1, 90), st.integers(0, 1900))
def test_ends_of_a_band_are_inside_and_what_lies_beyond_is_not(low: int, more: int, asked: int):
    held = bands(f"{low}–{low + more} kg")
    quantity = (Quantity(Decimal(asked), "mass", Decimal(1000)),)
    assert (narrowest(quantity, held) is not None) == (low <= asked <= low + more)
