"""Notice workers that are lost: they have stopped saying that they are at their document.

Only the time that passes here counts, by a clock that never goes backwards. So it does not matter what the
clock on the wall says, nor that of another machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pincite.records.job import Lease


@dataclass(slots=True)
class LeaseWatch:
    """Remembers since when each lease has not been renewed."""

    clock: Callable[[], float] = time.monotonic
    _seen: dict[tuple[int, str, int], tuple[int, float]] = field(default_factory=dict, init=False)

    def lapsed(self, leases: Sequence[Lease]) -> list[Lease]:
        """Those of all leases that were not renewed for as long as they last."""
        now = self.clock()
        before, self._seen = self._seen, {}
        for lease in leases:
            key = lease.item, lease.worker, lease.attempt
            beat, since = before.get(key, (lease.beat, now))
            self._seen[key] = (beat, since) if beat == lease.beat else (lease.beat, now)
        return [each for each in leases if now - self._since(each) >= each.seconds]

    def unseen(self, seconds: float) -> None:
        """Nobody could look for so long, so it counts against nobody."""
        self._seen = {key: (beat, since + seconds) for key, (beat, since) in self._seen.items()}

    def _since(self, lease: Lease) -> float:
        return self._seen[lease.item, lease.worker, lease.attempt][1]
