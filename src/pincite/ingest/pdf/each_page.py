"""Read the pages of a PDF one by one: the words and rules of each, what lies over them, and its pictures.

No page's reading depends on another's: a second process may read some of them, and the document is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

import pypdfium2 as pdfium

from pincite.ingest.pdf.annotations import Annotations
from pincite.ingest.pdf.contents import pages_searched
from pincite.ingest.pdf.glyphs import PrintedPage, read_page
from pincite.ingest.pdf.images import Look, holds_images, look
from pincite.ingest.pdf.objects import page_objects
from pincite.ingest.pdf.opening import unlocked
from pincite.ingest.pdf.outline import Link, links
from pincite.ingest.pdf.overlay import overlay
from pincite.ingest.pdf.unseen import has_layered_forms, judge
from pincite.ingest.watch import page_read

_WORTH_A_SECOND = 40
"""From so many pages on a second process reads more of them than could be read while it starts."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is read of one page by itself."""

    page: PrintedPage
    look: Look = field(default_factory=Look)
    links: tuple[Link, ...] = ()
    comments: int = 0
    """How many comments on it are not read."""


class SecondReader(Protocol):
    """Someone else who reads the same pages, from the last one on backwards."""

    def reads(self, index: int) -> bool:
        """Whether that page has been read, or is being read right now."""

    def sheet(self, index: int) -> Sheet | None:
        """That page, once it is read; None where the other has failed."""

    def close(self) -> None:
        """Stop reading."""


StartSecond = Callable[[bytes, str | None, int], SecondReader | None]
"""Has somebody begin with the last of so many pages of a file, with its password; None where nobody can."""


@dataclass(frozen=True, slots=True)
class Sheets:
    """The pages of an open file."""

    document: pdfium.PdfDocument
    annotations: Annotations
    has_images: bool
    has_layered_forms: bool

    def read(self, index: int) -> Sheet:
        """A page that cannot be opened is one without size or lines."""
        try:
            page = self.document[index]
        except pdfium.PdfiumError:
            return Sheet(PrintedPage(index + 1, 0.0, 0.0, ()))
        before = self.annotations.comments
        try:
            objects = page_objects(page)
            judging = partial(judge, objects=objects, has_layered_forms=self.has_layered_forms)
            printed = read_page(page, index + 1, judging)
            whole = overlay(printed, self.annotations.read(page, printed))
            seen = look(page, objects) if self.has_images else Look()
            is_searched = index < pages_searched(len(self.document))
            linked = tuple(links(self.document, page)) if is_searched else ()
        finally:
            page.close()
        return Sheet(whole, seen, linked, self.annotations.comments - before)


@contextmanager
def sheets_of(document: pdfium.PdfDocument, content: bytes, password: str | None) -> Iterator[Sheets]:
    """The pages of a file that was opened from these bytes."""
    annotations = Annotations(partial(unlocked, content, password))
    try:
        yield Sheets(document, annotations, holds_images(content), has_layered_forms(content))
    finally:
        annotations.close()


def read_sheets(
    document: pdfium.PdfDocument, content: bytes, password: str | None, start: StartSecond | None
) -> list[Sheet]:
    """Every page, in order. Of a long document a second reader reads the last ones, where there is one."""
    count = len(document)
    second = start(content, password, count) if start and count >= _WORTH_A_SECOND else None
    found: list[Sheet] = []
    try:
        with sheets_of(document, content, password) as sheets:
            for index in range(count):
                other = second.sheet(index) if second and second.reads(index) else None
                found.append(other or sheets.read(index))
                page_read(index + 1, count)
    finally:
        if second:
            second.close()
    return found
