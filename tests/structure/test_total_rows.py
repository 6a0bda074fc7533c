"""A row that adds up the rows before it, told by their figures alone."""

from __future__ import annotations

import pytest

from pincite.ingest.markdown import MarkdownParser
from pincite.structure.table_parts import adds_up

ROWS = ["| Parts | 134.2 | 137.5 | 5% |", "| Work | 174.5 | 186.2 | 7% |", "| Goods | 133.6 | 162.9 | 9% |"]


def is_sum(*rows: str, listed: int = 3) -> bool:
    text = "\n".join(["| | 2024 | 2023 | Growth |", "|---|---|---|---|", *rows, ""])
    document = MarkdownParser().read(text.encode(), "report.md")
    blocks = [block for block in document.blocks if block.kind == "table_row"][1:]
    return adds_up(document, blocks[:listed], blocks[listed])


@pytest.mark.parametrize("total", ["| All | 442.3 | 486.6 | 3% |", "| All | 442.4 | 486.6 | 3% |"])
def test_sum_of_the_rows_is_told_but_for_the_last_place(total: str):
    assert is_sum(*ROWS, total)


@pytest.mark.parametrize(
    ("rows", "listed"),
    [
        ([*ROWS, "| Total | 500.0 | 486.6 | 3% |"], 3),
        ([*ROWS, "| Total | 442.5 | 486.6 | 3% |"], 3),
        ([*ROWS, "| Total | | | 21% |"], 3),
        ([*ROWS, "| Total | 442.3 | 486.6 | 3% |"], 2),
        (["| Parts | 5 | 6 | |", "| Total | 5 | 6 | |"], 1),
        (["| 2020 | 5 | | |", "| 2021 | 7 | | |", "| 2022 | 12 | | |"], 2),
        (["| Parts | 5 | 6 | |", "| Work | 1 | | |", "| Total | 6 | 6 | |"], 2),
    ],
)
def test_other_rows_add_up_nothing(rows: list[str], listed: int):
    assert not is_sum(*rows, listed=listed)


def test_rows_in_brackets_are_taken_off():
    assert is_sum("| Billed | 127 | 30 | |", "| Allowance | (7) | (2) | |", "| Net | 120 | 28 | |", listed=2)
