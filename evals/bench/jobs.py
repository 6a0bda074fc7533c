"""What a job keeps of each document beyond doing it: claim, lease, attempt, result and state.

Run: python evals/bench/jobs.py [--quick]
The work itself is left out: each document gets a row of results that is there already. The baseline stores
the same rows in a bare SQLite table, one transaction for each.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path

from figures import Figure, Row, Spent, Table, run, spend

from pincite.jobs.item_worker import work_items
from pincite.protocols import JobQueue
from pincite.records.job import Claimed, Finished, NewItem, NewJob, ResultRow
from pincite.stores.sqlite import open_library

_DOCUMENTS, _QUICK_DOCUMENTS = 1_000, 60
_BUDGET_MS = 2
# Five cells with a quote or two each, as five fields of a contract give.
_RESULT = "{" + "x" * 8_000 + "}"


def measure(quick: bool) -> list[Table]:
    count = _QUICK_DOCUMENTS if quick else _DOCUMENTS
    with tempfile.TemporaryDirectory() as folder:
        with open_library(Path(folder) / "library", lambda message: None) as store:
            queue = store.jobs()
            submitting = _each(lambda: _submit(queue, count), count)
            working = _each(lambda: _work(queue), count)
            (job,) = queue.found("default")
            assert job.tally.done == count
            looking, _ = spend(lambda: queue.found("default"))
        bare = _each(lambda: _store_all(Path(folder) / "bare.db", count), count)
    rows = (
        _row("Pincite, claimed, kept and ended", working, _BUDGET_MS),
        _row("Pincite, submitted", submitting, _BUDGET_MS),
        _row("a bare SQLite table, one transaction a row", bare, None),
        _row("Pincite, how a whole job stands", looking, None),
    )
    about = (
        f"A job of {count:,} documents with results of 8 kB, time for each; the last row is one look at all. "
        "The wall counts waiting for the disk, and for whoever else uses the machine."
    )
    return [Table("Jobs", "jobs.py", ("wall time", "processor time"), rows, about, compared=1)]


def _row(name: str, spent: Spent, budget: float | None) -> Row:
    figures = (Figure(spent.wall, "ms", most=budget), Figure(spent.processor, "ms"))
    return Row(name, figures, ours=name.startswith("Pincite"))


def _submit(queue: JobQueue, count: int) -> None:
    items = tuple(NewItem("", f"contract-{number}.txt") for number in range(count))
    queue.submit(NewJob("default", "key", "{}", "[]", "{}", items))


def _work(queue: JobQueue) -> None:
    def do(claimed: Claimed, stopped: Callable[[], bool]) -> Finished:
        return Finished("done", rows=(ResultRow(claimed.name, None, _RESULT),))

    work_items(queue, "worker", do)


def _store_all(database: Path, count: int) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE result (name TEXT PRIMARY KEY, content TEXT)")
        for number in range(count):
            connection.execute("INSERT INTO result VALUES (?, ?)", (f"contract-{number}.txt", _RESULT))
            connection.commit()


def _each(work: Callable[[], object], count: int) -> Spent:
    spent, _ = spend(work)
    return Spent(spent.wall / count, spent.processor / count)


if __name__ == "__main__":
    run(measure, __doc__)
