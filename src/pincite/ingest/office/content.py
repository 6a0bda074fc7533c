"""What an Office file shows, before it is one text: paragraphs and tables in reading order."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.ingest.layout import PieceKind
from pincite.records.document import UnseenKind


@dataclass(frozen=True, slots=True)
class Aside:
    """Words that a reader does not see, or sees struck out, and where in what is shown they stood."""

    kind: UnseenKind
    text: str
    inside: int | None = None
    """Before which character of the paragraph or cell; None where they stood after it, by themselves."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One paragraph as the reader sees it, its number or bullet included."""

    text: str
    kind: PieceKind = "text"
    anchor: str = ""
    level: int = 0
    """Of a heading, or of the title that a clause begins with; 0 where the file does not state it."""
    found_by: str = ""
    rank: int = 0
    """How far its font stands out: 1 is the largest of the document, 0 is body text."""
    inside: int | None = None
    """Of something unseen, before which character of the paragraph before it it stood; None: after it."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """One cell; its paragraphs are lines."""

    row: int
    column: int
    text: str
    rows: int = 1
    columns: int = 1
    unseen: tuple[Aside, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. Cells are in order of rows, then columns; those without text may be left out."""

    rows: int
    columns: int
    header_rows: int
    cells: tuple[GridCell, ...]
    place: str = ""
    """What its anchor starts with: `slide 3, `."""


Item = Shown | Grid
