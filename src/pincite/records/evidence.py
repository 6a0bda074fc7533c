"""What retrieval found, what a reader is given and points at, and where a claim turned out to stand."""

from __future__ import annotations

from dataclasses import dataclass, field

from pincite.records.document import Block, Document
from pincite.records.library import Identity
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


CONTINUED = "continued"
"""The path of places that were read on for, because a list or table goes on there."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A block that one path proposes."""

    block: int
    score: float


@dataclass(frozen=True, slots=True)
class Fused:
    """A block that one or several paths propose, with what their proposals come to together."""

    block: int
    score: float
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PathReport:
    """One path's turn over one document: how many places in scope it proposed, and the best of them."""

    name: str
    hits: int
    best: tuple[Hit, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Found:
    """A place that may answer: where the match is (anchor), kept apart from what to read around it."""

    identity: Identity
    block: int
    anchor: Span
    context: Span
    score: float
    paths: tuple[str, ...]
    reading: ReadPassage | None = None
    """What a reading model made of the passage that holds it; None where no model has read it."""


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A passage in which a path found something, and which paths did."""

    identity: Identity
    span: Span
    page: int | None
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Overlap:
    """The start of what follows a list or table. No generator sees it: it is evidence for completeness."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """Where a claim's quote stands in the document, recovered by code and never by a generator."""

    identity: Identity
    document: Document
    span: Span
    grade: str
