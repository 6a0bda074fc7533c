"""Notes that figures are to be multiplied."""

from __future__ import annotations

import pytest

from pincite.values.scale_notes import scale_notes


@pytest.mark.parametrize(
    ("note", "factor", "currency"),
    [
        ("(in thousands, except per share data)", 1_000, None),
        ("$ in millions", 1_000_000, "USD"),
        ("$000", 1_000, "USD"),
        ("£'000", 1_000, "GBP"),
        ("USD ‘000", 1_000, "USD"),
        ("2019 €m", 1_000_000, "EUR"),
        ("TEUR", 1_000, "EUR"),
        ("kSEK", 1_000, "SEK"),
        ("EUR thousand", 1_000, "EUR"),
        ("in Mio. EUR", 1_000_000, "EUR"),
        ("in millions of NOK", 1_000_000, "NOK"),
        ("₹ in crore", 10_000_000, "INR"),
        ("(millions)", 1_000_000, None),
        ("Dollars in thousands", 1_000, "USD"),
        ("$bn", 1_000_000_000, "USD"),
        ("million tonnes", 1_000_000, None),
    ],
)
def test_scale_is_read_with_its_currency(note: str, factor: int, currency: str | None):
    (found,) = scale_notes(note)

    assert (found.factor, found.currency) == (factor, currency)


@pytest.mark.parametrize(
    "text",
    [
        "Revenue rose $3.5 million to 4.2 million.",
        "US$ per 1,000 sheets",
        "The fee is EUR 5 million a year.",
        "The team met 12 times.",
    ],
)
def test_number_that_says_its_own_scale_is_no_note(text: str):
    assert scale_notes(text) == []


def test_note_says_for_what_it_does_not_hold():
    (found,) = scale_notes("(in millions, except share and per share amounts)")

    assert found.excepted == "share and per share amounts"


def test_note_may_hold_for_shares_alone():
    (found,) = scale_notes("(shares in thousands, except per share data)")

    assert found.of == "shares"


def test_capital_letter_scales_only_behind_a_sign():
    assert [note.factor for note in scale_notes("US$M")] == [1_000_000]
    assert [note.factor for note in scale_notes("Amount ($M)")] == [1_000_000]
    assert [scale_notes(words) for words in ("FROM", "TEAM", "from $1M")] == [[], [], []]
