"""Open a PDF of a library to draw it, or say why it cannot be opened."""

from __future__ import annotations

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.errors import Encrypted, InputError


def opened(content: bytes, name: str, password: str | None) -> pdfium.PdfDocument:
    """The file; an InputError where it is damaged, and an Encrypted where it is encrypted."""
    try:
        return pdfium.PdfDocument(content, password=password)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) != raw.FPDF_ERR_PASSWORD:
            raise InputError(f"{name} cannot be drawn.", hint="Get a fresh copy of the file.") from error
        wrong = "" if password is None else ", and the password does not open it"
        hint = "The password is not stored: pass it with --password."
        raise Encrypted(f"{name} is encrypted{wrong}.", hint=hint) from error
