"""Read plain text: the file unchanged, with its lines, paragraphs and headings as ranges.

Lines have the numbers that an editor shows. A form feed starts a page; it also ends a line when
text stands on both sides of it, because a line can be on one page only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.ingest import numbering
from pincite.ingest.decode import decode
from pincite.ingest.layout import Piece, Pieces, assemble
from pincite.ingest.paragraphs import gather
from pincite.ingest.rows import Row
from pincite.ingest.typed_tables import TypedTable, typed_tables
from pincite.ingest.versions import VERSIONS
from pincite.records.document import Document, Line, Page, Parse
from pincite.records.span import Span

_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|$)")
_UNDERLINE = re.compile(r"\s*(?:={3,}|-{3,}|~{3,})\s*$")
# Nobody wraps lines this wide: such a file has one line per paragraph.
_UNWRAPPED_CHARS = 200


@dataclass(frozen=True, slots=True)
class TextParser:
    """Reads .txt files in UTF-8, UTF-16, UTF-32 or Windows-1252."""

    @property
    def parse(self) -> Parse:
        return Parse(parser="text", version=VERSIONS["text"])

    def read(self, content: bytes, name: str) -> Document:
        text, caveats = decode(content, name)
        lines = list(_lines(text))
        tables = typed_tables(text, lines)
        found = Pieces(
            text,
            lines,
            _pieces(text, lines, tables),
            _pages(text),
            caveats=caveats,
            tables=tuple(typed.table for typed in tables),
        )
        return assemble(found, "text", self.parse)


def text_pieces(text: str) -> tuple[list[Line], list[Piece]]:
    """The lines of a text that was typed, and its paragraphs, list items and headings."""
    lines = list(_lines(text))
    return lines, _pieces(text, lines, ())


def _pieces(text: str, lines: Sequence[Line], tables: Sequence[TypedTable]) -> list[Piece]:
    """What the lines make up; each row of a table is a piece."""
    written = [place for place, line in enumerate(lines) if not numbering.is_ruling(line.span.of(text))]
    if not written:
        return []
    rows = [row for typed in tables for row in typed.rows]
    tabular = {place for first, last in rows for place in range(first, last)}
    listed = {number for number, place in enumerate(written) if place in tabular}
    pieces = [Piece("table_row", _extent(text, lines[first:last]), "alignment") for first, last in rows]
    for group in gather(_rows(text, lines), listed=listed):
        if group.first not in listed:
            members = [lines[place] for place in written[group.first : group.last]]
            pieces.append(Piece(group.kind, _extent(text, members), group.found_by))
    return sorted(pieces, key=lambda piece: piece.span)


def physical_lines(text: str) -> Iterator[tuple[int, int, int]]:
    """Number, start and end of every line as an editor counts them, line ends left out."""
    for number, found in enumerate(_LINE.finditer(text), start=1):
        yield number, found.start(1), found.end(1)


def _lines(text: str) -> Iterator[Line]:
    """The lines that hold something."""
    is_paged, page, ended = "\f" in text, 1, 0
    for number, start, end in physical_lines(text):
        first = True
        for segment in text[start:end].split("\f"):
            if segment.strip():
                ended += not first
                first = False
                yield Line(number + ended, page if is_paged else None, Span(start, start + len(segment)))
            start += len(segment) + 1
            page += 1
        page -= 1


def _pages(text: str) -> tuple[Page, ...]:
    if "\f" not in text:
        return ()
    start, pages = 0, []
    for number, segment in enumerate(text.split("\f"), start=1):
        length = len(segment) if segment.strip() else 0
        pages.append(Page(number, str(number), start, start + length))
        start += len(segment) + 1
    # A form feed at the end closes the last page rather than opening another.
    if pages[-1].start == pages[-1].end and len(pages) > 1:
        pages.pop()
    return tuple(pages)


def _extent(text: str, lines: Sequence[Line]) -> Span:
    """From the first character that is not white space to the last."""
    start, end = lines[0].span.start, lines[-1].span.end
    piece = text[start:end]
    return Span(start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip()))


def _rows(text: str, lines: Sequence[Line]) -> list[Row]:
    """The written lines as rows; rulings only set their neighbours apart or underline them."""
    contents = [line.span.of(text).expandtabs() for line in lines]
    lengths = sorted(len(content.rstrip()) for content in contents)
    width = lengths[len(lengths) * 9 // 10]
    rows: list[Row] = []
    above: int | None = None
    for index, (line, content) in enumerate(zip(lines, contents, strict=True)):
        if numbering.is_ruling(content):
            continue
        before = lines[index - 1] if index else None
        blank = before is None or above != index - 1 or line.number > before.number + 1
        turned = before is not None and before.page != line.page
        rows.append(
            Row(
                text=content.strip(),
                apart=not turned and (blank or width > _UNWRAPPED_CHARS),
                turned=turned,
                loose=before is not None and _has_room(contents[index - 1], content, width),
                indent=len(content) - len(content.lstrip()),
                tabular=numbering.in_columns(_after_mark(line.span.of(text))),
                underlined=_is_underlined(lines, contents, index),
            )
        )
        above = index
    return rows


def _has_room(above: str, below: str, width: int) -> bool:
    """Whether the first word of `below` would have fitted on the line above, with some to spare."""
    word = below.split(None, 1)[0]
    return len(above.rstrip()) + 1 + len(word) < width * 0.9


def _after_mark(line: str) -> str:
    stripped = line.strip()
    mark = numbering.mark(stripped)
    return stripped[mark.end :] if mark is not None else stripped


def _is_underlined(lines: Sequence[Line], contents: Sequence[str], index: int) -> bool:
    """Whether the next line is a rule about as long as this one, and nothing stands right above."""
    if index + 1 == len(lines) or lines[index + 1].number != lines[index].number + 1:
        return False
    title, rule = contents[index].strip(), contents[index + 1].strip()
    if _UNDERLINE.match(rule) is None or not 3 <= len(title) <= numbering.MAX_TITLE_CHARS:
        return False
    alone = index == 0 or lines[index - 1].number != lines[index].number - 1
    return alone and abs(len(title) - len(rule)) <= max(4, len(title) // 3)
