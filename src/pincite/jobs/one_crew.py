"""Have one crew at a time work on the jobs of a library."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pincite.stores.lock import hold_if_free

LOCK = "jobs.lock"


def alone(library: Path, work: Callable[[], None], waits: Callable[[], bool]) -> None:
    """Work unless another process does, and look again at the end: a job may come just when one ends."""
    while waits():
        with hold_if_free(library / LOCK) as free:
            if not free:
                return
            work()
