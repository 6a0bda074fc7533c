"""What recording a run costs each question, and what `verify` costs each entry of the chain.

Run: python evals/bench/recording.py [--quick]
The baseline asks the same and records nothing; without a model, of a document of 60 clauses.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

from figures import Figure, Row, Spent, Table, run, spend

import pincite

_QUESTIONS, _QUICK = 200, 20
_BUDGET_MS = 5
_ASKED = ("What is the monthly fee?", "What is the annual deductible?", "How long is the notice period?")


def measure(quick: bool) -> list[Table]:
    count = _QUICK if quick else _QUESTIONS
    with tempfile.TemporaryDirectory() as folder:
        settings = {"local_models": False, "isolated": False}
        with pincite.open(Path(folder) / "library", settings=settings) as library:
            library.add(_contract(Path(folder)))
            for asked in _ASKED:
                library.ask(asked)
            recorded, bare = [], []
            # In turn, so that both meet the same machine.
            for number in range(count):
                asked = _ASKED[number % len(_ASKED)]
                library.temporary = False
                recorded.append(_spent(lambda asked=asked: library.ask(asked)))
                library.temporary = True
                bare.append(_spent(lambda asked=asked: library.ask(asked)))
            library.temporary = False
            kept = (Path(folder) / "library" / "library.db").stat().st_size
            rows = [
                _row("recorded, beyond asking", _less(_median(recorded), _median(bare)), _BUDGET_MS),
                _row("asked and recorded", _median(recorded), None, ours=True),
                _row("asked, nothing recorded", _median(bare), None),
            ]
            if hasattr(library, "runs"):
                verified, report = spend(library.runs.verify)
                each = Spent(verified.wall / report.entries, verified.processor / report.entries)
                rows.append(_row("verified, each entry of the chain", each, None))
    about = (
        f"{count:,} questions, median of each; the library is {kept / 1e6:.1f} MB after {count + 3:,} runs."
    )
    return [Table("Recording", "recording.py", ("wall time", "processor time"), tuple(rows), about)]


def _contract(folder: Path) -> Path:
    clauses = [
        f"{n}. Matter {n}\n\nThe parties settle matter {n} within {n} days and pay EUR {n * 37}.00 for it.\n"
        for n in range(3, 61)
    ]
    said = "SERVICES AGREEMENT\n\n1. Fees\n\nThe Customer shall pay a monthly fee of EUR 4,500.00.\n"
    ends = "2. Termination\n\nEither party may terminate with a notice period of 60 days.\n"
    path = folder / "agreement.txt"
    path.write_text("\n".join([said, ends, *clauses]), "utf-8")
    return path


def _spent(work: Callable[[], object]) -> Spent:
    return spend(work)[0]


def _median(spent: list[Spent]) -> Spent:
    return Spent(median(each.wall for each in spent), median(each.processor for each in spent))


def _less(one: Spent, other: Spent) -> Spent:
    return Spent(one.wall - other.wall, one.processor - other.processor)


def _row(name: str, spent: Spent, budget: float | None, ours: bool = False) -> Row:
    figures = (Figure(spent.wall, "ms"), Figure(spent.processor, "ms", most=budget))
    return Row(name, figures, ours=ours or budget is not None)


if __name__ == "__main__":
    run(measure, __doc__)
