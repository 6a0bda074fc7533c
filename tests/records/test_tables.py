"""Tables, cells and figures of a document: which place lies in which, and what no document can hold."""

from __future__ import annotations

from array import array
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.records.document import Box, Cell, Document, Figure, Parse, Table, Words, no_words
from pincite.records.reading import Subject
from pincite.records.span import Span

LENGTH = 60


def document(*tables: Table) -> Document:
    return Document("x" * LENGTH, "text", Parse("test", "1"), (), (), (), (), (), no_words(), tables=tables)


def table(number: int, start: int, end: int, *cells: Cell, header_rows: int = 0) -> Table:
    return Table(number, Span(start, end), 9, 9, header_rows, cells, "test")


@st.composite
def spans(draw: st.DrawFn, start: int, end: int) -> list[Span]:
    cuts = sorted(draw(st.sets(st.integers(start, end), max_size=8)))
    return [Span(first, last) for first, last in pairwise(cuts) if draw(st.booleans())]


@st.composite
def tables(draw: st.DrawFn) -> list[Table]:
    return [
        table(
            number,
            span.start,
            span.end,
            *(Cell(0, n, s) for n, s in enumerate(draw(spans(span.start, span.end)))),
        )
        for number, span in enumerate(draw(spans(0, LENGTH)), start=1)
    ]


@given(found=tables(), start=st.integers(0, LENGTH - 1), length=st.integers(1, 12))
def test_table_and_cell_of_a_place_are_those_that_cover_it(found: list[Table], start: int, length: int):
    place = Span(start, start + length)
    covering = [table for table in found if table.span.covers(place)]
    cells = [cell for table in covering for cell in table.cells if cell.span.covers(place)]

    made = document(*found)

    assert made.table_of(place) == (covering[0] if covering else None)
    assert made.cell_of(place) == (cells[0] if cells else None)


def test_cell_is_named_by_the_header_cells_above_it():
    quarter, first, second = Cell(0, 1, Span(0, 2), columns=2), Cell(1, 1, Span(2, 4)), Cell(1, 2, Span(4, 6))
    value = Cell(2, 2, Span(6, 8))
    made = table(1, 0, 9, quarter, first, second, value, header_rows=2)

    assert made.headers_of(value) == (quarter, second)
    assert made.headers_of(first) == ()


@pytest.mark.parametrize(
    "found",
    [
        [table(1, 0, 9), table(2, 5, 12)],
        [table(1, 20, 29), table(2, 0, 9)],
        [table(2, 0, 9), table(1, 20, 29)],
        [table(1, 0, LENGTH + 1)],
        [table(1, 10, 20, Cell(0, 0, Span(5, 12)))],
        [table(1, 10, 20, Cell(0, 0, Span(15, 25)))],
        [table(1, 10, 20, Cell(0, 1, Span(10, 12)), Cell(0, 0, Span(12, 14)))],
        [table(1, 10, 20, Cell(0, 0, Span(10, 14)), Cell(0, 1, Span(12, 16)))],
        [table(1, 10, 20, Cell(8, 0, Span(10, 14), rows=2))],
    ],
    ids=[
        "overlapping", "out of order", "numbered backwards", "after the text", "cell before its table",
        "cell after its table", "cells out of order", "cells overlapping", "cell over the last row",
    ],
)  # fmt: skip
def test_tables_that_are_out_of_place_are_refused(found: list[Table]):
    with pytest.raises(ValueError, match=r"out of (order|place)"):
        document(*found)


def test_range_outside_the_text_is_refused_wherever_it_stands():
    outside, made = Span(LENGTH - 1, LENGTH + 1), document(table(1, 0, 9))
    subject = Subject("party", "x", (), outside)

    for change in (
        lambda: replace(made, tables=(replace(made.tables[0], caption=outside),)),
        lambda: replace(made, figures=(Figure(1, Box(1, 0, 0, 1, 1), outside),)),
        lambda: replace(made, figures=(Figure(1, Box(1, 0, 0, 1, 1), None, outside),)),
        lambda: replace(made, profile=replace(made.profile, subjects=(subject,))),
    ):
        with pytest.raises(ValueError, match="ends after the text"):
            change()


def test_confidences_are_for_all_words_or_for_none():
    words = Words(
        array("I", [0, 4]), array("I", [3, 7]), array("I", [1, 1]), array("f", [0.0] * 8), array("B", [9])
    )

    with pytest.raises(ValueError, match="every word has a confidence, or none"):
        replace(document(), words=words)
