"""Run every measurement of the suite, one after the other, and write the page that is published.

Run: make bench, or python evals/bench/suite.py [--quick] [--output docs/benchmarks.md] [--only SCRIPT …]
Each script runs in a process of its own, so that none warms up or weighs down the next. One that fails leaves
a row that says so, and the others go on.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from figures import Row, Table, from_json
from publish import Circumstances, page

HERE = Path(__file__).parent
SCRIPTS = (
    *("quote_check.py", "verification.py", "retrieval.py", "ask.py"),
    *("ingest.py", "isolation.py", "bookkeeping.py", "jobs.py", "startup.py", "models.py"),
)
PACKAGES = (
    *("pincite", "langextract", "verbatim-core", "instructor", "verifiable-rag", "rank-bm25", "bm25s"),
    *("pdfplumber", "pypdf", "pypdfium2", "rapidfuzz", "regex", "numpy", "reportlab"),
    *("onnxruntime", "tokenizers"),
)
UNMEASURED = (
    "PDF searchable with local embedding (≥ 5 pages/s) and vectors of 200,000 passages (p95 < 20 ms): "
    "the suite adds without vectors; see [growth.md](growth.md) for the second.",
    "Library-wide search over 1 M spans (p95 < 30 ms): filling such a library takes longer than the whole "
    "run; `make growth` measures it, see [growth.md](growth.md).",
)
LIMIT_SECONDS = 600
_QUICK_REMARK = (
    "**A quick run on small inputs: it shows that everything runs; its figures are not to be published.**"
)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument(
        "--quick", action="store_true", help="small inputs, under a minute; the page goes to standard output"
    )
    arguments.add_argument("--output", type=Path, help="where to write the page; standard output without it")
    arguments.add_argument("--only", nargs="+", choices=SCRIPTS, default=SCRIPTS, help="some of the scripts")
    chosen = arguments.parse_args()
    started = time.monotonic()
    tables = [table for script in chosen.only for table in tables_of(script, chosen.quick)]
    written = page(tables, circumstances(started, chosen.quick, os.getloadavg()[0]), UNMEASURED)
    if chosen.output:
        chosen.output.write_text(written, encoding="utf-8")
    else:
        print(written)


def tables_of(script: str, quick: bool) -> list[Table]:
    """What a script measured, or one table that says why it measured nothing."""
    print(f"{script} …", end=" ", file=sys.stderr, flush=True)
    started = time.monotonic()
    command = [sys.executable, str(HERE / script), "--json", *(["--quick"] if quick else [])]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=LIMIT_SECONDS, env=_environment(), check=False
        )
        tables = _read(script, done)
    except subprocess.TimeoutExpired:
        tables = [_failed(script, f"stopped after {LIMIT_SECONDS} s")]
    print(f"{time.monotonic() - started:.0f} s", file=sys.stderr)
    return tables


def _read(script: str, done: subprocess.CompletedProcess[str]) -> list[Table]:
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        return [_failed(script, (done.stderr.strip().splitlines() or ["no reason given"])[-1])]
    return from_json(done.stdout.strip().splitlines()[-1])


def _failed(script: str, reason: str) -> Table:
    return Table(script.removesuffix(".py"), script, ("figure",), (Row("all", not_run=reason),))


def _environment() -> dict[str, str]:
    """With the repository's tests in reach, whose made-up claims are measured; without progress bars."""
    paths = [str(HERE.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "TQDM_DISABLE": "1"}


def circumstances(started: float, quick: bool, load: float) -> Circumstances:
    cores = os.cpu_count() or 1
    python = f"{platform.python_implementation()} {platform.python_version()}"
    busy = f"Others used the machine at the same time (load {load:.1f} on {cores} cores at the end)."
    remarks = [_QUICK_REMARK] * quick + [busy] * (load > cores)
    return Circumstances(
        machine=f"{cores} {platform.machine()} cores, {platform.system()}",
        python=python,
        date=f"{datetime.now(UTC):%d %B %Y}",
        command="make bench-quick" if quick else "make bench",
        versions=tuple(_versions(PACKAGES)),
        seconds=time.monotonic() - started,
        remarks=tuple(remarks),
    )


def _versions(packages: Sequence[str]) -> list[tuple[str, str]]:
    found = []
    for package in packages:
        try:
            found.append((package, version(package)))
        except PackageNotFoundError:
            found.append((package, "not installed"))
    return found


if __name__ == "__main__":
    main()
