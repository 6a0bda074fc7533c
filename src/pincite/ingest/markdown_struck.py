"""Take what a Markdown file strikes out or does not show out of the pieces around it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.ingest.layout import Piece
from pincite.ingest.markdown_html import Mark
from pincite.records.document import UNSEEN, Cell, Table
from pincite.records.span import Span

# As GitHub has it: what closes behind a sign, as in an address, must not go on with a letter.
_WAVES = re.compile(r"(?<![\\~])~~(?![\s~])(?:[^~]|~(?!~))*?(?:(?<=\w)~~(?!~)|(?<![\s\w\\~])~~(?![~\w]))")
_CLOSING = ("</", "-->", "]]>", "?>", ">")
_NOTHING_WRITTEN = re.compile(r"[\s>|*_.,;:()\[\]-]*")


@dataclass(frozen=True, slots=True)
class Marks:
    """What of a file is struck out or hidden, in order and apart."""

    text: str
    _marks: tuple[Mark, ...]
    _tags: tuple[Span, ...] = ()

    @classmethod
    def of(cls, text: str, marks: Sequence[Mark], tags: Sequence[Span] = ()) -> Marks:
        """Of marks that may lie inside each other: the outer ones. What stands in `tags` are no words."""
        apart: list[Mark] = []
        for each in sorted(marks, key=lambda each: (each.span.start, -each.span.end)):
            start = max(each.span.start, apart[-1].span.end) if apart else each.span.start
            if start < each.span.end:
                apart.append(Mark(each.kind, Span(start, each.span.end)))
        return cls(text, tuple(apart), tuple(sorted(tags)))

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

    def joined(self, pieces: Sequence[Piece]) -> list[Piece]:
        """The pieces; tags alone that are not seen stand with what they open or close."""
        joined: list[Piece] = []
        is_markup = False
        for piece in pieces:
            before = joined[-1] if joined else None
            markup = piece.kind in UNSEEN and not self._holds_words(piece.span.start, piece.span.end)
            closes = markup and self.text.startswith(_CLOSING, piece.span.start)
            if before and before.kind == piece.kind and (closes or is_markup) and self._meet(before, piece):
                joined[-1] = replace(before, span=Span(before.span.start, piece.span.end))
                is_markup = is_markup and markup
            else:
                joined.append(piece)
                is_markup = markup
        return joined

    def without(self, tables: Sequence[Table]) -> Iterator[Table]:
        """The tables, their cells without what is not seen: of such a cell the longest part that is left."""
        for table in tables:
            cells = tuple(cell for each in table.cells if (cell := self._seen_cell(each)) is not None)
            if cells:
                yield replace(table, cells=cells)

    def _meet(self, one: Piece, other: Piece) -> bool:
        between = self.text[one.span.end : other.span.start]
        return one.span.end <= other.span.start and _NOTHING_WRITTEN.fullmatch(between) is not None

    def _holds_words(self, start: int, end: int) -> bool:
        """Whether something is written there beside tags and the marks of comments."""
        at = bisect_right(self._tags, start, key=lambda each: each.end)
        while at < len(self._tags) and self._tags[at].start < end:
            if any(map(str.isalnum, self.text[start : self._tags[at].start])):
                return True
            start, at = max(start, self._tags[at].end), at + 1
        return any(map(str.isalnum, self.text[start:end]))

    def _within(self, span: Span) -> tuple[Mark, ...]:
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


def waves(text: str, pieces: Sequence[Piece], silent: Sequence[Span]) -> Iterator[Mark]:
    """What stands between waves (`~~`); those in something `silent` are none."""
    parts, at = [], 0
    for span in silent:
        parts += [text[at : span.start], "`" * (span.end - span.start)]
        at = span.end
    heard = "".join([*parts, text[at:]])
    for piece in pieces:
        for match in _WAVES.finditer(heard, piece.span.start, piece.span.end):
            yield Mark("struck", Span(*match.span()))
