"""Cells of tables are marked as answers are: only what is answered is shown, the rest leads."""

from __future__ import annotations

from pathlib import Path

import pytest

import pincite
from evals.run.observe_cells import observed_cell
from evals.score.marking import mark
from pincite.answer.document_tables import Cell
from pincite.quality.questions import GoldAnswer, GoldRow
from tests.factories import AGREEMENT, write

FEE = "monthly fee of EUR 4,500.00"


@pytest.fixture(scope="module")
def cells(tmp_path_factory) -> dict[str, Cell]:
    """Of a library without a reader: the fee is to review, and so is what is not there."""
    folder: Path = tmp_path_factory.mktemp("cells")
    with pincite.open(folder / "library", settings={"reader": None, "decision": None}) as library:
        library.add(write(folder, "a.txt"))
        return library.table(None, "monthly fee, parking charge").rows[0].cells


def marked(cell: Cell, quote: str | None):
    start = AGREEMENT.index(quote) if quote else 0
    answers = (GoldAnswer(text=quote, quote=quote, spans=((start, start + len(quote)),)),) if quote else ()
    row = GoldRow(id="r", document="a.txt", question="?", absent=not quote, answers=answers)
    return mark(row, observed_cell("", "r", cell, lambda name: AGREEMENT))


def test_cell_to_review_is_not_shown_and_leads_to_the_right_place(cells):
    found = marked(cells["monthly fee"], FEE)
    assert (found.outcome, found.shown, found.right, found.led) == ("unverified", False, False, True)


def test_lead_to_another_place_does_not_count(cells):
    alone = cells["monthly fee"].model_copy(update={"leads": cells["monthly fee"].leads[:1]})
    assert marked(alone, "liable for loss of profit").led is False


def test_cell_that_is_not_stated_is_silence_where_nothing_is_there(cells):
    silent = Cell(state="not_stated", items=[], leads=[], chance=0.1, reason="", error=None, run="")
    assert marked(silent, None).said_absent
    assert marked(silent, FEE).led is False
