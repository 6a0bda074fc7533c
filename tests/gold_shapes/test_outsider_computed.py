"""Questions of another hand that need arithmetic: operands are looked up, and the result is right."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pincite.answer.answers import Answer
from pincite.records.evidence import Excerpt, Extract
from tests.gold_shapes.outsider.computed import COMPUTED
from tests.gold_shapes.outsider.shapes import Computed
from tests.gold_shapes.told import Told
from tests.readers import StandIn
from tests.shapes import ask_file
from tests.stages import judged_by

# A word of the question for each operand. What no rule takes for arithmetic yet is left out: it is looked up.
ASKED_FOR = {
    "compare-same-currency": ("Corvo Pontes",),
    "compare-rate-in-document": ("Dunmore Civil",),
    "sum-dismissal-payments": ("severance", "training"),
}
KNOWN = {gold.id: gold for gold in COMPUTED if gold.id in ASKED_FOR}


@dataclass(frozen=True)
class OneByOne(StandIn):
    """Is told which sentence answers the question for each operand."""

    quotes: tuple[tuple[str, str], ...] = ()

    def _extract(self, question: str, excerpt: Excerpt) -> Extract:
        meant = tuple(quote for word, quote in self.quotes if word in question)
        return Told(quotes=meant)._extract(question, excerpt)


def ask(gold: Computed) -> Answer:
    quotes = (operand.quote for operand in gold.operands)
    reader = OneByOne(quotes=tuple(zip(ASKED_FOR[gold.id], quotes, strict=True)))
    answer, _ = ask_file(gold.document, gold.text, gold.question, judged=judged_by(reader))
    return answer


@pytest.mark.parametrize("name", ["compare-same-currency", "sum-dismissal-payments"])
def test_result_is_computed_from_the_operands_where_they_stand(name):
    gold = KNOWN[name]
    (item,) = ask(gold).items
    assert item.value.model_dump(mode="json") == gold.result
    snippets = [" ".join(operand.evidence.snippet.split()) for operand in item.derivation.operands]
    assert [operand.quote for operand in gold.operands] == snippets


def test_missing_rate_is_asked_for():
    answer = ask(KNOWN["compare-rate-in-document"])
    assert answer.outcome == "needs_clarification"
    assert "GBP to EUR is missing" in answer.clarification
