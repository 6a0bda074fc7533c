"""Find what Markdown strikes out or does not show, and take it out of the pieces around it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pincite.ingest.layout import Piece, PieceKind
from pincite.records.document import Cell, Table
from pincite.records.span import Span

_CODE = r"(?P<code>(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`))"
_TAGGED = r"<(?P<tag>s|del|strike)(?:\s[^>]*)?>.*?</(?P=tag)\s*>"
_WAVES = r"(?<![\\~])~~(?![\s~])(?:[^~]|~(?!~))*?(?<![\s\\~])~~(?!~)"
_STRUCK = re.compile(rf"{_CODE}|(?P<struck>{_TAGGED}|{_WAVES})", re.DOTALL | re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_NOTHING_WRITTEN = re.compile(r"[\s>|*_.,;:()\[\]-]*")


def apart(text: str, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, and what is struck out or hidden in them as pieces of their own.

    A comment may go over several lines of HTML, each of which is a piece.
    """
    if not pieces:
        return []
    ends = pieces[0].span.start, pieces[-1].span.end
    comments = [Span(*match.span()) for match in _COMMENT.finditer(text, *ends)]
    found: list[Piece] = []
    for piece in pieces:
        unseen = list(_unseen(text, piece.span, comments))
        found += _divided(text, piece, unseen) if unseen else [piece]
    return found


def without(text: str, tables: Sequence[Table]) -> Iterator[Table]:
    """The tables, their cells without what is struck out: of such a cell the longest part that is left."""
    for table in tables:
        if _STRUCK.search(text, table.span.start, table.span.end):
            cells = tuple(cell for each in table.cells if (cell := _seen_cell(text, each)) is not None)
            table = replace(table, cells=cells)
        if table.cells:
            yield table


def _unseen(text: str, span: Span, comments: Sequence[Span]) -> Iterator[tuple[PieceKind, Span]]:
    start = span.start
    for comment in comments:
        if comment.end <= start or comment.start >= span.end:
            continue
        yield from _struck(text, start, comment.start)
        start = min(comment.end, span.end)
        yield "hidden", Span(max(comment.start, span.start), start)
    yield from _struck(text, start, span.end)


def _struck(text: str, start: int, end: int) -> Iterator[tuple[PieceKind, Span]]:
    for match in _STRUCK.finditer(text, start, end):
        if match["struck"] is not None:
            yield "struck", Span(*match.span())


def _divided(text: str, piece: Piece, unseen: Sequence[tuple[PieceKind, Span]]) -> Iterator[Piece]:
    start = piece.span.start
    for kind, span in unseen:
        yield from _seen(text, piece, start, span.start)
        yield Piece(kind, span)
        start = span.end
    yield from _seen(text, piece, start, piece.span.end)


def _seen(text: str, piece: Piece, start: int, end: int) -> Iterator[Piece]:
    """What is left beside something struck out, unless it is signs alone."""
    words = text[start:end]
    if _NOTHING_WRITTEN.fullmatch(words) is None:
        start += len(words) - len(words.lstrip())
        title = "" if piece.kind == "heading" else piece.title
        yield replace(piece, span=Span(start, start + len(words.strip())), title=title)


def _seen_cell(text: str, cell: Cell) -> Cell | None:
    parts = [part.span for part in apart(text, [Piece("line", cell.span)]) if part.kind == "line"]
    longest = max(parts, key=lambda span: span.end - span.start, default=None)
    return None if longest is None else replace(cell, span=longest)
