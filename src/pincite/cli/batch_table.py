"""Make a table by batches: say what a round costs, have it agreed to, and wait; and list the batches."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from pincite.cli.screen import messages, new_table, notice, output, print_object, printable, say
from pincite.errors import InputError

if TYPE_CHECKING:
    from rich.status import Status

    from pincite.extract.rounds import ByBatch
    from pincite.jobs.provider_batches import CostReport, Forecast
    from pincite.records.completion import SubmittedBatch, Usage
    from pincite.service import Library
    from pincite.settings import BatchSettings

_SECONDS_PER_LINE = 600.0
_PLACES = Decimal("0.0001")
_STATES = {
    "submitting": "interrupted: its table looks for it",
    "submitted": "running",
    "ended": "ended: its table fetches it",
    "harvested": "done",
    "dropped": "never ran",
    "live": "asked live",
}


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """What the command line says about batches."""

    batch: bool = False
    wait: bool = False
    forecast: bool = False
    yes: bool = False
    submit_again: bool = False

    def check(self) -> None:
        """Nothing, or an InputError that names the option which makes no sense alone."""
        if self.batch or self.forecast:
            return
        given = {"--wait": self.wait, "--yes": self.yes, "--submit-again": self.submit_again}
        for option, is_given in given.items():
            if is_given:
                raise InputError(f"{option} belongs to --batch.", hint=f"Write: --batch {option}")


@dataclass(slots=True)
class Cashier:
    """Tells what a round will cost, asks whether to go on, and says afterwards what all of it took."""

    options: BatchOptions
    settings: BatchSettings
    last: CostReport | None = None
    """What was told last."""
    _status: Status | None = None
    _line: str = ""
    _told_at: float = field(default=float("-inf"))

    def by(self) -> ByBatch:
        from pincite.extract.rounds import ByBatch

        return ByBatch(
            wait=self.options.wait and not self.options.forecast,
            confirm=self.agree,
            report=self.report,
            submit_again=self.options.submit_again,
            forecast_only=self.options.forecast,
        )

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Meanwhile a line on a terminal says how far batches are."""
        try:
            yield
        finally:
            self._quiet()

    def agree(self, forecasts: Sequence[Forecast]) -> bool:
        self._quiet()
        for each in forecasts:
            notice(forecast_in_words(each))
        if self.options.forecast:
            return False
        if self.options.yes:
            return True
        if sys.stdin.isatty() and messages().is_terminal:
            import typer

            agreed = typer.confirm("Send it?", default=False, err=True)
            if not agreed:
                notice("Nothing was sent.")
            return agreed
        self._refuse_too_much(forecasts)
        return True

    def report(self, report: CostReport) -> None:
        self.last = report
        for said in report.untold:
            if said != self._line:
                notice(said)
                self._line = said
        if not (self.options.wait and report.running):
            return
        said = waiting_in_words(report, time.time())
        if messages().is_terminal:
            if self._status is None:
                self._status = messages().status("", spinner="line")
                self._status.start()
            self._status.update(said)
        elif time.monotonic() - self._told_at >= _SECONDS_PER_LINE:
            self._told_at = time.monotonic()
            notice(said)

    def finish(self) -> None:
        """What is running, and what all of it has cost so far."""
        if self.last is None or self.options.forecast:
            return
        for line in report_in_words(self.last):
            notice(line)

    def _quiet(self) -> None:
        if self._status:
            self._status.stop()
            self._status = None

    def _refuse_too_much(self, forecasts: Sequence[Forecast]) -> None:
        requests = sum(each.requests for each in forecasts)
        cost = sum((each.most_cost or Decimal(0) for each in forecasts), Decimal(0))
        limit = self.settings.ask_above_cost
        if limit is not None and cost > limit:
            raise InputError(
                f"This round may cost {_money(cost)}, which is above the setting batches.ask_above_cost "
                f"({limit}). Nothing was sent.",
                hint="Add --yes to send it, or raise the setting.",
            )
        if requests > self.settings.ask_above_requests:
            raise InputError(
                f"This round has {requests:,} requests, which is above the setting "
                f"batches.ask_above_requests ({self.settings.ask_above_requests:,}). Nothing was sent.",
                hint="Add --yes to send it, or raise the setting.",
            )


