"""Make a table by batches of a provider: walk, submit what is lacking, harvest, and walk again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pincite.answer.document_tables import Table
from pincite.errors import ProviderError
from pincite.jobs.kept_replies import KeptReplies
from pincite.jobs.provider_batches import CostReport, Forecast, ProviderBatches, forecasts


def _go_on(forecast: Sequence[Forecast]) -> bool:
    return True


def _tell_nobody(report: CostReport) -> None:
    """For a caller who does not look at it."""


@dataclass(frozen=True, slots=True)
class ByBatch:
    """How a table is made by batches: whether to wait for them, and who agrees to what they cost."""

    wait: bool = False
    """Whether to wait until every cell is known; else what is not known yet is `waiting`."""
    confirm: Callable[[Sequence[Forecast]], bool] = _go_on
    """Hears what each round will cost before it is sent; False, and nothing is sent."""
    report: Callable[[CostReport], None] = _tell_nobody
    """Hears what was asked so far and what it cost, whenever that has changed."""
    submit_again: bool = False
    """The user says that a submission which was interrupted never arrived."""
    forecast_only: bool = False
    """Send nothing at all, and only have `confirm` hear what would be sent."""


@dataclass(slots=True)
class Rounds:
    """One table in the making, over one run or several."""

    walk: Callable[[], Table]
    """Every cell as far as the replies that are kept."""
    replies: KeptReplies
    batches: ProviderBatches
    by: ByBatch
    live_below: int = 0
    """Where no more requests than this are lacking, they are asked at once."""
    poll_seconds: float = 60.0
    sleep: Callable[[float], None] = time.sleep
    _untold: list[ProviderError] = field(default_factory=list, init=False)

    def table(self) -> Table:
        """The table with every cell known, or with cells that wait for a batch."""
        self.replies.sends = not self.by.forecast_only
        self._look(submit_again=self.by.submit_again)
        while True:
            self.replies.begin()
            made = self.walk()
            if not self.replies.cells_waiting:
                self._tell()
                self.replies.forgive()
                return made
            if not self._send():
                self._tell()
                return made
            if self.replies.live:
                continue
            self._tell()
            if not self.by.wait or self._is_stuck():
                return made
            self._wait()

    def _look(self, *, submit_again: bool = False) -> int:
        """What became of batches of before; how many of them have ended now."""
        before = len(self._untold)
        self._untold = self.batches.settle(self.replies.services, submit_again=submit_again)
        return self.batches.harvest(self.replies.services) + max(0, before - len(self._untold))

    def _send(self) -> bool:
        """Send what is lacking, and say whether to go on; not where the caller does not want to pay."""
        running = self.replies.store.in_flight(self.replies.wanted)
        lacking = [each for key, each in self.replies.wanted.items() if key not in running]
        if self.by.forecast_only:
            self.by.confirm(forecasts(lacking))
            return False
        if not running and len(lacking) <= self.live_below:
            self.replies.live = True
            return True
        if lacking and not self.by.confirm(forecasts(lacking)):
            return False
        self.batches.submit(self.replies.purpose, lacking)
        return True

    def _wait(self) -> None:
        """Until a batch has ended: then some cell can go on."""
        self.sleep(self.poll_seconds)
        while not self._look() and self.replies.store.open_batches():
            self._tell()
            self.sleep(self.poll_seconds)

    def _is_stuck(self) -> bool:
        """Whether only the user can say what became of all that is not harvested."""
        running = self.replies.store.open_batches()
        never_told = self._untold and not any(error.retryable for error in self._untold)
        return bool(never_told) and all(batch.state == "submitting" for batch in running)

    def _tell(self) -> None:
        batches = self.replies.store.batches(self.replies.purpose)
        waiting, done = self.replies.cells_waiting, self.batches.done
        self.by.report(CostReport(batches, waiting, tuple(str(error) for error in self._untold), dict(done)))
