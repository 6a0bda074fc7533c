"""Say a cell in words: its value with what limits it, and the places that prove it or may."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pincite.answer.answers import Evidence
from pincite.answer.document_tables import Cell, Decision, Row, Standing
from pincite.language.line_ends import on_one_line
from pincite.language.value_words import item_in_words

STATE_WORDS: dict[Standing, str] = {
    "answered": "answered",
    "probable": "probable",
    "decided": "decided",
    "to_review": "to review",
    "not_stated": "not stated",
    "waiting": "waiting",
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


def row_name(row: Row) -> str:
    """The document, and the others of its contract."""
    return f"{row.document} (with {', '.join(row.family)})" if row.family else row.document


def value_of(cell: Cell) -> str:
    """What somebody decided, else the proved values, and what they replaced; empty where there are none."""
    if cell.decision:
        return on_one_line(cell.decision.value)
    return f"{found_of(cell)}{_before(cell)}"


def found_of(cell: Cell) -> str:
    """The proved values, whatever somebody decided."""
    return BETWEEN.join(item_in_words(item) for item in cell.items)


def is_accepted_as_it_is(cell: Cell) -> bool:
    """Whether somebody accepted the very values that the cell has now: by other settings it has others."""
    if cell.decision is None or cell.decision.kind != "accepted":
        return False
    return bool(cell.items) and cell.decision.value == found_of(cell)


def _before(cell: Cell) -> str:
    old = dict.fromkeys(item_in_words(item) for item in cell.replaced)
    return f" (before: {BETWEEN.join(old)})" if old else ""


def state_of(cell: Cell) -> str:
    """The state in words, with who decided and when, who decided before, and what they noted."""
    if cell.decision is None:
        return STATE_WORDS[cell.standing]
    before = [_before_last(each, cell.decision) for each in cell.earlier if each.by != cell.decision.by]
    return "; ".join([_decided(cell.decision), *before])


def _decided(decision: Decision) -> str:
    note = f" (“{on_one_line(decision.note)}”)" if decision.note else ""
    return f"{decision.kind.replace('_', ' ')} by {decision.by}, {decision.at[:10]}{note}"


def _before_last(earlier: Decision, last: Decision) -> str:
    """What another reviewer decided before: the same, or something else."""
    if earlier.value == last.value:
        return f"the same before: {_decided(earlier)}"
    return f"before: {_decided(earlier)}: {on_one_line(earlier.value) or STATE_WORDS['not_stated']}"


def chance_of(cell: Cell) -> str:
    """With two decimals; empty where nobody measured it, or a person decided."""
    return "" if cell.chance is None or cell.decision else f"{cell.chance:.2f}"


def reason_of(cell: Cell) -> str:
    """Why the cell is as it is; nothing where a person decided."""
    return "" if cell.decision else cell.reason


def citations_of(cell: Cell) -> list[Citation]:
    """The places of what was decided; else those of the items, then those of the leads; each place once."""
    return list(dict.fromkeys(_citations(cell)))


def _citations(cell: Cell) -> Iterator[Citation]:
    if cell.decision:
        yield from (_citation(evidence, None) for evidence in cell.decision.evidence)
        return
    for item in (*cell.items, *cell.replaced):
        for evidence in item.evidence:
            yield _citation(evidence, item.chance)
    for lead in cell.leads:
        for evidence in lead.evidence:
            yield _citation(evidence, lead.chance)


def _citation(evidence: Evidence, chance: float | None) -> Citation:
    first, last = evidence.lines
    lines = f"line {first}" if first == last else f"lines {first}–{last}"
    if evidence.anchor and not evidence.anchor.startswith("line "):
        lines = evidence.anchor
    return Citation(evidence.name, evidence.page, lines, on_one_line(evidence.snippet), chance)
