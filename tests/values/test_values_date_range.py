"""Ranges of dates are read with both ends; what has no end, or may be no range, says so."""

import pytest
from pydantic import ValidationError

from pincite.values.date_range import find_date_ranges
from pincite.values.registered import derive
from pincite.values.types import DateRange

READ = [
    ("from 1 July 2024 to 30 June 2025", "2024-07-01", "2025-06-30"),
    ("1 July 2024 – 30 June 2025", "2024-07-01", "2025-06-30"),
    ("1 July 2024 - 30 June 2025", "2024-07-01", "2025-06-30"),
    ("July 1, 2024 through June 30, 2025", "2024-07-01", "2025-06-30"),
    ("July 1, 2024 to and including June 30, 2025", "2024-07-01", "2025-06-30"),
    ("1 July 2024 until 30 June 2025", "2024-07-01", "2025-06-30"),
    ("1 July 2024 up to and including 30 June 2025", "2024-07-01", "2025-06-30"),
    ("between 1 July 2024 and 30 June 2025", "2024-07-01", "2025-06-30"),
    ("between 1 and 15 March 2024", "2024-03-01", "2024-03-15"),
    ("commencing on 1 July 2024 and ending on 30 June 2025", "2024-07-01", "2025-06-30"),
    ("commencing 1 July 2024 and expiring 30 June 2025", "2024-07-01", "2025-06-30"),
    ("for the period January 1, 2024 through December 31, 2024", "2024-01-01", "2024-12-31"),
    ("takes effect on 1 March 2024 and expires on 28 February 2027", "2024-03-01", "2027-02-28"),
    ("shall commence on March 15, 2018 and will expire on March 14, 2020", "2018-03-15", "2020-03-14"),
    (
        "the 1st day of May 2020 and shall continue in full force and effect until April 30, 2022",
        "2020-05-01",
        "2022-04-30",
    ),
    ("from 12:01 a.m. on July 1, 2024 to 12:01 a.m. on July 1, 2025", "2024-07-01", "2025-07-01"),
    ("July 1, 2024 (inclusive) through June 30, 2025 (inclusive)", "2024-07-01", "2025-06-30"),
    ("1 July to 30 September 2024", "2024-07-01", "2024-09-30"),
    ("from January 1 through December 31, 2024", "2024-01-01", "2024-12-31"),
    ("1 to 15 March 2024", "2024-03-01", "2024-03-15"),
    ("1-15 March 2024", "2024-03-01", "2024-03-15"),
    ("March 1-15, 2024", "2024-03-01", "2024-03-15"),
    ("January 2024 to March 2025", "2024-01", "2025-03"),
    ("July–December 2024", "2024-07", "2024-12"),
    ("from 2019 to 2023", "2019", "2023"),
    ("for the period 2019 through 2023", "2019", "2023"),
    ("01/07/2024 to 30/06/2025", "2024-07-01", "2025-06-30"),
    ("07/01/2024 to 06/30/2025", "2024-07-01", "2025-06-30"),
    ("30.06.2024 bis 01.07.2025", "2024-06-30", "2025-07-01"),
    ("2024-07-01 to 2025-06-30", "2024-07-01", "2025-06-30"),
    ("1 July 2024 to\n30 June 2025", "2024-07-01", "2025-06-30"),
    ("March 2024 to 30 June 2025", "2024-03", "2025-06-30"),
]


@pytest.mark.parametrize(("wording", "start", "end"), READ)
def test_range_is_read_from_its_wording(wording, start, end):
    text = f"Period of insurance: {wording}, unless cancelled."

    (reading,) = find_date_ranges(text)

    assert (reading.value.start, reading.value.end) == (start, end)
    assert reading.ambiguous == ""
    assert derive("date_range", reading.proof(text), reading.value)


@pytest.mark.parametrize(
    ("text", "start", "end", "doubt"),
    [
        ("from 1 July 2024 onwards", "2024-07-01", None, "no end"),
        ("from 1 July 2024 until further notice", "2024-07-01", None, "no end"),
        ("begins on 1 July 2024 and shall continue until terminated", "2024-07-01", None, "no end"),
        ("from the Effective Date until 30 June 2025", None, "2025-06-30", "an event"),
        ("from the date hereof to 30 June 2025", None, "2025-06-30", "an event"),
        ("1 July to 30 June 2025", "2024-07-01", "2025-06-30", "year of its start"),
        ("was postponed from 1 May 2024 to 1 June 2024", "2024-05-01", "2024-06-01", "a change"),
        ("is extended from 31 December 2024 to 31 December 2025", "2024-12-31", "2025-12-31", "a change"),
        ("01/07/2024 to 03/06/2025", "2024-01-07", "2025-03-06", "month"),
        (
            "commencing 1 July 2024 and ending the earlier of 30 June 2025",
            "2024-07-01",
            "2025-06-30",
            "several",
        ),
    ],
)
def test_range_that_is_open_or_may_be_none_says_so(text, start, end, doubt):
    (reading,) = find_date_ranges(text)

    assert (reading.value.start, reading.value.end) == (start, end)
    assert doubt in reading.ambiguous
    assert derive("date_range", reading.proof(text), reading.value)


@pytest.mark.parametrize(
    "text",
    [
        "on 1 May 2024 and 2 June 2024",
        "1 May 2024, 2 June 2024",
        "dated 1 May 2024",
        "from 30 June 2025 to 1 July 2024",
        "2019-2023",
        "pages 2010 to 2015",
        "from 5 to 10 units",
        "31 February 2024 to 3 March 2024",
        "",
    ],
)
def test_what_is_no_range_is_not_read(text):
    assert find_date_ranges(text) == []


def test_range_within_one_month_may_end_where_it_starts():
    assert DateRange(start="2024-03-01", end="2024-03").end == "2024-03"


@pytest.mark.parametrize(
    ("start", "end"), [(None, None), ("2025-01-01", "2024-01-01"), ("2024-13", None), ("1 May 2024", None)]
)
def test_impossible_range_cannot_be_built(start, end):
    with pytest.raises(ValidationError):
        DateRange(start=start, end=end)
