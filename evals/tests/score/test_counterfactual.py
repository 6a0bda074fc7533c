"""The evidence of an answer is changed or deleted, and the new truth is known."""

from __future__ import annotations

import pytest

from evals.modes.counterfactual import counterfactuals, followed, score
from evals.score.gold_set import fold_of
from evals.score.observation import Observation
from evals.tests.score.asking_fakes import reads
from evals.tests.score.changed_documents import ASSIGNMENT, EFFECTIVE, PRICE, SHELF, TEXTS, gold_set
from pincite.prove.quote import locate


def cases_of(*rows):
    observations = {row.id: reads(row, TEXTS[row.document]) for row in rows}
    return counterfactuals(gold_set(*rows), observations, TEXTS.__getitem__)


@pytest.mark.parametrize("row", [PRICE, EFFECTIVE, SHELF], ids=lambda row: row.id)
def test_new_value_stands_where_the_old_one_stood_and_the_old_one_nowhere(row):
    (changed,) = [case for case in cases_of(row).cases if case.kind == "change"]
    (answer,) = changed.row.answers
    assert answer.value != row.answers[0].value
    assert locate(answer.text, changed.source.text)
    assert answer.text in changed.source.text[slice(*answer.spans[0])]
    assert len(changed.source.text) == len(TEXTS[row.document])
    assert fold_of(changed.source.key) == fold_of(gold_set(row).sources[0].key)


def test_deleted_evidence_leaves_a_question_without_an_answer():
    (deleted,) = [case for case in cases_of(PRICE).cases if case.kind == "deletion"]
    assert deleted.row.absent
    assert "4,500" not in deleted.source.text


def test_what_has_no_digits_is_deleted_and_not_changed():
    made = cases_of(ASSIGNMENT)
    assert [case.kind for case in made.cases] == ["deletion"]
    assert [each.reason for each in made.left_out] == ["no_form"]


def test_answer_that_follows_that_stays_and_that_vanishes_are_told_apart():
    old = reads(PRICE, TEXTS[PRICE.document])
    changed, deleted = cases_of(PRICE).cases
    new = old.items[0].model_copy(update={"value": changed.row.answers[0].value})
    quiet = Observation(key="", row="", outcome="not_found")
    other = new.model_copy(update={"value": {"value": "7", "currency": "EUR", "unit": None}})

    assert followed(changed, old.model_copy(update={"items": (new,)})) == "followed"
    assert followed(changed, old) == followed(deleted, old) == "stale"
    assert followed(changed, old.model_copy(update={"items": (other,)})) == "other"
    assert followed(changed, quiet) == "withheld"
    assert followed(deleted, quiet) == "vanished"


def test_shares_are_of_changes_and_of_deletions():
    changed, deleted = cases_of(PRICE).cases
    found = score([(changed, "followed"), (changed, "stale"), (deleted, "vanished")])
    assert found["counterfactual_followed"] == 0.5
    assert found["counterfactual_stale"] == pytest.approx(1 / 3)
    assert found["deletion_vanished"] == 1
    assert found["counterfactual/change/stale"] == 1
