"""Scores: honest, silent, careless and lying systems get what they deserve."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.score.marking import Mark, mark
from evals.score.observation import Observation, ObservedItem, Place
from evals.score.places import first_page_ranks
from evals.score.ranking import auroc, verifier_scores
from evals.score.scores import NAMES, scores
from evals.tests.score.hand_made import asked, empty, gold_set, item, observed, perfect, shuffled
from pincite.quality.questions import GoldAnswer, GoldRow
from tests.effort import examples

ROWS = gold_set().rows


def marked(observations: list[Observation]) -> list[Mark]:
    return [mark(row, seen) for row, seen in zip(ROWS, observations, strict=True)]


def scored(observations: list[Observation]) -> dict[str, float]:
    return scores(marked(observations))


def test_perfect_system_has_every_accuracy_at_one():
    found = scored(asked(perfect))
    ones = {
        *("right", "value_accuracy", "value_exact", "page_accuracy", "span_f1", "citation_precision"),
        *("citation_recall", "page_precision", "page_recall", "completeness", "list_precision"),
        *("presence_precision", "presence_recall", "presence_auroc", "not_found_on_absent"),
        *("quiet_on_absent", "led", "item_precision", "item_recall"),
    }
    assert {name: found[name] for name in ones} == dict.fromkeys(ones, 1.0)
    zeros = ("wrong", "risk", "invented", "failed", "conflicts", "not_found_risk", "leads_on_absent")
    assert {name: found[name] for name in zeros} == dict.fromkeys(zeros, 0.0)
    assert found["answered"] == pytest.approx(30 / 35)
    assert found["calibration_error"] == pytest.approx(0.01)


def test_empty_system_only_abstains():
    found = scored(asked(empty))
    assert found["answered"] == found["right"] == found["wrong"] == found["span_f1"] == 0
    assert found["not_found_on_absent"] == 1
    assert found["presence_auroc"] == 0.5
    assert "risk" not in found
    assert "citation_precision" not in found
    assert "calibration_error" not in found
    assert "coverage_at_5" not in found
    assert found["not_found_risk"] == pytest.approx(30 / 35)
    assert found["led"] == 0


def test_shuffled_system_is_wrong_nearly_everywhere():
    found = scored(shuffled())
    assert found["right"] == 0
    assert found["wrong"] > 0.8
    assert found["value_accuracy"] < 0.2


def test_right_values_at_false_places_are_caught_by_the_citation():
    elsewhere = (Place(start=9_000, end=9_100, page=99, snippet="x"),)
    found = scored([observed(r, [item(r, g, places=elsewhere) for g in r.answers]) for r in ROWS])
    assert found["value_accuracy"] == 1
    assert found["right"] == found["span_f1"] == found["page_accuracy"] == found["citation_precision"] == 0
    assert found["risk"] == 1


def test_false_values_at_right_places_are_caught_by_the_value():
    found = scored([observed(r, [item(r, g, value={"value": "-1"}) for g in r.answers]) for r in ROWS])
    assert found["span_f1"] == 1
    assert found["value_accuracy"] == pytest.approx(1 / 6), "only the clauses have no value to falsify"
    assert found["right"] == pytest.approx(1 / 6)


def test_unproved_items_are_counted_and_never_right():
    found = scored([observed(r, [item(r, g, proved=False) for g in r.answers]) for r in ROWS])
    assert found["invented"] == 35
    assert found["right"] == 0


def test_unproved_items_are_counted_even_when_they_were_withheld():
    found = scored(
        [observed(r, [item(r, g, proved=False) for g in r.answers], outcome="unverified") for r in ROWS]
    )
    assert found["invented"] == 35
    assert found["wrong"] == 0


def test_citing_the_whole_document_wins_nothing():
    whole = (Place(start=0, end=7_000, page=1, snippet="all of it " * 700),)
    found = scored([observed(r, [item(r, g, places=whole, original="") for g in r.answers]) for r in ROWS])
    assert found["right"] == found["citation_precision"] == found["page_accuracy"] == 0
    assert found["span_f1"] < 0.1


def test_sure_answers_to_absent_rows_are_caught():
    borrowed = item(ROWS[0], ROWS[0].answers[0], confidence=1.0)
    found = scored([perfect(r) if r.answers else observed(r, [borrowed], presence=1.0) for r in ROWS])
    assert found["not_found_on_absent"] == 0
    assert found["right"] == 1
    assert found["wrong"] == pytest.approx(5 / 35)
    assert found["presence_precision"] == pytest.approx(30 / 35)
    assert found["presence_auroc"] == 0
    assert found["calibration_error"] > 0.1


def test_risk_counts_what_is_shown_and_wrong_in_any_outcome():
    def careless(row):
        outcome = {"parties": "incomplete", "fee": "conflict"}.get(row.strata.field)
        if outcome is None:
            return empty(row)
        items = [item(row, gold, value={"name": "Nobody", "value": "-1"}) for gold in row.answers]
        return observed(row, items, outcome=outcome)

    found = scored(asked(careless))
    assert found["risk"] == 1
    assert found["wrong"] == pytest.approx(10 / 35)
    assert found["answered"] == 0


def test_conflict_with_a_right_side_is_shown_and_not_wrong():
    def torn(row):
        if row.absent:
            return empty(row)
        false = item(row, row.answers[0], value={"value": "-1"}, proved=False, side=1)
        return observed(row, [item(row, row.answers[0]), false], outcome="conflict")

    found = scored(asked(torn))
    assert found["risk"] == found["wrong"] == found["right"] == 0
    assert found["led"] == 1


def test_leads_on_absent_rows_are_counted_and_are_quiet():
    place = Place(start=0, end=100)
    found = scored([observed(row, outcome="unverified", leads=(place,)) for row in ROWS])
    assert found["leads_on_absent"] == found["quiet_on_absent"] == 1
    assert found["not_found_on_absent"] == 0


def candidates(rights: int, wrongs: int, chance: float = 0.9) -> list[Observation]:
    """So many right candidates of one chance, then so many wrong ones, then rows without any."""
    present = [row for row in ROWS if not row.absent]
    seen = []
    for row in ROWS:
        number = present.index(row) if row in present else len(ROWS)
        right = item(row, row.answers[0], confidence=chance) if row.answers else None
        wrong = right and right.model_copy(update={"proved": False, "confidence": chance - 0.1})
        candidate = right if number < rights else wrong if number < rights + wrongs else None
        seen.append(observed(row, outcome="unverified", candidate=candidate))
    return seen


def test_coverage_at_five_percent_is_the_share_of_rows_above_the_best_bar():
    assert scored(candidates(20, 0))["coverage_at_5"] == pytest.approx(20 / 35)
    assert scored(candidates(20, 1))["coverage_at_5"] == pytest.approx(21 / 35), "1 of 21 is under 5 %"
    assert scored(candidates(20, 2))["coverage_at_5"] == pytest.approx(20 / 35), "the bar rises above both"


def test_coverage_at_five_percent_needs_eight_answers():
    assert scored(candidates(7, 0))["coverage_at_5"] == 0
    assert scored(candidates(8, 9))["coverage_at_5"] == pytest.approx(8 / 35)


def test_candidates_of_one_chance_are_answered_together_or_not_at_all():
    seen = [
        each.model_copy(
            update={"candidate": each.candidate and each.candidate.model_copy(update={"confidence": 0.5})}
        )
        for each in candidates(10, 5)
    ]
    assert scored(seen)["coverage_at_5"] == 0


def test_calibration_looks_at_candidates_that_were_not_shown():
    assert scored(candidates(20, 0, chance=1.0))["calibration_error"] == pytest.approx(0)
    assert scored(candidates(0, 20, chance=1.0))["calibration_error"] == pytest.approx(0.9)


def test_scores_of_a_kind_without_rows_are_absent():
    present = [mark(row, perfect(row)) for row in ROWS if row.answers]
    absent = [mark(row, perfect(row)) for row in ROWS if row.absent]
    assert not {"not_found_on_absent", "presence_auroc", "presence_precision"} & scores(present).keys()
    assert not {"right", "span_f1", "presence_auroc", "presence_recall"} & scores(absent).keys()
    assert scores([]) == {}


def test_retrieval_counts_the_first_passages_that_touch_a_gold_place():
    def retrieved(row):
        if row.absent:
            return observed(row)
        start, end = row.answers[0].spans[0]
        miss, hit = Place(start=end + 1, end=end + 50), Place(start=start - 40, end=start + 1)
        return observed(row, passages=(*[miss] * 3, hit))

    found = scores(marked(asked(retrieved)), "retrieval")
    assert found["recall_at_1"] == 0
    assert found["recall_at_5"] == found["recall_at_50"] == found["all_recall_at_5"] == 1
    assert "right" not in found


def proposal(row, **changed):
    start, end = row.answers[0].spans[0] if row.answers else (0, 10)
    return {"proposed": (Place(start=start, end=end),), **changed}


def test_oracle_is_believed_where_its_claim_leaves_as_a_right_answer():
    def half(row):
        if row.absent:
            return observed(row, proposed=())
        right = perfect(row) if row.strata.field in ("fee", "start", "notice") else empty(row)
        return right.model_copy(update=proposal(row))

    found = scores(marked(asked(half)), "oracle")
    assert found["oracle_believed"] == 0.5
    assert not {"right", "risk", "calibration_error"} & found.keys()


def test_oracle_is_not_believed_where_its_answer_is_called_incomplete():
    seen = [perfect(r).model_copy(update=proposal(r, outcome="incomplete")) for r in ROWS if r.answers]
    marks = [mark(row, each) for row, each in zip([r for r in ROWS if r.answers], seen, strict=True)]
    assert scores(marks, "oracle")["oracle_believed"] == 0


def test_quiet_with_the_truth_is_of_the_rows_whose_answer_is_not_there():
    seen = [observed(row, proposed=()) if row.absent else perfect(row) for row in ROWS]
    assert scores(marked(seen), "oracle")["oracle_quiet"] == 1.0
    present = [(row, each) for row, each in zip(ROWS, seen, strict=True) if not row.absent]
    assert scores([mark(row, each) for row, each in present], "oracle").get("oracle_quiet") is None


def test_liar_is_believed_where_an_item_is_shown_at_the_place_of_the_lie():
    def lied(row):
        borrowed = item(ROWS[0], ROWS[0].answers[0], places=(Place(start=0, end=10),))
        outcome = "answered" if row.absent else "unverified"
        return observed(row, [borrowed], outcome=outcome, proposed=(Place(start=5, end=30),))

    found = scores(marked(asked(lied)), "liar")
    assert found["liar_believed"] == pytest.approx(5 / 35)


def test_right_answer_that_was_found_beside_a_lie_is_no_belief_in_it():
    seen = [perfect(row).model_copy(update={"proposed": (Place(start=90_000, end=90_010),)}) for row in ROWS]
    assert scores(marked(seen), "liar")["liar_believed"] == 0


def test_latency_is_told_in_milliseconds():
    slow = [perfect(row).model_copy(update={"seconds": 0.001 * n}) for n, row in enumerate(ROWS, 1)]
    found = scored(slow)
    assert found["p50_ms"] == pytest.approx(18)
    assert found["p95_ms"] == pytest.approx(34)


outcomes = st.sampled_from(
    ["answered", "not_found", "conflict", "incomplete", "needs_clarification", "unverified", "failed"]
)


@st.composite
def runs(draw):
    """Any mixture of right, false, unproved and missing answers."""
    seen = []
    for row in ROWS:
        donor = draw(st.sampled_from([row, *ROWS]))
        changed = {"proved": draw(st.booleans()), "confidence": draw(st.floats(0, 1))}
        items = [item(donor, gold, **changed) for gold in donor.answers]
        outcome = draw(outcomes) if items else "not_found"
        seen.append(observed(row, items, outcome=outcome, presence=draw(st.floats(0, 1))))
    return seen


@settings(max_examples=examples(25), deadline=None)
@given(runs())
def test_every_score_is_a_share_and_has_a_known_name(observations):
    found = scored(observations)
    assert found.keys() <= NAMES
    assert all(
        0 <= value <= 1 for name, value in found.items() if name not in ("invented", "p50_ms", "p95_ms")
    )


@settings(max_examples=examples(25), deadline=None)
@given(runs(), st.randoms())
def test_order_of_the_rows_does_not_matter(observations, chance: random.Random):
    marks = marked(observations)
    other = chance.sample(marks, len(marks))
    assert scores(other) == pytest.approx(scores(marks))


judged = st.lists(st.tuples(st.sampled_from([0.0, 0.2, 0.5, 0.9, 1.0]), st.booleans()), min_size=1)


@given(judged)
def test_auroc_is_the_share_of_pairs_in_order(pairs):
    positive = [score for score, label in pairs if label]
    negative = [score for score, label in pairs if not label]
    wins = [(p > n) + (p == n) / 2 for p in positive for n in negative]
    got = auroc([score for score, _ in pairs], [label for _, label in pairs])
    assert got == (pytest.approx(sum(wins) / len(wins)) if wins else None)


def test_auroc_of_equal_scores_is_one_half():
    assert auroc([0.3] * 4, [True, False, False, True]) == 0.5


def test_verifier_is_scored_for_each_dataset_and_never_pooled():
    easy = [("easy", 0.9, True), ("easy", 0.8, False)]
    hard = [("hard", 0.1, False), ("hard", 0.2, True), ("hard", 0.3, False)]
    found = verifier_scores([*easy, *hard, ("one-sided", 0.5, True)])
    assert found["verifier_auroc/easy"] == 1
    assert found["verifier_auroc/hard"] == 0.5
    assert found["verifier_auroc"] == 0.75
    assert found["verifier_balanced_accuracy/easy"] == 0.5
    assert not any(name.endswith("one-sided") for name in found)


def test_balanced_accuracy_weighs_both_kinds_alike():
    found = verifier_scores([*[("one", 0.9, True)] * 3, ("one", 0.6, False)])
    assert found["verifier_balanced_accuracy"] == 0.5


def test_page_is_found_by_its_place_among_the_pages_proposed():
    places = [Place(start=n, end=n + 1, page=page) for n, page in enumerate((4, 4, 4, 9, 2, 9, 7))]

    assert first_page_ranks(places, [GoldAnswer(page=2), GoldAnswer(page=8), GoldAnswer()]) == (3, None)


def test_items_of_all_lists_are_counted_together():
    def listed(number: int, wanted: list[str], shown: list[str]) -> Mark:
        answers = tuple(GoldAnswer(text=each, quote=each) for each in wanted)
        row = GoldRow(id=str(number), document="a", question="?", answer_shape="list", answers=answers)
        items = tuple(
            ObservedItem(
                answer_type="text",
                value={"text": each},
                original=each,
                confidence=0.9,
                proved=True,
                places=(Place(start=0, end=9, snippet=each),),
            )
            for each in shown
        )
        return mark(row, Observation(key="", row=str(number), outcome="incomplete", items=items))

    found = scores(
        [
            listed(1, ["nausea"], ["nausea"]),
            listed(2, ["fever", "chills", "cough"], ["fever", "chills", "wheels"]),
        ]
    )
    assert (found["item_recall"], found["item_precision"]) == (0.75, 0.75)
    assert found["completeness"] == pytest.approx((1 + 2 / 3) / 2)
