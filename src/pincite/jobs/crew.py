"""Have processes work on the jobs of a library, one crew at a time: until nothing is left, or until told.

Whatever happens to the library meanwhile is waited for: a worker on another machine cannot ask anybody. What
no worker can go on with ends it all, and the service manager begins anew.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pincite.errors import PinciteError, StoreError
from pincite.jobs.members import Members
from pincite.logs import log
from pincite.protocols import JobQueue
from pincite.stores.lock import hold_if_free

_SECONDS_PER_COUNT = 2.0


@dataclass(slots=True)
class WorkedTime:
    """Remembers until when it was counted."""

    _counted_at: float = field(default_factory=time.monotonic, init=False)

    def count(self, queue: JobQueue, jobs: Sequence[str]) -> None:
        """Add what has passed since the last time, if that is worth a transaction."""
        now = time.monotonic()
        if now - self._counted_at >= _SECONDS_PER_COUNT:
            queue.worked(now - self._counted_at, jobs)
            self._counted_at = now


_TICK_SECONDS = 0.2


@dataclass(slots=True)
class Crew:
    """Some workers at a time, as long as documents wait."""

    queue: JobQueue
    members: Members
    told: Callable[[], object] = lambda: None
    """Called several times a second while the work goes on."""
    make_room: Callable[[], None] = lambda: None
    """Frees some room on a full disk, so that a reason can be written down."""
    _time: WorkedTime = field(default_factory=WorkedTime, init=False)

    def run(self) -> None:
        """Until no document of a running job is left, by whomever it is done."""
        try:
            while self._goes_on():
                self.told()
                time.sleep(_TICK_SECONDS)
        except PinciteError as error:
            self.members.stop()
            self._pause(error)
            raise
        finally:
            self.members.stop()
        self.told()

    def _goes_on(self) -> bool:
        try:
            is_open = any(self.members.look_after())
            self._time.count(self.queue, self.members.jobs)
        except StoreError as error:
            if error.retryable:
                return True
            raise
        return is_open or bool(self.members)

    def _pause(self, error: PinciteError) -> None:
        """Write down why the work stopped; on a full disk with the room that was kept for that."""
        self.make_room()
        with suppress(StoreError):
            self.queue.pause(self.members.jobs, str(error))


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


LOCK = "jobs.lock"


def alone(library: Path, work: Callable[[], None], waits: Callable[[], bool]) -> None:
    """Work unless another process does, and look again at the end: a job may come just when one ends."""
    while waits():
        with hold_if_free(library / LOCK) as free:
            if not free:
                return
            work()
