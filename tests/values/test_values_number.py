"""Numbers are read with the unit or thing that follows; names and more special values are left out."""

from decimal import Decimal

import pytest

from pincite.values.number import find_numbers
from pincite.values.types import Number

READ = [
    ("20 mg", "20", "mg"),
    ("20mg", "20", "mg"),
    ("20-mg", "20", "mg"),
    ("0.5 mL", "0.5", "mL"),
    ("500 mg/day", "500", "mg/day"),
    ("5 mg/kg/day", "5", "mg/kg/day"),
    ("10 mg per day", "10", "mg per day"),
    ("75 mg/m²", "75", "mg/m²"),
    ("25 °C", "25", "°C"),
    ("-5 °C", "-5", "°C"),
    ("37.5 degrees Celsius", "37.5", "degrees Celsius"),
    ("100 kWh", "100", "kWh"),
    ("50 MW", "50", "MW"),
    ("16 GB", "16", "GB"),
    ("120 mmHg", "120", "mmHg"),
    ("2.4 GHz", "2.4", "GHz"),
    ("1,000 square feet", "1000", "square feet"),
    ("5 m²", "5", "m²"),
    ("10 miles", "10", "miles"),
    ("ten (10) miles", "10", "miles"),
    ("2.5 million barrels", "2500000", "barrels"),
    ("500 people", "500", "people"),
    ("25 employees", "25", "employees"),
    ("three (3) copies", "3", "copies"),
    ("two parties", "2", "parties"),
    ("thirty\nemployees", "30", "employees"),
    ("thir-\nty employees", "30", "employees"),
    ("20 days per year", "20", "days per year"),
    ("three times a week", "3", "times a week"),
    ("1,250", "1250", None),
    ("1,234,567.89", "1234567.89", None),
    ("1.234.567,89", "1234567.89", None),
    ("12,34,567", "1234567", None),
    ("1'000'000", "1000000", None),
    ("1 000 000", "1000000", None),
    ("1\u202f234\u202f567", "1234567", None),
    ("1.2 million", "1200000", None),
    ("3 lakh", "300000", None),
    ("twenty-five", "25", None),
    ("sixty (60)", "60", None),
    ("one hundred and fifty thousand", "150000", None),
    ("twenty-five hundred", "2500", None),
    ("a million", "1000000", None),
    ("two and a half million", "2500000", None),
    ("1½", "1.5", None),
    ("-40", "-40", None),
    ("0,125", "0.125", None),
    ("10 mg/5 mL", "10", "mg/5 mL"),
    ("2000 hours per year", "2000", "hours per year"),
    ("250 mg per 5 mL", "250", "mg per 5 mL"),
    ("five (5) million shares", "5000000", "shares"),
    ("twenty- five employees", "25", "employees"),
]


@pytest.mark.parametrize(("wording", "value", "unit"), READ)
def test_number_is_read_from_its_wording(wording, value, unit):
    text = f"The result was {wording}, as measured."

    (reading,) = find_numbers(text)

    assert reading.value == Number(value=Decimal(value), unit=unit)
    assert reading.original(text) == wording
    assert reading.ambiguous == ""


@pytest.mark.parametrize(
    "text",
    [
        "Section 7.2", "clause 4", "Sections 7, 8 and 9", "Schedule 2", "Article IV", "page 3",
        "pp. 3-5", "§ 12",
        "(a)", "(12)", "12.1 Fees", "3. Term", "4 DEFINITIONS", "No. 5", "Invoice No. 4711", "Exhibit 10.1",
        "B12", "COVID-19", "24x7", "Section 7a", "Form 10-K", "10:30", "1st", "7.2.1", "10²",
        "5 x 10^6", "1.5e6",
        "+49 30 1234567", "(212) 555 1234", "555-1234", "Tel. 5551234", "123 Main Street",
        "NY 10005", "12345678901",
        "007", "the end. 11. OWNERSHIP of it", "11. 3. 3", "- 37 -", "Sections 10(g)",
        "9 U.S.C. sec.", "ISO 9001", "the end. 17.10 Waiver of it", "one of the parties",
        "EUR 500", "60 days", "99.9%", "31 December 2027", "1,2,3",
        "24/7", "version 3.1",
        "two dozen employees", "10**3 units", "10^3 units", "10^3", "half a million shares",
        "a quarter of a million shares", "two thirds", "three-quarters of a mile", "0900 hours",
        "at 1400 hours",
    ],
)  # fmt: skip
def test_what_names_or_belongs_elsewhere_is_not_read_as_a_number(text):
    assert find_numbers(text) == []


@pytest.mark.parametrize("text", ["10 to 20 mg", "10-20 mg", "between 10 and 20 mg"])
def test_both_ends_of_a_range_have_its_unit(text):
    assert [(reading.value.value, reading.value.unit) for reading in find_numbers(text)] == [
        (10, "mg"),
        (20, "mg"),
    ]


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("the count 1.234", "grouped by a dot"),
        ("in 2024", "a year"),
        ("the end\n12\nthe start", "of the page"),
        ("twenty twenty-four", "not one number"),
        ("sixty (90)", "disagree"),
        ("120 135 142", "columns"),
        ("6 ± 2 mg", "plus or minus"),
        ("6 +/- 2 mg", "plus or minus"),
        ("– 20 °C", "below zero"),
        ("stored at –20 °C", "below zero"),
        ("P<0.05", "a probability"),
        ("95% CI 1.2 to 3.4", "interval"),
        ("PDF 1.7", "a name"),
        ("2 thousand 500 units", "may"),
        ("2 x 500 mg", "a multiple"),
        ("5 ft 10 in", "unit"),
    ],
)
def test_doubtful_number_says_what_is_doubtful(text, doubt):
    assert all(doubt in reading.ambiguous for reading in find_numbers(text))
    assert find_numbers(text)


@pytest.mark.parametrize("text", ["1 0 mg", "1 .5 mg", "1, 500 mg", "1,000 000 units"])
def test_number_with_a_space_inside_is_doubted(text):
    assert all(reading.ambiguous for reading in find_numbers(text))


def test_first_number_of_a_ratio_says_so():
    first, second = find_numbers("9 of 10 patients")

    assert ("a ratio" in first.ambiguous, second.ambiguous) == (True, "")


def test_heading_with_its_text_below_is_not_a_count():
    assert find_numbers("5 Units\nThe Units are sold by lot.") == []
    assert [reading.value.unit for reading in find_numbers("5 Units")] == ["Units"]


def test_numbers_beside_more_special_values_are_still_read():
    text = "EUR 500 for 7 people within 30 days of 1 May 2024 at 5%"

    assert [reading.original(text) for reading in find_numbers(text)] == ["7 people"]
