"""Which day each fiscal year of a document ended."""

from __future__ import annotations

from datetime import date

import pytest
from tests.factories import document as document_of

from pincite.records.span import Span
from pincite.structure.fiscal_years import Calendar, Stated, YearEnd, calendar_of, other_name, year_ends


def read(text):
    return {each.name: each.day.isoformat() for each in year_ends(text)}


@pytest.mark.parametrize(
    "text",
    [
        "Fiscal 2018 ended on February 2, 2019.",
        "Fiscal year 2018 refers to the 52-week period ended February 2, 2019.",
        "Our fiscal 2018 (ended February 2, 2019) was a good year.",
        "“Fiscal 2018” means the fiscal year ended February 2, 2019.",
        "FY18 was the year ending 2 February 2019.",
        "In the fiscal year ended February 2, 2019 (“fiscal 2018”) we opened six stores.",
        "The year ended February 2, 2019, or fiscal 2018, had 52 weeks.",
        "Results of the 52 weeks ended February 2, 2019 (“2018”) are not audited.",
        "Fiscal 2018 ended on Saturday, February 2, 2019.",
        "Our fiscal year 2018 consisted of 52 weeks and ended on\nFebruary 2, 2019.",
    ],
)
def test_year_is_read_with_the_day_on_which_it_ended(text):
    assert read(text) == {2018: "2019-02-02"}


def test_years_and_days_that_are_listed_belong_to_each_other_in_their_order():
    text = (
        "Fiscal 2018, 2017 and 2016 ended on February 2, 2019, February 3, 2018 and January 28, 2017, "
        "respectively."
    )
    assert read(text) == {2018: "2019-02-02", 2017: "2018-02-03", 2016: "2017-01-28"}


def test_each_of_several_years_may_have_its_own_words():
    text = (
        "Fiscal 2018 was the 52 weeks ended February 2, 2019; fiscal 2017 was the 53 weeks ended "
        "February 3, 2018."
    )
    assert read(text) == {2018: "2019-02-02", 2017: "2018-02-03"}


def test_each_of_several_days_may_be_followed_by_the_name_of_its_year():
    text = (
        "We compare the year ended February 2, 2019 (“fiscal 2018”) with the year ended February 3, 2018 "
        "(“fiscal 2017”)."
    )
    assert read(text) == {2018: "2019-02-02", 2017: "2018-02-03"}


@pytest.mark.parametrize(
    "text",
    [
        "Sales of the fiscal year ended June 1, 2019 fell, compared with fiscal 2018.",
        "Sales for the fiscal year ended June 1, 2019 were $4 million, against $5 million for fiscal 2018.",
        "The first quarter of fiscal 2018 ended May 5, 2018.",
        "The fiscal 2018 first quarter ended May 5, 2018.",
        "The thirteen weeks ended May 5, 2018 (first quarter of fiscal 2018) were slow.",
        "The lease of fiscal 2018 ended on February 2, 2019.",
        "In fiscal 2018 the agreement that we signed ended on February 2, 2019.",
        "Fiscal 2018 and 2017 ended on February 2, 2019.",
        "Fiscal 2018 ended on February 2, 2012.",
        "Fiscal 2018 ended in February.",
        "As of April 30, 2019, losses begin to expire in fiscal 2023.",
    ],
)
def test_what_does_not_say_when_a_year_ended_is_not_read(text):
    assert read(text) == {}


def test_year_that_ended_on_two_days_is_left_out():
    document = document_of(
        "Fiscal 2018 ended on February 2, 2019.\n\n"
        "Fiscal 2018 ended on December 31, 2018.\n\nFiscal 2017 ended on February 3, 2018.\n"
    )
    assert [each.year for each in calendar_of(document).stated] == [YearEnd(2017, date(2018, 2, 3))]


def test_place_is_the_sentence_that_says_it():
    document = document_of("Sales rose. Fiscal 2018 ended on February 2, 2019. Costs fell.\n")
    (stated,) = calendar_of(document).stated
    assert stated.span.of(document.text) == "Fiscal 2018 ended on February 2, 2019."


@pytest.mark.parametrize(
    ("day", "name"),
    [
        (date(2019, 2, 2), 2018),
        (date(2018, 2, 3), 2017),
        (date(2020, 2, 1), 2019),
        (date(2018, 11, 3), None),
        (date(2018, 12, 31), None),
    ],
)
def test_years_that_are_not_named_are_counted_from_one_that_is(day, name):
    calendar = Calendar((Stated(YearEnd(2018, date(2019, 2, 2)), Span(0, 5)),))
    found = calendar.year_ended(day)
    assert (found.year.name if found else None) == name


def test_year_that_ends_around_new_year_keeps_its_name():
    calendar = Calendar((Stated(YearEnd(2016, date(2017, 1, 1)), Span(0, 5)),))
    found = calendar.year_ended(date(2017, 12, 31))
    assert found is not None
    assert found.year.name == 2017


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("Year ended January 31, 2019", 2018),
        ("52 weeks ended February 2, 2019", 2018),
        ("February 2, 2019", 2018),
        ("13 weeks ended February 2, 2019", None),
        ("Three months ended January 31, 2019", None),
        ("Year ended March 31, 2019", None),
        ("Year ended December 28, 2018", None),
        ("2019", None),
    ],
)
def test_only_a_year_that_ends_about_january_may_have_either_name(head, name):
    assert other_name(head) == name


def test_references_to_years_name_them():
    text = "References to 2021 and 2020 relate to the years ended August 29, 2021 and August 30, 2020."
    assert read(text) == {2021: "2021-08-29", 2020: "2020-08-30"}
