"""A value that breaks a rule of its field is shown to a person with the rule, and is never dropped."""

from __future__ import annotations

import pytest

from pincite.answer.answers import Item
from pincite.answer.document_tables import Cell, Decision, FieldRules, TableField
from pincite.extract.tabulating import validated
from pincite.values.types import Amount, DateValue, Text
from tests.extract.items import item

AMOUNT = Amount(value="4500.00", currency="EUR", unit=None)
SHOP = Text(text="The premises are used for retail only.")
SHOPS = Text(text="The premises are used for retail or as an office.")
MAY = DateValue(iso="2020-05", precision="month")


def field(**rules: object) -> TableField:
    return TableField(name="f", question="F?", answer_type=None, rules=FieldRules.model_validate(rules))


def answered(*items: Item) -> Cell:
    return Cell(state="answered", items=list(items), leads=[], chance=0.9, reason="", error=None, run="")


@pytest.mark.parametrize(
    ("given", "rules", "said"),
    [
        (item(AMOUNT, "EUR 4,500.00"), {"minimum": "5000"}, "the minimum is 5000"),
        (item(AMOUNT, "EUR 4,500.00"), {"maximum": "4499.99"}, "the maximum is 4499.99"),
        (item(MAY, "May 2020"), {"minimum": "2020-05-02"}, "it names no day, and the minimum is 2020-05-02"),
        (item(MAY, "May 2020"), {"maximum": "2020-04-30"}, "the maximum is 2020-04-30"),
        (item(Text(text="X1"), "X1"), {"pattern": "[A-Z]{2}"}, "it does not match the pattern [A-Z]{2}"),
        (
            item(Text(text="barn"), "barn"),
            {"choices": ["retail", "office"]},
            "it names none of retail, office",
        ),
        (item(SHOPS, SHOPS.text), {"choices": ["retail", "office"]}, "it names several of retail, office"),
        (item(AMOUNT, "EUR 4,500.00"), {"choices": ["EUR 4"]}, "it names none of EUR 4"),
        (item(Text(text="long"), "long"), {"maximum": "3"}, "it has no order, and the maximum is 3"),
    ],
)
def test_value_that_breaks_a_rule_is_to_review_with_the_rule(
    given: Item, rules: dict[str, object], said: str
):
    cell = validated(field(**rules), answered(given))
    assert (cell.state, cell.items) == ("to_review", [given])
    assert cell.reason == f"“{given.original}” breaks a rule of the schema: {said}."


@pytest.mark.parametrize(
    ("given", "rules"),
    [
        (item(AMOUNT, "EUR 4,500.00"), {"minimum": "4500", "maximum": "4500.0"}),
        (item(MAY, "May 2020"), {"minimum": "2020-04-30", "maximum": "2020-06-01"}),
        (item(Text(text="Office"), "Office"), {"choices": ["retail", "office"], "pattern": "O.*"}),
        (item(SHOP, SHOP.text), {"choices": ["retail", "office"], "pattern": "retail"}),
    ],
)
def test_value_that_keeps_to_the_rules_is_left_alone(given: Item, rules: dict[str, object]):
    cell = answered(given)
    assert validated(field(required=True, **rules), cell) == cell


def test_required_value_that_is_not_stated_is_to_review():
    silent = Cell(state="not_stated", items=[], leads=[], chance=0.1, reason="Not found.", error=None, run="")
    cell = validated(field(required=True), silent)
    assert (cell.state, cell.reason) == ("to_review", "The schema requires a value. Not found.")


def test_what_somebody_decided_is_left_alone():
    decision = Decision(kind="accepted", value="barn", evidence=[], by="Anna", at="2026-11-17T10:00:00")
    cell = answered(item(Text(text="barn"), "barn")).model_copy(update={"decision": decision})
    assert validated(field(choices=["retail"]), cell) == cell
