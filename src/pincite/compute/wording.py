"""Write values as a formula shows them: USD 1,250,000.00, 31 December 2027, 60 days."""

from __future__ import annotations

from pydantic import BaseModel

from pincite.compute.results import Known
from pincite.values.in_words import date_in_words, duration_in_words, grouped, joined
from pincite.values.types import Amount, DateValue, Duration, Number, Percentage, Text


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
