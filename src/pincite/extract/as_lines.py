"""Write a table over documents as JSON Lines: one line for each document, with every value and its places."""

from __future__ import annotations

import json

from pincite.answer.answers import Evidence
from pincite.answer.document_tables import Cell, Row, Table
from pincite.extract.cell_words import chance_of, reason_of, value_of


def to_lines(table: Table) -> str:
    """The whole file."""
    return "".join(f"{json.dumps(_line(row), ensure_ascii=False)}\n" for row in table.rows)


def _line(row: Row) -> dict[str, object]:
    return {
        "document": row.document,
        "version": row.version,
        "fields": {name: _field(cell) for name, cell in row.cells.items()},
    }


def _field(cell: Cell) -> dict[str, object]:
    """The state, the value in words and by its parts, and where each stands."""
    return {
        "state": cell.standing,
        "words": value_of(cell),
        "values": [
            {
                "type": item.type,
                "value": item.value.model_dump(mode="json"),
                "original": item.original,
                "qualifiers": item.qualifiers,
                "citations": [_place(each) for each in item.evidence],
            }
            for item in cell.items
        ],
        "citations": _citations(cell),
        "leads": [
            {"chance": lead.chance, "citations": [_place(each) for each in lead.evidence]}
            for lead in cell.leads
        ],
        "chance": float(chance_of(cell)) if chance_of(cell) else None,
        "reason": reason_of(cell),
        "walked": cell.walked.model_dump() if cell.walked else None,
    }


def _citations(cell: Cell) -> list[dict[str, object]]:
    """The places that prove the values, or what somebody decided; each once."""
    decided = cell.decision.evidence if cell.decision else None
    proving = [evidence for item in cell.items for evidence in item.evidence] if decided is None else decided
    return [_place(each) for each in {(each.start, each.end): each for each in proving}.values()]


def _place(evidence: Evidence) -> dict[str, object]:
    return {
        "page": evidence.page,
        "lines": list(evidence.lines),
        "anchor": evidence.anchor,
        "start": evidence.start,
        "end": evidence.end,
        "quote": evidence.snippet,
    }
