"""Draw a page of a document as it was read: a mark for each word, line, block, table and figure on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.errors import InputError
from pincite.picture.overlay import Colour, Overlay, opened
from pincite.records.document import FURNITURE, Block, Box, Document, Line, Section, Table
from pincite.records.library import Held
from pincite.records.png import png
from pincite.records.reading import Raster
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
    blocks = _blocks_on(document, lines)
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


def _blocks_on(document: Document, lines: Sequence[Line]) -> list[Block]:
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


_DPI = 144
_MOST_PIXELS = 30_000_000
_LEAST_WIDTH = 700
_EDGE, _TOP = 14, 30
_TINY, _SMALL, _NORMAL = 8.0, 10.0, 12.0
_WHITE, _INK = (255, 255, 255, 255), (40, 44, 52, 255)
_DESK, _PAPER_EDGE = (236, 236, 236, 255), (190, 190, 190, 255)


@dataclass(frozen=True, slots=True)
class _Style:
    colour: tuple[int, int, int]
    fill: int = 0
    line: int = 0
    width: float = 1.0


_STYLES: dict[MarkKind, _Style] = {
    "header or footer": _Style((120, 124, 130), fill=60),
    "header cell": _Style((22, 140, 80), fill=60),
    "heading": _Style((220, 120, 0), fill=60),
    "caption": _Style((130, 70, 200), fill=45),
    "word": _Style((60, 120, 220), line=120, width=0.6),
    "line": _Style((0, 150, 170), line=90, width=0.8),
    "cell": _Style((22, 140, 80), line=200, width=1.0),
    "table": _Style((22, 140, 80), line=255, width=2.0),
    "figure": _Style((200, 0, 120), line=255, width=2.0),
    "block": _Style((90, 96, 110), line=255, width=1.5),
}


# Neighbouring blocks differ, so that one sees where a sentence ends and the next begins.
_BLOCK_COLOURS = ((70, 76, 92), (150, 80, 40))


def page_picture(held: Held, content: bytes, page: int, password: str | None = None) -> bytes:
    """A PNG of one page of a PDF; an InputError where there is no such page to draw."""
    document, name = held.document, held.identity.name
    require_page(document, name, page)
    drawn = opened(content, name, password)
    try:
        drawn.init_forms()
        return _drawn(drawn[page - 1], document, name, page)
    except pdfium.PdfiumError as error:
        raise InputError(
            f"Page {page} of {name} is damaged and cannot be drawn.", hint="See --pages."
        ) from error
    finally:
        drawn.close()


def require_page(document: Document, name: str, page: int) -> None:
    """An InputError where there is no such page to draw."""
    if document.format != "pdf":
        raise InputError(
            f"{name} is {document.format}, which has no printed pages to draw.",
            hint="See its text with --lines 1-40.",
        )
    if not 1 <= page <= len(document.pages):
        last = len(document.pages)
        raise InputError(f"{name} has no page {page}.", hint=f"Its pages are numbered from 1 to {last}.")


def _drawn(page: pdfium.PdfPage, document: Document, name: str, number: int) -> bytes:
    width, height = page.get_size()
    scale = min(_DPI / 72, (_MOST_PIXELS / max(width * height, 1.0)) ** 0.5)
    page_width, page_height = max(1, round(width * scale)), max(1, round(height * scale))
    whole_width = max(page_width + 2 * _EDGE, _LEAST_WIDTH)
    found = marks(document, number)
    bitmap = pdfium.PdfBitmap.new_native(whole_width, page_height + 2 * _TOP + _EDGE, raw.FPDFBitmap_BGRx)
    bitmap.fill_rect(_DESK, 0, 0, bitmap.width, bitmap.height)
    bitmap.fill_rect(_WHITE, _EDGE, _TOP, page_width, page_height)
    _render(page, bitmap, page_width, page_height)
    with Overlay(bitmap.width, bitmap.height) as overlay:
        overlay.rectangle(Box(1, _EDGE, _TOP, _EDGE + page_width, _TOP + page_height), line=_PAPER_EDGE)
        for mark in found:
            _draw(overlay, mark, scale)
        _draw_labels(overlay, found, scale)
        _draw_title(overlay, document, name, number)
        _draw_legend(overlay, found, _TOP + page_height + _EDGE)
        overlay.draw_on(bitmap)
    return png(Raster(bitmap.width, bitmap.height, bitmap.to_numpy()[:, :, :3].tobytes()))


def _render(page: pdfium.PdfPage, bitmap: pdfium.PdfBitmap, width: int, height: int) -> None:
    """The page as a reader sees it, with its annotations and what is filled into its forms."""
    place = (_EDGE, _TOP, width, height, 0, raw.FPDF_REVERSE_BYTE_ORDER | raw.FPDF_ANNOT)
    raw.FPDF_RenderPageBitmap(bitmap.raw, page.raw, *place)
    if page.formenv:
        raw.FPDF_FFLDraw(page.formenv.raw, bitmap.raw, page.raw, *place)


def _placed(box: Box, scale: float) -> Box:
    return Box(
        box.page,
        _EDGE + box.x0 * scale,
        _TOP + box.y0 * scale,
        _EDGE + box.x1 * scale,
        _TOP + box.y1 * scale,
    )


def _draw(overlay: Overlay, mark: Mark, scale: float) -> None:
    style, box = _STYLES[mark.kind], _placed(mark.box, scale)
    if mark.kind == "block":
        box = Box(box.page, box.x0, box.y1, box.x1, box.y1 + style.width)
        overlay.rectangle(box, fill=(*_BLOCK_COLOURS[mark.number % len(_BLOCK_COLOURS)], 255))
        return
    overlay.rectangle(
        box,
        fill=_colour(style, style.fill) if style.fill else None,
        line=_colour(style, style.line) if style.line else None,
        width=style.width,
    )


def _draw_labels(overlay: Overlay, found: Sequence[Mark], scale: float) -> None:
    """Labels last, so that no box lies over them."""
    for mark in found:
        if not mark.label:
            continue
        box, colour, size = _placed(mark.box, scale), _STYLES[mark.kind].colour, _SMALL
        if mark.kind == "block":
            colour, size = _BLOCK_COLOURS[mark.number % len(_BLOCK_COLOURS)], _TINY
        width = overlay.width(mark.label, size, bold=True) + 4
        x0 = max(0.0, min(_label_start(mark, box, width), overlay.right - width))
        y0 = max(0.0, box.y0 - size - (0 if mark.kind == "block" else 3))
        overlay.rectangle(Box(1, x0, y0, x0 + width, y0 + size + 2), fill=(*colour, 215))
        overlay.words(mark.label, x0 + 2, y0 + size - 0.5, size, _WHITE, bold=True)


def _label_start(mark: Mark, box: Box, width: float) -> float:
    if mark.kind == "block":
        return box.x0 - width / 2  # half outside, so that the first letter stays legible
    if mark.kind in ("table", "figure"):
        return box.x1 - width  # a caption stands more often above the left end
    return box.x0 + _SMALL


def _draw_title(overlay: Overlay, document: Document, name: str, number: int) -> None:
    label = document.pages[number - 1].label
    printed = "" if label == str(number) else f" (printed {label})"
    title = f"{name}, page {number} of {len(document.pages)}{printed}, read by {document.parse.fingerprint}"
    overlay.words(title, _EDGE, _TOP - 10, _NORMAL, _INK, bold=True)


def _draw_legend(overlay: Overlay, found: Sequence[Mark], y: float) -> None:
    x = float(_EDGE)
    overlay.rectangle(Box(1, 0, y - 4, overlay.right, y + 18), fill=(*_DESK[:3], 200))
    for kind, text in legend(found):
        style = _STYLES[kind]
        swatch = Box(1, x, y, x + 14, y + 12)
        overlay.rectangle(swatch, fill=_colour(style, max(style.fill, 40)), line=_colour(style, 255))
        overlay.words(text, x + 19, y + 10, _SMALL, _INK)
        x += 19 + overlay.width(text, _SMALL) + 14
    if not found:
        overlay.words("Pincite read nothing on this page", x, y + 10, _SMALL, _INK)


def _colour(style: _Style, covering: int) -> Colour:
    return (*style.colour, covering)
