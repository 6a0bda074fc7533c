"""What a reading model is given of a document, and what it points at."""

from __future__ import annotations

from dataclasses import dataclass, field

from pincite.records.span import Span


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A passage with the title of the section that it stands in; empty where it has none."""

    text: str = field(repr=False)
    heading: str = field(default="", repr=False)
    marked: Span | None = None
    """The one sentence of the text that is asked about; None where all of it is."""


@dataclass(frozen=True, slots=True)
class Extract:
    """How likely an excerpt answers, from 0 to 1, and where in its text it would."""

    score: float
    span: Span | None = None
    raw: RawScores | None = None
    """What our own reader says in full; None for any other, which only ranks."""


@dataclass(frozen=True, slots=True)
class RawScores:
    """What the local reader says before it is made a chance: the decision weighs it with all else."""

    answers: float
    """The logit that the text answers."""
    sharp: float
    """The logarithm of the chance that it gives the words it points at."""
    yes: float
    no: float
    """The logits that the text answers the question with yes, and with no."""
    short: Span | None = None
    """Where a value would stand, in the text that was read."""
    long: Span | None = None
    """Where a clause would stand."""


@dataclass(frozen=True, slots=True)
class ReadPassage:
    """A passage of a document as a model read it: its score, and where in the document it points."""

    span: Span
    score: float
    pointed: Span | None = None
    raw: RawScores | None = None
    """In full, with places in the document."""
