"""A yes or no that one chance judges still rests on whole sentences, and a value on its own words."""

from __future__ import annotations

import pytest
from tests.verify.claiming import claiming, dollars, verdict

from pincite.values.types import Boolean
from pincite.verify.strictness import proofs_for
from pincite.verify.value import ValueCheck

DOG = "The tenant may not keep a dog."
TEXT = f"{DOG} Cats are welcome.\n"
ASKED = "May the tenant keep a dog?"
LOOSE = ValueCheck(polarity=False)


def no(original: str, *quotes: str):
    return claiming("boolean", Boolean(value=False), original, *quotes or (original,))


def test_yes_or_no_on_a_whole_sentence_is_proved():
    assert verdict(LOOSE, TEXT, ASKED, no(DOG)).passed


@pytest.mark.parametrize("part", ["keep a dog.", "The tenant may", "The tenant may not keep"])
def test_yes_or_no_on_a_part_of_a_sentence_is_refused(part: str):
    found = verdict(LOOSE, TEXT, ASKED, no(part))
    assert not found.passed
    assert "may leave out a “not”" in found.reason


def test_yes_or_no_whose_words_are_not_the_sentence_is_refused():
    assert not verdict(LOOSE, TEXT, ASKED, no("The tenant may keep a dog.", DOG)).passed


def test_of_several_sentences_each_must_be_whole():
    assert verdict(LOOSE, TEXT, ASKED, no(f"{DOG} Cats are welcome.", DOG, "Cats are welcome.")).passed
    assert not verdict(LOOSE, TEXT, ASKED, no(f"{DOG} Cats", DOG, "Cats")).passed


def test_code_must_read_the_same_yes_or_no_where_that_is_asked_of_it():
    yes = claiming("boolean", Boolean(value=True), DOG, DOG)
    assert not verdict(ValueCheck(), TEXT, ASKED, yes).passed
    assert verdict(ValueCheck(), TEXT, ASKED, no(DOG)).passed


@pytest.mark.parametrize("level", ["lenient", "balanced", "strict", "paranoid"])
def test_no_level_takes_a_part_of_a_sentence_for_a_yes_or_no(level):
    value = next(each for each in proofs_for(level) if isinstance(each, ValueCheck))
    assert not verdict(value, TEXT, ASKED, no("keep a dog.")).passed


def test_value_of_another_thing_is_left_to_judgement_but_must_still_be_read():
    text, asked = "The deposit is USD 900.\n", "What is the monthly fee?"
    assert verdict(ValueCheck(), text, asked, dollars("900", "The deposit is USD 900.")).passed
    assert not verdict(ValueCheck(), text, asked, dollars("901", "The deposit is USD 900.")).passed


def test_refused_yes_or_no_says_the_cause_for_code_to_act_on():
    assert verdict(LOOSE, TEXT, ASKED, no("keep a dog.")).cause
