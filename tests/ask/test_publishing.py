"""What leaves is what the prover does not contradict, and no more is said of it than that."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pincite
from pincite.answer.answers import Answer, Conflict
from pincite.ask.publishing import published
from pincite.records.library import Held, Identity

TEXT = "1. Fees\n\nThe monthly fee is EUR 400.\n\nThe monthly fee is EUR 700.\n"


def conflicting(folder: Path) -> tuple[Answer, Held]:
    (folder / "fees.txt").write_text(TEXT, "utf-8")
    with pincite.open(folder / "library") as library:
        library.add(folder / "fees.txt", isolated=False)
        answer = library.ask("What is the monthly fee?")
        held = library.read("fees.txt")
    assert answer.outcome == "conflict"
    return answer, held


def shipped(answer: Answer, held: Held) -> Answer:
    def load(identity: Identity) -> Held:
        return held

    return published(answer, [held.identity], load)


def test_side_that_is_contradicted_leaves_no_answer_behind(tmp_path):
    answer, held = conflicting(tmp_path)
    other = answer.items[1].value_as(pincite.Amount).model_copy(update={"value": Decimal(900)})
    forged = answer.items[1].model_copy(update={"value": other})
    left = shipped(answer.model_copy(update={"items": [answer.items[0], forged]}), held)
    assert (left.outcome, left.conflict, len(left.items)) == ("incomplete", None, 1)
    assert left.leads[0].evidence[0].snippet == answer.items[1].evidence[0].snippet


def test_conflict_whose_sides_agree_is_none(tmp_path):
    answer, held = conflicting(tmp_path)
    twin = answer.items[0].model_copy(update={"id": answer.items[1].id})
    sides = Conflict(sides=[[answer.items[0].id], [twin.id]], rule=None)
    left = shipped(answer.model_copy(update={"items": [answer.items[0], twin], "conflict": sides}), held)
    assert (left.outcome, left.conflict) == ("incomplete", None)


def test_nothing_but_what_is_contradicted_is_a_lead(tmp_path):
    answer, held = conflicting(tmp_path)
    value = answer.items[0].value_as(pincite.Amount).model_copy(update={"currency": "USD"})
    forged = answer.items[0].model_copy(update={"value": value})
    changes = {"items": [forged], "outcome": "answered", "conflict": None}
    left = shipped(answer.model_copy(update=changes), held)
    assert (left.outcome, left.items, left.method) == ("unverified", [], "none")
    assert "USD" in left.leads[0].reason
