"""Words are put together from characters and the gaps between them."""

from __future__ import annotations

import numpy as np
import pytest

from pincite.ingest.ocr.letters import Reads, stroke, words

HEIGHT, COLUMN = 40, 4
"""Pixels of a line, and of one column of the model in it."""


def read(text: str, letters: str, gaps: dict[int, int] | None = None) -> list[str]:
    """The words when the model saw `text` in evenly printed `letters`, with wider `gaps` before some."""
    column, columns = 2, []
    for number, _ in enumerate(letters):
        column += 3 + (gaps or {}).get(number, 0)
        columns.append(column)
    width = column + 3
    image = np.full((HEIGHT, width * COLUMN, 3), 255, np.uint8)
    for column in columns:
        image[10:30, (column - 1) * COLUMN + 2 : (column + 2) * COLUMN - 2] = 0
    place = stroke([(0, 0), (width, 0), (width, 9), (0, 9)], False)
    reads = Reads(text, [0.9] * len(text), columns, width)
    return [word.text for word in words(reads, image, place)]


def test_space_that_the_model_saw_divides_words():
    assert read("tax due", "taxdue") == ["tax", "due"]


def test_gap_in_the_ink_divides_words_that_the_model_ran_together():
    assert read("taxdue", "taxdue", {3: 2}) == ["tax", "due"]


def test_letters_that_the_model_saw_far_apart_stay_one_word_without_a_gap():
    assert read("taxdue", "taxdue", {3: 1}) == ["taxdue"]


@pytest.mark.parametrize("number", ["10.75", "31801017", "2018-11"])
def test_number_with_wide_digits_is_not_cut(number):
    assert read(number, number, {3: 4}) == [number]


def test_columns_of_numbers_that_were_taken_for_one_line_are_cut():
    assert read("7512", "7512", {2: 9}) == ["75", "12"]


def test_punctuation_stays_with_its_word():
    assert read("(tax)due!", "(tax)due!", {1: 2, 5: 2, 8: 2}) == ["(tax)", "due!"]


def test_widely_spaced_letters_are_one_word():
    assert read("TOTAL", "TOTAL", dict.fromkeys(range(1, 5), 2)) == ["TOTAL"]


def test_line_without_any_ink_has_no_spaces_but_those_seen():
    image = np.full((HEIGHT, 60, 3), 255, np.uint8)
    place = stroke([(0, 0), (60, 0), (60, 9), (0, 9)], False)
    found = list(words(Reads("a b", [0.9, 0.8, 0.7], [3, 9], 15), image, place))
    assert [(word.text, word.confidence) for word in found] == [("a", 90), ("b", 70)]


def test_line_in_which_nothing_was_read_has_no_words():
    place = stroke([(0, 0), (9, 0), (9, 9), (0, 9)], False)
    assert not list(words(Reads("", [], [], 0), np.zeros((4, 4, 3), np.uint8), place))
