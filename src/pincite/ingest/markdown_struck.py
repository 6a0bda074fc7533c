"""Find what Markdown strikes out or does not show, and take it out of the pieces around it."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pincite.ingest.html.css import Sheet
from pincite.ingest.html.looks import mark
from pincite.ingest.html.tokens import Tokens
from pincite.ingest.html.tree import Node, build
from pincite.ingest.layout import Piece, PieceKind
from pincite.records.document import Cell, Table, UnseenKind
from pincite.records.span import Span

_CODE = r"(?P<code>(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`))"
_ELEMENT = r"(?P<element>(?P<opening><(?P<tag>[a-z][a-z0-9]*)\b[^<>]*>).*?</(?P=tag)\s*>)"
_WAVES = r"(?<![\\~])~~(?![\s~])(?:[^~]|~(?!~))*?(?<![\s\\~])~~(?!~)"
_MARKS = re.compile(rf"{_CODE}|{_ELEMENT}|(?P<waves>{_WAVES})", re.DOTALL | re.IGNORECASE)
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
        if any(True for _ in _marked(text, table.span.start, table.span.end)):
            cells = tuple(cell for each in table.cells if (cell := _seen_cell(text, each)) is not None)
            table = replace(table, cells=cells)
        if table.cells:
            yield table


def _unseen(text: str, span: Span, comments: Sequence[Span]) -> Iterator[tuple[PieceKind, Span]]:
    start = span.start
    for comment in comments:
        if comment.end <= start or comment.start >= span.end:
            continue
        yield from _marked(text, start, comment.start)
        start = min(comment.end, span.end)
        yield "hidden", Span(max(comment.start, span.start), start)
    yield from _marked(text, start, span.end)


def _marked(text: str, start: int, end: int) -> Iterator[tuple[PieceKind, Span]]:
    """What waves strike out, and the elements of HTML that are struck out or that no page would show."""
    while found := _MARKS.search(text, start, end):
        start = found.end()
        kind: PieceKind | None = "struck" if found["waves"] else None
        if found["element"]:
            kind = _look(found["opening"])
            # What stands inside an element that is seen may yet be struck out.
            start = found.end() if kind else found.end("opening")
        if kind:
            yield kind, Span(*found.span())


@functools.lru_cache(maxsize=256)
def _look(opening: str) -> UnseenKind | None:
    """What becomes of the words in an element that is opened so; None where they are seen."""
    root = build(Tokens(f"{opening}words"), False, "")
    mark(root, Sheet())
    inner = [child for child in root.children if isinstance(child, Node)]
    while inner and (below := [child for child in inner[0].children if isinstance(child, Node)]):
        inner = below
    return inner[0].unseen if inner else None


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
