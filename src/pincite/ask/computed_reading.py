"""Work out the formula of a reader from operands that were proved: it names them, and never computes."""

from __future__ import annotations

from decimal import Decimal

from pydantic import BaseModel

from pincite.answer.answers import Answer, Derivation, Evidence, Item, Operand, type_of
from pincite.answer.checks import Judgement
from pincite.compute.results import said
from pincite.prove.formula import Formula
from pincite.values.types import Amount, Number, Percentage

# What is said of how many, or of how much of something, is in no currency.
_RATIOS, _MULTIPLIES = ("/", "÷", "count("), ("*", "×", "·")
_PLACES = Decimal("0.01")


def computed(answer: Answer, formula: str, labels: tuple[str, ...]) -> Answer:
    """The result with every operand cited; where it cannot be worked out, the operands and why."""
    items = answer.items
    if len(set(labels)) != len(items) or not all(labels):
        return _left_open(answer, "Not every operand has a name of its own")
    try:
        result = Formula(formula, {label: item.value for label, item in zip(labels, items, strict=True)})
        value = _typed(result.result(), formula, [item.value for item in items])
    except (ValueError, ArithmeticError, IndexError, KeyError, RecursionError):
        return _left_open(answer, f"“{formula}” cannot be worked out")
    if value is None:
        return _left_open(answer, "The operands are not in one currency")
    operands = [
        Operand(name=label, value=item.value, evidence=_place(item))
        for label, item in zip(labels, items, strict=True)
    ]
    item = Item(
        id="item-1",
        type=type_of(value),
        value=value,
        original=f"{formula} = {said(value)}",
        limits=list(dict.fromkeys(limit for each in items for limit in each.limits)),
        evidence=_once([place for each in items for place in each.evidence]),
        proof=[],
        judgement=Judgement.weakest([each.judgement for each in items]),
        derivation=Derivation(formula=formula, operands=operands, rates=[]),
    )
    signals = answer.signals.model_copy(update={"extraction_method": "computed"})
    return answer.model_copy(update={"items": [item], "method": "computed", "signals": signals})


def _typed(result: Decimal | BaseModel, formula: str, operands: list[BaseModel]) -> BaseModel | None:
    """A number as a value: of amounts in one currency an amount; None where they are in several."""
    if isinstance(result, BaseModel):
        return result
    plain = formula.lower()
    if "change(" in plain:
        return Percentage(value=(result * 100).quantize(_PLACES))
    amounts = {each.currency for each in operands if isinstance(each, Amount)}
    if len(amounts) > 1:
        return None
    shares = any(sign in plain for sign in _RATIOS) and not any(sign in plain for sign in _MULTIPLIES)
    if amounts and not shares:
        return Amount(value=result, currency=amounts.pop(), unit=None)
    if all(isinstance(each, Percentage) for each in operands) and not shares:
        return Percentage(value=result)
    units = {each.unit for each in operands if isinstance(each, Number)}
    return Number(value=result, unit=units.pop() if len(units) == 1 and not shares else None)


def _left_open(answer: Answer, reason: str) -> Answer:
    outcome = "incomplete" if answer.outcome == "answered" else answer.outcome
    caveats = [*answer.caveats, f"{reason}: these are the values that it is computed from."]
    return answer.model_copy(update={"outcome": outcome, "caveats": caveats})


def _place(item: Item) -> Evidence:
    return next((place for place in item.evidence if place.role == "words"), item.evidence[0])


def _once(places: list[Evidence]) -> list[Evidence]:
    return [place for at, place in enumerate(places) if place not in places[:at]]
