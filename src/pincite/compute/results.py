"""What goes into a computation and what comes out, and how a formula shows it: USD 1,250,000.00, 60 days."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel

from pincite.values.in_words import date_in_words, duration_in_words, grouped, joined
from pincite.values.types import Amount, DateValue, Duration, Number, Percentage, Text

Bound = Literal["", "at most", "at least", "about"]


@dataclass(frozen=True, slots=True)
class Known:
    """A value that is computed with.

    `name` says what it is a value of and is empty for what the question itself gives. `wording` is how the
    document or the question says it, `doubt` what else that may mean, `bound` that the value is only the
    most or the least it can be, and `others` are values that the same text gives for the same thing.
    """

    value: BaseModel
    name: str = ""
    wording: str = field(default="", repr=False)
    doubt: str = field(default="", repr=False)
    bound: Bound = ""
    others: tuple[BaseModel, ...] = ()

    @property
    def called(self) -> str:
        """The value's name in a sentence."""
        return f"the {self.name}" if self.name else f"“{self.wording}” of the question"


@dataclass(frozen=True, slots=True)
class Computed:
    """A result, the formula that a person can check, the rates it used and what to know about it."""

    value: BaseModel
    formula: str = field(repr=False)
    rates: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Refused:
    """Why there is no result. `remedy` is what the user can say or give to get one; empty if nothing."""

    reason: str = field(repr=False)
    remedy: str = ""


def doubt_about(*values: Known) -> Refused | None:
    """A refusal when a value can be read in two ways; None when all are clear."""
    for known in values:
        if known.doubt:
            remedy = "" if known.name else "Write it differently."
            return Refused(f"{_capital(known.called)} is ambiguous: {known.doubt}.", remedy)
    return None


def exactness_of(*values: Known) -> Refused | None:
    """A refusal when a value is only a bound or an estimate; None when all are exact."""
    for known in values:
        if known.bound:
            return Refused(f"The document gives {known.called} only as “{known.bound}”, not as one value.")
    return None


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def said(value: BaseModel) -> str:
    """The value in words and figures."""
    match value:
        case Amount():
            return joined(value.currency, grouped(value.value), value.unit)
        case DateValue():
            return date_in_words(value.iso)
        case Duration():
            return duration_in_words(value.iso8601)
        case Percentage():
            return f"{grouped(value.value)} %"
        case Number():
            return joined(grouped(value.value), value.unit)
        case Text():
            return " ".join(value.text.split())
    return value.model_dump_json()


def told(known: Known, named: bool) -> str:
    """A value with what limits it and, where several are named, with its name."""
    name = known.name if named else ""
    return joined(name, known.bound, said(known.value))
