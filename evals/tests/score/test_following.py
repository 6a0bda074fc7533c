"""A system that reads follows the evidence; one that remembers is found out."""

from __future__ import annotations

import pytest

from evals.modes.counterfactual import counterfactuals
from evals.modes.following import followed, score
from evals.score.observation import Observation, Place
from evals.tests.score.asking_fakes import answered, reads, remembers
from evals.tests.score.changed_documents import ASSIGNMENT, NOTIFIED, PRICE, ROWS, TEXTS, gold_set

BY_ID = {row.id: row for row in ROWS}


def cases_of(*rows):
    observations = {row.id: reads(row, TEXTS[row.document]) for row in rows}
    return counterfactuals(gold_set(*rows), observations, TEXTS.__getitem__).cases


def cases_by_kind(row):
    return {case.expected: case for case in cases_of(row)}


def silence(case):
    return Observation(key="", row=case.row.id, outcome="not_found")


def scored(system):
    return score((case, followed(case, system(case))) for case in cases_of(*ROWS))


def test_one_that_reads_follows_every_change_and_finds_nothing_deleted():
    result = scored(lambda case: reads(case.row, case.source.text))
    assert result.scores == {
        "counterfactual_followed": 1.0,
        "counterfactual_stale": 0.0,
        "deletion_vanished": 1.0,
    }
    assert result.counts["date"] == {"followed": 3}
    assert result.counts["negation"] == {"followed": 2}


def test_one_that_remembers_is_always_stale():
    result = scored(lambda case: remembers(case.row, BY_ID[case.original_row_id]))
    assert result.scores == {
        "counterfactual_followed": 0.0,
        "counterfactual_stale": 1.0,
        "deletion_vanished": 0.0,
    }


def test_one_that_never_answers_is_never_stale_and_follows_nothing():
    result = scored(silence)
    assert result.scores["counterfactual_followed"] == 0.0
    assert result.scores["counterfactual_stale"] == 0.0
    assert result.scores["deletion_vanished"] == 1.0


def test_one_that_answers_something_else_neither_follows_nor_lets_go():
    def lies(case):
        return answered(case.row, {"text": "Whatever."}, "Whatever.", Place(start=0, end=9))

    result = scored(lies)
    assert set(result.scores.values()) == {0.0}
    assert {mark for marks in result.counts.values() for mark in marks} == {"other"}


def test_nothing_asked_has_no_scores():
    assert score([]).scores == {}


def test_no_answer_to_a_changed_value_is_withheld():
    assert followed(cases_by_kind(PRICE)["follows"], silence(cases_by_kind(PRICE)["follows"])) == "withheld"


@pytest.mark.parametrize("outcome", ["unverified", "needs_clarification", "failed"])
def test_what_is_not_said_to_be_absent_has_not_vanished(outcome):
    case = cases_by_kind(PRICE)["vanishes"]
    assert followed(case, Observation(key="", row="", outcome=outcome)) == "withheld"


def conflict(case, *, settled):
    new = reads(case.row, case.source.text).items[0]
    other = new.model_copy(update={"value": new.value | {"value": "1"}, "side": 1})
    return Observation(key="", row="", outcome="conflict", items=(new, other), settled=settled)


def test_a_conflict_with_the_new_value_is_honest():
    case = cases_by_kind(PRICE)["follows"]
    assert followed(case, conflict(case, settled=False)) == "withheld"
    assert followed(case, conflict(case, settled=True)) == "followed"


def test_the_old_value_on_one_side_of_a_conflict_is_stale():
    case = cases_by_kind(PRICE)["follows"]
    old = remembers(case.row, PRICE).items[0].model_copy(update={"side": 1})
    both = conflict(case, settled=False)
    assert followed(case, both.model_copy(update={"items": (both.items[0], old)})) == "stale"


def test_a_no_from_a_sentence_that_was_not_changed_is_not_stale():
    case = cases_by_kind(ASSIGNMENT)["follows"]
    elsewhere = Place(start=0, end=10, snippet=case.source.text[:10])
    given = answered(case.row, {"value": False}, "not", elsewhere)
    assert followed(case, given) == "other"


def test_a_no_from_another_sentence_once_the_evidence_is_gone_is_wrong_and_not_stale():
    case = cases_by_kind(ASSIGNMENT)["vanishes"]
    words = "Changes need no stamp."
    given = answered(case.row, {"value": False}, words, Place(start=0, end=9, snippet=words))
    assert followed(case, given) == "other"


def test_a_part_of_the_old_wording_is_stale():
    case = cases_by_kind(NOTIFIED)["follows"]
    words = "notified within 14 days after the loss"
    given = answered(case.row, {"text": words}, words, Place(start=0, end=9, snippet=words))
    assert followed(case, given) == "stale"


def test_the_old_length_in_another_sentence_is_another_answer():
    case = cases_by_kind(NOTIFIED)["follows"]
    words = "The premium is due within 14 days."
    given = answered(case.row, {"text": words}, words, Place(start=0, end=9, snippet=words))
    assert followed(case, given) == "other"
