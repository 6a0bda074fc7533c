"""Marks that only sets need: the best candidate of a row, and how well its places were cited."""

from __future__ import annotations

from evals.score.marking import mark
from evals.score.observation import Place
from evals.tests.score.hand_made import gold_set, item, observed, perfect

ROWS = {row.id: row for row in gold_set().rows}
FEE, LIST, ABSENT = ROWS["1-fee"], ROWS["1-parties"], ROWS["1-insurer"]
ELSEWHERE = {"value": "9", "currency": "EUR", "unit": None}


def test_best_candidate_of_an_answer_is_its_least_sure_item():
    items = [item(LIST, gold, confidence=sure) for gold, sure in zip(LIST.answers, (0.9, 0.6), strict=True)]
    best = mark(LIST, observed(LIST, items)).best
    assert (best.chance, best.right) == (0.6, True)


def test_candidate_that_was_not_shown_is_judged_as_if_it_had_been():
    right = item(FEE, FEE.answers[0], confidence=0.4)
    false = item(FEE, FEE.answers[0], confidence=0.4, value=ELSEWHERE)
    shown = mark(FEE, observed(FEE, outcome="unverified", candidate=right))
    assert (shown.best.chance, shown.best.right, shown.right) == (0.4, True, False)
    assert mark(FEE, observed(FEE, outcome="unverified", candidate=false)).best.right is False
    assert mark(ABSENT, observed(ABSENT, candidate=right)).best.right is False


def test_row_without_a_candidate_has_no_best_one():
    assert mark(FEE, observed(FEE)).best is None


def test_right_answer_is_cited_in_full_and_one_from_elsewhere_not_at_all():
    marked = mark(FEE, perfect(FEE))
    assert (marked.right, marked.value_exact, marked.cited.span_f1) == (True, True, 1)
    assert marked.cited.citation_precision == marked.cited.citation_recall == 1
    elsewhere = (Place(start=5_000, end=5_040, page=3, snippet=""),)
    assert mark(FEE, observed(FEE, [item(FEE, FEE.answers[0], places=elsewhere)])).cited.span_f1 == 0


def test_list_says_how_many_of_its_items_are_right():
    false = item(LIST, LIST.answers[0], value={"name": "Nobody Ltd"}, original="Nobody Ltd")
    marked = mark(LIST, observed(LIST, [item(LIST, LIST.answers[0]), false]))
    assert (marked.precision_of_list, marked.items.wanted, marked.items.found) == (0.5, 2, 1)
