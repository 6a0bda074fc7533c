"""Exchange rates from a user's own file, and conversion that says which rate it used.

No rates are shipped and none is guessed: a rate has a date and a source, or there is none.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from pathlib import Path
from typing import Annotated, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from pincite.compute.results import Refused, said
from pincite.errors import ConfigError
from pincite.values.types import Amount, Currency, PlainDecimal

_HINT = (
    'A file of rates has four entries: date, base, source and rates, each rate as a string: USD: "1.0872".'
)
_REMEDY = "Name a file of exchange rates in the setting `rates`; docs/computing.md shows one."
# Enough for every amount times a rate to come out exactly; only a division is ever rounded.
DIGITS = 60
_NO_CENTS = frozenset("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split())
_THOUSANDTHS = frozenset("BHD IQD JOD KWD LYD OMR TND".split())


class RateTable(BaseModel):
    """What one unit of `base` was worth in other currencies on one day, and who says so."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    date: datetime.date
    base: Currency
    source: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
    rates: Mapping[Currency, Annotated[PlainDecimal, Field(gt=0)]]

    @model_validator(mode="after")
    def _base_is_not_its_own_rate(self) -> Self:
        if self.base in self.rates:
            raise ValueError(f"{self.base} is the base currency and needs no rate")
        return self

    def of(self, currency: str) -> Decimal | None:
        """How much of the currency one unit of the base is; None when the table does not say."""
        return Decimal(1) if currency == self.base else self.rates.get(currency)

    def stated(self, currency: str) -> str:
        """The rate as the table gives it, with its date and source."""
        return f"1 {self.base} = {self.rates[currency]} {currency} on {self.date.isoformat()} ({self.source})"


@dataclass(frozen=True, slots=True)
class Conversion:
    """An amount in another currency: rounded as it is paid, exact as it is compared."""

    amount: Amount
    exact: Decimal
    step: str
    rates: tuple[str, ...]


def load_rates(path: Path) -> RateTable:
    """The table in a YAML file, or a ConfigError that says what is wrong with it."""
    try:
        content = yaml.safe_load(path.expanduser().read_text("utf-8"))
    except FileNotFoundError as error:
        raise ConfigError(
            f"There is no file of rates {path}.", hint="Correct the setting `rates`."
        ) from error
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"The file of rates {path} cannot be read: {error}.", hint=_HINT) from error
    try:
        return RateTable.model_validate(content)
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(str(part) for part in problem["loc"] if part != "[key]")
        entry = f"The entry {place!r} of" if place else "What is in"
        raise ConfigError(
            f"{entry} the file of rates {path} cannot be used: {problem['msg']}.", hint=_HINT
        ) from error


def convert(amount: Amount, into: str, table: RateTable | None) -> Conversion | Refused:
    """The amount in another currency by the rates of the table."""
    if amount.currency is None:
        return Refused(f"The document does not say in which currency {said(amount)} is.")
    if amount.currency == into:
        return Conversion(amount, amount.value, "", ())
    if amount.value.adjusted() > DIGITS // 3:
        return Refused(f"{said(amount)} is too large to be converted exactly.")
    sold, bought = (table.of(amount.currency), table.of(into)) if table else (None, None)
    if table is None or sold is None or bought is None:
        return Refused(_missing(amount.currency, into, table), _REMEDY)
    with localcontext(prec=DIGITS):
        # Multiplied first, so that a result with an end comes out exactly.
        exact = amount.value * bought / sold
        rounded = exact.quantize(_smallest(into), ROUND_HALF_UP)
    result = Amount(value=rounded, currency=into, unit=amount.unit)
    factors = (f" × {bought}" if into != table.base else "") + (
        f" ÷ {sold}" if amount.currency != table.base else ""
    )
    sign = "=" if rounded == exact else "≈"
    used = tuple(table.stated(each) for each in (amount.currency, into) if each != table.base)
    return Conversion(result, exact, f"{said(amount)}{factors} {sign} {said(result)}", used)


def _missing(sold: str, bought: str, table: RateTable | None) -> str:
    if table is None:
        return f"The rate from {sold} to {bought} is missing: no exchange rates are given."
    lacking = " and ".join(each for each in (sold, bought) if table.of(each) is None)
    return (
        f"The rate from {sold} to {bought} is missing: the rates of {table.date.isoformat()} "
        f"({table.source}) do not give {lacking}."
    )


def _smallest(currency: str) -> Decimal:
    """The smallest sum that is paid in a currency."""
    return Decimal(1).scaleb(-3 if currency in _THOUSANDTHS else 0 if currency in _NO_CENTS else -2)
