"""Have processes work on the jobs of a library until they are told to end: what is there, and what comes.

Whatever happens to the library meanwhile is waited for: a worker on another machine cannot ask anybody. What
no worker can go on with ends it all, and the service manager begins anew.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

from pincite.errors import StoreError
from pincite.jobs.members import Members
from pincite.jobs.worked_time import WorkedTime
from pincite.logs import log
from pincite.protocols import JobQueue

_TICK_SECONDS = 0.2
_SECONDS_BETWEEN_WARNINGS = 30.0


@dataclass(slots=True)
class StandingCrew:
    """Workers that wait for documents."""

    queue: JobQueue
    members: Members
    woken: threading.Event
    """Set by whoever knows that there may be something to do."""
    ended: threading.Event
    """Set by whoever wants it all to end."""
    idle_seconds: float
    """How long to wait before looking again while nothing is open."""
    _time: WorkedTime = field(default_factory=WorkedTime, init=False)
    _warned_at: float = field(default=float("-inf"), init=False)

    def run(self) -> None:
        """Until `ended`; what the workers had is given back then."""
        look_at = 0.0
        try:
            while not self.ended.is_set():
                if self.woken.is_set() or time.monotonic() >= look_at:
                    self.woken.clear()
                    look_at = time.monotonic() + self._look()
                self.woken.wait(_TICK_SECONDS)
        finally:
            self.members.stop()

    def _look(self) -> float:
        """See what there is to do; how soon to look again."""
        try:
            pending, running = self.members.look_after()
            self._time.count(self.queue, self.members.jobs)
        except StoreError as error:
            if not error.retryable:
                raise
            self._warn(error)
            return _TICK_SECONDS
        if pending:
            self.members.wake()
        return _TICK_SECONDS if pending or running else self.idle_seconds

    def _warn(self, error: StoreError) -> None:
        now = time.monotonic()
        if now - self._warned_at >= _SECONDS_BETWEEN_WARNINGS:
            self._warned_at = now
            log("library unavailable", "warning", error=type(error).__name__, reason=error.message)
