"""What retrieval found, and where a claim turned out to stand."""

from __future__ import annotations

from dataclasses import dataclass, field

from pincite.records.document import Block, Document
from pincite.records.excerpt import ReadPassage
from pincite.records.library import Identity
from pincite.records.span import Span

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
