"""No true sentence passes for the answer to another question, whoever vouches for it."""

from __future__ import annotations

from collections import Counter

import pytest

import pincite
from pincite.providers.judge import Judge
from pincite.records.library import Held
from tests.adversary.exhaustive import claims_of, told_of
from tests.generate.gold_models import Judges
from tests.gold import EXAMPLES, rows

DOCUMENTS = ("services-agreement.pdf", "drug-label.pdf", "insurance-policy.pdf")


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Held]:
    with pincite.open(tmp_path_factory.mktemp("lies")) as library:
        library.add(*(EXAMPLES / name for name in DOCUMENTS))
        return {name: library.read(name) for name in DOCUMENTS}


@pytest.mark.parametrize("judge", ["", "agreeing", "honest"])
@pytest.mark.parametrize("every", [11, pytest.param(1, marks=pytest.mark.long)])
def test_no_true_sentence_is_answered_to_another_question(shelf: dict[str, Held], judge: str, every: int):
    witnesses = [Judge(Judges(judge))] if judge else []
    told = [each for row in rows()[::every] for each in told_of(row, shelf[row["document"]], witnesses)]

    assert [(each.row["id"], each.claim.original) for each in told if each.deceives] == []
    # What is said rightly leaves, so that silence alone would not do.
    assert Counter(each.answer.outcome for each in told)["answered"] >= len(rows()) / every / 3


def test_every_question_is_tried_with_many_true_sentences(shelf: dict[str, Held]):
    tried = sum(1 for row in rows() for _ in claims_of(row["answer_type"], shelf[row["document"]]))

    assert tried > 16_000
