"""How long an import and the first word of help take, beside a bare interpreter and the imports of peers.

Run: python evals/bench/startup.py [--quick]
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import time
from statistics import median

from figures import Figure, Row, Table, run

_RUNS, _QUICK_RUNS = 7, 1
_HELP = [sys.executable, "-c", "from pincite.cli.main import run; run()", "--help"]
_PEERS = ("langextract", "verbatim_core", "instructor", "verifiable_rag", "pdfplumber")


def measure(quick: bool) -> list[Table]:
    runs = _QUICK_RUNS if quick else _RUNS
    rows = [
        Row("`import pincite`", (_timed([sys.executable, "-c", "import pincite"], runs, 100),), ours=True),
        Row("`pincite --help`", (_timed(_HELP, runs, 300),), ours=True),
        Row("Python alone", (_timed([sys.executable, "-c", ""], runs, None),)),
    ]
    rows += [_peer(name, runs) for name in _PEERS]
    about = "A new process each time, the median of seven; the start of Python is part of it."
    return [Table("Start-up", "startup.py", ("wall time",), tuple(rows), about, compared=0)]


def _peer(name: str, runs: int) -> Row:
    if importlib.util.find_spec(name) is None:
        return Row(f"`import {name}`", not_run="not installed")
    return Row(f"`import {name}`", (_timed([sys.executable, "-c", f"import {name}"], min(runs, 3), None),))


def _timed(command: list[str], runs: int, budget: float | None) -> Figure:
    """A first start writes the compiled files and does not count."""
    times = [_start(command) for _ in range(runs + 1)][1:]
    return Figure(median(times), "ms", most=budget)


def _start(command: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (time.perf_counter() - started) * 1000


if __name__ == "__main__":
    run(measure, __doc__)
