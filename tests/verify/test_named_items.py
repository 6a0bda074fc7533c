"""An item that a sentence names is proved by its own words at each place, and never against a denial."""

from __future__ import annotations

import pytest
from tests.verify.claiming import claiming, verdict

from pincite.values.types import Text
from pincite.verify.value import ValueCheck

QUESTION = "Which reactions are listed?"


def proved(text: str, said: str, *quotes: str, value: str = "") -> bool:
    claim = claiming("text", Text(text=value or said), said, *(quotes or (said,)), named=True)
    return verdict(ValueCheck(), text, QUESTION, claim).passed


def test_words_of_a_sentence_prove_the_item_that_they_name():
    assert proved("Nausea, skin rash and fever were reported.", "skin rash")


def test_singular_and_plural_prove_one_item():
    assert proved("A rash came.\n\nRashes went.", "rash", "rash", "Rashes")


@pytest.mark.parametrize(
    "text",
    [
        "Hepatitis was not reported.",
        "No hepatitis was reported.",
        "Neither nausea nor hepatitis was reported.",
    ],
)
def test_sentence_that_denies_proves_nothing(text: str):
    said = "Hepatitis" if text.startswith("Hepatitis") else "hepatitis"
    assert not proved(text, said)


def test_one_denied_place_among_several_spoils_the_claim():
    assert not proved("Rashes came.\n\nNo rash was severe.", "Rashes", "Rashes", "rash")


def test_other_words_at_a_place_are_no_proof():
    assert not proved("Rash and fever were reported.", "Rash", "Rash", "fever")


def test_value_in_other_words_than_the_place_is_refused():
    assert not proved("Rash was reported.", "Rash", value="Severe rash")
    assert not proved("A rash came.", "rashes", "rash")


def test_words_that_run_on_into_the_next_sentence_are_no_item():
    assert not proved("He had fever. Chills followed.", "fever. Chills")
