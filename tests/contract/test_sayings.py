"""A yes or a no holds only of what its sentence says itself."""

from __future__ import annotations

import pytest
from tests.factories import held, question

from pincite.contract.fitness import misfit
from pincite.contract.registry import find
from pincite.contract.relevance import bearing
from pincite.contract.sayings import refers_back

_ENOUGH = 0.66


def _carries(asked: str, text: str) -> bool:
    """Whether the last sentence of a text carries the question."""
    about = held(text)
    return bearing(question(asked, about), about.document, about.document.blocks[-1]).score >= _ENOUGH


@pytest.mark.parametrize(
    ("sentence", "carries"),
    [
        (
            "The Keeper shall not use the boathouse for any purpose other than storage of the boats.",
            True,
        ),
        (
            "The Keeper shall not copy the keys of the boathouse for any purpose other than spares.",
            False,
        ),
        (
            "The Keeper shall paint the doors of the boathouse each year for the purpose of upkeep.",
            False,
        ),
    ],
)
def test_what_is_done_must_be_said_by_the_sentence_itself(sentence: str, carries: bool):
    asked = "Is it so that the Keeper shall not use the boathouse for any other purpose?"
    assert _carries(asked, f"1. Boathouse\n\n{sentence}\n") is carries


def test_the_sentence_before_does_not_say_yes_for_the_next_one():
    text = (
        "The Lessee may sublet the barn to a neighbour.\n"
        "The Lessee shall sweep the yard of the farm on the last Saturday of every month.\n"
    )
    assert not _carries("May the Lessee sublet the barn?", text)


def test_one_of_several_that_are_joined_by_or_is_enough():
    sentence = (
        "The Agency shall not, for one year after the end of the season, solicit any employees of the Circus."
    )
    assert _carries("May the Agency solicit, hire or poach employees of the Circus?", f"{sentence}\n")


def test_a_sentence_that_denies_answers_whether_something_is_forbidden():
    sentence = (
        "The Tenant and its guests shall not keep bees, pigeons or other winged animals on the balcony."
    )
    assert _carries("Is the Tenant forbidden to keep bees?", f"{sentence}\n")


def test_who_is_called_we_and_you_is_named():
    text = (
        "The insurer is Alder Mutual.\nThe insured is named in the declarations.\n\n"
        "Without our written consent you may not transfer your rights under this policy to anybody else.\n"
    )
    assert _carries("Can the insured transfer its rights without the insurer's consent?", text)


@pytest.mark.parametrize(
    ("sentence", "refers"),
    [
        ("No deductible applies to this additional coverage.", True),
        ("It may be renewed once.", True),
        ("Neither party may assign this Agreement.", False),
        ("Such " + "and such " * 20 + "is forbidden.", False),
    ],
)
def test_only_a_short_sentence_leaves_its_subject_to_what_stands_before(sentence: str, refers: bool):
    assert refers_back(sentence) is refers


def _misfit(asked: str, text: str) -> str:
    about = held(f"{text}\n")
    (block,) = about.document.blocks
    readings = find("boolean", text)
    return misfit(question(asked, about), about.document, block, readings, readings[0])


def test_that_something_is_included_does_not_say_that_nothing_else_is():
    asked = "Is it so that the price only includes breakfast?"
    assert _misfit(asked, "The price shall include breakfast.")
    assert not _misfit(asked, "The price shall include breakfast only.")


def test_what_a_word_means_does_not_say_what_may_be_done():
    meaning = "“Crew” means the sailors and cooks who may share the cabins."
    assert _misfit("May the Crew share the cabins with guests?", meaning)
    assert not _misfit("Does Crew include cooks?", "“Crew” shall include cooks.")


@pytest.mark.parametrize(
    "sentence",
    [
        "Upon termination for any reason, the Guide shall return the keys (see Effect of Termination).",
        "Additionally, in the event this contract terminates for any reason, the name shall not be used.",
        "This paragraph shall survive termination for any reason.",
        "Termination of this contract for any reason shall not release the Guide.",
    ],
)
def test_what_follows_when_a_contract_is_terminated_does_not_say_that_it_may_be(sentence: str):
    assert _misfit("Can a party terminate the contract without cause?", sentence)


def test_a_right_under_a_condition_is_stated_all_the_same():
    sentence = "If the season is cancelled, the Guide may terminate the contract without cause."
    assert not _misfit("Can a party terminate the contract without cause?", sentence)
