"""A document as one string, and everything else about it as ranges into that string.

Pages, lines, sections, paragraphs, blocks, passages and chunks hold offsets, never text of their own:
`text[start:end]` is the only way to read one, so a citation cannot drift. Offsets count Unicode
code points. Pages and lines count from 1. Boxes are in PDF points, origin top left, after page rotation.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

from pincite.records.limits import Format
from pincite.records.reading import PICTURES_WAIT, Profile, unread
from pincite.records.span import Span

BlockKind = Literal["sentence", "bullet", "table_row", "caption", "heading", "header", "footer", "footnote"]
FURNITURE: frozenset[BlockKind] = frozenset({"header", "footer", "footnote"})
UnseenKind = Literal["hidden", "struck"]
UNSEEN: frozenset[UnseenKind] = frozenset({"hidden", "struck"})

CELL_GAP = "\t"
"""What stands between two cells of a table row in the text, unless the file itself is the text."""

PRINTED = 255
"""In place of a confidence: the file itself says what the word is."""

# PDFium writes U+FFFE where it swallows a hyphen; none of these is ever a character of a document.
_FORBIDDEN = re.compile("[\0\ufffe\uffff\ud800-\udfff]")
_WRITTEN = re.compile(r"[^\n\f]")
# Who recognises words in images, and in how many: parts of the options of a parse.
_OF_RECOGNITION = ("ocr=", "pictures=")


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float

    @classmethod
    def around(cls, boxes: Sequence[Box]) -> Box:
        """The smallest that holds all of some boxes of one page."""
        return cls(
            boxes[0].page,
            min(box.x0 for box in boxes),
            min(box.y0 for box in boxes),
            max(box.x1 for box in boxes),
            max(box.y1 for box in boxes),
        )


@dataclass(frozen=True, slots=True)
class Page:
    """A page's share of the body, and its headers, footers and notes, which stand after the body.

    An empty page has start == end.
    """

    number: int
    label: str
    start: int
    end: int
    furniture: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line. `page` and `box` are None where the format has no pages."""

    number: int
    page: int | None
    span: Span
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and all that stands under it, up to the next heading of its level or higher."""

    id: int
    title: str = field(repr=False)
    level: int
    span: Span
    start_page: int | None
    end_page: int | None
    found_by: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text that was set as one piece; a list item is a paragraph of its own."""

    number: int
    span: Span
    section: int | None


@dataclass(frozen=True, slots=True)
class Block:
    """The unit of citation, and of the scan before every "not found"; users see it as a passage."""

    number: int
    kind: BlockKind
    span: Span
    section: int | None
    page: int | None
    split: bool = False
    """Whether this is one part of a sentence that was too long to cite whole."""
    anchor: str = ""
    """Where it stands in a format without pages: `¶ 12`, `slide 3`, a DOM path; empty elsewhere."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """Words that a reader of the file does not see, or sees struck out: kept, and never evidence.

    They are no block, so that nothing that looks for evidence comes upon them.
    """

    number: int
    kind: UnseenKind
    span: Span
    page: int | None
    anchor: str = ""
    at: int | None = None
    """Before which character of the text they stood; None where they still stand there, or it is unknown."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table that holds text. Rows and columns count from 0; empty cells are left out."""

    row: int
    column: int
    span: Span
    rows: int = 1
    columns: int = 1
    """How many rows and columns it covers."""
    anchor: str = ""
    """Its reference where the format has one: `Sheet1!B4`."""
    divided: int = 1
    """By what a workbook divides the number that it shows: 1000 where 1,235 stands for 1234567."""


