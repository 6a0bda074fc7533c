"""Recover what the reader sees from the document: snippet, page, lines and boxes of a proof."""

from __future__ import annotations

from typing import cast

from pincite.answer.answers import Evidence, EvidenceBox, Grade
from pincite.records.document import PRINTED, Document, Line
from pincite.records.evidence import Proof
from pincite.records.span import Span


def recover(proof: Proof) -> Evidence:
    """The evidence of a proof, every part of it taken from the document and none from a generator."""
    document, span = proof.document, proof.span
    lines = document.lines_of(span)
    page = document.page_of(span.start)
    blocks = document.blocks_of(span)
    path = document.section_path(blocks[0].section) if blocks else ()
    return Evidence(
        document=proof.identity.source,
        version=proof.identity.version,
        name=proof.identity.name,
        page=page.number if page else None,
        page_label=page.label if page else None,
        anchor=None if page else _anchor(document, span, lines[0]),
        section=" › ".join(section.title for section in path) or None,
        lines=(lines[0].number, lines[-1].number),
        start=span.start,
        end=span.end,
        # No proof reaches over what a reader does not see; a lead might, and must not tell it.
        snippet=span.of(document.seen_text),
        grade=cast(Grade, proof.grade),
        boxes=[
            EvidenceBox(page=box.page, x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1)
            for box in document.words.boxes(span)
        ],
        recognised=document.words.confidence(span) != PRINTED,
    )


def _anchor(document: Document, span: Span, line: Line) -> str:
    """Where a span stands in a document without pages: its cell, its block, at least its line."""
    cell, blocks = document.cell_of(span), document.blocks_of(span)
    if cell is not None and cell.anchor:
        return cell.anchor
    return blocks[0].anchor if blocks and blocks[0].anchor else f"line {line.number}"
