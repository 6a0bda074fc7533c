"""Read a born-digital PDF: lines and words with boxes, body first, headers and footers after it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.errors import InputError
from pincite.ingest.layout import Piece, Pieces, assemble
from pincite.ingest.paragraphs import gather
from pincite.ingest.pdf import contents
from pincite.ingest.pdf.furniture import FurnitureKind, furniture
from pincite.ingest.pdf.geometry import rows
from pincite.ingest.pdf.glyphs import PrintedLine, PrintedPage, read_page
from pincite.ingest.pdf.labels import file_labels, page_labels
from pincite.ingest.pdf.listed import Lists, stated_headings
from pincite.ingest.pdf.outline import SOURCES, EntrySource, Link, links, outline
from pincite.records.document import Box, Document, Line, Page, Parse, Words
from pincite.records.span import Span

_NEW_COPY = "It may be damaged or cut off: get a fresh copy."


@dataclass(frozen=True, slots=True)
class PdfParser:
    """Reads PDF files that hold text. The password opens a file and is not part of how it is read."""

    password: str | None = field(default=None, repr=False)
    sections_from: tuple[EntrySource, ...] = SOURCES
    """Which of the file's own lists of its sections are trusted, surest first."""

    @property
    def parse(self) -> Parse:
        options = "" if self.sections_from == SOURCES else f"sections={'+'.join(self.sections_from)}"
        return Parse("pdf", f"1+pdfium{pdfium.PDFIUM_INFO.build}", options)

    def read(self, content: bytes, name: str) -> Document:
        document = _open(content, name, self.password)
        try:
            pages, linked, damaged = _read_pages(document, name)
            heights = [page.height for page in pages]
            entries = outline(document, heights) if "outline" in self.sections_from else []
            labels = file_labels(document)
        finally:
            document.close()
        if not any(page.lines for page in pages):
            raise _scanned(name, len(pages))
        lists = Lists(self.sections_from, entries, linked, heights)
        return assemble(_Builder(pages, labels, lists).build(_caveats(pages, damaged)), "pdf", self.parse)


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


def _read_pages(
    document: pdfium.PdfDocument, name: str
) -> tuple[list[PrintedPage], dict[int, list[Link]], list[int]]:
    pages: list[PrintedPage] = []
    linked: dict[int, list[Link]] = {}
    damaged: list[int] = []
    for index in range(len(document)):
        try:
            page = document[index]
        except pdfium.PdfiumError:
            damaged.append(index + 1)
            pages.append(PrintedPage(index + 1, 0.0, 0.0, ()))
            continue
        try:
            pages.append(read_page(page, index + 1))
            if index < contents.pages_searched(len(document)):
                linked[index + 1] = links(document, page)
        finally:
            page.close()
    if len(damaged) == len(pages):
        raise InputError(f"None of the pages of {name} can be read.", hint=_NEW_COPY)
    return pages, linked, damaged


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

    def __init__(self, pages: Sequence[PrintedPage], labels: Sequence[str], lists: Lists) -> None:
        self._pages = pages
        self._labels = labels
        self._lists = lists
        self._text: list[str] = []
        self._length = 0
        self._lines: list[Line] = []
        self._pieces: list[Piece] = []
        self._words = Words(array("I"), array("I"), array("I"), array("f"))

    def build(self, caveats: tuple[str, ...]) -> Pieces:
        kinds = furniture(self._pages)
        body = [line for page in self._pages for line in page.lines if id(line) not in kinds]
        self._labels = page_labels(self._labels, self._pages, kinds)
        self._write_body(body)
        printed = len(self._lines)
        for page in self._pages:
            for line in page.lines:
                if id(line) in kinds:
                    self._write_furniture(line, kinds[id(line)])
        pages = self._page_records(self._lines[:printed], self._lines[printed:])
        return Pieces("".join(self._text), self._lines, self._pieces, pages, self._words, caveats)

    def _write_body(self, body: Sequence[PrintedLine]) -> None:
        standing = rows(body)
        stated, listed = stated_headings(body, standing, self._lists)
        for group in gather(standing, stated, listed):
            self._separate("\n\n")
            start = self._length
            for line in body[group.first : group.last]:
                self._write_line(line, "" if self._length == start else "\n")
            rank = standing[group.first].rank
            self._pieces.append(
                Piece(group.kind, Span(start, self._length), group.found_by, group.title, group.level, rank)
            )

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
