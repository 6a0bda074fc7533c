"""Lay the lines around the places found into batches, each small enough for one prompt, none left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pincite.records.document import Document
from pincite.records.evidence import Found
from pincite.records.span import Span


def batches(document: Document, places: Sequence[Found], max_lines: int) -> list[tuple[int, ...]]:
    """The numbers of the lines of each batch in the order of the text; the best places are in the first."""
    laid: list[set[int]] = []
    for place in places:
        for lines in _pieces(document, place, max_lines):
            if any(lines <= batch for batch in laid):
                continue
            if laid and len(laid[-1] | lines) <= max_lines:
                laid[-1] |= lines
            else:
                laid.append(lines)
    return [tuple(sorted(batch)) for batch in laid]


def _pieces(document: Document, place: Found, max_lines: int) -> Iterator[set[int]]:
    """The lines to read around a place; only its own where they are too many, in parts if need be."""
    around = _numbers(document, place.context)
    if len(around) <= max_lines:
        yield set(around)
        return
    own = _numbers(document, place.anchor)
    for start in range(0, len(own), max_lines):
        yield set(own[start : start + max_lines])


def _numbers(document: Document, span: Span) -> list[int]:
    return [line.number for line in document.lines_of(span)]
