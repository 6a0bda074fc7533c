"""Examples of errors, and two evaluations side by side."""

from __future__ import annotations

import pytest

from evals.score.assemble import About, evaluate
from evals.score.compare import compare
from evals.score.examples import error_of, examples
from evals.score.marking import mark
from evals.tests.score.hand_made import asked, empty, gold_set, item, observed, perfect

GOLD = gold_set()
ROWS = {row.id: row for row in GOLD.rows}
FEE, PARTIES, SILENT = ROWS["0-fee"], ROWS["0-parties"], ROWS["0-insurer"]
FALSE = {"value": "-1", "currency": "EUR"}


def false(row, confidence=0.9):
    return observed(row, [item(row, gold, value=FALSE, confidence=confidence) for gold in row.answers])


@pytest.mark.parametrize(
    ("row", "observation", "kind"),
    [
        (FEE, perfect(FEE), None),
        (FEE, false(FEE), "wrong"),
        (FEE, empty(FEE), "missed"),
        (FEE, observed(FEE, [item(FEE, FEE.answers[0], proved=False)]), "invented"),
        (FEE, observed(FEE, outcome="unverified"), "withheld"),
        (FEE, observed(FEE, perfect(FEE).items, outcome="conflict"), "withheld"),
        (FEE, observed(FEE, outcome="failed"), "failed"),
        (PARTIES, observed(PARTIES, perfect(PARTIES).items[:1]), "incomplete"),
        (PARTIES, observed(PARTIES, perfect(PARTIES).items, outcome="incomplete"), "incomplete"),
        (SILENT, empty(SILENT), None),
        (SILENT, observed(SILENT, perfect(FEE).items), "not_absent"),
        (SILENT, observed(SILENT, outcome="unverified"), "withheld"),
    ],
)
def test_every_row_counts_as_one_kind_of_error_at_most(row, observation, kind):
    assert error_of(mark(row, observation)) == kind


def test_surest_errors_come_first_and_every_corner_has_its_turn():
    sure = {"0-fee": 0.9, "1-fee": 0.8, "0-notice": 0.3, "2-start": 0.5}
    asked_rows = [(ROWS[name], false(ROWS[name], confidence)) for name, confidence in sure.items()]
    picked = examples(asked_rows, ["wrong"] * 4, each=3)
    assert [example.row.id for example in picked] == ["0-fee", "2-start", "0-notice"]
    assert examples(asked_rows[::-1], ["wrong"] * 4, each=3) == picked


def test_improvement_beyond_both_intervals_is_clear():
    found = compare(evaluate(GOLD, asked(empty), About("all")), evaluate(GOLD, asked(perfect), About("all")))
    right = next(d for d in found.differences if d.score == "right")
    assert (right.before, right.after, right.difference, right.clear) == (0, 1, 1, True)
    same = next(d for d in found.differences if d.score == "not_found_on_absent")
    assert (same.difference, same.clear) == (0, False)
    new = next(d for d in found.differences if d.score == "risk")
    assert (new.before, new.difference, new.clear) == (None, None, None)
    assert found.warnings == ()


def test_runs_of_different_questions_are_compared_with_a_warning():
    part = GOLD.of(GOLD.rows[:14])
    found = compare(
        evaluate(GOLD, asked(perfect), About("all")),
        evaluate(part, asked(perfect), About("validation", limit=14)),
    )
    assert [warning.split(":")[0] for warning in found.warnings] == [
        "The runs differ in fold",
        "The runs differ in limit",
        "The runs differ in n",
    ]
