"""The typed values an answer can hold.

Every field is required and nothing else is allowed, so that the JSON schema given to a model is
strict. Decimals travel as plain strings ("48500.00"): a float has no place in an amount of money.
"""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import Annotated, ClassVar, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainSerializer,
    WithJsonSchema,
    model_validator,
)

from pincite.contract.values.currencies import ISO_4217


def same(a: BaseModel, b: BaseModel) -> bool:
    """Whether two values say the same: 48500 is 48500.00, P60D is not P2M, line ends do not count."""
    if isinstance(a, Text) and isinstance(b, Text):
        return a.text.split() == b.text.split()
    return type(a) is type(b) and a == b


def _refuse_float(value: object) -> object:
    if isinstance(value, float | bool):
        raise ValueError("a decimal is written as a string, such as '48500.00'")
    return value


def _plain(value: Decimal) -> str:
    return format(value, "f")


def _known_currency(code: str) -> str:
    if code not in ISO_4217:
        raise ValueError(f"{code!r} is not an ISO 4217 currency code")
    return code


def _is_duration(text: str) -> str:
    if not _DURATION.fullmatch(text):
        raise ValueError(f"{text!r} is not an ISO 8601 duration such as 'P60D'")
    return text


_PART = r"\d+(?:\.\d+)?"
_DURATION = re.compile(
    rf"-?P(?=.)(?:{_PART}Y)?(?:{_PART}M)?(?:{_PART}W)?(?:{_PART}D)?"
    rf"(?:T(?=.)(?:{_PART}H)?(?:{_PART}M)?(?:{_PART}S)?)?"
)
_VALUE = ConfigDict(frozen=True, extra="forbid")

PlainDecimal = Annotated[
    Decimal,
    BeforeValidator(_refuse_float),
    PlainSerializer(_plain, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "pattern": r"^-?\d+(\.\d+)?$"}),
]
Currency = Annotated[str, AfterValidator(_known_currency)]


class Amount(BaseModel):
    """A sum of money. No currency: the text does not say which. Unit: what it is paid for."""

    answer_type: ClassVar[str] = "amount"
    model_config = _VALUE
    value: PlainDecimal
    currency: Currency | None
    unit: str | None


class DateValue(BaseModel):
    """A date as far as the text gives it: 2027-12-31, 2027-12 or 2027."""

    answer_type: ClassVar[str] = "date"
    model_config = _VALUE
    iso: str
    precision: Literal["day", "month", "year"]

    @model_validator(mode="after")
    def _exists(self) -> Self:
        rest = {"day": "", "month": "-01", "year": "-01-01"}[self.precision]
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", self.iso + rest):
            raise ValueError(f"{self.iso!r} is not an ISO 8601 date with the precision of a {self.precision}")
        date.fromisoformat(self.iso + rest)
        return self


class Duration(BaseModel):
    """A length of time in the unit the text uses: 60 days are P60D, never P2M."""

    answer_type: ClassVar[str] = "duration"
    model_config = _VALUE
    iso8601: Annotated[str, AfterValidator(_is_duration)]


class Percentage(BaseModel):
    """A share of a hundred: 1.5 for 1.5 %."""

    answer_type: ClassVar[str] = "percentage"
    model_config = _VALUE
    value: PlainDecimal


class Number(BaseModel):
    """A number with the unit or counted thing as written; None when nothing is named."""

    answer_type: ClassVar[str] = "number"
    model_config = _VALUE
    value: PlainDecimal
    unit: str | None


class Boolean(BaseModel):
    """Whether a sentence affirms or denies."""

    answer_type: ClassVar[str] = "boolean"
    model_config = _VALUE
    value: bool


class Text(BaseModel):
    """Words as they stand in the document."""

    answer_type: ClassVar[str] = "text"
    model_config = _VALUE
    text: str
