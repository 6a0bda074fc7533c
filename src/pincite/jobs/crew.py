"""Have processes work on jobs until nothing is left to do."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from pincite.errors import PinciteError, StoreError
from pincite.jobs.members import Members
from pincite.jobs.worked_time import WorkedTime
from pincite.protocols import JobQueue

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
