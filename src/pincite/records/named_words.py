"""A word of a document, and how likely it is part of something that a question asks to list."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.records.span import Span


@dataclass(frozen=True, slots=True)
class NamedWord:
    """`named` is the chance, and `passage` how the reader scores the passage around it, as a logit."""

    span: Span
    named: float
    passage: float
