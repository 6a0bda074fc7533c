"""Do waiting work while the caller does something else, and leave the rest when the caller is done.

The library is the queue, so whatever is stopped here goes on another time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from pincite.errors import PinciteError
from pincite.records.bounds import Over, bounded


@contextmanager
def behind(work: Callable[[], object]) -> Iterator[None]:
    """Meanwhile, work in a thread; it is stopped at the end. What fails, fails aloud in `pincite work`."""
    over = threading.Event()

    def run() -> None:
        with suppress(Over, PinciteError), bounded(None, over.is_set):
            work()

    thread = threading.Thread(target=run, name="pincite-work", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
