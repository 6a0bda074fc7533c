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
    Field,
    PlainSerializer,
    WithJsonSchema,
    model_validator,
)

from pincite.values.currencies import ISO_4217


def same(a: BaseModel, b: BaseModel) -> bool:
    """Whether two values say the same: 48500 is 48500.00, P60D is not P2M, line ends do not count.

    Nor do capitals, commas and full stops in a name: "ACME, INC." is "Acme Inc". Hours and minutes are the
    same however they are put together: PT2.5H is PT2H30M.
    """
    return type(a) is type(b) and _said(a) == _said(b)


def _said(value: BaseModel) -> object:
    """What a value says, without what may differ from one place of a document to the next."""
    match value:
        case Text() | Clause():
            return value.text.split()
        case PersonName() | Organisation() | Address():
            return {name: _folded(written) for name, written in value}
        case Duration():
            days, _, time = value.iso8601.partition("T")
            parts = ((Decimal(part[:-1]), _SECONDS[part[-1]]) for part in _TIME_PART.findall(time))
            return days, sum(count * seconds for count, seconds in parts)
        case TableValue():
            return [[cell.split() for cell in row] for row in (value.headers, *value.rows)]
    return value


def _folded(written: str | None) -> list[str] | None:
    if written is None:
        return None
    words = _NOT_SAID.sub("", written.casefold().replace(",", " ").replace(". ", " ")).split()
    return words[1:] if words[:1] == ["the"] else words


def _refuse_float(value: object) -> object:
    # An exponent of nine digits would be written out as a billion zeros.
    if isinstance(value, float | bool) or (isinstance(value, str) and "e" in value.lower()):
        raise ValueError("a decimal is written as a string, such as '48500.00'")
    return value


def _plain(value: Decimal) -> str:
    return format(value, "f")


def _known_currency(code: str) -> str:
    if code not in ISO_4217:
        raise ValueError(f"{code!r} is not an ISO 4217 currency code")
    return code


def _is_partial_date(iso: str) -> str:
    if not _PARTIAL_DATE.fullmatch(iso):
        raise ValueError(f"{iso!r} is not an ISO 8601 date such as '2024-07-01', '2024-07' or '2024'")
    date.fromisoformat(iso + "-01-01"[len(iso) - 4 :])
    return iso


def _has_form_of_iban(iban: str) -> str:
    if not re.fullmatch(r"[A-Z]{2}[0-9]{2}[0-9A-Z]{6,30}", iban):
        raise ValueError(f"{iban!r} is not written as an IBAN is: DE89370400440532013000")
    return iban


def _is_duration(text: str) -> str:
    if not _DURATION.fullmatch(text):
        raise ValueError(f"{text!r} is not an ISO 8601 duration such as 'P60D'")
    return text


def _written_as(form: str) -> WithJsonSchema:
    """For the schema that a model is given, which may be able to hold it to that form."""
    return WithJsonSchema({"type": "string", "format": form}, mode="validation")


_PART = r"\d+(?:\.\d+)?"
_DURATION = re.compile(
    rf"-?P(?=.)(?:{_PART}Y)?(?:{_PART}M)?(?:{_PART}W)?(?:{_PART}D)?"
    rf"(?:T(?=.)(?:{_PART}H)?(?:{_PART}M)?(?:{_PART}S)?)?"
)
_TIME_PART = re.compile(rf"{_PART}[HMS]")
_SECONDS = {"H": 3600, "M": 60, "S": 1}
_VALUE = ConfigDict(frozen=True, extra="forbid")
_NOT_SAID = re.compile(r"[.]")
_PARTIAL_DATE = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?")

PlainDecimal = Annotated[
    Decimal,
    BeforeValidator(_refuse_float),
    PlainSerializer(_plain, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "pattern": r"^-?\d+(\.\d+)?$"}),
]
Currency = Annotated[str, AfterValidator(_known_currency), _written_as("currency")]
PartialDate = Annotated[str, AfterValidator(_is_partial_date), _written_as("partial-date")]


class Amount(BaseModel):
    """A sum of money. No currency: the text does not say which. Unit: what it is paid for."""

    answer_type: ClassVar[str] = "amount"
    model_config = _VALUE
    value: PlainDecimal
    currency: Currency | None
    unit: str | None

    @property
    def decimal(self) -> Decimal:
        """The sum as a number, without its currency."""
        return self.value


