"""By what a part of a document is known that is read by itself for a field."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class UnitKey:
    """With the version of the document, what the result of a part depends on."""

    schema: str
    """The same for the same fields, asked by the same settings, models and code."""
    field: str
    chunk: int
    chunk_hash: str
