"""Turn a cell of a table into an observation, so that cells are marked as answers are.

Only what a cell gives as answered counts as shown, and apart from it what is probable. What somebody must
look at anyway, as the sides of a conflict or a list that may go on, are places to look at: they lead, and
nobody takes them for an answer.
"""

from __future__ import annotations

from collections.abc import Callable

from evals.score.observation import Observation
from pincite.answer.answers import Outcome
from pincite.answer.document_tables import Cell, CellState
from pincite.quality.observing import item_observed, lead_place, place_of

_OUTCOMES: dict[CellState, Outcome] = {
    "answered": "answered",
    "probable": "probable",
    "to_review": "unverified",
    "not_stated": "not_found",
    "failed": "failed",
}


def observed_cell(key: str, row: str, cell: Cell, text: Callable[[str], str]) -> Observation:
    """A cell, as far as it is scored; `text` is the canonical text of a document by its name."""
    given = cell.state in ("answered", "probable")
    listed = [] if given else [place_of(each) for item in cell.items for each in item.evidence[:1]]
    return Observation(
        key=key,
        row=row,
        outcome=_OUTCOMES[cell.state],
        items=tuple(item_observed(item, 0, text) for item in cell.items) if given else (),
        leads=(*listed, *map(lead_place, cell.leads)),
        error=cell.error.message if cell.error else "",
    )
