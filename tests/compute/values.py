"""Values, rates and operand answers for tests of computations; each shows only what matters."""

from __future__ import annotations

import datetime
from decimal import Decimal

from pydantic import BaseModel

from pincite.answer.answers import Answer, Coverage, Evidence, Item, type_of
from pincite.answer.checks import Check, JudgedBy, Judgement
from pincite.answer.claims import Signals
from pincite.compute.rates import RateTable
from pincite.compute.results import Known
from pincite.values.registered import find
from pincite.values.types import Amount, DateValue, Duration, Number, Percentage

RATES = RateTable(
    date=datetime.date(2026, 10, 30),
    base="EUR",
    source="the test's own rates",
    rates={"USD": Decimal("1.25"), "GBP": Decimal("0.80"), "JPY": Decimal("160")},
)


def amount(value: str, currency: str | None = "EUR", unit: str | None = None) -> Amount:
    return Amount(value=Decimal(value), currency=currency, unit=unit)


def day(iso: str) -> DateValue:
    precision = {10: "day", 7: "month", 4: "year"}[len(iso)]
    return DateValue.model_validate({"iso": iso, "precision": precision})


def length(iso8601: str) -> Duration:
    return Duration(iso8601=iso8601)


def number(value: str, unit: str | None = None) -> Number:
    return Number(value=Decimal(value), unit=unit)


def percent(value: str) -> Percentage:
    return Percentage(value=Decimal(value))


def found(value: BaseModel, name: str = "fee", wording: str = "") -> Known:
    """A value of a document."""
    return Known(value, name, wording)


def given(wording: str, answer_type: str = "amount") -> Known:
    """A value of the question."""
    (reading,) = find(answer_type, wording)
    return Known(reading.value, "", wording, reading.ambiguous)


def evidence(snippet: str) -> Evidence:
    return Evidence(
        document="d", version="v", name="contract.md", page=1, page_label="1", anchor=None, section="Fees",
        lines=(3, 3), start=0, end=len(snippet), snippet=snippet, grade="exact", boxes=[], recognised=False,
    )  # fmt: skip


def item(value: BaseModel, original: str, snippet: str = "", chance: float | None = 0.9) -> Item:
    proof = [Check(check=name, state="proved") for name in ("quote", "value", "place", "scope")]
    return Item(
        id="item-1", type=type_of(value), value=value, original=original, limits=[],
        evidence=[evidence(snippet or original)], proof=proof, derivation=None,
        judgement=Judgement(by=[JudgedBy(reader="local/1", says="yes")], chance=chance, bar=0.5),
    )  # fmt: skip


def answer(*items: Item, outcome: str = "answered", **changes: object) -> Answer:
    """What an operand question came to."""
    made = Answer(
        outcome="answered", question="?", strictness="balanced",
        method="verbatim", items=list(items), conflict=None, signals=Signals.nothing(), clarification=None,
        caveats=[], coverage=Coverage.nothing(), error=None, run="r", seconds=0.1,
    )  # fmt: skip
    return made.model_copy(update={"outcome": outcome, **changes})
