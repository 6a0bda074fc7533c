"""Read Markdown: the file unchanged, its structure as markdown-it sees it, as ranges into the file."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from pincite.errors import InputError
from pincite.ingest import numbering
from pincite.ingest.decode import decode
from pincite.ingest.layout import Piece, PieceKind, Pieces, assemble
from pincite.ingest.markdown_html import Html, Mark, Region
from pincite.ingest.markdown_links import hidden_definitions, hidden_images, hidden_titles
from pincite.ingest.markdown_struck import Marks, waves
from pincite.ingest.markdown_tables import Source, markdown_tables
from pincite.ingest.text import physical_lines
from pincite.ingest.versions import VERSIONS
from pincite.records.document import UNSEEN, Document, Line, Parse
from pincite.records.span import Span

_SIGNS = re.compile(r"[\s>]*#{1,6}\s+(.*?)(?:\s+#+)?\s*$")
_FENCE = re.compile(r"[\s>]*(?:`{3,}|~{3,})")
_NOTE = re.compile(r"[\s>]*\[\^[^\]\s]+\]:")
# Style sheets in the file are about them as well. Whether a list has numbers makes no difference here.
_ELEMENTS: dict[str, tuple[str, ...]] = {
    "text": ("p",),
    "bullet": ("ul", "li"),
    "table_row": ("table", "tr", "td"),
}
_FRONT_MATTER = re.compile(
    r"---[ \t]*\r?\n(?:[\w-]+:.*\r?\n|[ \t#-].*\r?\n){0,60}?(?:---|\.\.\.)[ \t]*(?=\r?\n|$)"
)


@dataclass(frozen=True, slots=True)
class MarkdownParser:
    """Reads .md files: CommonMark with tables."""

    @property
    def parse(self) -> Parse:
        return Parse(parser="markdown", version=VERSIONS["markdown"])

    def read(self, content: bytes, name: str) -> Document:
        text, caveats = decode(content, name)
        source = Source(text, [(start, end) for _, start, end in physical_lines(text)])
        links: dict[str, Any] = {}
        tokens = MarkdownIt("commonmark").enable("table").parse(_without_front_matter(text), links)
        pieces = _complete(source, list(_pieces(source, tokens)))
        if not pieces:
            raise InputError(f"{name} contains no text.", hint="Check that it is the right file.")
        lines = [
            Line(number, None, Span(start, end))
            for number, start, end in physical_lines(text)
            if text[start:end].strip()
        ]
        html = Html(text, name)
        found = html.read(_regions(source, tokens, pieces))
        found += waves(text, pieces, html.silent)
        hidden = (
            *hidden_definitions(source, links),
            *hidden_titles(text, tokens, html.silent),
            *hidden_images(text, tokens, html.silent),
        )
        marks = Marks.of(text, [*found, *(Mark("hidden", span) for span in hidden)], html.tags)
        tables = tuple(marks.without(list(markdown_tables(source, tokens))))
        divided = marks.joined([part for piece in _notes_last(text, pieces) for part in marks.divide(piece)])
        if all(part.kind in UNSEEN for part in divided):
            raise InputError(f"{name} shows no text.", hint="All of it is hidden or struck out.")
        caveats = (*caveats, *html.caveats)
        return assemble(Pieces(text, lines, divided, caveats=caveats, tables=tables), "markdown", self.parse)


def _pieces(source: Source, tokens: Sequence[Token]) -> Iterator[Piece]:
    item: int | None = None
    for index, token in enumerate(tokens):
        if token.type == "list_item_open" and token.map is not None:
            item = token.map[0]
        if token.map is None:
            continue
        first, last = token.map
        if token.type == "heading_open":
            yield from _heading(source, token, tokens[index + 1])
        elif token.type == "paragraph_open":
            is_item = item == first or _starts_with_mark(tokens[index + 1].content)
            for start, end in pairwise([*_note_lines(source, first, last), last]):
                yield from _piece(source, "bullet" if is_item else "text", start, end)
        elif token.type == "tr_open":
            yield from _piece(source, "table_row", first, last)
        elif token.type in ("fence", "code_block", "html_block"):
            for number in range(first, last):
                if _FENCE.match(source.line(number)) is None:
                    yield from _piece(source, "line", number, number + 1)


def _regions(source: Source, tokens: Sequence[Token], pieces: Sequence[Piece]) -> list[Region]:
    """The blocks of code and of HTML, and the pieces that are in none of them, in order."""
    regions = [
        Region(span, "html") if token.type == "html_block" else Region(span, "code", ("pre",))
        for token in tokens
        if token.type in ("fence", "code_block", "html_block") and token.map is not None
        if (span := source.extent(*token.map)) is not None
    ]
    ends = [region.span.end for region in regions]
    for piece in pieces:
        at = bisect_right(ends, piece.span.start)
        if at == len(ends) or piece.span.start < regions[at].span.start:
            name = f"h{piece.level}" if piece.kind == "heading" else ""
            regions.append(Region(piece.span, "text", (name,) if name else _ELEMENTS.get(piece.kind, ())))
    return sorted(regions)


def _note_lines(source: Source, first: int, last: int) -> list[int]:
    """The first line of a paragraph, and each line in it where another footnote starts."""
    if not _NOTE.match(source.line(first)):
        return [first]
    return [number for number in range(first, last) if number == first or _NOTE.match(source.line(number))]


def _notes_last(text: str, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, footnotes at the end of the file marked as such; between sections they stay text."""
    body = len(pieces)
    while body > 1 and _NOTE.match(pieces[body - 1].span.of(text)):
        body -= 1
    return [*pieces[:body], *(replace(piece, kind="footnote") for piece in pieces[body:])]


