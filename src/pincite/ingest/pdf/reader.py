"""Read a PDF, printed or scanned: lines and words with boxes, body first, headers and footers after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.errors import Encrypted, InputError
from pincite.ingest.layout import assemble
from pincite.ingest.ocr.page import TO_RECOGNISE
from pincite.ingest.pdf.describing import Describing
from pincite.ingest.pdf.each_page import Sheet, StartSecond, read_sheets
from pincite.ingest.pdf.images import COVERING
from pincite.ingest.pdf.labels import file_labels
from pincite.ingest.pdf.listed import Lists
from pincite.ingest.pdf.opening import unlocked
from pincite.ingest.pdf.outline import SOURCES, EntrySource, outline
from pincite.ingest.pdf.routing import MOST_PICTURES, Rereading, Routed, Router
from pincite.ingest.pdf.writer import Readings, write
from pincite.ingest.versions import VERSIONS
from pincite.ingest.watch import check_pages
from pincite.language.page_numbers import pages_named
from pincite.protocols import Describer, PageReader, Recogniser
from pincite.records.document import Document, Parse
from pincite.records.reading import READ_LATER, When

_NEW_COPY = "It may be damaged or cut off: get a fresh copy."


@dataclass(frozen=True, slots=True)
class PdfParser:
    """Reads PDF files. The password opens a file and is not part of how it is read."""

    password: str | None = field(default=None, repr=False)
    sections_from: tuple[EntrySource, ...] = SOURCES
    """Which of the file's own lists of its sections are trusted, surest first."""
    recogniser: Recogniser | None = None
    """Who recognises the text of scans and pictures; None when nobody does."""
    rereadings: tuple[Rereading, ...] = ()
    most_pictures: int = MOST_PICTURES
    """How many pictures that stand beside text are read, at most, and in proportion how many pixels."""
    pictures_beside_text: When = "now"
    """Whether they are read, or left for later: then the parse of the document says so."""
    describing: Describing | None = None
    """Who says what pictures show, and on which pages; None when nobody does."""
    second: StartSecond | None = field(default=None, repr=False, compare=False)
    """Who helps to read the pages of a long document, which changes nothing of what is read."""

    @property
    def parse(self) -> Parse:
        sections = "" if self.sections_from == SOURCES else f"sections={'+'.join(self.sections_from)}"
        described = self.describing.signature if self.describing else ""
        options = ";".join(part for part in (sections, self._router.signature, described) if part)
        return Parse("pdf", f"{VERSIONS['pdf']}+pdfium{pdfium.PDFIUM_INFO.build}", options)

    @property
    def _router(self) -> Router:
        return Router(self.recogniser, self.rereadings, self.most_pictures, self.pictures_beside_text)

    def reread(self, pages: Iterable[int], reader: PageReader) -> PdfParser:
        """The parser that has these pages read by that page reader, and all others as before."""
        again = Rereading(tuple(sorted(set(pages))), reader)
        return replace(self, rereadings=(*self.rereadings, again))

    def described(self, pages: Iterable[int], describer: Describer) -> PdfParser:
        """The parser that has the pictures of these pages described."""
        return replace(self, describing=Describing(tuple(sorted(set(pages))), describer))

    def read(self, content: bytes, name: str) -> Document:
        document = _open(content, name, self.password)
        try:
            self._check_rereadings(len(document), name)
            sheets = _read_pages(document, content, name, self)
            pages, looks = [sheet.page for sheet in sheets], [sheet.look for sheet in sheets]
            heights = [page.height for page in pages]
            entries = outline(document, heights) if "outline" in self.sections_from else []
            labels = file_labels(document)
            routed = self._router.route(document, content, pages, looks)
            routed = self.describing.of(document, routed) if self.describing else routed
            has_lines = any(page.lines for page in routed.pages)
            if not has_lines and _is_blank(document):
                raise _nothing_drawn(name, len(pages))
        finally:
            document.close()
        if not has_lines:
            if any(page.unseen for page in pages) and not any(look.covered >= COVERING for look in looks):
                raise InputError(f"{name} shows no text.", hint="All of it is hidden or struck out.")
            raise _scanned(name, len(pages), self.recogniser)
        linked = {sheet.page.number: sheet.links for sheet in sheets if sheet.links}
        lists = Lists(self.sections_from, entries, linked, heights)
        pieces = write(Readings(routed, [page.rules for page in pages], labels, lists))
        caveats = _caveats(routed, sum(sheet.comments for sheet in sheets))
        waits = any(page.waiting_pictures for page in routed.quality)
        parse = self.parse if routed.recognisable else self.parse.without_recognition()
        parse = parse.before_pictures() if waits else parse
        return assemble(replace(pieces, caveats=caveats), "pdf", parse)

    def _check_rereadings(self, count: int, name: str) -> None:
        described = self.describing.pages if self.describing else ()
        for page in (*described, *(page for again in self.rereadings for page in again.pages)):
            if not 1 <= page <= count:
                raise InputError(f"{name} has no page {page}.", hint=f"It has {count}: name one of those.")


