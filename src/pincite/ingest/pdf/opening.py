"""Open a PDF, with or without its password."""

from __future__ import annotations

import pypdfium2 as pdfium
import pypdfium2.raw as raw


def unlocked(content: bytes, password: str | None) -> pdfium.PdfDocument:
    """The file, opened; a password for a file that anyone may open is not held against it."""
    try:
        return pdfium.PdfDocument(content, password=password)
    except pdfium.PdfiumError as error:
        if password is None or getattr(error, "err_code", None) != raw.FPDF_ERR_PASSWORD:
            raise
        return pdfium.PdfDocument(content)
