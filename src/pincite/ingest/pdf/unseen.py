"""Tell words that a page does not show: outside its edges, or drawn without ink.

Words without ink over an image are what a scanner recognised in it, and over many drawings the letters may
be drawn: both are shown in another way, and stay.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from itertools import repeat

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.ingest.pdf.charindex import EdgeRows, as_shown, bound

_text_object = bound(raw.FPDFText_GetTextObject, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
_render_mode = bound(raw.FPDFTextObj_GetTextRenderMode, ctypes.c_uint, ctypes.c_void_p)
_NO_INK = (raw.FPDF_TEXTRENDERMODE_INVISIBLE, raw.FPDF_TEXTRENDERMODE_CLIP)


def shown(
    text_page: pdfium.PdfTextPage,
    page: pdfium.PdfPage,
    turn: int,
    starts: Sequence[int],
    ink: EdgeRows,
) -> npt.NDArray[np.bool_]:
    """Which words a page shows; `starts` are their first characters, `ink` their boxes when it is turned."""
    width, height = page.get_size()
    if turn % 180:
        width, height = height, width
    on_page: npt.NDArray[np.bool_] = (
        (ink[:, 2] > 0) & (ink[:, 3] > 0) & (ink[:, 0] < width) & (ink[:, 1] < height)
    )
    handle = ctypes.cast(text_page.raw, ctypes.c_void_p).value
    objects = list(map(_text_object, repeat(handle), starts))
    inkless = {item for item in set(objects) if item and _render_mode(item) in _NO_INK}
    if not inkless:
        return on_page
    has_ink = np.fromiter((item not in inkless for item in objects), np.bool_, len(objects))
    return on_page & (has_ink | _drawn_otherwise(page, turn, ink, int((~has_ink).sum())))


def _drawn_otherwise(page: pdfium.PdfPage, turn: int, ink: EdgeRows, words: int) -> npt.NDArray[np.bool_]:
    """Which words stand on images, or all of them where the page may hold their letters as drawings."""
    found = np.zeros(len(ink), np.bool_)
    drawings = 0
    frame, rotation = page.get_bbox(), (page.get_rotation() + turn) % 360
    x, y = (ink[:, 0] + ink[:, 2]) / 2, (ink[:, 1] + ink[:, 3]) / 2
    for item in page.get_objects(max_depth=1):
        if item.type == raw.FPDF_PAGEOBJ_IMAGE:
            left, bottom, right, top = item.get_bounds()
            x0, y0, x1, y1 = as_shown(frame, rotation, (left, top, right, bottom))
            found |= (x0 <= x) & (x <= x1) & (y0 <= y) & (y <= y1)
        # What a form holds is not looked at: it may be the scan.
        drawings += words if item.type == raw.FPDF_PAGEOBJ_FORM else item.type == raw.FPDF_PAGEOBJ_PATH
    return found | (drawings >= words)
