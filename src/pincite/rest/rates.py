"""Let each caller send so many requests a minute, and no more."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

_MOST_CALLERS = 10_000


@dataclass(slots=True)
class Rates:
    """A bucket for each caller: a request takes one drop, and it fills again within a minute.

    Of callers without end, such as the addresses of an attack, only the last ones are known.
    """

    per_minute: int
    now: Callable[[], float] = time.monotonic
    _buckets: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict, init=False)
    """By caller how much is left, and when that was."""

    def take(self, caller: str) -> float:
        """How long the caller has to wait, in seconds: 0 where it may go on at once."""
        now = self.now()
        left, since = self._buckets.pop(caller, (float(self.per_minute), now))
        left = min(float(self.per_minute), left + (now - since) * self.per_minute / 60)
        waits = 0.0 if left >= 1 else (1 - left) * 60 / self.per_minute
        self._buckets[caller] = (left - 1 if not waits else left, now)
        while len(self._buckets) > _MOST_CALLERS:
            self._buckets.popitem(last=False)
        return waits
