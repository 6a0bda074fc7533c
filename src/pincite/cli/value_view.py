"""Say on a terminal what a value is, and what kind of value was looked for."""

from __future__ import annotations

from pydantic import BaseModel

from pincite.cli.screen import printable
from pincite.language import value_words

_KINDS = {
    "amount": "an amount", "date": "a date", "date_range": "a period between two dates",
    "duration": "a length of time", "percentage": "a percentage", "number": "a number",
    "boolean": "a yes or no", "address": "an address", "person": "a person",
    "organisation": "an organisation", "iban": "an IBAN", "table": "a table", "clause": "a clause",
    "text": "a sentence",
}  # fmt: skip


def looked_for(answer_type: str, answer_shape: str) -> str:
    """What kind of answer was looked for, in words."""
    if answer_shape in {"list", "tree", "nested"}:
        return "a list"
    return _KINDS.get(answer_type, f"a value of the type {printable(answer_type)}")


def in_words(value: BaseModel) -> str:
    """The value for a reader; a kind that is not known here is shown as its JSON."""
    return printable(value_words.in_words(value))
