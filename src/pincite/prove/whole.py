"""Whether a place is whole: a quote that cuts no word and no number, a sentence with all of its words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.answer.answers import Evidence
from pincite.prove.boundary import may_begin, may_end
from pincite.records.document import Block, Document
from pincite.records.span import Span
from pincite.structure.lead_ins import numbering_of

# Where a file with delimiters is cited by its cell, these end what is quoted: "89.00" in "Drill,89.00,2".
_CELL = re.compile(r"row \d+, column \d+")
_DELIMITERS = ("", ",", ";", "\t", "|", '"', "\n", "\r")
# What may be left off a sentence that is quoted whole.
_TRAILING = " \t\r\n.,;:"
_LEADS_ON = re.compile(r"[;,]\s*(?:and|or|and/or)\s*\Z", re.IGNORECASE)
_BULLET = re.compile(r"\s*[•◦▪‣·∙●○■□*–—-]\s+")


def reads_so(evidence: Evidence, text: str) -> bool:
    """Whether the text says at these offsets just what is quoted."""
    return text[evidence.start : evidence.end] == evidence.snippet


def stands(evidence: Evidence, text: str) -> bool:
    """Whether a place reads as the text does there, and cuts no word or number."""
    if not reads_so(evidence, text):
        return False
    if not any(map(str.isalnum, evidence.snippet)):  # a "$" or "%" in the head of a column
        return evidence.role in ("currency", "head", "scale")
    trimmed = evidence.snippet == evidence.snippet.strip()
    return trimmed and cuts_nothing(text, Span(evidence.start, evidence.end), evidence.anchor)


def cuts_nothing(text: str, span: Span, anchor: str | None = None) -> bool:
    """Whether a place begins and ends where words and numbers do, or a cell of a delimited file does."""
    if _CELL.match(anchor or "") and is_parted(text, span.start, span.end):
        return True
    return may_begin(text, span.start) and may_end(text, span.end)


def all_stand(cited: Sequence[Evidence], text: str, document: Document | None = None) -> bool:
    """Whether each reads as the text does there, and is a whole quote or points into one that is.

    What answers is whole itself.
    """
    whole = [evidence for evidence in cited if stands(evidence, text)]
    for evidence in cited:
        # Where the file was read, a sentence is whole that it parts from others, whatever stands beside it.
        if document is not None and evidence not in whole and _is_sentences(document, evidence):
            whole.append(evidence)
        if evidence.role == "answer" and evidence not in whole:
            return False
    return bool(whole) and all(
        reads_so(evidence, text)
        and any(other.start <= evidence.start and evidence.end <= other.end for other in whole)
        for evidence in cited
    )


def _is_sentences(document: Document, evidence: Evidence) -> bool:
    blocks = document.blocks_of(Span(evidence.start, evidence.end))
    return bool(blocks) and (blocks[0].span.start, blocks[-1].span.end) == (evidence.start, evidence.end)


def covers_sentences(document: Document, span: Span) -> bool:
    """Whether a place holds every block that it touches from its start to its end."""
    blocks = document.blocks_of(span)
    return bool(blocks) and all(covers(span, document, block) for block in blocks)


def covers(quoted: Span, document: Document, block: Block) -> bool:
    """Whether a quote holds a whole block, up to the number or mark before it and the stop after it."""
    text = block.span.of(document.text)
    mark = _BULLET.match(text) if block.kind == "bullet" else None
    start = block.span.start + (mark.end() if mark else numbering_of(text))
    # "; or" only leads on to the next item.
    said = _LEADS_ON.sub("", text) if block.kind == "bullet" else text
    end = block.span.start + len(said.rstrip(_TRAILING))
    return quoted.start <= start and end <= quoted.end


def is_parted(text: str, start: int, end: int) -> bool:
    """Whether the cell of a file with delimiters begins and ends there."""
    return text[start - 1 : start] in _DELIMITERS and text[end : end + 1] in _DELIMITERS
