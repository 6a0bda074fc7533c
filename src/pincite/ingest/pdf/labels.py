"""Find the page number that is printed on a page, or that the file gives it, beside its physical number.

A number is taken from a header or footer only where it counts up with the pages around it: a section, a
year or a form number may stand there too, and a wrong label sends the reader to the wrong page.
"""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.ingest import numbering
from pincite.ingest.pdf.glyphs import PrintedPage

_NUMBER = r"[A-Z]{1,2}-\d{1,3}|\d{1,4}|[ivxlc]{1,8}|[IVXLC]{1,8}"
_WHOLE = re.compile(
    rf"(?i:page|p\.|seite|pagina|página)?\s*[-–—|\[(]?\s*({_NUMBER})\s*[-–—|\])]?\s*(?:(?i:of|/|von|sur|de)\s*\d{{1,4}})?$"
)
_AT_END = re.compile(rf"(?:^|.*[\s|])({_NUMBER})$")
_AT_START = re.compile(rf"({_NUMBER})[\s|]")
_MIN_PAGES = 3
_ROMAN = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


class _Count(NamedTuple):
    """How pages are counted: style and prefix of the number, and how far it is ahead of the page's own."""

    style: str
    prefix: str
    shift: int

    def label(self, page: int) -> str:
        number = page + self.shift
        if self.style == "arabic":
            return f"{self.prefix}{number}"
        roman = _roman(number)
        return roman.upper() if self.style == "ROMAN" else roman


def page_labels(
    document_labels: Sequence[str], pages: Sequence[PrintedPage], furniture: Mapping[int, object]
) -> list[str]:
    """One label for each page: the file's, else the printed one, else its number."""
    if any(document_labels):
        return [label or str(page.number) for label, page in zip(document_labels, pages, strict=True)]
    seen = {page.number: list(_counts(page, furniture)) for page in pages}
    support = Counter(count for counts in seen.values() for count in set(counts))
    found: dict[int, _Count] = {}
    for number, counts in seen.items():
        known = [count for count in counts if support[count] >= min(_MIN_PAGES, max(len(pages), 2))]
        if known:
            found[number] = max(known, key=lambda count: support[count])
    found |= dict(_filled(found))
    return [
        found[page.number].label(page.number) if page.number in found else str(page.number) for page in pages
    ]


def file_labels(document: pdfium.PdfDocument) -> list[str]:
    """What the file itself calls each of its pages; empty where it says nothing."""
    return [_file_label(document, index) for index in range(len(document))]


def _file_label(document: pdfium.PdfDocument, index: int) -> str:
    length = raw.FPDF_GetPageLabel(document.raw, index, None, 0)
    if length <= 2:
        return ""
    buffer = ctypes.create_string_buffer(length)
    raw.FPDF_GetPageLabel(document.raw, index, buffer, length)
    return buffer.raw[: length - 2].decode("utf-16-le", "replace").strip()


def _counts(page: PrintedPage, furniture: Mapping[int, object]) -> Iterator[_Count]:
    """Every way of counting that a number in the headers and footers of a page can belong to."""
    for line in page.lines:
        if id(line) not in furniture or line.upended:
            continue
        text = " ".join(line.text.split())
        whole = _WHOLE.match(text)
        ends = [whole] if whole is not None else [_AT_END.match(text), _AT_START.match(text)]
        for found in ends:
            count = _count(found[1], page.number) if found is not None else None
            if count is not None:
                yield count


def _count(label: str, page: int) -> _Count | None:
    prefix, dash, number = label.rpartition("-")
    if number.isdigit():
        return _Count("arabic", prefix + dash, int(number) - page)
    value = numbering.roman_value(label)
    if value < 1 or _roman(value) != label.lower():
        return None
    return _Count("ROMAN" if label.isupper() else "roman", "", value - page)


def _filled(found: Mapping[int, _Count]) -> Iterator[tuple[int, _Count]]:
    """Pages on which no number is printed, between pages that are counted in one way."""
    for before, after in pairwise(sorted(found)):
        if found[before] == found[after]:
            yield from ((number, found[before]) for number in range(before + 1, after))


def _roman(number: int) -> str:
    digits = ""
    for value, sign in _ROMAN:
        digits += sign * (number // value)
        number %= value
    return digits
