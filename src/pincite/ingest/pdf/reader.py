"""Read a born-digital PDF: lines and words with boxes, body first, headers and footers after it."""

from __future__ import annotations

import ctypes
from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.errors import InputError
from pincite.ingest.layout import Piece, Pieces, assemble
from pincite.ingest.paragraphs import gather
from pincite.ingest.pdf.body import Caption, Float, set_apart
from pincite.ingest.pdf.continued import WholeTable
from pincite.ingest.pdf.furniture import FurnitureKind, furniture
from pincite.ingest.pdf.geometry import rows
from pincite.ingest.pdf.glyphs import PrintedLine, PrintedPage, read_page
from pincite.ingest.pdf.rules import Rules, read_rules
from pincite.ingest.pdf.tabletext import Written, write_repeated, write_table
from pincite.records.document import Box, Document, Line, Page, Parse, Table, Words
from pincite.records.span import Span

_NEW_COPY = "It may be damaged or cut off: get a fresh copy."


@dataclass(frozen=True, slots=True)
class PdfParser:
    """Reads PDF files that hold text. The password opens a file and is not part of how it is read."""

    password: str | None = field(default=None, repr=False)

    @property
    def parse(self) -> Parse:
        return Parse(parser="pdf", version=f"2+pdfium{pdfium.PDFIUM_INFO.build}")

    def read(self, content: bytes, name: str) -> Document:
        document = _open(content, name, self.password)
        try:
            pages, rules, damaged = _read_pages(document, name)
            labels = [_label(document, page.number) for page in pages]
        finally:
            document.close()
        if not any(page.lines for page in pages):
            raise _scanned(name, len(pages))
        return assemble(_Builder(pages, labels, rules).build(_caveats(pages, damaged)), "pdf", self.parse)


def _open(content: bytes, name: str, password: str | None) -> pdfium.PdfDocument:
    try:
        document = pdfium.PdfDocument(content, password=password)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) == raw.FPDF_ERR_PASSWORD:
            raise _encrypted(name, password) from error
        raise InputError(f"{name} cannot be read as a PDF.", hint=_NEW_COPY) from error
    if _is_cut_off(content):
        document.close()
        raise InputError(f"{name} ends in the middle: the end of the PDF is missing.", hint=_NEW_COPY)
    if len(document) == 0:
        document.close()
        raise InputError(f"{name} has no pages.", hint="Check that it was exported completely.")
    return document


def _encrypted(name: str, password: str | None) -> InputError:
    if password is None:
        return InputError(f"{name} is encrypted.", hint="Remove the password, or pass --password.")
    return InputError(
        f"{name} is encrypted, and the password does not open it.",
        hint="Remove the password, or pass the right one with --password.",
    )


def _is_cut_off(content: bytes) -> bool:
    """Whether nothing after the last object says that the file ends there.

    PDFium repairs such a file and goes on with the pages that are left, which would hide the rest.
    """
    tail = content[max(content.rfind(b"endobj"), 0) :]
    return b"startxref" not in tail and b"%%EOF" not in tail


def _scanned(name: str, pages: int) -> InputError:
    look = "its page looks" if pages == 1 else f"its {pages} pages look"
    return InputError(
        f"{name} holds no text that can be read: {look} scanned.",
        hint="Text recognition is not part of this version yet: pass a PDF that holds text.",
    )


def _read_pages(document: pdfium.PdfDocument, name: str) -> tuple[list[PrintedPage], list[Rules], list[int]]:
    pages: list[PrintedPage] = []
    rules: list[Rules] = []
    damaged: list[int] = []
    for index in range(len(document)):
        try:
            page = document[index]
        except pdfium.PdfiumError:
            damaged.append(index + 1)
            pages.append(PrintedPage(index + 1, 0.0, 0.0, ()))
            rules.append(Rules())
            continue
        try:
            pages.append(read_page(page, index + 1))
            rules.append(read_rules(page))
        finally:
            page.close()
    if len(damaged) == len(pages):
        raise InputError(f"None of the pages of {name} can be read.", hint=_NEW_COPY)
    return pages, rules, damaged


def _label(document: pdfium.PdfDocument, number: int) -> str:
    length = raw.FPDF_GetPageLabel(document.raw, number - 1, None, 0)
    if length <= 2:
        return str(number)
    buffer = ctypes.create_string_buffer(length)
    raw.FPDF_GetPageLabel(document.raw, number - 1, buffer, length)
    return buffer.raw[: length - 2].decode("utf-16-le", "replace") or str(number)


def _caveats(pages: Sequence[PrintedPage], damaged: Sequence[int]) -> tuple[str, ...]:
    empty = [page.number for page in pages if not page.lines and page.number not in damaged]
    return (*_caveat(empty, "holds", "no readable text"), *_caveat(damaged, "is", "damaged"))


def _caveat(numbers: Sequence[int], verb: str, what: str) -> Iterator[str]:
    if len(numbers) == 1:
        yield f"page {numbers[0]} {verb} {what}"
    elif numbers:
        plural = {"holds": "hold", "is": "are"}[verb]
        yield f"pages {', '.join(map(str, numbers))} {plural} {what}"


