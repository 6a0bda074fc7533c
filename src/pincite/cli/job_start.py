"""Have workers do jobs behind the command line: one crew for a library, which outlives the command."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pincite.stores.place import Place, folder_of, secret_of

LOG = "jobs.log"
_LONGEST_LOG = 1 << 20


def start_behind(library: Place, workers: int | None) -> Path:
    """Start a crew for all jobs of a library, unless one is at it; where it writes what goes wrong."""
    log = folder_of(library) / LOG
    count = ["--workers", str(workers)] if workers else []
    command = [sys.executable, "-m", "pincite", "jobs", "work"]
    mode = "ab" if log.exists() and log.stat().st_size < _LONGEST_LOG else "wb"
    with open(log, mode) as written:
        subprocess.Popen(
            [*command, "--behind", *count],
            stdin=subprocess.DEVNULL,
            stdout=written,
            stderr=written,
            # Not among its arguments, which anybody on this machine may read.
            env=os.environ | {"PINCITE_LIBRARY": secret_of(library)},
            start_new_session=True,
        )
    return log


@contextmanager
def ended_as_by_keyboard() -> Iterator[None]:
    """Have the signal by which a service manager ends a process do what Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
