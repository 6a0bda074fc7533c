"""Works on jobs of a library as `pincite jobs work` does, and is made to be killed: `job_process.py LIBRARY`.

Its reading model is slow, so that there is something to interrupt. It crashes on a document that says so, and
with a limit in the environment no file may grow beyond it, as on a full disk.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.readers import StandIn

from pincite.records.evidence import Excerpt, Extract

FIELDS = "monthly fee, notice period, deposit, governing law, parking charge"
SETTINGS = {"reader": "job_process:SlowReader", "preset": "fast", "isolated": False}
POISON = "This document crashes whoever reads it."
LIMIT, SLOWNESS = "JOB_FILE_BYTES", "JOB_SLOWNESS"

# Of the workers alone, which load this for its reading model: the disk is full for them, and a little room is
# left for the process that looks after them.
if __name__ != "__main__" and (limit := os.environ.get(LIMIT)):
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit),) * 2)


@dataclass(frozen=True)
class SlowReader(StandIn):
    """Reads as the stand-in does, only later."""

    def read(self, question: str, excerpts: Sequence[Excerpt], kind: str = "default") -> list[Extract]:
        time.sleep(float(os.environ.get(SLOWNESS, "0")))
        if any(POISON in excerpt.text for excerpt in excerpts):
            os.kill(os.getpid(), signal.SIGSEGV)
        return list(super().read(question, excerpts, kind))


def text_of(number: int) -> str:
    """A short contract, whose figures no other has."""
    return (
        f"SERVICE AGREEMENT No. {number}\n\n1. Fees\n\nThe monthly fee is EUR {1_000 + number}.00. "
        f"The deposit is EUR {50 + number}.\n\n2. Term\n\nThe notice period is {number % 80 + 5} days. "
        f"The governing law is the law of {('Ireland', 'France', 'Norway')[number % 3]}.\n"
    )


if __name__ == "__main__":
    import pincite
    from pincite.errors import PinciteError

    try:
        with pincite.open(Path(sys.argv[1]), settings=SETTINGS) as library:
            library.jobs.work(workers=2)
    except PinciteError as error:
        print(type(error).__name__, error.message, flush=True)
        sys.exit(error.exit_code)
