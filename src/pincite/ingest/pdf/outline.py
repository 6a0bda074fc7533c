"""Read what a PDF itself says about its sections: its outline, and the links that lead to a place in it."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import pypdfium2 as pdfium
import pypdfium2.raw as raw

EntrySource = Literal["outline", "links", "contents"]
SOURCES: tuple[EntrySource, ...] = ("outline", "links", "contents")

_MAX_ENTRIES = 5_000
_MAX_LINKS = 500
_MAX_DEPTH = 12
# Titles that programs give when nobody has: they name a page or a file, not what it says.
_MADE_UP = re.compile(
    r"(?:page|slide|seite|folie|blank page|bookmark|untitled|sheet|_)[\s_-]*[\divxlc]*$"
    r"|[^\s]+\.(?:pdf|html?|docx?|pptx?|xlsx?|indd|tiff?|jpe?g|png|txt)$|_(?:GoBack|Toc|Ref|Hlk)\w*$|[\d\s.]*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A section that a list of sections names."""

    title: str
    level: int
    page: int | None
    """None where the list does not say."""
    top: float | None
    """How far below the top of the page; None where only the page is known."""
    found_by: EntrySource


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a place in the same file; `x0` to `y1` is where it stands on its own page."""

    x0: float
    y0: float
    x1: float
    y1: float
    page: int
    rise: float | None
    """How far above the bottom of the page it leads to."""


def outline(document: pdfium.PdfDocument, heights: Sequence[float]) -> list[Entry]:
    """The entries of the outline that name something and lead to a page of the file."""
    entries: list[Entry] = []
    for bookmark in _bookmarks(document):
        place = _place(document, raw.FPDFBookmark_GetDest(document.raw, bookmark.raw))
        title = " ".join(bookmark.get_title().replace("\0", " ").split())
        if place is None or place[0] > len(heights) or _MADE_UP.match(title):
            continue
        page, rise = place
        top = None if rise is None else heights[page - 1] - rise
        entries.append(Entry(title, bookmark.level + 1, page, top, "outline"))
    return entries


def links(document: pdfium.PdfDocument, page: pdfium.PdfPage) -> list[Link]:
    """The links of a page that lead to a place in the file; none on a page that is shown turned."""
    found: list[Link] = []
    position, link, box = ctypes.c_int(0), raw.FPDF_LINK(), raw.FS_RECTF()
    if page.get_rotation():
        return found
    frame: tuple[float, ...] = ()
    while len(found) < _MAX_LINKS and raw.FPDFLink_Enumerate(page.raw, position, link):
        place = _place(document, raw.FPDFLink_GetDest(document.raw, link))
        if place is None or not raw.FPDFLink_GetAnnotRect(link, box):
            continue
        frame = frame or page.get_bbox()
        left, top = frame[0], frame[3]
        low, high = sorted((box.bottom, box.top))
        found.append(Link(box.left - left, top - high, box.right - left, top - low, *place))
    return found


def _bookmarks(document: pdfium.PdfDocument) -> Iterator[pdfium.PdfBookmark]:
    for number, bookmark in enumerate(document.get_toc(max_depth=_MAX_DEPTH)):
        if number == _MAX_ENTRIES:
            return
        yield bookmark


def _place(document: pdfium.PdfDocument, destination: object) -> tuple[int, float | None] | None:
    """The page, from 1, and the height to which a destination leads."""
    if not destination:
        return None
    target = pdfium.PdfDest(destination, document)
    index = target.get_index()
    if index is None:
        return None
    mode, view = target.get_view()
    if mode == raw.PDFDEST_VIEW_XYZ and len(view) >= 2:
        return index + 1, view[1]
    if mode in (raw.PDFDEST_VIEW_FITH, raw.PDFDEST_VIEW_FITBH) and view:
        return index + 1, view[0]
    return index + 1, None
