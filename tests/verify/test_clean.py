"""Quotes begin and end where sentences, items and cells do; what is left out is noted."""

from __future__ import annotations

import pytest
from tests.verify.claiming import dollars, verdict

from pincite.answer.verdicts import Verdict
from pincite.verify.clean import CleanCheck

FEE = "What is the monthly fee?"
TEXT = (
    "1. Fees\n\n(a) The monthly fee is USD 500, payable in advance. It is fixed.\n\n"
    "The following is due:\n\n- a fee of USD 700;\n- a deposit.\n\nAll else is free.\n"
)


def clean(*quotes: str, needed: float = 0.9, text: str = TEXT) -> Verdict:
    return verdict(CleanCheck(needed), text, FEE, dollars("500", *quotes))


@pytest.mark.parametrize(
    "quote",
    [
        "(a) The monthly fee is USD 500, payable in advance.",
        "The monthly fee is USD 500, payable in advance.",
        "The monthly fee is USD 500, payable in advance",
        "The monthly fee is USD 500, payable in advance. It is fixed.",
        "- a fee of USD 700;",
        "a fee of USD 700",
    ],
)
def test_whole_sentences_and_items_are_clean(quote):
    assert clean(quote).score == 1.0


@pytest.mark.parametrize(
    ("quote", "noted"),
    [
        ("The monthly fee is USD 500", "ends inside a sentence"),
        ("fee is USD 500, payable in advance.", "begins inside a sentence"),
        ("is USD 500, payable", "begins inside a sentence; ends inside a sentence"),
        ("fee of USD 700;", "begins inside a sentence"),
        ("payable in advance. It is fixed.", "begins inside a sentence"),
    ],
)
def test_cut_through_a_sentence_is_refused_where_cleanness_is_needed(quote, noted):
    assert not clean(quote).passed
    assert clean(quote).reason.startswith(noted)


def test_cut_is_only_noted_where_cleanness_is_not_needed():
    said = clean("is USD 500, payable", needed=0.0)
    assert said.passed
    assert said.score == 1.0
    assert said.reason == "begins inside a sentence; ends inside a sentence (0.25)"


def test_gap_between_two_quotes_is_noted():
    said = clean("It is fixed.", "All else is free.")
    assert said.passed
    assert said.reason == "3 sentences or items lie between the quotes (0.90)"
    assert not clean("It is fixed.", "All else is free.", needed=1.0).passed


def test_introduction_and_item_have_no_gap_between_them():
    assert clean("The following is due:", "- a deposit.").score == 1.0


def test_sentences_that_follow_each_other_have_no_gap_between_them():
    assert clean("The monthly fee is USD 500, payable in advance.", "It is fixed.").score == 1.0
