"""Dates are read in every usual wording; what may be two dates says so; what is none is not read."""

import pytest

from pincite.values.date import find_dates, find_years

READ = [
    ("31 December 2027", "2027-12-31"),
    ("31 DECEMBER 2027", "2027-12-31"),
    ("31 Dec 2027", "2027-12-31"),
    ("31 Dec. 2027", "2027-12-31"),
    ("31. December 2027", "2027-12-31"),
    ("31-Dec-2027", "2027-12-31"),
    ("31/Dec/2027", "2027-12-31"),
    ("31st December 2027", "2027-12-31"),
    ("31st of December 2027", "2027-12-31"),
    ("31st of December, 2027", "2027-12-31"),
    ("31st day of December, 2027", "2027-12-31"),
    ("1st day of March 2024", "2024-03-01"),
    ("2nd day of March 2024", "2024-03-02"),
    ("3rd of March 2024", "2024-03-03"),
    ("1 March, 2024", "2024-03-01"),
    ("01 March 2024", "2024-03-01"),
    ("first day of March 2024", "2024-03-01"),
    ("thirty-first day of December, 2027", "2027-12-31"),
    ("Twenty-second day of May, 2019", "2019-05-22"),
    ("December 31, 2027", "2027-12-31"),
    ("DECEMBER 31, 2027", "2027-12-31"),
    ("December 31st, 2027", "2027-12-31"),
    ("December 31 2027", "2027-12-31"),
    ("December 31,2027", "2027-12-31"),
    ("Dec. 31, 2027", "2027-12-31"),
    ("Sept 5, 2020", "2020-09-05"),
    ("May 1, 2020", "2020-05-01"),
    ("December\n31, 2027", "2027-12-31"),
    ("Decem-\nber 31,\n2027", "2027-12-31"),
    ("2024-03-01", "2024-03-01"),
    ("2024/03/01", "2024-03-01"),
    ("2024.03.01", "2024-03-01"),
    ("31.12.2027", "2027-12-31"),
    ("12/31/2027", "2027-12-31"),
    ("31/12/2027", "2027-12-31"),
    ("12-31-2027", "2027-12-31"),
    ("05/05/2024", "2024-05-05"),
    ("29 February 2024", "2024-02-29"),
    ("March 2024", "2024-03"),
    ("March, 2024", "2024-03"),
    ("March of 2024", "2024-03"),
    ("Sept. 2024", "2024-09"),
    ("MAY 2024", "2024-05"),
    ("first (1st) day of January, 2024", "2024-01-01"),
    ("1st (first) day of January 2024", "2024-01-01"),
    ("5th day of the month of May 2024", "2024-05-05"),
]


@pytest.mark.parametrize(("wording", "iso"), READ)
def test_date_is_read_from_its_wording(wording, iso):
    text = f"This Agreement ends on the {wording}, at noon."

    (reading,) = find_dates(text)

    assert reading.value.iso == iso
    assert reading.value.precision == ("day" if len(iso) == 10 else "month")
    assert reading.original(text) == wording
    assert reading.ambiguous == ""


@pytest.mark.parametrize(
    ("text", "iso", "doubt"),
    [
        ("03/04/2024", "2024-03-04", "month"),
        ("3-4-2024", "2024-03-04", "month"),
        ("03.04.2024", "2024-04-03", "month"),
        ("12/31/27", "2027-12-31", "century"),
        ("31-Dec-27", "2027-12-31", "century"),
        ("03/04/99", "1999-03-04", "century"),
        ("Amendment No. 5 December 2024", "2024-12", "may be the day"),
        ("Section 5 March 2024", "2024-03", "may be the day"),
        ("Schedule 3 May 2024", "2024-05", "may be the day"),
        ("Rev. 2 March 2024", "2024-03", "may be the day"),
        ("Page 2 of 5 May 2024", "2024-05", "may be the day"),
        ("the first (2nd) day of May 2024", "2024-05-01", "disagree"),
        ("the Second March 2024 Amendment", "2024-03-02", "an ordinal"),
        ("3 1 December 2027", "2027-12-01", "digits before"),
        ("twenty- fifth day of May 2024", "2024-05-05", "digits before"),
        ("this ___ day of May, 2024", "2024-05", "blank"),
    ],
)
def test_date_that_may_be_another_says_so(text, iso, doubt):
    (reading,) = find_dates(text)

    assert reading.value.iso == iso
    assert doubt in reading.ambiguous


@pytest.mark.parametrize(
    "text",
    [
        "31 February 2024", "February 30, 2024", "29 February 2023", "31.04.2024", "13/13/2024",
        "45 March 2024",
        "2024-13-01", "the parties may 2024", "2024", "7.2.1", "7.2.12", "Section 10.11.12",
        "March", "31 December",
        "2024-03-01T10:00", "555-12-2024-1", "1/2/3/2024", "March 12345", "12.5.1.2", "June 2024-25",
    ],
)  # fmt: skip
def test_what_is_not_a_date_is_not_read_as_one(text):
    assert find_dates(text) == []


def test_date_after_dated_or_a_colon_keeps_its_day():
    for text in ("dated 5 May 2024", "Invoice: 5 May 2024"):
        assert [(found.value.iso, found.ambiguous) for found in find_dates(text)] == [("2024-05-05", "")]


def test_several_dates_are_read_in_order():
    text = "from 1 March 2024 to March 31, 2025 (and 2026-01-01)"

    assert [reading.value.iso for reading in find_dates(text)] == ["2024-03-01", "2025-03-31", "2026-01-01"]


def test_last_day_of_a_range_of_days_is_a_date():
    (reading,) = find_dates("1-5 March 2024")

    assert reading.value.iso == "2024-03-05"


def test_bare_year_is_read_only_on_request():
    text = "in 2024, Section 2019, $2020, 2021.5 and B2022"

    assert find_dates(text) == []
    assert [reading.value.iso for reading in find_years(text)] == ["2024"]


def test_day_of_the_week_that_the_date_is_not_is_doubted():
    right, wrong = find_dates("Tuesday, March 5, 2024")[0], find_dates("Monday, March 5, 2024")[0]

    assert (right.ambiguous, "another day of the week" in wrong.ambiguous) == ("", True)


def test_year_in_words_must_agree_with_its_figures():
    (agreed,) = find_dates("the fifth day of June, two thousand and nineteen (2019)")
    (open_,) = find_dates("the fifth day of June, two thousand and nineteen (2018)")

    assert (agreed.value.iso, agreed.ambiguous) == ("2019-06-05", "")
    assert "disagree" in open_.ambiguous
