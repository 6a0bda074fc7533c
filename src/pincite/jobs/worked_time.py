"""Count the time that workers are at jobs, a little at a time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.protocols import JobQueue

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
