"""Percentages are read in signs, words, both, and basis points."""

from decimal import Decimal

import pytest

from pincite.values.percentage import find_percentages

READ = [
    ("1.5%", "1.5"),
    ("99.9 %", "99.9"),
    ("99.95%", "99.95"),
    ("100%", "100"),
    ("0.125%", "0.125"),
    (".5%", "0.5"),
    ("-5%", "-5"),
    ("−5%", "-5"),
    ("+5%", "5"),
    ("negative 5%", "-5"),
    ("(5.2)%", "-5.2"),
    ("five percent", "5"),
    ("five percent (5%)", "5"),
    ("five (5) percent", "5"),
    ("five (5%) percent", "5"),
    ("five per cent (5 per cent)", "5"),
    ("5% (five percent)", "5"),
    ("twenty-five percent (25%)", "25"),
    ("Fifty Percent (50%)", "50"),
    ("one hundred percent (100%)", "100"),
    ("one hundred and ten percent", "110"),
    ("1.5 per cent", "1.5"),
    ("1.5 percent", "1.5"),
    ("5 per centum", "5"),
    ("5 pct", "5"),
    ("5 percentage points", "5"),
    ("one percentage point", "1"),
    ("250 basis points", "2.5"),
    ("50bps", "0.5"),
    ("25 bps", "0.25"),
    ("one hundred fifty (150) basis points", "1.5"),
    ("½%", "0.5"),
    ("1½%", "1.5"),
    ("1 1/2%", "1.5"),
    ("1/2%", "0.5"),
    ("one-half percent", "0.5"),
    ("one-half of one percent", "0.5"),
    ("one-half of one percent (0.5%)", "0.5"),
    ("one-tenth of one percent (0.1%)", "0.1"),
    ("one and one-half percent (1.5%)", "1.5"),
    ("two and a half percent", "2.5"),
    ("five\npercent (5%)", "5"),
    ("five per-\ncent", "5"),
    ("1,250%", "1250"),
    ("1.234,5%", "1234.5"),
    ("one tenth of one percent", "0.1"),
    ("half of one percent", "0.5"),
    ("five hundredths of one percent", "0.05"),
    ("three quarters of one percent (0.75%)", "0.75"),
    ("1/2 of 1%", "0.5"),
    ("twenty- five percent", "25"),
]


@pytest.mark.parametrize(("wording", "value"), READ)
def test_percentage_is_read_from_its_wording(wording, value):
    text = f"Interest accrues at {wording}, compounded."

    (reading,) = find_percentages(text)

    assert reading.value.value == Decimal(value)
    assert reading.original(text) == wording
    assert reading.ambiguous == ""


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1% to 2%", [1, 2]),
        ("10-15%", [10, 15]),
        ("10–15 %", [10, 15]),
        ("10 to 15 percent", [10, 15]),
        ("between 5 and 10%", [5, 10]),
        ("5% and 6%", [5, 6]),
        ("5%-10%", [5, 10]),
    ],
)
def test_each_of_several_percentages_is_read(text, values):
    assert [reading.value.value for reading in find_percentages(text)] == values


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("five percent (6%)", "disagree"),
        ("five (6%) percent", "disagree"),
        ("a change (5%) was seen", "in brackets"),
        ("±5%", "plus or minus"),
        ("1.234%", "grouped by a dot"),
        ("the rate minus 5%", "less this number"),
        ("1,5%", "decimal comma"),
        ("99. 9%", "digits before"),
        ("99 .9%", "digits before"),
        ("9 9.9%", "digits before"),
        ("23 (11.5%)", "in brackets"),
        ("– 5%", "below zero"),
        ("a rate of – 5%", "below zero"),
        ("fell –5%", "below zero"),
        ("prime - 2%", "below zero"),
        ("minus five percent", "below zero"),
        ("5% ± 2%", "plus or minus"),
        ("three percent and a half", "a fraction"),
        ("five and 1/2 percent", "a fraction"),
        ("95% CI", "interval"),
        ("twenty-five one-hundredths of one percent", "not one number"),
    ],
)
def test_doubtful_percentage_says_what_is_doubtful(text, doubt):
    (reading,) = find_percentages(text)

    assert doubt in reading.ambiguous


@pytest.mark.parametrize(
    "text",
    [
        "5",
        "5 percentile",
        "COVID-19%",
        "B12%",
        "%",
        "percent",
        "5 per centre",
        "5 bpsx",
        "a 5 ‰ slope",
        "1,2,3%",
        "7.2.1%",
        "5 ± 2%",
        "5 +/- 2%",
        "5 plus or minus 2%",
        "23 (11.5)%",
        "one-tenth (1/10th) of one percent",
        "one-third of one percent",
        "a quarter of one percent",
        "twenty-five hundredths of one percent",
        "1/3 of 1%",
    ],
)
def test_what_is_not_a_percentage_is_not_read_as_one(text):
    assert find_percentages(text) == []
