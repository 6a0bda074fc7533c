"""Decide what to draw on a page: a mark for every word, line, block, heading, table and figure on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from pincite.records.document import FURNITURE, Block, Box, Document, Line, Section, Table
from pincite.records.span import Span

MarkKind = Literal[
    "header or footer",
    "header cell",
    "heading",
    "caption",
    "word",
    "line",
    "cell",
    "table",
    "figure",
    "block",
]
_ORDER = get_args(MarkKind)
_LONGEST_TITLE = 48


@dataclass(frozen=True, slots=True)
class Mark:
    """A box on the page; the label, where there is one, stands at its upper edge."""

    kind: MarkKind
    box: Box
    label: str = ""
    number: int = 0
    """Of the block that it marks, where a block has one mark for each of its lines."""


def marks(document: Document, page: int) -> list[Mark]:
    """All marks of a page, those to be drawn first at the beginning."""
    lines = [line for line in document.lines if line.page == page and line.box is not None]
    blocks = _blocks_on(document, page, lines)
    return [
        *_tinted(document, blocks, page),
        *_tables(document, page),
        *(Mark("word", box) for _, box in document.words if box.page == page),
        *(Mark("line", line.box) for line in lines if line.box is not None),
        *(
            Mark("figure", figure.box, f"figure {figure.number}")
            for figure in document.figures
            if figure.box.page == page
        ),
        *_numbers(document, blocks, page),
    ]


def legend(found: Sequence[Mark]) -> list[tuple[MarkKind, str]]:
    """What the colours mean, with how many there are of each."""
    # Every line of a block has a mark of its own.
    each = {(mark.kind, mark.number or place) for place, mark in enumerate(found, start=1)}
    counts = Counter(kind for kind, _ in sorted(each, key=lambda entry: _ORDER.index(entry[0])))
    return [(kind, f"{count} {kind}{'' if count == 1 else 's'}") for kind, count in counts.items()]


def _blocks_on(document: Document, page: int, lines: Sequence[Line]) -> list[Block]:
    """Blocks with some of their text on the page, in order."""
    found = {block.number: block for line in lines for block in document.blocks_of(line.span)}
    return [found[number] for number in sorted(found)]


def _tinted(document: Document, blocks: Iterable[Block], page: int) -> Iterator[Mark]:
    starts = {section.span.start: section for section in document.sections}
    for block in blocks:
        kind, label = _tint(block, starts.get(block.span.start))
        if kind is None:
            continue
        for index, box in enumerate(_boxes(document, block.span, page)):
            yield Mark(kind, box, "" if index else label, block.number)


def _tint(block: Block, section: Section | None) -> tuple[MarkKind | None, str]:
    """What the block is tinted as, with its label; None for running text."""
    if block.kind in FURNITURE:
        return "header or footer", block.kind
    if section is not None:
        return "heading", _heading(section)
    if block.kind == "heading":
        return "heading", "heading of no section"
    return ("caption", "caption") if block.kind == "caption" else (None, "")


def _heading(section: Section) -> str:
    title = " ".join(section.title.split())
    short = title if len(title) <= _LONGEST_TITLE else title[: _LONGEST_TITLE - 3] + "..."
    return f"level {section.level}, by {section.found_by}: {short}"


def _tables(document: Document, page: int) -> Iterator[Mark]:
    for table in document.tables:
        cells = [(cell, box) for cell in table.cells if (box := _box(document, cell.span, page))]
        yield from (Mark("header cell", box) for cell, box in cells if cell.row < table.header_rows)
        yield from (Mark("cell", box) for _, box in cells)
        if cells:
            yield Mark("table", Box.around([box for _, box in cells]), _table(table))


def _table(table: Table) -> str:
    return f"table {table.number}: {table.rows} x {table.columns}, by {table.found_by}"


def _numbers(document: Document, blocks: Iterable[Block], page: int) -> Iterator[Mark]:
    """The lines of each block, the first with its number."""
    for block in blocks:
        for index, box in enumerate(_boxes(document, block.span, page)):
            yield Mark("block", box, "" if index else str(block.number), block.number)


def _boxes(document: Document, span: Span, page: int) -> list[Box]:
    """One box for each line of `span` on the page: of its words, or where there are none, of its lines."""
    boxes = document.words.boxes(span) or [line.box for line in document.lines_of(span) if line.box]
    return [box for box in boxes if box.page == page]


def _box(document: Document, span: Span, page: int) -> Box | None:
    boxes = _boxes(document, span, page)
    return Box.around(boxes) if boxes else None
