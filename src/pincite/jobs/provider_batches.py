"""Submit batches of requests to language models, say what they cost, and keep what comes of them.

A batch is written down before it is sent, and only one process submits at a time. One that was interrupted in
between is looked for at the provider before anything is sent again: nothing is paid twice. Harvesting may be
killed and done again at any instant: a reply is kept once, under the hash of its request.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from pincite.errors import ProviderError
from pincite.jobs.kept_replies import Wanted
from pincite.language.how_many import how_many
from pincite.protocols import BatchService, ReplyStore
from pincite.providers.submitting import Undecided, Unsure, number_in
from pincite.records.completion import BatchResult, SubmittedBatch, Usage

_TOKEN_BYTES = 8
_KEPT_AT_ONCE = 100
# Headers and names beside the body of a request.
_BESIDE_BYTES = 300
Services = Mapping[tuple[str, str], BatchService]
"""By the name and the address of a model what asks it many things at once."""


@dataclass(frozen=True, slots=True)
class ProviderBatches:
    """All batches of a library for the models that are in use."""

    store: ReplyStore
    settle_seconds: float = 60.0
    """After what time a batch that was sent and not acknowledged is listed by the provider, if it arrived."""
    notice: Callable[[str], None] = lambda message: None
    clock: Callable[[], float] = time.time
    sleep: Callable[[float], None] = time.sleep
    done: dict[int, int] = field(default_factory=dict)
    """By the number of a batch how many requests the provider had worked on when it was last looked at."""

    def settle(self, services: Services, *, submit_again: bool = False) -> list[ProviderError]:
        """Find out what became of submissions that were interrupted; of which that cannot be told, why.

        With `submit_again` the user says that those never arrived.
        """
        with self.store.submitting() as free:
            return self._settle(services, submit_again) if free else []

    def harvest(self, services: Services) -> int:
        """Keep the results of all batches that have ended; how many batches those were."""
        ended = 0
        for batch, service in self._ours(services):
            if batch.state == "submitting":
                continue
            progress = service.look(batch.provider_id)
            self.done[batch.number] = progress.done
            if progress.state == "running":
                continue
            if progress.state == "gone":
                self.store.finish(batch.number, "The provider does not know the batch any more.")
            else:
                self._keep_results(batch, service)
            ended += 1
        return ended

    def submit(self, purpose: str, wanted: Sequence[Wanted]) -> int:
        """Send what is wanted and in no batch yet; how many requests that were.

        A ProviderError where a provider refuses a batch; what was sent before it stays.
        """
        with self.store.submitting() as free:
            if not free:
                self.notice("Another process is submitting batches; this one leaves it to that.")
                return 0
            return sum(self._send(purpose, part) for part in _parts(wanted))

    def _settle(self, services: Services, submit_again: bool) -> list[ProviderError]:
        untold: list[ProviderError] = []
        for batch, service in self._ours(services):
            if batch.state != "submitting":
                continue
            self._let_settle(batch)
            try:
                found = service.find(batch, self.store.provider_ids())
            except Undecided as error:
                if not submit_again:
                    untold.append(error)
                    continue
                found = None
            if found is None:
                self.store.move(batch.number, "dropped", said="It never arrived.")
            else:
                self.notice(f"Found the batch whose submission was interrupted: {found}.")
                self.store.move(batch.number, "submitted", found)
        return untold

    def _let_settle(self, batch: SubmittedBatch) -> None:
        left = min(batch.sent_at + self.settle_seconds - self.clock(), self.settle_seconds)
        if left > 0:
            self.notice(
                f"The submission of a batch was interrupted. Looking for it at the provider in {left:.0f} s."
            )
            self.sleep(left)

    def _keep_results(self, batch: SubmittedBatch, service: BatchService) -> None:
        self.store.move(batch.number, "ended")
        rungs = self.store.rungs(batch.number)
        together: list[tuple[int, BatchResult]] = []
        unknown = 0
        for result in service.results(batch.provider_id, batch.token, rungs):
            number = number_in(result.custom_id, batch.token)
            if number is None or number not in rungs:
                unknown += 1
                continue
            together.append((number, result))
            if len(together) >= _KEPT_AT_ONCE:
                self.store.end(batch.number, together)
                together = []
        self.store.end(batch.number, together)
        self.store.finish(batch.number, "The provider gave no result for this request.")
        if unknown:
            said = how_many(unknown, "result")
            self.notice(f"Ignored {said} of batch {batch.provider_id} for requests that are not in it.")

    def _send(self, purpose: str, wanted: Sequence[Wanted]) -> int:
        token = secrets.token_hex(_TOKEN_BYTES)
        asked = [(each.request, each.about) for each in wanted]
        number, requests = self.store.open(token, purpose, asked, self.clock())
        if not requests:
            return 0
        try:
            provider_id = wanted[0].service.submit(
                token, requests, lambda: self.store.sending(number, self.clock())
            )
        except Unsure as error:
            raise ProviderError(
                f"It is not known whether the batch arrived. {error.message}",
                hint="Run it again: Pincite looks for the batch before it sends anything.",
                retryable=True,
            ) from error
        except ProviderError as error:
            self.store.move(number, "dropped", said=error.message)
            raise
        self.store.move(number, "submitted", provider_id)
        return len(requests)

    def _ours(self, services: Services) -> list[tuple[SubmittedBatch, BatchService]]:
        """Batches that are not harvested, for the models in use."""
        found = ((batch, services.get((batch.model, batch.place))) for batch in self.store.open_batches())
        return [(batch, service) for batch, service in found if service is not None]


def _parts(wanted: Sequence[Wanted]) -> Iterator[list[Wanted]]:
    """The requests of each batch: all to one model, and no more than its provider takes."""
    by_model: dict[tuple[str, str], list[Wanted]] = {}
    for each in wanted:
        by_model.setdefault((each.request.model, each.request.place), []).append(each)
    for same in by_model.values():
        part: list[Wanted] = []
        size = 0
        for each in same:
            length = len(each.request.written.encode()) + _BESIDE_BYTES
            if part and (len(part) >= each.service.most_requests or size + length > each.service.most_bytes):
                yield part
                part, size = [], 0
            part.append(each)
            size += length
        yield part


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
