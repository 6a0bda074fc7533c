"""Questions of another hand that need arithmetic: the result is right, or there is none."""

from __future__ import annotations

import pytest

import pincite
from tests.gold_shapes.outsider.computed import COMPUTED

# What no rule reads yet ends without an item, and is looked at here so that it is never answered wrongly.
RIGHT = {"compare-same-currency", "sum-dismissal-payments"}


@pytest.mark.parametrize("gold", COMPUTED, ids=lambda gold: gold.id)
def test_computed_answer_is_right_or_there_is_none(tmp_path, gold):
    (tmp_path / gold.document).write_text(gold.text, "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(tmp_path / gold.document)
        answer = library.ask(gold.question)
    values = [item.value.model_dump(mode="json") for item in answer.items]
    assert values == ([gold.result] if gold.id in RIGHT else [])
    for item in answer.items:
        snippets = [" ".join(operand.evidence.snippet.split()) for operand in item.derivation.operands]
        for operand in gold.operands:
            assert any(operand.quote in snippet or snippet in operand.quote for snippet in snippets)


def test_missing_rate_is_asked_for(tmp_path):
    (gold,) = (gold for gold in COMPUTED if gold.id == "compare-rate-in-document")
    (tmp_path / gold.document).write_text(gold.text, "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(tmp_path / gold.document)
        answer = library.ask(gold.question)
    assert answer.outcome == "needs_clarification"
    assert "GBP to EUR is missing" in answer.clarification
