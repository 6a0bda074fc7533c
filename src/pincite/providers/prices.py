"""What tokens cost, by prices that the user gives: there are none of ours, because they would be outdated."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from pydantic import ConfigDict

from pincite.records.completion import Usage

_PER = Decimal(1_000_000)


@dataclass(frozen=True, slots=True)
class Prices:
    """For a million tokens each, in a currency of the user's choice."""

    input: Decimal
    output: Decimal
    cached: Decimal | None = None
    """For what the service had read before; None where it costs as much as any other."""
    as_of: date | None = None
    """The day on which you looked the prices up; a forecast says it."""
    batch: Decimal = Decimal("0.5")
    """What a request in a batch costs, as a share of these prices."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    def __post_init__(self) -> None:
        cached = self.input if self.cached is None else self.cached
        if min(self.input, self.output, cached, self.batch) < 0:
            raise ValueError("a price cannot be below 0")

    def of(self, usage: Usage) -> Decimal:
        cached = self.input if self.cached is None else self.cached
        fresh = usage.input_tokens - usage.cached_tokens
        return (fresh * self.input + usage.cached_tokens * cached + usage.output_tokens * self.output) / _PER


def in_batch(usage: Usage, prices: Prices | None) -> Usage:
    """The same usage at the price of a batch."""
    return usage if prices is None else replace(usage, cost=prices.of(usage) * prices.batch)


def priced(usage: Usage, prices: Prices | None) -> Usage:
    return usage if prices is None else replace(usage, cost=prices.of(usage))
