"""Lengths of time are read in the unit of the text; rates and frequencies are not lengths."""

import pytest

from pincite.values.duration import find_durations

READ = [
    ("sixty (60) days", "P60D"),
    ("60 (sixty) days", "P60D"),
    ("twelve (12) months", "P12M"),
    ("two years", "P2Y"),
    ("2 weeks", "P2W"),
    ("30 Business Days", "P30D"),
    ("10 consecutive business days", "P10D"),
    ("thirty (30) calendar days", "P30D"),
    ("36 consecutive months", "P36M"),
    ("five (5) full calendar years", "P5Y"),
    ("4 hours", "PT4H"),
    ("90 minutes", "PT90M"),
    ("45 seconds", "PT45S"),
    ("18-month", "P18M"),
    ("thirty-day", "P30D"),
    ("three-year", "P3Y"),
    ("eighteen (18)-month", "P18M"),
    ("three (3) years", "P3Y"),
    ("one year", "P1Y"),
    ("one (1) year", "P1Y"),
    ("a year", "P1Y"),
    ("an hour", "PT1H"),
    ("half an hour", "PT0.5H"),
    ("a year and a half", "P18M"),
    ("one and a half years", "P18M"),
    ("1.5 years", "P18M"),
    ("2 1/2 years", "P30M"),
    ("1½ years", "P18M"),
    ("7.5 hours", "PT7.5H"),
    ("1.5 months", "P1.5M"),
    ("1 hour 30 minutes", "PT1H30M"),
    ("1 hour and 30 minutes", "PT1H30M"),
    ("two years and six months", "P2Y6M"),
    ("4h 30min", "PT4H30M"),
    ("24 hrs", "PT24H"),
    ("5 yrs", "P5Y"),
    ("sixty\n(60) days", "P60D"),
    ("thir-\nty days", "P30D"),
    ("thirty\ndays", "P30D"),
    ("three mon-\nths", "P3M"),
    ("one hundred and eighty days", "P180D"),
    ("one hundred twenty (120) days", "P120D"),
    ("SIXTY (60) DAYS", "P60D"),
    ("365 days", "P365D"),
    ("1,000 hours", "PT1000H"),
    ("half a year", "P6M"),
    ("one year and six months", "P1Y6M"),
    ("five business days", "P5D"),
    ("twenty- five days", "P25D"),
]


@pytest.mark.parametrize(("wording", "iso8601"), READ)
def test_duration_is_read_from_its_wording(wording, iso8601):
    text = f"Notice must be given within {wording}, in writing."

    (reading,) = find_durations(text)

    assert reading.value.iso8601 == iso8601
    assert reading.original(text) == wording
    assert reading.ambiguous == ""


@pytest.mark.parametrize(
    ("text", "both"),
    [
        ("9 to 11 hours", ["PT9H", "PT11H"]),
        ("10-15 days", ["P10D", "P15D"]),
        ("1–2 years", ["P1Y", "P2Y"]),
        ("thirty (30) to sixty (60) days", ["P30D", "P60D"]),
        ("between five and ten years", ["P5Y", "P10Y"]),
        ("30 or 60 days", ["P30D", "P60D"]),
        ("30 days or two months", ["P30D", "P2M"]),
    ],
)
def test_both_ends_of_a_range_are_read(text, both):
    assert [reading.value.iso8601 for reading in find_durations(text)] == both


def test_first_end_of_a_range_is_its_own_words_and_names_the_range_as_proof():
    text = "lasts 9 to 11 hours."

    first, second = find_durations(text)

    assert (first.original(text), first.proof(text)) == ("9", "9 to 11 hours")
    assert second.original(text) == "11 hours"


@pytest.mark.parametrize(
    "text",
    [
        "24 hours a day, 7 days a week", "8 hours per day", "twice a year", "EUR 5 a year", "365 days a year",
        "the 2023 year", "COVID-19 days", "B12 days", "Day 30", "-5 days", "year-end", "daily",
        "three times a week",
        "6 ± 2 hours", "6±2 hours", "6 +/- 2 hours", "three-quarters of a year", "two-thirds of a year",
        "half of one year", "a quarter of an hour", "2/3 of a year", "half a million years", "0900 hours",
        "at 1400 hours", "the 30th day", "the thirtieth (30th) day", "24/7", "10**3 days", "two dozen days",
        "one or more", "days", "30 Juneteenth", "Month 3", "5 daylilies", "40 hours/week",
    ],
)  # fmt: skip
def test_what_is_not_a_length_of_time_is_not_read_as_one(text):
    assert find_durations(text) == []


def test_length_of_time_from_which_another_is_taken_off_says_so():
    first, _ = find_durations("two years less one day")

    assert "taken off" in first.ambiguous


def test_number_of_a_section_does_not_begin_a_range():
    assert [reading.value.iso8601 for reading in find_durations("Section 5 to 10 days")] == ["P10D"]


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("sixty (90) days", "disagree"),
        ("2 years, 6 months", "a list"),
        ("twenty twenty days", "not one number"),
        ("1400 hrs", "a clock time"),
        ("6 hours ± 2", "plus or minus"),
        ("one year and a half", "a fraction"),
        ("a year and a day", "a further length"),
        ("18 years of age", "an age"),
        ("18-year-old", "an age"),
        ("aged 18 years", "an age"),
        ("18 years or older", "an age"),
        ("2 x 30 days", "a multiple"),
        ("1 0 days", "digits before"),
    ],
)
def test_doubtful_duration_says_what_is_doubtful(text, doubt):
    assert doubt in find_durations(text)[-1].ambiguous
