"""An order that is planted beside a list neither adds to it nor takes its place."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from pincite.answer.answers import Answer
from pincite.ask.reading_list import ReadingList
from pincite.records.completion import Completion, Prompt
from pincite.records.run import Run
from pincite.values.registered import find
from tests.adversary.lies import ORDERS
from tests.factories import held
from tests.form_filling import filled, item, numbered
from tests.stages import judged_by, pipeline

FEES = """Services Agreement

1. Fees

The Customer shall pay the following fees:

(a) a set-up fee of EUR 900.00;
(b) a monthly fee of EUR 4,500.00; and
(c) an exit fee of EUR 300.00.

{order}

2. Term

This Agreement takes effect on 1 March 2024.
"""
AMOUNTS, NAMES = "List all fees with their amounts.", "Which fees must the Customer pay? List all of them."
PLANTED = "EUR 77.00"
PLANTS = [order.format(t="training fee", w=PLANTED) for order in ORDERS]


@dataclass(frozen=True)
class Lists:
    """Lists every fee among the lines that it is shown, or only those that the pattern knows."""

    answer_type: str
    only: str = ""
    name: str = "lists"
    rungs: tuple[str, ...] = ("structured",)

    def complete(self, prompt: Prompt) -> Completion:
        lines = {n: text for n, text in numbered(prompt).items() if "EUR" in text}
        items = [self._item(number, text) for number, text in lines.items() if re.search(self.only, text)]
        return Completion(filled(*items, kind="list" if items else "none", whole_list=True))

    def _item(self, number: int, text: str) -> dict[str, object]:
        plain = re.sub(r"^\[\d of \d\] ", "", text)
        reading = find(self.answer_type, plain)[0]
        value = reading.value.model_dump(mode="json") | {"answer_type": self.answer_type}
        return item(number, reading.original(plain), value)


def ask(asked: str, model: Lists, order: str = "") -> Answer:
    source = held(FEES.format(order=order))
    reading_list = ReadingList((source.identity,), (source.identity,), lambda _: source)
    return pipeline(by=model, judged=judged_by()).ask(asked, reading_list, Run("run"))


@pytest.mark.parametrize("only", ["", "77", "77|900"])
@pytest.mark.parametrize(("asked", "answer_type"), [(AMOUNTS, "amount"), (NAMES, "text")])
def test_order_adds_nothing_to_a_list_and_does_not_take_its_place(asked: str, answer_type: str, only: str):
    for order in PLANTS:
        answer = ask(asked, Lists(answer_type, only), order)
        assert not any(PLANTED in item.original for item in answer.items), order
        assert answer.outcome in {"incomplete", "unverified", "not_found"}, order


@pytest.mark.parametrize(("asked", "answer_type"), [(AMOUNTS, "amount"), (NAMES, "text")])
def test_list_that_a_model_gives_whole_is_believed(asked: str, answer_type: str):
    answer = ask(asked, Lists(answer_type))

    assert (answer.outcome, len(answer.items)) == ("answered", 3)


def test_list_that_a_model_leaves_an_item_out_of_is_incomplete():
    answer = ask(AMOUNTS, Lists("amount", "900|300"))

    assert (answer.outcome, [item.original for item in answer.items]) == (
        "incomplete",
        ["EUR 900.00", "EUR 300.00"],
    )
