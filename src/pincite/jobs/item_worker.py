"""Do the documents of jobs one after the other, and say all the while that somebody is at them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from pincite.errors import StoreError
from pincite.protocols import JobQueue
from pincite.records.job import Claimed, Finished

Stopped = Callable[[], bool]
"""Whether the work is for nothing by now: the job was cancelled, or another worker has the document."""
Do = Callable[[Claimed, Stopped], Finished]
_BEATS_PER_LEASE = 6


def work_items(queue: JobQueue, worker: str, do: Do, jobs: Sequence[str] = ()) -> None:
    """Until no document waits. A result is kept together with the state, or not at all."""
    while claimed := queue.claim(worker, jobs):
        started = time.monotonic()
        with _beating(queue, claimed) as stopped:
            finished = do(claimed, stopped)
        if stopped():
            queue.release(worker)
        else:
            queue.finish(claimed, replace(finished, seconds=time.monotonic() - started))


@contextmanager
def _beating(queue: JobQueue, claimed: Claimed) -> Iterator[Stopped]:
    """Renew the lease in a thread until the end."""
    ended, stopped = threading.Event(), threading.Event()

    def beat() -> None:
        while not ended.wait(claimed.lease_seconds / _BEATS_PER_LEASE):
            try:
                state = queue.beat(claimed)
            except StoreError:  # the next beat may get through; what is lost shows when the result is kept
                continue
            if state in (None, "cancelled"):
                stopped.set()
                return

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield stopped.is_set
    finally:
        ended.set()
        thread.join()
