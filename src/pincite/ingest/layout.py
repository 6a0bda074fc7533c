"""Assemble a Document from its text, lines and pieces: sections, paragraphs and blocks.

Every format is read in its own way into lines and pieces; from there on the rules are the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pincite.ingest import numbering
from pincite.ingest.profile.describe import describe
from pincite.ingest.sections import Heading, SectionFinder, sections
from pincite.ingest.sentences import MAX_BLOCK_CHARS, parts, sentences
from pincite.records.document import (
    FURNITURE,
    UNSEEN,
    Block,
    BlockKind,
    Document,
    Figure,
    Line,
    Page,
    Paragraph,
    Parse,
    Table,
    Unseen,
    UnseenKind,
    Words,
    no_words,
)
from pincite.records.limits import Format
from pincite.records.reading import PageQuality
from pincite.records.span import Span
from pincite.structure.unseen import left_out

PieceKind = Literal[
    "text", "line", "heading", "bullet", "table_row", "caption", "header", "footer", "footnote", "hidden",
    "struck",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Piece:
    """Text that was set as one piece, and what it was set as. `line` is text that must not be re-divided."""

    kind: PieceKind
    span: Span
    found_by: str = ""
    title: str = ""
    """A heading's words where they differ from its text, as under Markdown emphasis."""
    level: int = 0
    """Of a heading, or of the title that a numbered clause begins with; 0 where it has to be worked out."""
    rank: int = 0
    anchor: str = ""
    """Where it stands in a format without pages."""
    at: int | None = None
    """Before which character of the text something unseen stood; None where it is still there."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """What a parser found: everything that `assemble` needs."""

    text: str
    lines: Sequence[Line]
    pieces: Sequence[Piece]
    pages: tuple[Page, ...] = ()
    words: Words | None = None
    caveats: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    quality: tuple[PageQuality, ...] = ()


@dataclass(frozen=True, slots=True)
class _Cut:
    """A block before it knows its section and page."""

    kind: BlockKind
    span: Span
    anchor: str
    split: bool = False
    heading: Heading | None = None


def assemble(found: Pieces, format: Format, parse: Parse) -> Document:
    """The document, with every piece in sections, paragraphs and blocks, but for what a reader cannot see."""
    seen = [piece for piece in found.pieces if piece.kind not in UNSEEN]
    cuts = [cut for piece in seen for cut in _cuts(found.text, piece)]
    pages = _PageFinder(found.lines)
    unseen = _unseen(found.pieces, pages)
    body_end = max((piece.span.end for piece in seen if piece.kind not in FURNITURE), default=0)
    headings = [cut.heading for cut in cuts if cut.heading is not None]
    document_sections = sections(headings, body_end, pages.at)
    section_of = SectionFinder(document_sections).at
    document = Document(
        text=found.text,
        format=format,
        parse=parse,
        pages=found.pages,
        lines=tuple(found.lines),
        sections=document_sections,
        paragraphs=tuple(
            Paragraph(number, piece.span, section_of(piece.span.start))
            for number, piece in enumerate(seen, start=1)
        ),
        blocks=tuple(
            Block(
                number,
                cut.kind,
                cut.span,
                section_of(cut.span.start),
                pages.at(cut.span.start),
                cut.split,
                cut.anchor,
            )
            for number, cut in enumerate(cuts, start=1)
        ),
        words=no_words() if found.words is None else found.words,
        caveats=(*found.caveats, *([note] if (note := left_out(unseen)) else [])),
        tables=found.tables,
        figures=found.figures,
        unseen=unseen,
    )
    return replace(document, profile=describe(document, found.quality))


def _unseen(pieces: Sequence[Piece], pages: _PageFinder) -> tuple[Unseen, ...]:
    kinds: tuple[UnseenKind, ...] = ("hidden", "struck")
    found = ((kind, piece) for piece in pieces for kind in kinds if piece.kind == kind)
    return tuple(
        Unseen(number, kind, piece.span, pages.at(piece.span.start), piece.anchor, piece.at)
        for number, (kind, piece) in enumerate(found, start=1)
    )


def _cuts(text: str, piece: Piece) -> Iterator[_Cut]:
    """The blocks of one piece, each at most MAX_BLOCK_CHARS long."""
    span = piece.span
    if piece.kind == "heading":
        title = piece.title or " ".join(span.of(text).split())
        heading = Heading(span, title, numbering.mark(title), piece.found_by, piece.level, piece.rank)
        yield from _whole(text, span, "heading", piece.anchor, heading)
    elif piece.kind == "text" or (piece.kind == "bullet" and span.end - span.start > MAX_BLOCK_CHARS):
        yield from _divided(text, piece)
    elif piece.kind != "hidden" and piece.kind != "struck":
        kind: BlockKind = "sentence" if piece.kind == "line" else piece.kind
        yield from _whole(text, span, kind, piece.anchor, _unprinted(piece))


def _divided(text: str, piece: Piece) -> Iterator[_Cut]:
    """The sentences of a paragraph; the title of a numbered clause is a heading."""
    span = piece.span
    paragraph, start = span.of(text), span.start
    mark = numbering.mark(paragraph)
    if length := numbering.run_in_title(paragraph):
        title = Span(start, start + length)
        words = " ".join(paragraph[:length].split()).rstrip(".:–— ")
        yield _Cut("heading", title, piece.anchor, heading=_run_in(piece, title, words))
        start, mark = title.end, None
    bare = _unprinted(piece)
    if bare is None and mark is not None and mark.style == "decimal":
        bare = Heading(span, "", mark, "numbering", piece.level)
    for first, last in sentences(text, start, span.end):
        yield from _whole(text, Span(first, last), "sentence", piece.anchor, bare)
        bare = None


def _unprinted(piece: Piece) -> Heading | None:
    """The heading of a section that the document names elsewhere and that starts with this piece."""
    if not piece.title:
        return None
    return Heading(piece.span, piece.title, numbering.mark(piece.title), piece.found_by, piece.level)


def _run_in(piece: Piece, span: Span, title: str) -> Heading:
    return Heading(span, title, numbering.mark(title), piece.found_by or "numbering", piece.level)


def _whole(
    text: str, span: Span, kind: BlockKind, anchor: str, heading: Heading | None = None
) -> Iterator[_Cut]:
    ranges = parts(text, span.start, span.end)
    for index, (first, last) in enumerate(ranges):
        yield _Cut(kind, Span(first, last), anchor, len(ranges) > 1, heading if index == 0 else None)


class _PageFinder:
    """On which page a character is printed."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._starts = [line.span.start for line in lines]
        self._pages = [line.page for line in lines]

    def at(self, offset: int) -> int | None:
        index = bisect_right(self._starts, offset) - 1
        return self._pages[max(index, 0)] if self._pages else None
