"""Sentences with exact offsets, and what nupunkt cannot know."""

from __future__ import annotations

import pytest

from pincite.ingest.sentences import MAX_BLOCK_CHARS, parts, sentences


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text, 0, len(text))]


def test_sentences_are_trimmed():
    assert split("  Fees are due.  They are paid.\n") == ["Fees are due.", "They are paid."]


@pytest.mark.parametrize(
    "text",
    [
        "See No. 5 of the list.",
        "Sec. 3 and Art. 4 apply.",
        "Goods, e.g. Nails, are sold by Mr. J. Smith.",
        "It was signed by J. P. Morgan on Monday.",
        "The fee is 4.5 % p.a. of the price.",
        "The term-\nination of the agree-\nment is final.",
        "The fee is approx.\nfive euros.",
        "7.2 The fee is due.",
        "(b) The fee is due.",
    ],
)
def test_sentence_stays_whole(text):
    assert split(text) == [text]


def test_number_at_the_start_of_a_line_does_not_hide_the_end_of_a_sentence():
    assert split("The dates are set out in Schedule\n1. Where a date is at risk, notice is given.") == [
        "The dates are set out in Schedule\n1.",
        "Where a date is at risk, notice is given.",
    ]


def test_title_of_a_clause_keeps_its_number():
    assert split("7.2 Late payment. Interest shall accrue.") == [
        "7.2 Late payment.",
        "Interest shall accrue.",
    ]


def test_schedule_letter_is_no_initial():
    assert split("The fees are in Schedule A. The Supplier pays.") == [
        "The fees are in Schedule A.",
        "The Supplier pays.",
    ]


def test_short_stretch_is_one_part():
    assert parts("Fees; costs.", 0, 12) == [(0, 12)]


def test_long_sentence_is_cut_at_its_semicolons():
    items = [f"item {number} which covers {'all the goods and services ' * 8}sold" for number in range(8)]
    text = "; ".join(items) + "."
    found = [text[start:end] for start, end in parts(text, 0, len(text))]
    assert found == [f"{item};" for item in items[:-1]] + [f"{items[-1]}."]


def test_long_sentence_is_cut_before_its_list_marks():
    text = "The Supplier pays " + " ".join(f"({mark}) {'the price of goods ' * 20}," for mark in "abc")
    found = [text[start:end] for start, end in parts(text, 0, len(text))]
    assert [part[:3] for part in found] == ["The", "(b)", "(c)"]


@pytest.mark.parametrize("text", ["word " * 900, "clause, with words, " * 300, "x" * 5000, "e\u0301" * 2000])
def test_every_part_is_short_enough_and_nothing_is_lost(text):
    text = text.strip()
    found = parts(text, 0, len(text))
    assert all(0 < end - start <= MAX_BLOCK_CHARS for start, end in found)
    assert "".join(text[start:end] for start, end in found).replace(" ", "") == text.replace(" ", "")
    assert not any(text[start] == "\u0301" for start, _ in found)
