"""Every verdict that fails says by a typed cause why, and the cause is no part of the published form."""

from __future__ import annotations

import pytest
from tests.verify.claiming import dollars, judged

from pincite.verify.strictness import proofs_for

TEXT = "The monthly fee is USD 500. The deposit is USD 900.\n"
FEE = "The monthly fee is USD 500."


@pytest.mark.parametrize(
    ("asked", "claim", "cause"),
    [
        ("What is the monthly fee?", dollars("500", "The monthly fee is USD 501."), "quote_not_found"),
        ("What is the monthly fee?", dollars("501", FEE), "value_not_read"),
        ("What is the fee on page 7?", dollars("500", FEE), "outside_scope"),
        ("What is the charge (excluding the monthly fee)?", dollars("500", FEE), "excluded"),
    ],
)
def test_failed_verdict_has_the_cause_of_its_failure(asked: str, claim, cause: str):
    verdicts = judged(TEXT, asked, claim, proofs_for("balanced")).verdicts
    assert cause in {verdict.cause for verdict in verdicts if not verdict.passed}


def test_verdict_that_passed_has_no_cause():
    passed = judged(TEXT, "What is the monthly fee?", dollars("500", FEE), proofs_for("balanced"))
    assert passed.passed
    assert {verdict.cause for verdict in passed.verdicts} == {""}


def test_cause_is_not_published():
    (verdict, *_) = judged(TEXT, "What is the monthly fee?", dollars("501", FEE), ()).verdicts
    assert set(verdict.model_dump()) == {"check", "passed", "score", "reason"}
