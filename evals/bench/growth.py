"""How adding, searching and asking change while a library grows from 10,000 blocks to a million.

Run: make growth, or python evals/bench/growth.py --library FOLDER [--spans 10000 30000 …] [--output docs]
A library grows from size to size, and a copy of each size is kept. One process fills and adds; another,
freshly started, searches and asks. Run again after an interruption, it goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median
from typing import TypeVar

import nearby
from contract import Clause
from figures import Spent, percentile_95, spend
from growth_contracts import CLAUSES, contract, entry, name, text
from growth_page import Added, Asked, Latency, Size, page, plot

import pincite

T = TypeVar("T")
SPANS = (10_000, 30_000, 100_000, 300_000, 1_000_000)
_TOGETHER, _FILES, _SPANS_EACH = 200, 11, 312
_SEARCHES, _PRESENT = 200, 5
# An absent question reads all there is: the more there is, the fewer are asked.
_ABSENT, _ABSENT_SPANS = 3, 50_000
_COMMON = ("fee supplier customer", "days after the work is finished", "prior consent of the other party")


def main() -> None:
    chosen = _arguments()
    chosen.library.mkdir(parents=True, exist_ok=True)
    if chosen.step:
        (target,) = chosen.spans
        asked = partial(ask, absent=target <= chosen.absent)
        done = {"add": add, "ask": asked}[chosen.step](chosen.library, target)
        print(json.dumps(asdict(done)))
        return
    sizes = grown(chosen)
    written = page(sizes, _circumstances(), nearby.measure(False))
    if chosen.output:
        (chosen.output / "growth.svg").write_text(plot(sizes), encoding="utf-8")
        (chosen.output / "growth.md").write_text(written, encoding="utf-8")
    print(written)


def grown(chosen: argparse.Namespace) -> list[Size]:
    """What was measured at each size, now or before."""
    kept = chosen.library / "growth.json"
    steps = json.loads(kept.read_text()) if kept.exists() else {}
    for step in ("add", "ask"):
        for target in chosen.spans:
            known = steps.setdefault(str(target), {})
            if step not in known or (chosen.again and step == "ask"):
                known[step] = _in_own_process(step, target, chosen)
                kept.write_text(json.dumps(steps))
    return [Size.of(steps[str(target)]["add"], steps[str(target)]["ask"]) for target in chosen.spans]


def _library(folder: Path, target: int) -> Path:
    """Where the library of a size is; one that is to be made starts as a copy of the largest below it."""
    place = folder / f"library-{target}"
    if not place.exists():
        others = {int(each.name.removeprefix("library-")): each for each in folder.glob("library-*")}
        if below := [spans for spans in others if spans < target]:
            shutil.copytree(others[max(below)], place)
    return place


def add(folder: Path, target: int) -> Added:
    """Fill the library up to `target` spans, the last of them from files as a user would add them."""
    place = _library(folder, target)
    with pincite.open(place) as library, tempfile.TemporaryDirectory() as files:
        before, documents = _spans(library), len(library.documents())
        fill = range(documents, documents + (target - before) // _SPANS_EACH - _FILES)
        stored = Spent(0.0, 0.0)
        for first in fill[::_TOGETHER]:
            entries = [entry(number) for number in range(first, min(first + _TOGETHER, fill.stop))]
            spent, _ = spend(partial(library.store.add, entries))
            stored = Spent(stored.wall + spent.wall, stored.processor + spent.processor)
        filled = _spans(library)
        paths = [_written(Path(files), number) for number in range(fill.stop, fill.stop + _FILES + 1)]
        added, results = spend(partial(library.add, *paths, isolated=False))
        assert {each.status for each in results} == {"added"}
        spans = _spans(library)
        again, _ = spend(partial(library.add, *paths, isolated=False))
    return Added(
        spans=spans,
        documents=fill.stop + len(paths),
        stored_us=stored.processor / max(1, filled - before) * 1000,
        added_us=added.processor / (spans - filled) * 1000,
        added_wall_us=added.wall / (spans - filled) * 1000,
        unchanged_ms=again.processor / len(paths),
        rows_bytes=_bytes(place),
        words_bytes=_bytes(place / "words"),
        memory_mib=_peak_mib(),
    )


def ask(folder: Path, target: int, *, absent: bool) -> Asked:
    """Search for and ask about facts of contracts from all over the library, and if `absent` of none.

    By rules alone, so that the figures are of the search; then once with the local models.
    """
    with pincite.open(_library(folder, target), settings={"local_models": False}) as library:
        listings = library.documents()
        spans = sum(listing.blocks for listing in listings)
        wanted = [_clause(place * len(listings) // _SEARCHES) for place in range(_SEARCHES)]
        library.search(wanted[0].same_words)
        searched, _ = _timed(library.search, [each.same_words for each in wanted])
        common, _ = _timed(library.search, _COMMON * 20)
        listed, _ = _timed(lambda _: library.documents(), [""] * 10)
        searching_mib = _peak_mib()
        some = wanted[:: len(wanted) // _PRESENT][:_PRESENT]
        present, answers = _timed(library.ask, [each.same_words for each in some])
        shown = [_shown(answer) for answer in answers]
        most = 0 if not absent else _ABSENT if spans < _ABSENT_SPANS else 1
        silent, answers = _timed(library.ask, [each.absent for each in some[:most]])
        memory_mib = _peak_mib()
    with pincite.open(_library(folder, target)) as library:
        modelled = [_timed(library.ask, [words])[0] for words in (some[0].same_words, some[0].absent)]
    return Asked(
        search=searched,
        common=common,
        listing=listed,
        present=present,
        present_right=sum(f"{each.fee:,.2f}" in words for words, each in zip(shown, some, strict=True)),
        absent=silent if absent else None,
        absent_right=sum(not answer.items for answer in answers),
        spans_read=min((answer.coverage.spans_read for answer in answers), default=0),
        searching_mib=searching_mib,
        memory_mib=memory_mib,
        with_models_present=modelled[0],
        with_models_absent=modelled[1],
    )


def _shown(answer: pincite.Answer) -> str:
    """What the answer gives and what it leads to, in the words of the documents."""
    evidence = [each for item in (*answer.items, *answer.leads) for each in item.evidence]
    return " ".join(each.snippet for each in evidence)


def _clause(number: int) -> Clause:
    return contract(number)[number % CLAUSES]


def _timed(work: Callable[[str], T], questions: Sequence[str]) -> tuple[Latency, list[T]]:
    spent = [spend(partial(work, question)) for question in questions]
    wall, processor = [each.wall for each, _ in spent], [each.processor for each, _ in spent]
    latency = Latency(
        count=len(spent),
        p50=median(wall or [0.0]),
        p95=percentile_95(wall or [0.0]),
        p50_processor=median(processor or [0.0]),
        p95_processor=percentile_95(processor or [0.0]),
    )
    return latency, [given for _, given in spent]


def _in_own_process(step: str, target: int, chosen: argparse.Namespace) -> object:
    print(f"{target:,} spans: {step} …", file=sys.stderr, flush=True)
    given = {"--library": chosen.library, "--absent": chosen.absent, "--spans": target, "--step": step}
    command = [sys.executable, __file__, *(str(word) for option in given.items() for word in option)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def _written(folder: Path, number: int) -> Path:
    path = folder / name(number)
    path.write_text(text(number), encoding="utf-8")
    return path


def _spans(library: pincite.Library) -> int:
    return sum(listing.blocks for listing in library.documents())


def _bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir() if file.is_file())


def _peak_mib() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def _circumstances() -> str:
    cores, load = os.cpu_count() or 1, os.getloadavg()[0]
    busy = f" Others used the machine at the same time (load {load:.1f} at the end)." if load > cores else ""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    machine = f"{cores} {platform.machine()} cores, {platform.system()}, {python}"
    return f"Written by `evals/bench/growth.py` on {datetime.now(UTC):%d %B %Y}: {machine}.{busy}"


def _arguments() -> argparse.Namespace:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--library", type=Path, required=True, help="where the library grows")
    arguments.add_argument("--spans", type=int, nargs="+", default=SPANS, help="the sizes to measure at")
    arguments.add_argument("--output", type=Path, help="the folder for growth.md and growth.svg")
    arguments.add_argument(
        "--absent", type=int, default=SPANS[-1], help="the largest size that absent questions are asked of"
    )
    arguments.add_argument("--again", action="store_true", help="repeat the questions")
    arguments.add_argument("--step", choices=("add", "ask"), help=argparse.SUPPRESS)
    return arguments.parse_args()


if __name__ == "__main__":
    main()
