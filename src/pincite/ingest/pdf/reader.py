"""Read a born-digital PDF: lines and words with boxes, body first, headers and footers after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.errors import InputError
from pincite.ingest.layout import assemble
from pincite.ingest.pdf import contents
from pincite.ingest.pdf.annotations import Annotations
from pincite.ingest.pdf.glyphs import PrintedPage, read_page
from pincite.ingest.pdf.labels import file_labels
from pincite.ingest.pdf.listed import Lists
from pincite.ingest.pdf.outline import SOURCES, EntrySource, Link, links, outline
from pincite.ingest.pdf.overlay import overlay
from pincite.ingest.pdf.rules import Rules, read_rules
from pincite.ingest.pdf.writer import Readings, write
from pincite.ingest.watch import check_pages, page_read
from pincite.records.document import Document, Parse

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
        return Parse("pdf", f"3+pdfium{pdfium.PDFIUM_INFO.build}", options)

    def read(self, content: bytes, name: str) -> Document:
        document = _open(content, name, self.password)
        annotations = Annotations(partial(_unlocked, content, self.password))
        try:
            pages, rules, linked, damaged = _read_pages(document, name, annotations)
            heights = [page.height for page in pages]
            entries = outline(document, heights) if "outline" in self.sections_from else []
            labels = file_labels(document)
        finally:
            annotations.close()
            document.close()
        if not any(page.lines for page in pages):
            raise _scanned(name, len(pages))
        lists = Lists(self.sections_from, entries, linked, heights)
        pieces = write(Readings(pages, rules, labels, lists))
        return assemble(
            replace(pieces, caveats=_caveats(pages, damaged, annotations.comments)), "pdf", self.parse
        )


def _open(content: bytes, name: str, password: str | None) -> pdfium.PdfDocument:
    try:
        document = _unlocked(content, password)
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
    check_pages(len(document), name)
    return document


def _unlocked(content: bytes, password: str | None) -> pdfium.PdfDocument:
    """The file, opened; a password for a file that anyone may open is not held against it."""
    try:
        return pdfium.PdfDocument(content, password=password)
    except pdfium.PdfiumError as error:
        if password is None or getattr(error, "err_code", None) != raw.FPDF_ERR_PASSWORD:
            raise
        return pdfium.PdfDocument(content)


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
    document: pdfium.PdfDocument, name: str, annotations: Annotations
) -> tuple[list[PrintedPage], list[Rules], dict[int, list[Link]], list[int]]:
    pages: list[PrintedPage] = []
    rules: list[Rules] = []
    linked: dict[int, list[Link]] = {}
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
            printed = read_page(page, index + 1)
            pages.append(overlay(printed, annotations.read(page, printed)))
            rules.append(read_rules(page, printed.turn))
            if index < contents.pages_searched(len(document)):
                linked[index + 1] = links(document, page)
        finally:
            page.close()
        page_read(index + 1, len(document))
    if len(damaged) == len(pages):
        raise InputError(f"None of the pages of {name} can be read.", hint=_NEW_COPY)
    return pages, rules, linked, damaged


def _caveats(pages: Sequence[PrintedPage], damaged: Sequence[int], comments: int) -> tuple[str, ...]:
    empty = [page.number for page in pages if not page.lines and page.number not in damaged]
    caveats = (*_caveat(empty, "holds", "no readable text"), *_caveat(damaged, "is", "damaged"))
    unseen = [page.number for page in pages if page.unseen]
    caveats += tuple(_caveat(unseen, "holds", "text that is not shown, which was not read"))
    if comments:
        caveats += ("1 comment was not read" if comments == 1 else f"{comments} comments were not read",)
    return caveats


def _caveat(numbers: Sequence[int], verb: str, what: str) -> Iterator[str]:
    if len(numbers) == 1:
        yield f"page {numbers[0]} {verb} {what}"
    elif numbers:
        plural = {"holds": "hold", "is": "are"}[verb]
        yield f"pages {', '.join(map(str, numbers))} {plural} {what}"