def _open(content: bytes, name: str, password: str | None) -> pdfium.PdfDocument:
    try:
        document = unlocked(content, password)
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


def _encrypted(name: str, password: str | None) -> Encrypted:
    if password is None:
        return Encrypted(f"{name} is encrypted.", hint="Remove the password, or pass --password.")
    return Encrypted(
        f"{name} is encrypted, and the password does not open it.",
        hint="Remove the password, or pass the right one with --password.",
    )


def _is_cut_off(content: bytes) -> bool:
    """Whether nothing after the last object says that the file ends there.

    PDFium repairs such a file and goes on with the pages that are left, which would hide the rest.
    """
    tail = content[max(content.rfind(b"endobj"), 0) :]
    return b"startxref" not in tail and b"%%EOF" not in tail


def _is_blank(document: pdfium.PdfDocument) -> bool:
    """Whether no page draws anything; a page that cannot be opened may."""
    try:
        return not any(raw.FPDFPage_CountObjects(page) for page in document)
    except pdfium.PdfiumError:
        return False


def _nothing_drawn(name: str, pages: int) -> InputError:
    its = "its page is" if pages == 1 else f"its {pages} pages are"
    return InputError(
        f"{name} contains no text: {its} blank.", hint="Check that it is the right file and complete."
    )


def _scanned(name: str, pages: int, by: Recogniser | None) -> InputError:
    its = "its page" if pages == 1 else f"its {pages} pages"
    if by is not None:
        problem = f"{name} contains no readable text: text recognition found no words on {its}."
        return InputError(problem, hint="Check that it is not blank, or get a clearer scan.")
    problem = f"{name} contains no readable text: {its} {'looks' if pages == 1 else 'look'} scanned."
    return InputError(problem, hint=TO_RECOGNISE)


def _read_pages(document: pdfium.PdfDocument, content: bytes, name: str, parser: PdfParser) -> list[Sheet]:
    sheets = read_sheets(document, content, parser.password, parser.second)
    if not any(sheet.page.width for sheet in sheets):
        raise InputError(f"None of the pages of {name} can be read.", hint=_NEW_COPY)
    return sheets


def _caveats(routed: Routed, comments: int) -> tuple[str, ...]:
    empty = [page.page for page in routed.quality if page.source == "nothing" and not page.waiting_pictures]
    damaged = [page.page for page in routed.quality if page.source == "damaged"]
    caveats = (*_caveat(empty, "holds", "no readable text"), *_caveat(damaged, "is", "damaged"))
    if waiting := [page for page in routed.quality if page.waiting_pictures]:
        count = sum(page.waiting_pictures for page in waiting)
        pictures = "1 picture" if count == 1 else f"{count} pictures"
        places = pages_named(page.page for page in waiting)
        caveats += (f"{pictures} on {places} {'is' if count == 1 else 'are'} {READ_LATER}",)
    if routed.unread_pictures:
        caveats = (*caveats, f"{routed.unread_pictures} of its pictures were not read: there are too many")
    if comments:
        caveats += ("1 comment was not read" if comments == 1 else f"{comments} comments were not read",)
    return caveats


def _caveat(numbers: Sequence[int], verb: str, what: str) -> Iterator[str]:
    if len(numbers) == 1:
        yield f"page {numbers[0]} {verb} {what}"
    elif numbers:
        plural = {"holds": "hold", "is": "are"}[verb]
        yield f"pages {', '.join(map(str, numbers))} {plural} {what}"