def forecast_in_words(forecast: Forecast) -> str:
    """One line: requests, tokens, and between what and what they cost."""
    said = (
        f"{forecast.model}: {_how_many(forecast.requests, 'request')} in this round, about "
        f"{forecast.input_tokens:,} tokens in and at most {forecast.most_output_tokens:,} out"
    )
    if forecast.most_cost is None or forecast.least_cost is None:
        return f"{said}. Set `prices` of the model to see what that costs."
    day = f"prices of {forecast.prices_of}" if forecast.prices_of else "your prices"
    return (
        f"{said}; it costs {_money(forecast.least_cost)} for the input and at most "
        f"{_money(forecast.most_cost)} in all ({day}, by batch). Later rounds depend on the replies."
    )


def waiting_in_words(report: CostReport, now: float) -> str:
    """Which batches are running, how far they are and for how long."""
    running = report.running
    done = sum(report.done.get(each.number, 0) for each in running)
    requests = sum(each.requests for each in running)
    minutes = max(0, int(now - min(each.sent_at for each in running))) // 60
    far = f"{done:,} of {_how_many(requests, 'request')} done" if done else _how_many(requests, "request")
    batches = "1 batch" if len(running) == 1 else f"{len(running):,} batches"
    return f"Waiting for {batches} ({far}), {minutes} min so far"


def report_in_words(report: CostReport) -> list[str]:
    """What is running, and what batches and single calls have cost; nothing where nothing was asked."""
    said = [_running(each) for each in report.running]
    if report.by_batch.calls:
        said.append(f"By batch: {_taken(report.by_batch)}")
    if report.live.calls:
        said.append(f"Live: {_taken(report.live)}")
    both = [each.cost for each in (report.by_batch, report.live) if each.cost is not None]
    if len(both) == 2:
        said.append(f"Together: {_money(sum(both, Decimal(0)))}")
    if report.cells_waiting:
        said.append(
            f"{_how_many(report.cells_waiting, 'cell')} waiting. Run the same command again to go on, or "
            "add --wait."
        )
    return said


def _running(batch: SubmittedBatch) -> str:
    named = batch.provider_id or "not acknowledged yet"
    return f"Batch {named} at {batch.model}: {_how_many(batch.requests, 'request')}, {batch.state}"


def _taken(usage: Usage) -> str:
    from pincite.dialogue.spending import taken

    return taken(usage)


def _money(cost: Decimal) -> str:
    return f"{cost.quantize(_PLACES) if cost >= _PLACES else cost:,f}"


def _how_many(number: int, what: str) -> str:
    from pincite.language.how_many import how_many

    return how_many(number, what)


def list_batches(library: Library, as_json: bool) -> None:
    """Print what was submitted, how far it is, and what it cost; nothing is asked of the provider."""
    found = library.batches()
    if as_json:
        print_object({"batches": [_object(each) for each in found]})
    elif found:
        _show(found)
    else:
        say("No batch was submitted. A table does it: pincite table … --model anthropic/NAME --batch")


def _object(batch: SubmittedBatch) -> dict[str, object]:
    usage = batch.usage
    return {
        "id": batch.provider_id,
        "model": batch.model,
        "state": batch.state,
        "sent_at": _time(batch.sent_at),
        "requests": batch.requests,
        "endings": dict(batch.endings),
        "input_tokens": usage.input_tokens,
        "cached_tokens": usage.cached_tokens,
        "output_tokens": usage.output_tokens,
        "cost": None if usage.cost is None else f"{usage.cost:f}",
        "error": batch.said,
    }


def _show(found: Sequence[SubmittedBatch]) -> None:
    table = new_table()
    for name in ("sent", "model", "batch", "state"):
        table.add_column(name, overflow="fold")
    for name in ("requests", "in", "out", "cost"):
        table.add_column(name, justify="right", no_wrap=True)
    for batch in found:
        usage, lost = batch.usage, batch.requests - batch.endings.get("succeeded", 0)
        state = _STATES[batch.state]
        if batch.state == "harvested" and lost:
            state = f"{state}, {lost:,} without a reply"
        table.add_row(
            *(_time(batch.sent_at)[:16].replace("T", " "), printable(batch.model)),
            *(printable(batch.provider_id), state, f"{batch.requests:,}"),
            *(f"{usage.input_tokens:,}", f"{usage.output_tokens:,}"),
            "" if usage.cost is None else f"{usage.cost:f}",
        )
    output().print(table)


def _time(seconds: float) -> str:
    """In UTC; empty for calls that were made at several times."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds") if seconds else ""
