"""Say what a batch will cost before it is sent, and what batches and single calls have cost so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from pincite.jobs.kept_replies import Wanted
from pincite.records.completion import SubmittedBatch, Usage


@dataclass(frozen=True, slots=True)
class Forecast:
    """What the next batches ask of one model, and the most that can cost."""

    model: str
    requests: int
    input_tokens: int
    """Reckoned as four characters each."""
    most_output_tokens: int
    """If every reply is as long as it may be; most are far shorter."""
    least_cost: Decimal | None
    """For the input alone, at the price of a batch; None without prices."""
    most_cost: Decimal | None
    prices_of: date | None
    """The day of the prices, where the user said it."""


def forecasts(wanted: Iterable[Wanted]) -> list[Forecast]:
    """One for each model that is asked."""
    by_model: dict[str, list[Wanted]] = {}
    for each in wanted:
        by_model.setdefault(each.request.model, []).append(each)
    return [_forecast(model, asked) for model, asked in by_model.items()]


def _forecast(model: str, asked: Sequence[Wanted]) -> Forecast:
    sent = sum(each.request.tokens for each in asked)
    received = sum(each.request.most_output_tokens for each in asked)
    prices = asked[0].service.prices
    least = most = None
    if prices:
        least = prices.of(Usage(0, sent, 0, 0)) * prices.batch
        most = prices.of(Usage(0, sent, 0, received)) * prices.batch
    as_of = prices.as_of if prices else None
    return Forecast(model, len(asked), sent, received, least, most, as_of)


@dataclass(frozen=True, slots=True)
class CostReport:
    """What was asked for a table so far, in batches and live, and what is still to come."""

    batches: Sequence[SubmittedBatch]
    cells_waiting: int = 0
    untold: Sequence[str] = ()
    """Of which interrupted submission it cannot be told yet whether it arrived, and why."""
    done: Mapping[int, int] = field(default_factory=dict)
    """By the number of a batch how many of its requests the provider has worked on, where it says so."""

    @property
    def by_batch(self) -> Usage:
        return _sum(each for each in self.batches if each.state != "live")

    @property
    def live(self) -> Usage:
        return _sum(each for each in self.batches if each.state == "live")

    @property
    def running(self) -> list[SubmittedBatch]:
        return [each for each in self.batches if each.state in ("submitting", "submitted", "ended")]


def _sum(batches: Iterable[SubmittedBatch]) -> Usage:
    return sum((each.usage for each in batches), Usage())
