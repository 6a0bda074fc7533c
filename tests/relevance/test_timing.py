"""Which times a question or a head names, and how they stand to each other."""

from __future__ import annotations

import pytest

from pincite.language.timing import other_year, others_stand, times_of, years_stand


@pytest.mark.parametrize(
    ("asked", "said", "stand"),
    [
        ("sales in 2019", "December 31, 2019", 1),
        ("sales in 2019", "2018", -1),
        ("sales in FY19", "2019", 1),
        ("sales in 2018", "2017/18", 1),
        ("sales in 2017/2018", "2017/18", 1),
        ("sales in 2016", "2017/18", -1),
        ("sales", "2018", 0),
        ("sales in 2018", "Change", 0),
    ],
)
def test_years_agree_differ_or_are_not_said(asked: str, said: str, stand: int):
    assert years_stand(times_of(asked), times_of(said)) == stand


@pytest.mark.parametrize(
    ("asked", "said", "stand"),
    [
        ("sales in the second quarter of 2024", "Q2 2024", 1),
        ("sales in Q2 2024", "Six months ended June 30, 2024", -1),
        ("net income for the six months ended June 30", "Six months ended", 1),
        ("sales in 2024", "Three months ended", 0),
    ],
)
def test_quarters_and_lengths_agree_differ_or_are_not_said(asked: str, said: str, stand: int):
    assert others_stand(times_of(asked), times_of(said)) == stand


@pytest.mark.parametrize(("asked", "latest"), [("the latest headcount", True), ("headcount in 2020", False)])
def test_what_is_latest_is_asked_for_in_words(asked: str, latest: bool):
    assert times_of(asked).latest is latest


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("Year ended January 31, 2019", 2018),
        ("52 weeks ended February 2, 2019", 2018),
        ("February 2, 2019", 2018),
        ("13 weeks ended February 2, 2019", None),
        ("Three months ended January 31, 2019", None),
        ("Fiscal year ended March 2, 2019", 2018),
        ("Year ended March 31, 2019", None),
        ("Year ended December 28, 2018", None),
        ("2019", None),
    ],
)
def test_only_a_year_that_ends_about_february_may_have_either_name(head, name):
    assert other_year(head) == name
