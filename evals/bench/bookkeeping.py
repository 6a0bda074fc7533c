"""What adding many tiny files costs beyond reading them: identity, rows, word index, batches.

Run: python evals/bench/bookkeeping.py [--quick]
The baseline stores the same bytes in a bare SQLite table, one transaction for each file.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path

from figures import Figure, Row, Spent, Table, run, spend

import pincite
from pincite.jobs.one_file import Job, read

_FILES, _QUICK_FILES = 1_000, 60
_BUDGET_MS = 2


def measure(quick: bool) -> list[Table]:
    count = _QUICK_FILES if quick else _FILES
    with tempfile.TemporaryDirectory() as folder:
        paths = _files(Path(folder), count)
        _read_all(paths[:5])
        reading = _each(lambda: _read_all(paths), count)
        with pincite.open(Path(folder) / "library") as library:
            library.add(_file(Path(folder), "first.txt", 0), isolated=False)
            adding = _each(lambda: library.add(*paths, isolated=False), count)
            again = _each(lambda: library.add(*paths, isolated=False), count)
            assert {added.status for added in library.add(*paths)} == {"unchanged"}
        bare = _each(lambda: _store_all(paths, Path(folder) / "bare.db"), count)
    beyond = Spent(adding.wall - reading.wall, adding.processor - reading.processor)
    rows = (
        _row("Pincite, added, beyond reading", beyond, _BUDGET_MS),
        _row("Pincite, added, in all", adding, None, ours=True),
        _row("Pincite, added again, unchanged", again, _BUDGET_MS),
        _row("reading alone: text to blocks, passages, chunks, words", reading, None),
        _row("a bare SQLite table, one transaction a file", bare, None),
    )
    about = (
        f"{count:,} text files of two sentences, time for each: what `add` itself keeps; "
        "for jobs see `jobs.py`. The wall counts waiting for the disk, and for whoever else uses the machine."
    )
    return [Table("Bookkeeping", "bookkeeping.py", ("wall time", "processor time"), rows, about, compared=1)]


def _row(name: str, spent: Spent, budget: float | None, ours: bool = False) -> Row:
    figures = (Figure(spent.wall, "ms", most=budget), Figure(spent.processor, "ms"))
    return Row(name, figures, ours=ours or budget is not None)


def _files(folder: Path, count: int) -> list[Path]:
    return [_file(folder, f"note-{number}.txt", number) for number in range(1, count + 1)]


def _file(folder: Path, name: str, number: int) -> Path:
    path = folder / name
    path.write_text(
        f"The fee for visit {number} is EUR {number + 100}. It is due within {number % 60 + 5} days.\n"
    )
    return path


def _read_all(paths: list[Path]) -> None:
    for path in paths:
        read(Job(path.read_bytes(), path.name, "text", "text"))


def _store_all(paths: list[Path], database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE file (name TEXT PRIMARY KEY, content BLOB)")
        for path in paths:
            connection.execute("INSERT INTO file VALUES (?, ?)", (path.name, path.read_bytes()))
            connection.commit()


def _each(work: Callable[[], object], count: int) -> Spent:
    spent, _ = spend(work)
    return Spent(spent.wall / count, spent.processor / count)


if __name__ == "__main__":
    run(measure, __doc__)
