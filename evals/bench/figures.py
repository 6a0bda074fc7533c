"""What a measurement gives: tables of figures with their budgets, and how a script hands them over.

A script says what it measures in `measure(quick)` and calls `run`: then it prints its tables, or with
`--json` gives them to the suite.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, its unit, and the budget it is held to: at `most` or at `least` so much."""

    value: float
    unit: str = ""
    most: float | None = None
    least: float | None = None
    remark: str = ""

    @property
    def met(self) -> bool | None:
        """None where there is no budget."""
        if self.most is not None:
            return self.value <= self.most
        return None if self.least is None else self.value >= self.least


@dataclass(frozen=True, slots=True)
class Row:
    """One system's figures, in the order of the table's columns; or why it did not run."""

    name: str
    figures: tuple[Figure | None, ...] = ()
    ours: bool = False
    not_run: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Systems set side by side in one run. `compared` is the column whose ratio to ours is shown.

    The first row that is ours is what others are set beside.
    """

    title: str
    script: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    about: str = ""
    compared: int | None = None


def to_json(tables: Sequence[Table]) -> str:
    return json.dumps([asdict(table) for table in tables])


def from_json(text: str) -> list[Table]:
    return [_table(each) for each in json.loads(text)]


def _table(given: Mapping[str, Any]) -> Table:
    rows = tuple(_row(each) for each in given["rows"])
    return Table(**{**given, "columns": tuple(given["columns"]), "rows": rows})


def _row(given: Mapping[str, Any]) -> Row:
    figures = tuple(None if each is None else Figure(**each) for each in given["figures"])
    return Row(**{**given, "figures": figures})


def run(measure: Callable[[bool], list[Table]], purpose: str | None) -> None:
    """The command line of every script of the suite."""
    from publish import table_text

    arguments = argparse.ArgumentParser(description=(purpose or "").splitlines()[0])
    arguments.add_argument(
        "--quick", action="store_true", help="smaller inputs: to try the script, not to publish"
    )
    arguments.add_argument("--json", action="store_true", help="for the suite")
    chosen = arguments.parse_args()
    tables = measure(chosen.quick)
    print(to_json(tables) if chosen.json else "\n".join(map(table_text, tables)))


def milliseconds(
    work: Callable[[], object], before: Callable[[], object] = lambda: None, runs: int = 9
) -> float:
    """The median of some runs, in processor time of this process."""
    times = []
    for _ in range(runs):
        before()
        times.append(spend(work)[0].processor)
    return median(times)


def peer_row(name: str, measured: Callable[[], Row]) -> Row:
    """A peer's row; where the peer is missing or breaks, why."""
    try:
        return measured()
    except ImportError as error:
        return Row(name, not_run=f"not installed ({error.name})")
    except Exception as error:  # whatever somebody else's code raises must not cost the other rows
        return Row(name, not_run=f"failed with {type(error).__name__}: {error}".splitlines()[0])


@dataclass(frozen=True, slots=True)
class Spent:
    """Milliseconds by the clock on the wall, and of processor time of this process."""

    wall: float
    processor: float


def spend(work: Callable[[], T]) -> tuple[Spent, T]:
    """What a piece of work takes, and what it gives."""
    wall, processor = time.perf_counter(), time.process_time()
    result = work()
    spent = Spent((time.perf_counter() - wall) * 1000, (time.process_time() - processor) * 1000)
    return spent, result


def percentile_95(times: Sequence[float]) -> float:
    return sorted(times)[int(0.95 * (len(times) - 1))]
