"""Questions over contracts, whose papers the user put together, never leave one out without a word."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

import pincite
from tests.families.scoring import DOCUMENTS, FAMILIES, FAMILY_OF, QUESTIONS, Score, score

# What is measured: local models, `balanced`. The bar that is wanted is 18 of 20 right (docs/quality.md).
_MOST_WRONG = 0
_SEED = 20261117


def add(library: pincite.Library, families: Iterable[str]) -> None:
    """Add the papers of some families, and say of each what it is part of."""
    for family in families:
        main, *others = [FAMILIES[family]["main"], *FAMILIES[family]["members"]]
        library.add(DOCUMENTS / main)
        library.add(*(DOCUMENTS / name for name in others), part_of=main)


def test_every_paper_is_of_one_family_and_every_question_is_about_them():
    assert set(FAMILY_OF) == {path.name for path in DOCUMENTS.iterdir()}
    for question in QUESTIONS:
        lists = [set(question[key]) for key in ("matches", "no", "cannot_tell")]
        assert set().union(*lists) <= set(FAMILY_OF)
        assert sum(map(len, lists)) == len(set().union(*lists))


@pytest.mark.usefixtures("models_as_by_default")
@pytest.mark.sampled
def test_no_answer_is_given_from_a_part_of_the_contracts_without_saying_so(tmp_path: Path, in_full: bool):
    questions, families = QUESTIONS, list(FAMILIES)
    if not in_full:
        drawn = random.Random(_SEED)
        over = [each for each in QUESTIONS if each["kind"] == "which"]
        questions, families = drawn.sample(over, 1), drawn.sample(families, 3)
    with pincite.open(tmp_path / "library") as library:
        add(library, families)
        scores: list[Score] = [
            score(each, library.ask(each["question"]), frozenset(families)) for each in questions
        ]
    assert not [each.unsaid for each in scores if each.unsaid]
    assert Counter(each.worth for each in scores)["wrong"] <= _MOST_WRONG
