"""What a reading model is given of a document, and what it points at."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.records.span import Span


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A passage with the title of the section that it stands in; empty where it has none."""

    text: str
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Extract:
    """How likely an excerpt answers, from 0 to 1, and where in its text it would."""

    score: float
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class ReadPassage:
    """A passage of a document as a model read it: its score, and where in the document it points."""

    span: Span
    score: float
    pointed: Span | None = None