@dataclass(frozen=True, slots=True)
class Table:
    """Cells in rows and columns. Each row is also a block, so that it can be cited as a whole."""

    number: int
    span: Span
    """All of its rows, also over page breaks."""
    rows: int
    columns: int
    header_rows: int
    """How many rows at the top name the columns; 0 when none does."""
    cells: tuple[Cell, ...]
    """By row, then by column."""
    found_by: str
    caption: Span | None = None

    def headers_of(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that name the columns of `cell`, outermost first."""
        if cell.row < self.header_rows:
            return ()
        body = bisect_left(self.cells, self.header_rows, key=lambda header: header.row)
        last = cell.column + cell.columns
        return tuple(
            header
            for header in self.cells[:body]
            if header.column < last and cell.column < header.column + header.columns
        )

    def cell_of(self, span: Span) -> Cell | None:
        """The cell that holds all of `span`; None when none does."""
        return _holder(self.cells, span)


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture that is not decoration: where it stands, what is written in it, what it is called."""

    number: int
    box: Box
    span: Span | None = None
    """The words recognised in it; None when it holds none."""
    caption: Span | None = None
    description: str = field(default="", repr=False)
    """What it shows, for whoever has it described; empty until then."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Whole blocks of one section, up to 1,000 characters: the unit of vectors and rerankers."""

    number: int
    span: Span
    section: int | None
    content_hash: str
    """Over the title of its section and its text."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """500 to 2,000 tokens in whole blocks, overlapping the one before: what a language model reads."""

    number: int
    span: Span
    content_hash: str


@dataclass(frozen=True, slots=True)
class Words:
    """Where every word stands in the text and on its page, packed: a filing has 300,000 of them."""

    starts: array[int]
    ends: array[int]
    pages: array[int]
    edges: array[float]
    """x0, y0, x1, y1 of each word in turn."""
    confidences: array[int] = field(default_factory=lambda: array("B"))
    """0 to 100 for a word read from an image, PRINTED for the others; empty when all are printed."""

    def __len__(self) -> int:
        return len(self.starts)

    def __iter__(self) -> Iterator[tuple[Span, Box]]:
        for index in range(len(self)):
            yield Span(self.starts[index], self.ends[index]), self._box(index)

    def boxes(self, span: Span) -> list[Box]:
        """One box per line that covers exactly the words of `span`."""
        first = bisect_right(self.ends, span.start)
        last = bisect_left(self.starts, span.end)
        boxes: list[Box] = []
        for index in range(first, last):
            box = self._box(index)
            if boxes and _on_one_line(boxes[-1], box):
                boxes[-1] = _union(boxes[-1], box)
            else:
                boxes.append(box)
        return boxes

    def confidence(self, span: Span) -> int:
        """The lowest confidence of the words of `span`; PRINTED when none was read from an image."""
        first = bisect_right(self.ends, span.start)
        last = bisect_left(self.starts, span.end)
        return min(self.confidences[first:last], default=PRINTED)

    def _box(self, index: int) -> Box:
        x0, y0, x1, y1 = self.edges[4 * index : 4 * index + 4]
        return Box(self.pages[index], x0, y0, x1, y1)


def no_words() -> Words:
    """For formats that have no page to put boxes on."""
    return Words(array("I"), array("I"), array("I"), array("f"))


@dataclass(frozen=True, slots=True)
class Parse:
    """Which parser made a document, so that the same bytes and the same parse are known again."""

    parser: str
    version: str
    options: str = ""

    @property
    def fingerprint(self) -> str:
        return "/".join(part for part in (self.parser, self.version, self.options) if part)

    def without_recognition(self) -> Parse:
        """The same parse of a document in which there is nothing to recognise: nobody recognised anything."""
        parts = (part for part in self.options.split(";") if not part.startswith(_OF_RECOGNITION))
        return replace(self, options=";".join(parts))

    def before_pictures(self) -> Parse:
        """The same parse of a document whose pictures wait to be read."""
        return replace(self, options=";".join(part for part in (self.options, PICTURES_WAIT) if part))


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed document. Whoever holds one may rely on every range lying inside its text."""

    text: str
    format: Format
    parse: Parse
    pages: tuple[Page, ...]
    lines: tuple[Line, ...]
    sections: tuple[Section, ...]
    paragraphs: tuple[Paragraph, ...]
    blocks: tuple[Block, ...]
    words: Words
    caveats: tuple[str, ...] = ()
    """What the reader should know about the parse, such as a guessed encoding."""
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    profile: Profile = field(default_factory=unread)
    unseen: tuple[Unseen, ...] = ()
    seen_text: str = field(init=False, repr=False, compare=False)
    """The text with blanks for what a reader does not see: for whoever looks through all of it."""
    _paths: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """Of each section the sections that hold it and itself; worked out once, as every block asks for it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_paths", _paths_of(self.sections))
        if bad := _FORBIDDEN.search(self.text):
            raise ValueError(f"a document cannot hold U+{ord(bad[0]):04X} (at {bad.start()})")
        for ranges in (self.lines, self.paragraphs, self.blocks, self.tables, self.unseen):
            _check_in_order(ranges, len(self.text))
        for each in self.unseen:
            if self.blocks_of(each.span):
                raise ValueError(f"a block holds what is {each.kind} at {each.span}")
        object.__setattr__(self, "seen_text", _blanked(self.text, self.unseen))
        for section in self.sections:
            if section.span.end > len(self.text):
                raise ValueError(f"section {section.id} ends after the text")
        for table in self.tables:
            _check_cells(table)
        for span in self._loose_spans():
            if span.end > len(self.text):
                raise ValueError(f"a caption, figure or subject ends after the text: {span}")
        if len(self.words.confidences) not in (0, len(self.words)):
            raise ValueError("either every word has a confidence, or none has")
        for page in self.pages:
            if not 0 <= page.start <= page.end <= len(self.text):
                raise ValueError(f"page {page.number} lies outside the text")

    def __repr__(self) -> str:
        """Without a word of the text: what is logged, or shown with a fault, must not hold any."""
        shape = f"{len(self.pages):,} pages, {len(self.blocks):,} blocks, {len(self.text):,} characters"
        return f"Document({self.format}, {shape})"

    def lines_of(self, span: Span) -> tuple[Line, ...]:
        """The lines that hold some of `span`."""
        first = bisect_right(self.lines, span.start, key=lambda line: line.span.end)
        last = bisect_left(self.lines, span.end, key=lambda line: line.span.start)
        return self.lines[first:last]

    def blocks_of(self, span: Span) -> tuple[Block, ...]:
        """The blocks that hold some of `span`."""
        first = bisect_right(self.blocks, span.start, key=lambda block: block.span.end)
        last = bisect_left(self.blocks, span.end, key=lambda block: block.span.start)
        return self.blocks[first:last]

    def unseen_in(self, span: Span) -> tuple[Unseen, ...]:
        """What in `span` a reader does not see."""
        first = bisect_right(self.unseen, span.start, key=lambda each: each.span.end)
        last = bisect_left(self.unseen, span.end, key=lambda each: each.span.start)
        return self.unseen[first:last]

    def page_of(self, offset: int) -> Page | None:
        """The page on which the character at `offset` is printed; None where there are no pages."""
        lines = self.lines_of(Span(offset, offset + 1))
        number = lines[0].page if lines else None
        return None if number is None else self.pages[number - 1]

    def table_of(self, span: Span) -> Table | None:
        """The table that holds all of `span`; None when it does not stand in one."""
        return _holder(self.tables, span)

    def cell_of(self, span: Span) -> Cell | None:
        """The cell that holds all of `span`; None when it does not stand in one."""
        table = self.table_of(span)
        return None if table is None else table.cell_of(span)

    def _loose_spans(self) -> Iterator[Span]:
        """The ranges that stand in no order."""
        yield from (table.caption for table in self.tables if table.caption)
        yield from (figure.span for figure in self.figures if figure.span)
        yield from (figure.caption for figure in self.figures if figure.caption)
        yield from (subject.span for subject in self.profile.subjects)

    def section_path(self, section: int | None) -> tuple[Section, ...]:
        """The section and those it stands in, outermost first."""
        return () if section is None else tuple(self.sections[at] for at in self._paths[section])


def _paths_of(sections: Sequence[Section]) -> tuple[tuple[int, ...], ...]:
    """Of each section those up to it that cover it, in order; one that has ended covers nothing later."""
    starts = [section.span.start for section in sections]
    in_order = starts == sorted(starts)
    paths: list[tuple[int, ...]] = []
    still_open: list[int] = []
    for at, section in enumerate(sections):
        if in_order:
            still_open = [each for each in still_open if sections[each].span.end > section.span.start]
        still_open.append(at)
        paths.append(tuple(each for each in still_open if sections[each].span.covers(section.span)))
    return tuple(paths)


_Holder = TypeVar("_Holder", Table, Cell)


def _holder(ranges: Sequence[_Holder], span: Span) -> _Holder | None:
    """The one of these ranges, which are in order and apart, that covers `span`."""
    before = bisect_right(ranges, span.start, key=lambda item: item.span.start)
    return ranges[before - 1] if before and ranges[before - 1].span.covers(span) else None


def _check_in_order(
    ranges: Sequence[Line] | Sequence[Paragraph] | Sequence[Block] | Sequence[Table] | Sequence[Unseen],
    length: int,
) -> None:
    position, number = 0, 0
    for item in ranges:
        if item.span.start < position or item.span.end > length or item.number <= number:
            raise ValueError(f"{type(item).__name__.lower()} {item.number} is out of order: {item.span}")
        position, number = item.span.end, item.number


def _blanked(text: str, unseen: Sequence[Unseen]) -> str:
    """The text with a blank for each character of these, line breaks kept: every offset stays what it is."""
    parts, position = [], 0
    for each in unseen:
        parts += [text[position : each.span.start], _WRITTEN.sub(" ", each.span.of(text))]
        position = each.span.end
    return "".join([*parts, text[position:]]) if parts else text


def _check_cells(table: Table) -> None:
    place, position = (0, -1), table.span.start
    for cell in table.cells:
        inside = cell.span.start >= position and cell.span.end <= table.span.end
        fits = cell.row + cell.rows <= table.rows and cell.column + cell.columns <= table.columns
        if (cell.row, cell.column) <= place or not inside or not fits:
            raise ValueError(f"cell {cell.row},{cell.column} of table {table.number} is out of place")
        place, position = (cell.row, cell.column), cell.span.end


def _on_one_line(left: Box, right: Box) -> bool:
    overlap = min(left.y1, right.y1) - max(left.y0, right.y0)
    shorter, higher = sorted((left.y1 - left.y0, right.y1 - right.y0))
    if left.page != right.page or right.x0 < left.x0:
        return False
    # The ink of "_" lies below the line, that of a quotation mark in its upper half.
    return overlap > shorter / 2 or (right.x0 >= left.x1 - 1 and overlap > -higher / 4)


def _union(left: Box, right: Box) -> Box:
    return Box(
        left.page,
        min(left.x0, right.x0),
        min(left.y0, right.y0),
        max(left.x1, right.x1),
        max(left.y1, right.y1),
    )
