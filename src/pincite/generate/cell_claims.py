"""Make a claim of a cell: its figure in full, or its words."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from pincite.answer.claims import Claim
from pincite.generate.citing import cite
from pincite.records.document import Document
from pincite.records.library import Identity
from pincite.records.span import Span
from pincite.structure.cell_facts import CellFact
from pincite.structure.cells import reading_of
from pincite.values.readings import Reading
from pincite.values.registered import OF_WHOLE_BLOCKS, find
from pincite.values.types import Text


def claim_of_cell(
    fact: CellFact, answer_types: Sequence[str], identity: Identity, document: Document
) -> Claim:
    """What the cell says: its figure; of words a value of a kind that was asked for, else the words."""
    if fact.printed is not None:
        block = document.blocks_of(fact.cell.span)[0]
        value: BaseModel = reading_of(fact, block).value
        return _claim(fact.kind, value, fact.figure_span, identity, document)
    text = fact.cell.span.of(document.text)
    for kind in answer_types:
        readings: list[Reading[BaseModel]] = [] if kind in OF_WHOLE_BLOCKS else find(kind, text)
        if len(readings) == 1:
            span = readings[0].within_text(fact.cell.span.start)
            return _claim(kind, readings[0].value, span, identity, document)
    return _claim("text", Text(text=text), fact.cell.span, identity, document)


def _claim(kind: str, value: BaseModel, span: Span, identity: Identity, document: Document) -> Claim:
    words, cited = span.of(document.text), cite(identity, document, span)
    return Claim(answer_type=kind, value=value, original=words, citations=(cited,))
