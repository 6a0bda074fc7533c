"""What it costs to read a PDF in a process of its own, beside reading it in this one.

Run: python evals/bench/isolation.py [--quick]
Processor time of both sides is counted. Starting the process is part of it, though all but the first are
started while another document is read.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from figures import Figure, Row, Table, run
from printed import write_pdf

from pincite.jobs.isolation import Readers
from pincite.jobs.one_file import Job, read

_PAGES, _QUICK_PAGES = 400, 5
_RUNS = 2
_BUDGET_PERCENT = 15


def measure(quick: bool) -> list[Table]:
    job = _job(_QUICK_PAGES if quick else _PAGES)
    readers = Readers()
    assert readers.read(job) == read(job)
    here = min(_seconds(lambda: read(job)) for _ in range(_RUNS))
    apart = min(_seconds(lambda: readers.read(job)) for _ in range(_RUNS))
    readers.close()
    empty = Job(b"The fee is EUR 5.\n", "fee.txt", "text", "text")
    starting = min(_seconds(lambda: _read_and_end(empty)) for _ in range(_RUNS))
    over = Figure(100 * (apart / here - 1), "% more", most=_BUDGET_PERCENT)
    rows = (
        Row("in this process", (Figure(here, "s"), None), ours=True),
        Row("in a process of its own", (Figure(apart, "s"), over), ours=True),
        Row("starting that process", (Figure(starting, "s"), None), ours=True),
    )
    about = (
        "Processor time of both sides, for the PDF of the speed table. A file that kills its reader kills "
        "no more than that."
    )
    return [Table("A process for each document", "isolation.py", ("processor time", "over"), rows, about)]


def _job(pages: int) -> Job:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "generated.pdf"
        write_pdf(path, pages)
        return Job(path.read_bytes(), path.name, "pdf", "pdf")


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
    run(measure, __doc__)
