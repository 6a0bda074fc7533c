"""Verifiers that a user configures must agree with an answer, whatever its chance."""

from __future__ import annotations

from dataclasses import dataclass

from tests.verify.claiming import claiming, verdict

from pincite.values.types import Boolean
from pincite.verify.strictness import verifiers_at

SENTENCE = "The tenant may not keep a dog."
ASKED = "May the tenant keep a dog?"
NO = claiming("boolean", Boolean(value=False), SENTENCE, SENTENCE)


@dataclass(frozen=True)
class Says:
    """A verifier that gives every statement the same score."""

    score: float
    name: str = "second opinion"

    def supports(self, statement: str, evidence: str) -> float:
        return self.score


def test_nobody_is_asked_where_none_is_configured():
    assert verifiers_at("balanced", ()) is None


def test_lenient_asks_nobody_unless_the_user_wants_agreement():
    assert verifiers_at("lenient", (Says(1.0),)) is None
    assert verifiers_at("lenient", (Says(1.0),), agreeing=1) is not None


def test_one_that_disagrees_refuses_the_answer_and_is_named():
    check = verifiers_at("balanced", (Says(0.2),))
    assert check is not None
    found = verdict(check, f"{SENTENCE}\n", ASKED, NO)
    assert not found.passed
    assert (found.cause, "second opinion" in found.reason) == ("unsupported", True)


def test_answer_stands_where_all_agree():
    check = verifiers_at("paranoid", (Says(0.9), Says(0.95, "third opinion")))
    assert check is not None
    assert verdict(check, f"{SENTENCE}\n", ASKED, NO).passed
