"""Tell whether words that were found are on the page and in the box that a row cites."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence

from pincite.records.document import Box, Document
from pincite.records.span import Span
from pincite.verification.claim_rows import ClaimedBox, ClaimRow

PageSizes = Callable[[], Sequence[tuple[float, float]]]
"""Width and height of every page in points; asked only where a box is a share of its page."""
_TOLERANCE = 3.0
"""Points by which a box may be drawn tighter than the words."""
_LEAST_SHARE = 0.5
_SECONDS = 60


def pages_of(document: Document, span: Span) -> set[int]:
    """The pages that hold some of the words; empty where the format has none."""
    return {line.page for line in document.lines_of(span) if line.page is not None}


def is_on_page(row: ClaimRow, document: Document, span: Span) -> bool:
    """Whether the words are on a page that is cited, by its number or by its printed label."""
    pages = pages_of(document, span)
    return not row.pages or not pages or any(row.pages & _names(document, page) for page in pages)


def by_label(row: ClaimRow, document: Document, span: Span) -> bool:
    """Whether only the printed label of the page is what is cited."""
    pages = pages_of(document, span)
    return bool(row.pages and pages) and not row.pages & {str(page) for page in pages}


def _names(document: Document, page: int) -> set[str]:
    return {str(page), document.pages[page - 1].label}


def is_in_box(row: ClaimRow, document: Document, span: Span, sizes: PageSizes) -> bool | None:
    """Whether the words are where the boxes are; None where there are no boxes to compare."""
    words = document.words.boxes(span)
    if not row.boxes or not words:
        return None
    compared = False
    for box in row.boxes:
        for word in words:
            claimed = _on_page(box, word.page, sizes)
            if claimed is None:
                continue
            compared = True
            if _overlap(claimed, word) >= _LEAST_SHARE:
                return True
    return False if compared else None


def _on_page(box: ClaimedBox, page: int, sizes: PageSizes) -> Box | None:
    known = sizes() if box.is_share else ()
    return box.on_page(page, known[page - 1] if page <= len(known) else None)


def _overlap(claimed: Box, word: Box) -> float:
    """The share of the smaller box that the other one covers."""
    wide = min(claimed.x1 + _TOLERANCE, word.x1) - max(claimed.x0 - _TOLERANCE, word.x0)
    high = min(claimed.y1 + _TOLERANCE, word.y1) - max(claimed.y0 - _TOLERANCE, word.y0)
    areas = [max(1.0, box.x1 - box.x0) * max(1.0, box.y1 - box.y0) for box in (claimed, word)]
    return max(0.0, wide) * max(0.0, high) / min(areas)


def page_sizes_apart(content: bytes) -> list[tuple[float, float]]:
    """The sizes of the pages of a PDF, read in a process of its own; none where that fails."""
    path = os.pathsep.join(entry for entry in sys.path if entry)
    command = [sys.executable, "-P", "-m", "pincite.verification.cited_place"]
    try:
        done = subprocess.run(
            command,
            input=content,
            capture_output=True,
            timeout=_SECONDS,
            env=os.environ | {"PYTHONPATH": path},
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return []
    edges = [float(part) for part in done.stdout.split()]
    return list(zip(edges[::2], edges[1::2], strict=True))


if __name__ == "__main__":
    import pypdfium2 as pdfium

    for sheet in pdfium.PdfDocument(sys.stdin.buffer.read()):
        print(*sheet.get_size())
