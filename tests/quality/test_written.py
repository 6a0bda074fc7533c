"""Answers in words that are one value as a whole."""

from __future__ import annotations

import pytest

from pincite.quality.likeness import written_value


@pytest.mark.parametrize(
    ("written", "kind", "value"),
    [
        ("ten years", "duration", {"iso8601": "P10Y"}),
        ("thirty (30) days.", "duration", {"iso8601": "P30D"}),
        ("P1Y6M", "duration", {"iso8601": "P1Y6M"}),
        ("EUR 1,200", "amount", {"value": "1200", "currency": "EUR", "unit": None}),
        ("five percent", "percentage", {"value": "5"}),
        ("2024-03-01", "date", {"iso": "2024-03-01", "precision": "day"}),
        ("March 2024", "date", {"iso": "2024-03", "precision": "month"}),
        ("1,200", "number", {"value": "1200", "unit": None}),
        ("No.", "boolean", {"value": False}),
    ],
)
def test_words_that_are_one_value_are_read_as_it(written, kind, value):
    assert written_value(written) == (kind, value)


@pytest.mark.parametrize(
    "written",
    ["", "P", "ten years after the sale", "about EUR 500", "03/04/2024", "Acme Ltd", "two or three days"],
)
def test_words_that_say_more_or_less_than_one_clear_value_stay_words(written):
    assert written_value(written) is None
