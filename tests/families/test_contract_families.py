"""Papers of one contract are found, and questions over contracts never leave one out without a word."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import pincite
from tests.families.scoring import DOCUMENTS, FAMILIES, FAMILY_OF, QUESTIONS, Score, score

# What is measured: local models, `balanced`. The bar that is wanted is 18 of 20 right (docs/quality.md).
_WHOLE_FAMILIES = 13
_MOST_WRONG = 0
_SEED = 20261117


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pincite.Library]:
    with pincite.open(tmp_path_factory.mktemp("families") / "library") as library:
        library.add(*sorted(DOCUMENTS.iterdir()))
        yield library


def test_every_paper_is_of_one_family_and_every_question_is_about_them():
    assert set(FAMILY_OF) == {path.name for path in DOCUMENTS.iterdir()}
    for question in QUESTIONS:
        lists = [set(question[key]) for key in ("matches", "no", "cannot_tell")]
        assert set().union(*lists) <= set(FAMILY_OF)
        assert sum(map(len, lists)) == len(set().union(*lists))


def test_papers_of_one_contract_are_put_together_and_no_others(library):
    found = library.families()
    whole = [
        family
        for family in found
        for known in FAMILIES.values()
        if set(family.members) == set(known["members"]) and family.main == known["main"]
    ]
    assert len(whole) >= _WHOLE_FAMILIES
    assert all(len({FAMILY_OF[member] for member in family.members}) == 1 for family in found)


@pytest.mark.usefixtures("models_as_by_default")
@pytest.mark.sampled
def test_no_answer_is_given_from_a_part_of_the_contracts_without_saying_so(tmp_path: Path, in_full: bool):
    questions, families = QUESTIONS, list(FAMILIES)
    if not in_full:
        drawn = random.Random(_SEED)
        over = [each for each in QUESTIONS if each["kind"] == "which"]
        questions, families = drawn.sample(over, 1), drawn.sample(families, 3)
    names = [name for name, family in FAMILY_OF.items() if family in families]
    with pincite.open(tmp_path / "library") as library:
        library.add(*(DOCUMENTS / name for name in names))
        scores: list[Score] = [
            score(each, library.ask(each["question"]), frozenset(families)) for each in questions
        ]
    assert not [each.unsaid for each in scores if each.unsaid]
    assert Counter(each.worth for each in scores)["wrong"] <= _MOST_WRONG
