"""Have a measuring process do one unit of a gold set for a job; what it observed are the results."""

from __future__ import annotations

import sys

from pincite.jobs.pool import work_off
from pincite.records.job import Finished, ResultRow

_COMMAND = (sys.executable, "-m", "pincite.measure.asking_worker")


def measured(unit: bytes | None) -> Finished:
    """A row for each observation; where the process ended early, those that it had by then."""
    if unit is None:
        return Finished("failed", "The questions are no longer kept.")
    lines = [reply.line for reply in work_off(_COMMAND, [unit.decode()], 1) if reply.line]
    return Finished("done", rows=tuple(ResultRow("", None, line) for line in lines))
