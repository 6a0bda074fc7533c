"""An evaluation as a whole: nothing left out, and sure of what it says."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.modes.statements import as_gold
from evals.score.assemble import About, evaluate
from evals.score.evaluation import Evaluation
from evals.score.gold_set import Statement
from evals.score.marking import mark
from evals.score.observation import Observation, Place
from evals.score.scores import columns, scores
from evals.tests.score.hand_made import asked, empty, gold_set, item, observed, perfect, shuffled
from pincite.errors import InputError
from pincite.quality.scoring import mean_intervals
from tests.effort import examples

GOLD = gold_set()
ABOUT = About(fold="all", settings={"strictness": "strict"}, seconds=1.5)


def half_right(row):
    """Right on every other document, and wrong with half the confidence on the others."""
    if row.absent or int(row.id[0]) % 2 == 0:
        return perfect(row)
    false = {"value": {"value": "-1"}, "places": _NOWHERE, "confidence": 0.4}
    return observed(row, [item(row, gold, **false) for gold in row.answers])


_NOWHERE = (Place(start=9_000, end=9_040, page=99, snippet="x"),)


def test_evaluation_tells_what_was_run():
    found = evaluate(GOLD, asked(perfect), About("validation", limit=35, settings={"a": 1}, seconds=2.0))
    assert (found.set, found.split, found.fold) == ("hand-made", "dev", "validation")
    assert (found.limit, found.n) == (35, 35)
    assert (found.settings, found.seconds) == ({"a": 1}, 2.0)
    assert found.outcomes == {"answered": 30, "not_found": 5}
    assert Evaluation.model_validate_json(found.to_json()) == found.model_copy(update={"rows": {}})


def test_row_that_was_not_asked_is_an_error_that_names_it():
    with pytest.raises(InputError, match="1 of 35 questions have not been asked, '4-insurer'"):
        evaluate(GOLD, asked(perfect)[:-1], ABOUT)


def test_observations_may_come_in_any_order():
    backwards = asked(half_right)[::-1]
    assert evaluate(GOLD, backwards, ABOUT) == evaluate(GOLD, asked(half_right), ABOUT)


@pytest.mark.parametrize("seen", [asked(perfect), asked(empty), asked(half_right), shuffled()])
def test_every_interval_holds_its_score(seen):
    found = evaluate(GOLD, seen, ABOUT)
    assert found.intervals
    assert all(low <= found.scores[name] <= high for name, (low, high) in found.intervals.items())
    assert found.intervals.keys() >= found.scores.keys() - {"invented", "disagreements", "watchman_unread"}


def test_perfect_score_on_few_documents_is_not_taken_for_certain():
    low, high = evaluate(GOLD, asked(perfect), ABOUT).intervals["right"]
    assert high == 1
    assert low == pytest.approx(0.566, abs=1e-3), "five documents of five"


def test_interval_is_as_wide_as_the_documents_differ():
    def right_on_some_fields(row):
        return empty(row) if row.strata.field in ("fee", "start") else perfect(row)

    low, high = evaluate(GOLD, asked(half_right), ABOUT).intervals["right"]
    assert high - low > 0.5, "two documents of five are wrong throughout"
    low, high = evaluate(GOLD, asked(right_on_some_fields), ABOUT).intervals["right"]
    assert high - low < 0.01, "every document is as good as every other"


def test_one_document_has_no_intervals():
    gold = GOLD.of(row for row in GOLD.rows if row.id.startswith("0"))
    assert evaluate(gold, asked(perfect), ABOUT).intervals == {}


@settings(max_examples=examples(20), deadline=None)
@given(st.lists(st.booleans(), min_size=35, max_size=35), st.integers(0, 99))
def test_interval_holds_its_score_whatever_was_right(rights, seed):
    marks = [mark(row, perfect(row) if r else empty(row)) for row, r in zip(GOLD.rows, rights, strict=True)]
    found, point = mean_intervals(columns(marks), [m.document for m in marks], seed), scores(marks)
    assert all(0 <= low <= point[name] <= high <= 1 for name, (low, high) in found.items())
    assert found == mean_intervals(columns(marks), [m.document for m in marks], seed)


def test_risk_falls_as_only_surer_answers_are_given():
    found = evaluate(GOLD, asked(half_right), ABOUT)
    assert [(p.confidence, p.risk) for p in found.risk_coverage] == [(0.99, 0.0), (0.4, 0.4)]
    assert [p.coverage for p in found.risk_coverage] == pytest.approx([18 / 35, 30 / 35])
    assert [(b.confidence, b.accuracy, b.n) for b in found.calibration] == [
        (pytest.approx(0.4), 0, 12),
        (pytest.approx(0.99), 1, 18),
    ]


def test_few_answers_promise_no_operating_point():
    assert evaluate(GOLD, asked(perfect), ABOUT).operating_point is None
    coarse = evaluate(GOLD, asked(half_right), About("all", target_risk=0.2)).operating_point
    assert (coarse.confidence, coarse.risk, coarse.target) == (0.99, 0.0, 0.2)


@settings(max_examples=examples(30), deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=30, max_size=30))
def test_coverage_grows_while_confidence_falls(answers):
    rows = [row for row in GOLD.rows if row.answers]
    seen = [
        observed(row, [item(row, g, confidence=sure, proved=right) for g in row.answers])
        for row, (right, sure) in zip(rows, answers, strict=True)
    ]
    curve = evaluate(GOLD.of(rows), seen, ABOUT).risk_coverage
    for surer, other in itertools.pairwise(curve):
        assert surer.coverage < other.coverage
        assert surer.confidence > other.confidence
    assert curve[-1].coverage == 1


def test_run_that_only_retrieved_has_no_scores_of_answers():
    seen = [
        observed(row, passages=tuple(Place(start=s, end=e) for g in row.answers for s, e in g.spans or ()))
        for row in GOLD.rows
    ]
    found = evaluate(GOLD, seen, About("all", mode="retrieval"))
    assert found.scores["recall_at_1"] == 1
    assert not {"right", "wrong", "answered", "invented"} & found.scores.keys()
    assert found.examples == ()
    nothing = evaluate(GOLD, asked(empty), About("all", mode="retrieval"))
    assert nothing.scores["recall_at_50"] == 0
    assert {example.kind for example in nothing.examples} == {"missed"}


def test_statements_are_scored_for_each_dataset():
    statements = [
        Statement(f"{name}-{n}", name, f"Source {n} of {name}.", "A claim.", supported=n % 2 == 0, key=str(n))
        for name in ("easy", "hard")
        for n in range(20)
    ]
    gold = as_gold("faithfulness", "dev", statements)
    seen = [
        Observation(key="", row=s.id, outcome="answered", presence=float(s.supported and s.dataset == "easy"))
        for s in statements
    ]
    found = evaluate(gold, seen, About("all", mode="support"))
    assert found.scores["verifier_auroc"] == 0.75
    assert found.scores["verifier_auroc/hard"] == 0.5
    assert found.worst.field == "hard"
    assert found.intervals["verifier_auroc/easy"] == (1.0, 1.0)
