"""Tables that were written without sight of the code: every cell that is asked for is read as it is meant.

The questions are not asked here: it is looked up what was read of the cell that a question is for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

import pincite
from pincite.records.document import Document
from pincite.structure.cell_facts import CellFact, facts_of, path_words
from tests.table_layouts.layouts import LAYOUTS, Ask, Case, make
from tests.table_layouts.workbooks import SHAPES, make_workbook

# Of 40 seeds of each layout.
SEEDS, ALL_SEEDS = range(3), range(40)
LEAST_RIGHT = 0.92
# Where a currency has a column to itself it is no part of what is printed.
_LEFT_OUT = re.compile(r"[\s¹²³⁴⁵⁶⁷⁸⁹*†‡$€£]")
_FIGURES = ("amount", "number", "percentage")


@pytest.mark.sampled
def test_cells_of_generated_tables_are_read_with_scale_and_sign(tmp_path: Path, in_full: bool):
    seeds = ALL_SEEDS if in_full else SEEDS
    cases = [make(layout, seed, tmp_path) for layout in LAYOUTS for seed in seeds]

    marks = Counter(mark for case in cases for mark in read_as(case, tmp_path))

    told = sum(marks.values())
    assert marks["wrong scale"] + marks["wrong sign"] == 0, marks
    assert marks["right"] >= LEAST_RIGHT * told, marks


def test_cells_of_workbooks_are_read_with_scale_and_sign(tmp_path: Path):
    cases = [make_workbook(shape, tmp_path) for shape in SHAPES]

    marks = Counter(mark for case in cases for mark in read_as(case, tmp_path))

    assert marks["wrong scale"] + marks["wrong sign"] == 0, marks
    assert marks["right"] >= 0.9 * sum(marks.values()), marks


def read_as(case: Case, folder: Path) -> Iterator[str]:
    """What was read of each cell that the questions of a document are for."""
    with pincite.open(folder / f"library-{case.layout}-{case.seed}") as library:
        library.add(case.path)
        document = library.read(case.path.name).document
    for ask in case.asks:
        if ask.printed and ask.kind in (*_FIGURES, "nil", "unclear_scale"):
            yield read_of(document, ask)


def read_of(document: Document, ask: Ask) -> str:
    facts = [fact for table in document.tables for fact in facts_of(document, table)]
    printed = [fact for fact in facts if _plain(ask.printed) in _printed(document, fact)]
    named = [fact for fact in printed if _is_named(document, fact, ask)]
    if not named:
        return "not found"
    fact = named[0]
    if ask.kind == "nil":
        return "right" if fact.kind == "nil" else "not nil"
    if fact.doubt:
        return "right" if ask.kind == "unclear_scale" else "withheld"
    if ask.kind == "unclear_scale":
        return "wrong scale"
    if fact.value is None or ask.value is None:
        return "no figure"
    # A workbook may hold more digits than it shows; what it shows is what can be cited.
    hidden = Decimal(fact.cell.divided) / 2 if fact.cell.divided != 1 else 0
    if abs(fact.value - Decimal(ask.value)) <= hidden:
        return "right"
    return "wrong sign" if abs(fact.value) == abs(Decimal(ask.value)) else "wrong scale"


def _is_named(document: Document, fact: CellFact, ask: Ask) -> bool:
    said = _plain(path_words(document, (*fact.row_path, *fact.column_path)))
    heads = [part for part in (ask.column or "").split(" / ") if part]
    return all(_plain(name) in said for name in (ask.row, *heads))


def _printed(document: Document, fact: CellFact) -> set[str]:
    return {_plain(span.of(document.text)) for span in (fact.cell.span, fact.figure_span)}


def _plain(words: str | None) -> str:
    return _LEFT_OUT.sub("", words or "").casefold()
