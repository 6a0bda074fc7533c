"""Say a cell in words: its value with what limits it, and the places that prove it or may."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pincite.answer.answers import Evidence
from pincite.answer.document_tables import Cell, CellState
from pincite.language.line_ends import on_one_line
from pincite.language.value_words import item_in_words

STATE_WORDS: dict[CellState, str] = {
    "answered": "answered",
    "to_review": "to review",
    "not_stated": "not stated",
    "failed": "failed",
}
BETWEEN = "; "


@dataclass(frozen=True, slots=True)
class Citation:
    """A place that proves a value, or one that may hold it."""

    document: str
    page: int | None
    lines: str
    """The first line, and the last where there are several; a format without lines names the place."""
    quote: str
    chance: float | None

    def __str__(self) -> str:
        page = [] if self.page is None else [f"page {self.page}"]
        return f"{', '.join([self.document, *page, self.lines])}: “{self.quote}”"


def value_of(cell: Cell) -> str:
    """The proved values; empty where there are none."""
    return BETWEEN.join(item_in_words(item) for item in cell.items)


def citations_of(cell: Cell) -> list[Citation]:
    """The places of the items, then those of the leads; each place once."""
    return list(dict.fromkeys(_citations(cell)))


def _citations(cell: Cell) -> Iterator[Citation]:
    for item in cell.items:
        for evidence in item.evidence:
            yield _citation(evidence, item.confidence)
    for lead in cell.leads:
        for evidence in lead.evidence:
            yield _citation(evidence, lead.chance)


def _citation(evidence: Evidence, chance: float | None) -> Citation:
    first, last = evidence.lines
    lines = f"line {first}" if first == last else f"lines {first}–{last}"
    if evidence.anchor and not evidence.anchor.startswith("line "):
        lines = evidence.anchor
    return Citation(evidence.name, evidence.page, lines, on_one_line(evidence.snippet), chance)
