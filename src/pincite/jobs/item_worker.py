"""Do the documents of jobs one after the other, and say all the while that somebody is at them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from pincite.errors import StoreError
from pincite.protocols import JobQueue
from pincite.records.job import Claimed, Finished

Stopped = Callable[[], bool]
"""Whether the work is for nothing by now: the job was cancelled, or another worker has the document."""
Do = Callable[[Claimed, Stopped], Finished]
_BEATS_PER_LEASE = 6
_TICK_SECONDS = 0.25


def work_items(queue: JobQueue, worker: str, do: Do, jobs: Sequence[str] = ()) -> None:
    """Until no document waits. A result is kept together with the state, or not at all."""
    with _beating(queue) as heart:
        claimed = queue.claim(worker, jobs)
        while claimed:
            started = time.monotonic()
            heart.hold(claimed)
            finished = do(claimed, heart.stopped.is_set)
            heart.hold(None)
            if heart.stopped.is_set():
                queue.release(worker)
                claimed = queue.claim(worker, jobs)
            else:
                finished = replace(finished, seconds=time.monotonic() - started)
                claimed = queue.exchange(claimed, finished, jobs)


@dataclass(slots=True)
class _Heart:
    """Renews the lease of the document that is being worked on. One thread for all of them: starting one for
    each would take longer than keeping its result.
    """

    queue: JobQueue
    stopped: threading.Event = field(default_factory=threading.Event)
    _claimed: Claimed | None = None
    _beaten_at: float = 0.0
    _turn: threading.Lock = field(default_factory=threading.Lock)

    def hold(self, claimed: Claimed | None) -> None:
        """The document from now on; None for none. A beat of the one before is over then."""
        with self._turn:
            self._claimed, self._beaten_at = claimed, time.monotonic()
            if claimed:
                self.stopped.clear()

    def beat_if_due(self) -> None:
        with self._turn:
            claimed, now = self._claimed, time.monotonic()
            if claimed is None or now - self._beaten_at < claimed.lease_seconds / _BEATS_PER_LEASE:
                return
            self._beaten_at = now
            try:
                state = self.queue.beat(claimed)
            except StoreError:  # the next beat may get through; what is lost shows when the result is kept
                return
            if state in (None, "cancelled"):
                self.stopped.set()


@contextmanager
def _beating(queue: JobQueue) -> Iterator[_Heart]:
    heart, ended = _Heart(queue), threading.Event()

    def beat() -> None:
        while not ended.wait(_TICK_SECONDS):
            heart.beat_if_due()

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield heart
    finally:
        ended.set()
        thread.join()
