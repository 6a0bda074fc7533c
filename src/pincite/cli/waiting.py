"""Tell on standard error how far a long question has got."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from pincite.cli.screen import messages, notice

_SECONDS_OF_SILENCE = 2.0
_SECONDS_PER_LINE = 10.0


@contextmanager
def shown(clock: Callable[[], float] = time.monotonic) -> Iterator[Callable[[int, int], None]]:
    """What to tell how many documents were read, and of how many.

    Nothing is shown for a short question, for one document, or before the first is read.
    """
    with ExitStack() as ends:
        yield _Waiting(clock, ends, clock() + _SECONDS_OF_SILENCE).tell


@dataclass(slots=True)
class _Waiting:
    """A line that changes on a terminal; elsewhere another line now and then."""

    clock: Callable[[], float]
    ends: ExitStack
    next_at: float
    _changed: Callable[[str], None] | None = field(default=None)

    def tell(self, read: int, documents: int) -> None:
        now = self.clock()
        if now < self.next_at or not read or documents == 1:
            return
        line = f"Read {read:,} of {documents:,} documents…"
        if not messages().is_terminal:
            self.next_at = now + _SECONDS_PER_LINE
            notice(line)
            return
        if self._changed is None:
            self._changed = self.ends.enter_context(messages().status(line)).update
        self._changed(line)
