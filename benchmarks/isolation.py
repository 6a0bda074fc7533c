"""What it costs to read a PDF in a process of its own, beside reading it in this one.

Run: python benchmarks/isolation.py [--pages 400]
Processor time of both sides is counted. Starting the process is part of it, though all but the first are
started while another document is read.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from ingest import _write
from pincite.jobs.isolation import Readers
from pincite.jobs.read import Job, read

_BUDGET = 0.15
_RUNS = 3


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--pages", type=int, default=400)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "generated.pdf"
        _write(path, arguments.parse_args().pages)
        job = Job(path.read_bytes(), path.name, "pdf", "pdf")
    readers = Readers()
    assert readers.read(job) == read(job)
    here = min(_seconds(lambda: read(job)) for _ in range(_RUNS))
    apart = min(_seconds(lambda: readers.read(job)) for _ in range(_RUNS))
    empty = Job(b"The fee is EUR 5.\n", "fee.txt", "text", "text")
    starting = min(_seconds(lambda: _read_and_end(empty)) for _ in range(_RUNS))
    over = apart / here - 1
    print(f"in this process           {here:6.2f} s")
    print(
        f"in a process of its own   {apart:6.2f} s   {over:+.0%}, of which starting it {starting / here:.0%}"
    )
    print(f"budget                    {_BUDGET:6.0%}     {'met' if over <= _BUDGET else 'MISSED'}")


def _read_and_end(job: Job) -> None:
    readers = Readers()
    readers.read(job)
    readers.close()


def _seconds(work: Callable[[], object]) -> float:
    before = os.times()
    work()
    after = os.times()
    return sum(after[:4]) - sum(before[:4])


if __name__ == "__main__":
    main()
