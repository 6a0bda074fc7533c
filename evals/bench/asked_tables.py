"""Ask the questions of tables that were written without sight of the code, and mark what comes of each.

    python -m evals.bench.asked_tables --seeds 4

A figure is wrong where its value in full is another one; a question that no column or no cell answers must
not be answered. Workbooks are asked once.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pincite
from pincite.answer.answers import Answer
from tests.table_layouts.layouts import LAYOUTS, Ask, Case, make
from tests.table_layouts.workbooks import SHAPES, make_workbook

_FIGURES = ("amount", "number", "percentage")
_SILENT = ("absent", "open_column", "unclear_scale")


def marks_of(case: Case, folder: Path) -> list[tuple[str, Ask, Answer]]:
    """What came of each question of a document."""
    with pincite.open(folder / f"library-{case.layout}-{case.seed}") as library:
        library.add(case.path, wait=True)
        answers = [(ask, library.ask(ask.question)) for ask in case.asks]
    return [(mark(ask, answer), ask, answer) for ask, answer in answers]


def mark(ask: Ask, answer: Answer) -> str:
    given = answer.outcome == "answered"
    if ask.kind in _SILENT:
        return "answered for nothing" if given else "rightly silent"
    if not given:
        return "withheld"
    said = answer.items[0]
    if ask.kind in _FIGURES and ask.value is not None:
        value = getattr(said.value, "value", None)
        if not isinstance(value, Decimal | int):
            return "no figure"
        if value == Decimal(ask.value):
            return "right"
        return "wrong scale or sign" if _alike(Decimal(value), Decimal(ask.value)) else "wrong cell"
    printed = " ".join((ask.printed or ask.value or "").split())
    return "right" if printed and printed in " ".join(said.original.split()) else "other words"


def _alike(one: Decimal, other: Decimal) -> bool:
    """Whether two figures have the same digits: then the cell is right, and its scale or sign is not."""
    return one.copy_abs().normalize().as_tuple().digits == other.copy_abs().normalize().as_tuple().digits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--first", type=int, default=20, help="the first seed; reading was mended on 0 to 9")
    parser.add_argument("--show", action="store_true", help="print what is not right")
    chosen = parser.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.seeds)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cases = [make(layout, seed, folder) for layout in LAYOUTS for seed in seeds]
        groups = {"layouts": cases, "workbooks": [make_workbook(shape, folder) for shape in SHAPES]}
        for group, of_group in groups.items():
            marks: Counter[str] = Counter()
            for case in of_group:
                for came, ask, answer in marks_of(case, folder):
                    marks[came] += 1
                    if chosen.show and came not in ("right", "rightly silent", "withheld"):
                        said = [item.original for item in answer.items]
                        sys.stdout.write(f"  {came}: {case.layout} {case.seed}: {ask.question} {said}\n")
            sys.stdout.write(f"{group}: {sum(marks.values())} questions: {dict(marks.most_common())}\n")


if __name__ == "__main__":
    main()
