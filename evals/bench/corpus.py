"""Every file of a folder of PDFs, each in a process of its own: a document, or an error that says why not.

Run: python evals/bench/corpus.py --data FOLDER [--limit N]
FOLDER holds manifest.csv with the columns file and password. The bar is that no file crashes its parser
or makes it fail, and that none takes over 60 s or 1.5 GiB. Exit status 1 when it is missed.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pincite.errors import InputError, PinciteError
from pincite.ingest.detect import detect
from pincite.jobs.isolation import Readers
from pincite.jobs.one_file import Job
from pincite.records.limits import Limits

_SECONDS, _BYTES = 60.0, 3 << 29
# More than the bar, so that what misses it is seen to the end.
_LIMITS = Limits(seconds=120, memory_megabytes=4_000)
_SHOWN = 8
_BROKEN = re.compile(
    r"crashed its parser|ended its parser|its parser failed|makes no sense|was killed|took longer"
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one file."""

    name: str
    pages: int
    seconds: float
    peak_bytes: int
    error: PinciteError | None

    @property
    def missed(self) -> bool:
        is_ours = isinstance(self.error, InputError) and not _BROKEN.search(self.error.message)
        return self.seconds > _SECONDS or self.peak_bytes > _BYTES or not (self.error is None or is_ours)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--limit", type=int, default=None)
    given = arguments.parse_args()
    files = list(_manifest(given.data))[: given.limit]
    outcomes = []
    for number, (path, password) in enumerate(files, start=1):
        outcomes.append(_read(path, password))
        print(f"\r{number}/{len(files)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    _report(outcomes)
    sys.exit(any(outcome.missed for outcome in outcomes))


def _manifest(data: Path) -> Iterator[tuple[Path, str]]:
    with (data / "manifest.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield data / row["file"], row["password"]


def _read(path: Path, password: str) -> Outcome:
    readers = Readers()
    content, start = path.read_bytes(), time.perf_counter()
    error, pages = None, 0
    try:
        format = detect(content, path.name)
        options = {"password": password} if password and format == "pdf" else {}
        pages = len(readers.read(Job(content, path.name, format, format, options, _LIMITS)).document.pages)
    except PinciteError as raised:
        error = raised
    finally:
        readers.close()
    return Outcome(path.name, pages, time.perf_counter() - start, readers.peak_bytes, error)


def _report(outcomes: Sequence[Outcome]) -> None:
    read = [outcome for outcome in outcomes if outcome.error is None]
    pages = sum(outcome.pages for outcome in read)
    errors = len(outcomes) - len(read)
    print(f"{len(outcomes)} files: {len(read)} documents ({pages:,} pages), {errors} errors\n")
    reasons = Counter(_reason(outcome) for outcome in outcomes if outcome.error)
    for reason, count in reasons.most_common():
        example = next(o.name for o in outcomes if o.error and _reason(o) == reason)
        print(f"{count:4}  {reason}  (such as {example})")
    print("\nslowest")
    for outcome in sorted(outcomes, key=lambda each: -each.seconds)[:_SHOWN]:
        print(f"{outcome.seconds:8.1f} s    {outcome.pages:5} pages  {outcome.name}")
    print("\nlargest")
    for outcome in sorted(outcomes, key=lambda each: -each.peak_bytes)[:_SHOWN]:
        print(f"{outcome.peak_bytes / 2**20:8.0f} MiB  {outcome.pages:5} pages  {outcome.name}")
    missed = [outcome for outcome in outcomes if outcome.missed]
    print(f"\nbar: {'met' if not missed else f'MISSED by {len(missed)}'}")
    for outcome in missed:
        took = f"{outcome.seconds:.1f} s, {outcome.peak_bytes / 2**20:.0f} MiB"
        print(f"  {outcome.name}: {took}, {outcome.error or 'read'}")


def _reason(outcome: Outcome) -> str:
    """The error without the file's name and its numbers, so that one reason is counted once."""
    message = str(outcome.error.message) if outcome.error else ""
    return re.sub(r"\d+", "N", f"{type(outcome.error).__name__}: {message.replace(outcome.name, 'FILE')}")


if __name__ == "__main__":
    main()