class DateValue(BaseModel):
    """A date as far as the text gives it: 2027-12-31, 2027-12 or 2027."""

    answer_type: ClassVar[str] = "date"
    model_config = _VALUE
    iso: Annotated[str, _written_as("partial-date")]
    precision: Literal["day", "month", "year"]

    @model_validator(mode="after")
    def _exists(self) -> Self:
        rest = {"day": "", "month": "-01", "year": "-01-01"}[self.precision]
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", self.iso + rest):
            raise ValueError(f"{self.iso!r} is not an ISO 8601 date with the precision of a {self.precision}")
        date.fromisoformat(self.iso + rest)
        return self

    def to_date(self) -> date:
        """The day; a ValueError where the text names only a month or a year."""
        if self.precision != "day":
            raise ValueError(f"{self.iso} is a {self.precision}, and no day")
        return date.fromisoformat(self.iso)


class DateRange(BaseModel):
    """From one day, month or year to another, both included. None: the text names no such end."""

    answer_type: ClassVar[str] = "date_range"
    model_config = _VALUE
    start: PartialDate | None
    end: PartialDate | None

    @model_validator(mode="after")
    def _runs_forward(self) -> Self:
        if self.start is None and self.end is None:
            raise ValueError("a range has a start, an end, or both")
        if self.start and self.end and self.end < self.start[: len(self.end)]:
            raise ValueError(f"a range cannot end in {self.end} and start in {self.start}")
        return self


class Duration(BaseModel):
    """A length of time in the unit the text uses: 60 days are P60D, never P2M."""

    answer_type: ClassVar[str] = "duration"
    model_config = _VALUE
    iso8601: Annotated[str, AfterValidator(_is_duration), _written_as("duration")]


class Percentage(BaseModel):
    """A share of a hundred: 1.5 for 1.5 %."""

    answer_type: ClassVar[str] = "percentage"
    model_config = _VALUE
    value: PlainDecimal

    @property
    def decimal(self) -> Decimal:
        """The share of one: 0.015 for 1.5 %."""
        return self.value / 100


class Number(BaseModel):
    """A number with the unit or counted thing as written; None when nothing is named."""

    answer_type: ClassVar[str] = "number"
    model_config = _VALUE
    value: PlainDecimal
    unit: str | None

    @property
    def decimal(self) -> Decimal:
        """The number, without its unit."""
        return self.value


class Boolean(BaseModel):
    """Whether a sentence affirms or denies."""

    answer_type: ClassVar[str] = "boolean"
    model_config = _VALUE
    value: bool


class Address(BaseModel):
    """A postal address. City: with the state or county where written. Country: None unless written."""

    answer_type: ClassVar[str] = "address"
    model_config = _VALUE
    street: str = Field(repr=False)
    postal_code: str | None = Field(repr=False)
    city: str = Field(repr=False)
    country: str | None = Field(repr=False)


class PersonName(BaseModel):
    """The name of a person, without titles. A suffix that tells father from son stays with `last`."""

    answer_type: ClassVar[str] = "person"
    model_config = _VALUE
    first: str | None = Field(repr=False)
    middle: str | None = Field(repr=False)
    last: str = Field(repr=False)


class Organisation(BaseModel):
    """The name of an organisation with its legal form."""

    answer_type: ClassVar[str] = "organisation"
    model_config = _VALUE
    name: str = Field(repr=False)


class Iban(BaseModel):
    """An international bank account number without its spaces."""

    answer_type: ClassVar[str] = "iban"
    model_config = _VALUE
    iban: Annotated[str, AfterValidator(_has_form_of_iban), _written_as("iban")] = Field(repr=False)


class TableValue(BaseModel):
    """A table as its cells say it. No headers: no row of it names the columns."""

    answer_type: ClassVar[str] = "table"
    model_config = _VALUE
    headers: tuple[str, ...] = Field(repr=False)
    rows: tuple[tuple[str, ...], ...] = Field(repr=False)

    @model_validator(mode="after")
    def _has_columns(self) -> Self:
        widths = {len(row) for row in self.rows} | ({len(self.headers)} if self.headers else set())
        if len(widths) != 1 or not self.rows:
            raise ValueError("every row of a table has as many cells as it has columns")
        return self


class Clause(BaseModel):
    """A sentence or a numbered clause, whole and word for word."""

    answer_type: ClassVar[str] = "clause"
    model_config = _VALUE
    text: str = Field(repr=False)


class Text(BaseModel):
    """Words as they stand in the document."""

    answer_type: ClassVar[str] = "text"
    model_config = _VALUE
    text: str = Field(repr=False)


Value = (
    Amount
    | DateValue
    | DateRange
    | Duration
    | Percentage
    | Number
    | Boolean
    | Address
    | PersonName
    | Organisation
    | Iban
    | TableValue
    | Clause
    | Text
)
"""Any value of a type of ours. A type that a user registered is a pydantic model of the user's."""
