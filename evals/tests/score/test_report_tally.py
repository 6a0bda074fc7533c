"""What a question comes to, and how the counts are told apart."""

from __future__ import annotations

import pytest

from evals.score.marking import mark
from evals.score.observation import Observation, ObservedItem, Place
from evals.score.tally import Tally, tally
from pincite.quality.questions import GoldAnswer, GoldRow
from pincite.quality.scoring import came_to

RENT = GoldAnswer(text="EUR 950", quote="EUR 950", spans=((10, 17),))


def asked(outcome: str, says: str | None = None, answers: tuple[GoldAnswer, ...] = (RENT,)) -> str:
    """What a row comes to that was answered so."""
    item = ObservedItem(
        answer_type="text", value={"text": says}, original=says or "", confidence=0.9, proved=True,
        places=(Place(start=10, end=17) if says == RENT.text else Place(start=80, end=87),),
    )  # fmt: skip
    row = GoldRow(id="q", document="d", question="?", absent=not answers, answers=answers)
    seen = Observation(key="k", row="q", outcome=outcome, items=(item,) if says else ())
    return came_to(mark(row, seen))


@pytest.mark.parametrize(
    ("outcome", "says", "answers", "comes_to"),
    [
        ("answered", "EUR 950", (RENT,), "right"),
        ("answered", "EUR 900", (RENT,), "wrong"),
        ("answered", "EUR 900", (GoldAnswer(page=3),), "untold"),
        ("not_found", None, (RENT,), "missed"),
        ("unverified", None, (RENT,), "withheld"),
        ("needs_clarification", None, (RENT,), "unclear"),
        ("failed", None, (RENT,), "failed"),
        ("not_found", None, (), "recognised"),
        ("answered", "EUR 900", (), "not_absent"),
        ("failed", None, (), "not_recognised"),
        ("unverified", None, (), "not_recognised"),
    ],
)
def test_question_comes_to_one_thing(outcome, says, answers, comes_to):
    assert asked(outcome, says, answers) == comes_to


def test_questions_without_an_answer_are_counted_apart():
    counted = tally({"right": 4, "wrong": 1, "missed": 3, "untold": 2, "recognised": 5, "not_recognised": 1})

    assert counted == Tally(absent=6, recognised=5, present=10, right=4, wrong=1, answered_absent=0, untold=2)
    assert counted.unanswered == 3


@pytest.mark.parametrize(
    "outcomes", [{}, {"answered": 3, "not_found": 1}, {"failed": 2}, {"right": 1, "odd": 2}]
)
def test_other_counts_are_not_mistaken_for_these(outcomes):
    assert tally(outcomes) is None
