"""Read a PDF, printed or scanned: lines and words with boxes, body first, headers and footers after it."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.errors import InputError
from pincite.ingest.layout import Piece, PieceKind, Pieces, assemble
from pincite.ingest.ocr.choice import AUTO, OFF, recogniser
from pincite.ingest.paragraphs import gather
from pincite.ingest.pdf.figures import Shown, place
from pincite.ingest.pdf.furniture import FurnitureKind, furniture
from pincite.ingest.pdf.geometry import rows
from pincite.ingest.pdf.glyphs import PrintedLine, PrintedPage, read_page
from pincite.ingest.pdf.images import Look, holds_images, look
from pincite.ingest.pdf.read_tables import read_tables, table_rows
from pincite.ingest.pdf.routing import Rereading, Routed, Router
from pincite.records.document import PRINTED, Box, Document, Figure, Line, Page, Parse, Words
from pincite.records.profile import PageQuality
from pincite.records.reading import ReadTable
from pincite.records.span import Span

_NEW_COPY = "It may be damaged or cut off: get a fresh copy."


@dataclass(frozen=True, slots=True)
class PdfParser:
    """Reads PDF files. The password opens a file and is not part of how it is read.

    `ocr` names who recognises the text of scans and pictures: `auto`, a recogniser, or `off`.
    """

    password: str | None = field(default=None, repr=False)
    ocr: str = AUTO
    rereadings: tuple[Rereading, ...] = ()

    @property
    def parse(self) -> Parse:
        version = f"1+pdfium{pdfium.PDFIUM_INFO.build}"
        return Parse(parser="pdf", version=version, options=Router(self.ocr, self.rereadings).signature)

    def reread(self, pages: Iterable[int], by: str) -> PdfParser:
        """The parser that has these pages read by that page reader, and all others as before."""
        again = Rereading(tuple(sorted(set(pages))), by)
        return replace(self, rereadings=(*self.rereadings, again))

    def read(self, content: bytes, name: str) -> Document:
        document = _open(content, name, self.password)
        try:
            pages, damaged, looks = _read_pages(document, name, holds_images(content))
            labels = [_label(document, page.number) for page in pages]
            routed = Router(self.ocr, self.rereadings).route(document, content, pages, looks)
        finally:
            document.close()
        if not any(page.lines for page in routed.pages):
            raise _scanned(name, len(pages), self.ocr)
        pieces = write(routed, labels)
        return assemble(replace(pieces, caveats=_caveats(routed, damaged)), "pdf", self.parse)


def write(routed: Routed, labels: Sequence[str]) -> Pieces:
    """The canonical text of printed pages, and where everything stands in it."""
    return _Builder(routed.pages, labels, routed.pictures, routed.tables).build(routed.quality)


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


def _scanned(name: str, pages: int, ocr: str) -> InputError:
    its = "its page" if pages == 1 else f"its {pages} pages"
    if recogniser(ocr) is not None:
        problem = f"{name} holds no text that can be read: no words were recognised on {its}."
        return InputError(problem, hint="Check that it is not blank, or get a clearer scan.")
    problem = f"{name} holds no text that can be read: {its} {'looks' if pages == 1 else 'look'} scanned."
    if ocr == OFF:
        return InputError(problem, hint="Text recognition is switched off: set `ocr` to `auto`.")
    return InputError(problem, hint="To have text recognised, run: pip install 'pincite[ocr]'")


def _read_pages(
    document: pdfium.PdfDocument, name: str, has_images: bool
) -> tuple[list[PrintedPage], list[int], list[Look]]:
    pages: list[PrintedPage] = []
    damaged: list[int] = []
    looks: list[Look] = []
    for index in range(len(document)):
        try:
            page = document[index]
        except pdfium.PdfiumError:
            damaged.append(index + 1)
            pages.append(PrintedPage(index + 1, 0.0, 0.0, ()))
            looks.append(Look())
            continue
        try:
            pages.append(read_page(page, index + 1))
            looks.append(look(page) if has_images else Look())
        finally:
            page.close()
    if len(damaged) == len(pages):
        raise InputError(f"None of the pages of {name} can be read.", hint=_NEW_COPY)
    return pages, damaged, looks


def _label(document: pdfium.PdfDocument, number: int) -> str:
    length = raw.FPDF_GetPageLabel(document.raw, number - 1, None, 0)
    if length <= 2:
        return str(number)
    buffer = ctypes.create_string_buffer(length)
    raw.FPDF_GetPageLabel(document.raw, number - 1, buffer, length)
    return buffer.raw[: length - 2].decode("utf-16-le", "replace") or str(number)


def _caveats(routed: Routed, damaged: Sequence[int]) -> tuple[str, ...]:
    empty = [page.page for page in routed.quality if page.source == "nothing"]
    caveats = (*_caveat(empty, "holds", "no readable text"), *_caveat(damaged, "is", "damaged"))
    if routed.unread_pictures:
        caveats = (*caveats, f"{routed.unread_pictures} pictures were not read: the document holds too many")
    return caveats


def _caveat(numbers: Sequence[int], verb: str, what: str) -> Iterator[str]:
    if len(numbers) == 1:
        yield f"page {numbers[0]} {verb} {what}"
    elif numbers:
        plural = {"holds": "hold", "is": "are"}[verb]
        yield f"pages {', '.join(map(str, numbers))} {plural} {what}"


class _Builder:
    """Writes the canonical text, and notes where every line, word, piece and page stands in it."""

    def __init__(
        self,
        pages: Sequence[PrintedPage],
        labels: Sequence[str],
        pictures: Sequence[Shown] = (),
        tables: Mapping[int, Sequence[ReadTable]] | None = None,
    ) -> None:
        self._pages = pages
        self._labels = labels
        self._pictures = pictures
        self._tables = tables or {}
        self._spans: dict[int, Span] = {}
        self._written_in: dict[int, Span] = {}
        self._text: list[str] = []
        self._length = 0
        self._lines: list[Line] = []
        self._pieces: list[Piece] = []
        self._words = Words(array("I"), array("I"), array("I"), array("f"))

    def build(self, quality: tuple[PageQuality, ...]) -> Pieces:
        kinds = furniture(self._pages)
        body = [line for page in self._pages for line in page.lines if id(line) not in kinds]
        self._write_body(body)
        printed = len(self._lines)
        for page in self._pages:
            for line in page.lines:
                if id(line) in kinds:
                    self._write_furniture(line, kinds[id(line)])
        self._write_strays()
        pages = self._page_records(self._lines[:printed], self._lines[printed:])
        if all(mark == PRINTED for mark in self._words.confidences):
            del self._words.confidences[:]
        tables = read_tables(self._pages, self._tables, self._spans)
        rows = {span for table in tables for span in table_rows(table, self._lines)}
        return Pieces(
            text="".join(self._text),
            lines=self._lines,
            pieces=[replace(p, kind="table_row") if p.span in rows else p for p in self._pieces],
            pages=pages,
            words=self._words,
            tables=tables,
            figures=self._figures(),
            quality=quality,
        )

    def _write_body(self, body: Sequence[PrintedLine]) -> None:
        standing = rows(body)
        groups = gather(standing)
        places = place(self._pictures, body, groups)
        self._write_pictures(number for number, after in places.items() if after == -1)
        for index, group in enumerate(groups):
            self._separate("\n\n")
            start = self._length
            for line in body[group.first : group.last]:
                self._write_line(line, "" if self._length == start else "\n")
            rank = standing[group.first].rank
            self._pieces.append(Piece(group.kind, Span(start, self._length), group.found_by, rank=rank))
            self._write_pictures(number for number, after in places.items() if after == index)

    def _write_pictures(self, numbers: Iterable[int], kind: PieceKind = "text") -> None:
        """The words of pictures, as paragraphs of their own."""
        for number in numbers:
            self._separate("\n\n")
            start = self._length
            for line in self._pictures[number].lines:
                self._write_line(line, "" if self._length == start else "\n")
            self._written_in[number] = Span(start, self._length)
            self._pieces.append(Piece(kind, Span(start, self._length)))

    def _write_strays(self) -> None:
        """Pictures in the midst of a paragraph that fills their page stand after the body, as notes do."""
        written = (number for number, picture in enumerate(self._pictures) if picture.lines)
        self._write_pictures([n for n in written if n not in self._written_in], "footnote")

    def _figures(self) -> tuple[Figure, ...]:
        return tuple(
            Figure(number + 1, Box(picture.page, *picture.edges), self._written_in.get(number))
            for number, picture in enumerate(self._pictures)
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
        span, box = Span(start, self._length), Box(line.page, *line.shown)
        self._spans[id(line)] = span
        self._lines.append(Line(len(self._lines) + 1, line.page, span, box))
        first, last = line.first_word, line.last_word
        self._words.starts.extend(start + offset for offset in line.words.starts[first:last])
        self._words.ends.extend(start + offset for offset in line.words.ends[first:last])
        self._words.pages.extend([line.page] * (last - first))
        self._words.edges.extend(line.words.edges[4 * first : 4 * last])
        self._words.confidences.extend(line.words.confidences[first:last] or [PRINTED] * (last - first))

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
