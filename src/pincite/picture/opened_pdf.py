"""Open a PDF of a library to draw it, or say why it cannot be opened."""

from __future__ import annotations

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.errors import InputError


class Locked(InputError):
    """A PDF is encrypted, and there is no password, or another one."""


def opened(content: bytes, name: str, password: str | None) -> pdfium.PdfDocument:
    """The file; an InputError where it is damaged, and one of the class `Locked` where it is encrypted."""
    try:
        return pdfium.PdfDocument(content, password=password)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) != raw.FPDF_ERR_PASSWORD:
            raise InputError(f"{name} cannot be drawn.", hint="Get a fresh copy of the file.") from error
        wrong = "" if password is None else ", and the password does not open it"
        hint = "The password is not stored: pass it with --password."
        raise Locked(f"{name} is encrypted{wrong}.", hint=hint) from error
