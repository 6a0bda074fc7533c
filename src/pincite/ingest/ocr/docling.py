"""Read a page with Docling: its layout and table models, and what it makes of them, in our form.

Docling gives paragraphs and cells with a box each, not words. Words are laid out inside the box as a printer
would set them, so a highlight is near its word and never outside its paragraph.
"""

from __future__ import annotations

import functools
import importlib.metadata
import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.errors import MissingExtra
from pincite.protocols import SourcePage
from pincite.records.reading import Edges, ReadCell, ReadLine, ReadPage, ReadTable, ReadWord

_RECOGNISED = 100
"""Docling does not say how sure it is; that a model stood between file and words must still show."""
_LINE_HEIGHT, _CHARACTER_WIDTH = 1.2, 0.5
"""Of running text, in font sizes."""


@dataclass(frozen=True, slots=True)
class ByDocling:
    """Needs the extra `docling`, which brings or finds its models by its own settings."""

    name: str = "docling"

    @property
    def version(self) -> str:
        try:
            return importlib.metadata.version("docling")
        except importlib.metadata.PackageNotFoundError as error:
            raise _missing() from error

    def read_page(self, source: SourcePage) -> ReadPage:
        stream = _stream(source.content)
        result = _converter().convert(stream, page_range=(source.number, source.number))
        return page_of(result.document, source.number, source.size)


def page_of(document: Any, number: int, size: tuple[float, float]) -> ReadPage:
    """One page of a DoclingDocument; `size`: width and height of the page as shown, in points."""
    stated = document.pages[number].size if number in document.pages else None
    frame = _Frame(size, (stated.width, stated.height) if stated is not None else size)
    lines: list[ReadLine] = []
    tables: list[ReadTable] = []
    for item, _ in document.iterate_items():
        place = next((place for place in item.prov if place.page_no == number), None)
        if place is None:
            continue
        edges = frame.shown(place.bbox)
        if hasattr(item, "data") and hasattr(item.data, "table_cells"):
            table, rows = _table(item.data, edges, len(lines), frame)
            lines += rows
            tables += [table] if table.cells else []
        elif text := getattr(item, "text", ""):
            lines += _lines(text.split(), edges)
    return ReadPage(tuple(lines), tuple(tables))


def _missing() -> MissingExtra:
    return MissingExtra("docling", extra="docling", needed_for="Reading pages with Docling")


@functools.cache
def _converter() -> Any:
    try:
        from docling.document_converter import DocumentConverter
    except ImportError as error:
        raise _missing() from error
    return DocumentConverter()


def _stream(content: bytes) -> Any:
    try:
        from docling_core.types.io import DocumentStream
    except ImportError as error:
        raise _missing() from error
    return DocumentStream(name="page.pdf", stream=io.BytesIO(content))


@dataclass(frozen=True, slots=True)
class _Frame:
    """From Docling's page to the page as shown."""

    size: tuple[float, float]
    stated: tuple[float, float]

    def shown(self, box: Any) -> Edges:
        top_left = box.to_top_left_origin(page_height=self.stated[1])
        across, down = self.size[0] / self.stated[0], self.size[1] / self.stated[1]
        return top_left.l * across, top_left.t * down, top_left.r * across, top_left.b * down


def _lines(words: Sequence[str], edges: Edges) -> Iterator[ReadLine]:
    """Words wrapped into as many lines as fill the box."""
    x0, y0, x1, y1 = edges
    characters = sum(len(word) + 1 for word in words)
    width, height = max(x1 - x0, 1.0), max(y1 - y0, 1.0)
    count = max(1, round(math.sqrt(characters * _CHARACTER_WIDTH * height / (_LINE_HEIGHT * width))))
    room, row = characters / count, 0
    line: list[str] = []
    for word in words:
        if line and len(" ".join([*line, word])) > room + 1 and row < count - 1:
            yield _line(line, (x0, y0 + height * row / count, x1, y0 + height * (row + 1) / count))
            line, row = [], row + 1
        line.append(word)
    if line:
        yield _line(line, (x0, y0 + height * row / count, x1, y0 + height * (row + 1) / count))


def _line(words: Sequence[str], edges: Edges) -> ReadLine:
    x0, y0, x1, y1 = edges
    step = (x1 - x0) / max(len(" ".join(words)), 1)
    placed: list[ReadWord] = []
    for word in words:
        end = min(x0 + step * len(word), x1)
        placed.append(ReadWord(word, (x0, y0, end, y1), _RECOGNISED))
        x0 = end + step
    return ReadLine(tuple(placed))


def _table(found: Any, edges: Edges, first: int, frame: _Frame) -> tuple[ReadTable, list[ReadLine]]:
    """The table and its rows as lines; `first` is the number that its first line will have."""
    lines: list[ReadLine] = []
    cells: list[ReadCell] = []
    headers: set[int] = set()
    for row in range(found.num_rows):
        words: list[ReadWord] = []
        starting = (cell for cell in found.table_cells if cell.start_row_offset_idx == row)
        for cell in sorted(starting, key=lambda cell: cell.start_col_offset_idx):
            texts = cell.text.split()
            if not texts:
                continue
            box = frame.shown(cell.bbox) if cell.bbox is not None else _cell_box(found, cell, edges)
            placed = [word for line in _lines(texts, box) for word in line.words]
            place = first + len(lines), len(words), len(words) + len(placed)
            spans = cell.row_span, cell.col_span
            cells.append(ReadCell(row, cell.start_col_offset_idx, *place, *spans))
            words += placed
            headers |= {row} if cell.column_header else set()
        if words:
            lines.append(ReadLine(tuple(words)))
    header_rows = next((row for row in range(found.num_rows) if row not in headers), found.num_rows)
    return ReadTable(found.num_rows, found.num_cols, header_rows, tuple(cells)), lines


def _cell_box(found: Any, cell: Any, edges: Edges) -> Edges:
    """Where a cell would stand if all rows and columns were alike."""
    x0, y0, x1, y1 = edges
    across, down = (x1 - x0) / max(found.num_cols, 1), (y1 - y0) / max(found.num_rows, 1)
    return (
        x0 + across * cell.start_col_offset_idx,
        y0 + down * cell.start_row_offset_idx,
        x0 + across * cell.end_col_offset_idx,
        y0 + down * cell.end_row_offset_idx,
    )