def _starts_with_mark(paragraph: str) -> bool:
    """Whether a paragraph is an item of a list that Markdown does not know, such as (a) or (iv)."""
    mark = numbering.mark(paragraph)
    return mark is not None and mark.style in ("enclosed", "symbol")


def _heading(source: Source, token: Token, inline: Token) -> Iterator[Piece]:
    """The title alone: the signs before it and the rule under it are drawn, not written."""
    title = " ".join("".join(_words(inline)).split())
    if token.map is None or not title:
        return
    first, last = token.map
    is_underlined = token.markup in ("=", "-")
    span = source.extent(first, last - 1 if is_underlined else last)
    if span is None:
        return
    signs = None if is_underlined else _SIGNS.match(source.line(first))
    if signs is not None and signs[1]:
        start = source.lines[first][0]
        span = Span(start + signs.start(1), start + signs.end(1))
    yield Piece("heading", span, "markdown", title=title, level=int(token.tag[1:]))


def _words(inline: Token) -> Iterator[str]:
    for child in inline.children or ():
        if child.type in ("text", "code_inline", "image"):
            yield child.content
        elif child.type in ("softbreak", "hardbreak"):
            yield " "


def _piece(source: Source, kind: PieceKind, first: int, last: int) -> Iterator[Piece]:
    span = source.extent(first, last)
    if span is not None:
        yield Piece(kind, span)


def _complete(source: Source, pieces: list[Piece]) -> list[Piece]:
    """The pieces, and each written line that Markdown would not show, so that no words are out of reach."""
    ends = [piece.span.end for piece in pieces]
    hidden: list[Piece] = []
    for number, (_, end) in enumerate(source.lines):
        span = source.extent(number, number + 1)
        line = source.line(number)
        if span is None or numbering.is_ruling(line) or _FENCE.match(line) is not None:
            continue
        nearest = bisect_right(ends, span.start)
        if nearest == len(pieces) or pieces[nearest].span.start >= end:
            hidden.append(Piece("line", span))
    return sorted([*pieces, *hidden], key=lambda piece: piece.span)


def _without_front_matter(text: str) -> str:
    """The text with a leading YAML block blanked out: Markdown would take its last line for a heading."""
    found = _FRONT_MATTER.match(text)
    if found is None:
        return text
    return re.sub(r"[^\r\n]", " ", found[0]) + text[found.end() :]
