"""Find what Markdown strikes out or does not show, and take it out of the pieces around it.

Comments and elements of HTML may go over many pieces. All is found in one pass: a file may hold a million
marks that nothing closes.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.ingest.html.css import Sheet
from pincite.ingest.html.looks import mark
from pincite.ingest.html.tokens import Tokens
from pincite.ingest.html.tree import Node, build
from pincite.ingest.layout import Piece
from pincite.records.document import Cell, Table, UnseenKind
from pincite.records.span import Span

_TICKS = re.compile(r"`+")
# As GitHub has it: what closes behind a sign, as in an address, must not go on with a letter.
_WAVES = re.compile(r"(?<![\\~])~~(?![\s~])(?:[^~]|~(?!~))*?(?:(?<=\w)~~(?!~)|(?<![\s\w\\~])~~(?![~\w]))")
_TAG = re.compile(r"(?<!\\)<(?P<closes>/?)(?P<name>[a-z][a-z0-9]*)(?=[\s/>])[^<>]*>", re.IGNORECASE)
_OPENS, _CLOSES = "<!--", "-->"
# Elements without an end, which hold no words.
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_NOTHING_WRITTEN = re.compile(r"[\s>|*_.,;:()\[\]-]*")


@dataclass(frozen=True, slots=True)
class _Mark:
    kind: UnseenKind
    span: Span


@dataclass(frozen=True, slots=True)
class Marks:
    """What of a file is struck out or hidden, in order and apart."""

    text: str
    _marks: tuple[_Mark, ...]

    @classmethod
    def of(cls, text: str, pieces: Sequence[Piece], lines_of_code: Collection[int]) -> Marks:
        """Of the pieces of a file; those that start at `lines_of_code` mark nothing."""
        blocks = [piece.span for piece in pieces if piece.span.start in lines_of_code]
        pieces = [piece for piece in pieces if piece.span.start not in lines_of_code]
        code = sorted([*blocks, *(span for piece in pieces for span in _code(text, piece.span))])
        comments = list(_comments(text, pieces, code))
        silent = sorted([*code, *(each.span for each in comments)])
        found = [*comments, *_elements(text, pieces, silent)]
        for piece in pieces:
            waves = (Span(*match.span()) for match in _WAVES.finditer(text, piece.span.start, piece.span.end))
            found += (_Mark("struck", span) for span in waves if not _is_in(code, span.start))
        apart: list[_Mark] = []
        for each in sorted(found, key=lambda each: (each.span.start, -each.span.end)):
            start = max(each.span.start, apart[-1].span.end) if apart else each.span.start
            if start < each.span.end:
                apart.append(_Mark(each.kind, Span(start, each.span.end)))
        return cls(text, tuple(apart))

    def divide(self, piece: Piece) -> Iterator[Piece]:
        """The piece, what is not seen in it as pieces of their own."""
        start, end = piece.span.start, piece.span.end
        for each in self._within(piece.span):
            first, last = max(each.span.start, start), min(each.span.end, end)
            yield from self._seen(piece, start, first)
            if words := self.text[first:last].strip():
                first = self.text.index(words, first)
                yield Piece(each.kind, Span(first, first + len(words)))
            start = last
        yield from [piece] if start == piece.span.start else self._seen(piece, start, end)

    def without(self, tables: Sequence[Table]) -> Iterator[Table]:
        """The tables, their cells without what is not seen: of such a cell the longest part that is left."""
        for table in tables:
            cells = tuple(cell for each in table.cells if (cell := self._seen_cell(each)) is not None)
            if cells:
                yield replace(table, cells=cells)

    def _within(self, span: Span) -> tuple[_Mark, ...]:
        first = bisect_right(self._marks, span.start, key=lambda each: each.span.end)
        last = bisect_right(self._marks, span.end - 1, key=lambda each: each.span.start)
        return self._marks[first:last]

    def _seen(self, piece: Piece, start: int, end: int) -> Iterator[Piece]:
        """What is left beside something that is not seen, unless it is signs alone."""
        words = self.text[start:end]
        if _NOTHING_WRITTEN.fullmatch(words) is None:
            start += len(words) - len(words.lstrip())
            title = "" if piece.kind == "heading" else piece.title
            yield replace(piece, span=Span(start, start + len(words.strip())), title=title)

    def _seen_cell(self, cell: Cell) -> Cell | None:
        parts = [part.span for part in self.divide(Piece("line", cell.span)) if part.kind == "line"]
        longest = max(parts, key=lambda span: span.end - span.start, default=None)
        return None if longest is None else replace(cell, span=longest)


def _code(text: str, span: Span) -> Iterator[Span]:
    """Words between runs of as many backticks."""
    runs = [match.span() for match in _TICKS.finditer(text, span.start, span.end)]
    later: dict[int, list[int]] = {}
    for at in range(len(runs) - 1, -1, -1):
        later.setdefault(runs[at][1] - runs[at][0], []).append(at)
    at = 0
    while at < len(runs):
        start, end = runs[at]
        same = later[end - start]
        while same and same[-1] <= at:
            same.pop()
        if same:
            yield Span(start, runs[same[-1]][1])
            at = same[-1]
        at += 1


def _comments(text: str, pieces: Sequence[Piece], code: Sequence[Span]) -> Iterator[_Mark]:
    """Inside a piece; one that begins a piece goes on to its end, wherever that is."""
    ends, done = (pieces[-1].span.end if pieces else 0), 0
    for piece in pieces:
        at = text.find(_OPENS, max(piece.span.start, done), piece.span.end)
        while at >= 0:
            begins, done = at == piece.span.start, at + len(_OPENS)
            if not _is_in(code, at) and text[at - 1 : at] != "\\":
                closed = text.find(_CLOSES, done, ends if begins else piece.span.end)
                if closed < 0 and not begins:
                    break
                done = closed + len(_CLOSES) if closed >= 0 else ends
                yield _Mark("hidden", Span(at, done))
            at = text.find(_OPENS, done, piece.span.end)


def _elements(text: str, pieces: Sequence[Piece], code: Sequence[Span]) -> Iterator[_Mark]:
    """Elements of HTML that no page would show as they are; one that is not closed ends with its piece."""
    still_open: dict[str, list[tuple[int, int, UnseenKind | None]]] = {}
    for number, piece in enumerate(pieces):
        for tag in _TAG.finditer(text, piece.span.start, piece.span.end):
            name = tag["name"].lower()
            if name in _VOID or tag[0].endswith("/>") or _is_in(code, tag.start()):
                continue
            same = still_open.setdefault(name, [])
            if not tag["closes"]:
                same.append((tag.start(), number, _look(tag[0])))
            elif same:
                start, _, kind = same.pop()
                if kind:
                    yield _Mark(kind, Span(start, tag.end()))
    for start, number, kind in (each for opened in still_open.values() for each in opened):
        if kind:
            yield _Mark(kind, Span(start, pieces[number].span.end))


def _is_in(spans: Sequence[Span], offset: int) -> bool:
    at = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return at >= 0 and offset < spans[at].end


@functools.lru_cache(maxsize=256)
def _look(opening: str) -> UnseenKind | None:
    """What becomes of the words in an element that is opened so; None where they are seen."""
    root = build(Tokens(f"{opening}words"), False, "")
    mark(root, Sheet())
    inner = [child for child in root.children if isinstance(child, Node)]
    while inner and (below := [child for child in inner[0].children if isinstance(child, Node)]):
        inner = below
    return inner[0].unseen if inner else None