class _Builder:
    """Writes the canonical text, and notes where every line, word, piece and page stands in it."""

    def __init__(self, pages: Sequence[PrintedPage], labels: Sequence[str], rules: Sequence[Rules]) -> None:
        self._pages = pages
        self._labels = labels
        self._rules = rules
        self._tables: list[Table] = []
        self._text: list[str] = []
        self._length = 0
        self._lines: list[Line] = []
        self._pieces: list[Piece] = []
        self._words = Words(array("I"), array("I"), array("I"), array("f"))

    def build(self, caveats: tuple[str, ...]) -> Pieces:
        kinds = furniture(self._pages)
        body = set_apart(self._pages, self._rules, kinds)
        self._write_body(body.lines, body.floats)
        printed = len(self._lines)
        for page in self._pages:
            for line in page.lines:
                if id(line) in kinds:
                    self._write_furniture(line, kinds[id(line)])
        for line in body.repeated:
            self._write_furniture(line, "header")
        for floating in body.floats:
            if floating.table is not None and floating.table.repeated:
                self._separate("\n")
                self._take(write_repeated(floating.table.repeated, self._length))
        pages = self._page_records(self._lines[:printed], self._lines[printed:])
        tables = tuple(self._tables)
        return Pieces("".join(self._text), self._lines, self._pieces, pages, self._words, caveats, tables)

    def _write_body(self, body: Sequence[PrintedLine], floats: Sequence[Float]) -> None:
        """Paragraph by paragraph; what floats in one follows it, so that no sentence is interrupted."""
        standing = rows(body)
        waiting = deque(floats)
        for group in gather(standing):
            while waiting and waiting[0].before <= group.first:
                self._write_float(waiting.popleft())
            span = self._write_lines(body[group.first : group.last])
            rank = standing[group.first].rank
            self._pieces.append(Piece(group.kind, span, group.found_by, rank=rank))
        for floating in waiting:
            self._write_float(floating)

    def _write_lines(self, lines: Sequence[PrintedLine]) -> Span:
        self._separate("\n\n")
        start = self._length
        for line in lines:
            self._write_line(line, "" if self._length == start else "\n")
        return Span(start, self._length)

    def _write_float(self, floating: Float) -> None:
        """A table with its caption, in the order in which they stand on the page; or a caption alone."""
        table, caption = floating.table, floating.caption
        above = table is None or (caption is not None and caption.edges[1] < table.edges[1])
        named = self._write_caption(caption) if caption is not None and above else None
        if table is None:
            return
        self._separate("\n\n")
        written = write_table(table, self._length)
        self._take(written)
        if caption is not None and not above:
            named = self._write_caption(caption)
        self._tables.append(_record(len(self._tables) + 1, table, written, named))

    def _write_caption(self, caption: Caption) -> Span:
        span = self._write_lines(caption.lines)
        self._pieces.append(Piece("caption", span))
        return span

    def _take(self, written: Written) -> None:
        self._text += written.text
        self._length = written.end
        for span, box in written.lines:
            self._lines.append(Line(len(self._lines) + 1, box.page, span, box))
        self._pieces += written.pieces
        self._words.starts.extend(written.words.starts)
        self._words.ends.extend(written.words.ends)
        self._words.pages.extend(written.words.pages)
        self._words.edges.extend(written.words.edges)

    def _write_furniture(self, line: PrintedLine, kind: FurnitureKind) -> None:
        is_first = not self._pieces or self._pieces[-1].kind not in ("header", "footer")
        self._separate("\n\n" if is_first else "\n")
        start = self._length
        self._write_line(line, "")
        self._pieces.append(Piece(kind, Span(start, self._length)))

    def _separate(self, separator: str) -> None:
        if self._length:
            self._text.append(separator)
            self._length += len(separator)

    def _write_line(self, line: PrintedLine, separator: str) -> None:
        self._text += separator, line.text
        start = self._length + len(separator)
        self._length = start + len(line.text)
        span, box = Span(start, self._length), Box(line.page, *line.edges)
        self._lines.append(Line(len(self._lines) + 1, line.page, span, box))
        first, last = line.first_word, line.last_word
        self._words.starts.extend(start + offset for offset in line.words.starts[first:last])
        self._words.ends.extend(start + offset for offset in line.words.ends[first:last])
        self._words.pages.extend([line.page] * (last - first))
        self._words.edges.extend(line.words.edges[4 * first : 4 * last])

    def _page_records(self, body: Sequence[Line], furniture: Sequence[Line]) -> tuple[Page, ...]:
        shares: dict[int, tuple[int, int]] = {}
        for line in body:
            assert line.page is not None
            first, _ = shares.get(line.page, (line.span.start, 0))
            shares[line.page] = first, line.span.end
        beside: dict[int | None, list[Span]] = {}
        for line in furniture:
            beside.setdefault(line.page, []).append(line.span)
        records: list[Page] = []
        position = 0
        for page, label in zip(self._pages, self._labels, strict=True):
            start, end = shares.get(page.number, (position, position))
            records.append(Page(page.number, label, start, end, tuple(beside.get(page.number, ()))))
            position = end
        return tuple(records)


def _record(number: int, table: WholeTable, written: Written, caption: Span | None) -> Table:
    return Table(
        number,
        Span(written.start, written.end),
        table.rows,
        table.columns,
        table.header_rows,
        tuple(written.cells),
        table.found_by,
        caption,
    )
