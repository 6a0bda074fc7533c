"""Tell what a file is from its bytes.

A name can lie and an extension can be missing, so the name decides one thing only: whether
readable text is Markdown.
"""

from __future__ import annotations

import codecs
import re

from pincite.errors import InputError
from pincite.records.document import Format

# Readers accept a PDF whose header stands anywhere in the first kilobyte.
_HEADER_WINDOW = 1024

# JPEG, PNG, GIF and TIFF, whose first bytes are enough.
_IMAGES = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*")
_OFFICE = (
    (b"word/", "a Word document"),
    (b"xl/", "an Excel workbook"),
    (b"ppt/", "a PowerPoint presentation"),
)
_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
# Control characters that no text file holds; tab, line ends, form feed, escape and EOF marks may occur.
_BINARY = re.compile(rb"[\x01-\x06\x0e-\x19\x1c-\x1f]")


def detect(content: bytes, name: str) -> Format:
    """The format of a file, or an InputError that says what it is and what to do about it."""
    if not content:
        raise InputError(f"{name} is empty.", hint="Check that it was saved or downloaded completely.")
    if b"%PDF-" in content[:_HEADER_WINDOW]:
        return "pdf"
    if _is_image(content):
        return "image"
    _refuse_archives(content, name)
    if _HTML.match(content[:_HEADER_WINDOW]) is not None:
        raise _unsupported(name, "an HTML page")
    _refuse_binary(content, name)
    if name.lower().endswith(".pdf"):
        raise InputError(
            f"{name} is not a PDF: it has no PDF header.",
            hint="If it is a text file, rename it to .txt; otherwise get a fresh copy.",
        )
    return "markdown" if name.lower().endswith((".md", ".markdown")) else "text"


def _is_image(content: bytes) -> bool:
    if content.startswith(_IMAGES) or (content[:4] == b"RIFF" and content[8:12] == b"WEBP"):
        return True
    # "BM" alone could begin a text; a bitmap also states its own size and two zero words.
    return content[:2] == b"BM" and content[6:10] == b"\0\0\0\0"


def _refuse_archives(content: bytes, name: str) -> None:
    if content.startswith(_OLD_OFFICE):
        raise _unsupported(name, "an Office document in the old binary form")
    if content.startswith(_ZIP):
        # The folder names stand in the archive's directory at the end, and mostly near the start too.
        ends = content[:65536] + content[-65536:]
        what = next((what for folder, what in _OFFICE if folder in ends), None)
        raise _unsupported(name, what or "a ZIP archive")


def _refuse_binary(content: bytes, name: str) -> None:
    if content.startswith(_UTF16):
        return
    window = content[:65536]
    if b"\0" in content or len(_BINARY.findall(window)) > len(window) // 100:
        raise InputError(
            f"{name} is a binary file of a kind that cannot be read.",
            hint="Pass a PDF, a Markdown file or a plain text file.",
        )


def _unsupported(name: str, what: str) -> InputError:
    return InputError(
        f"{name} is {what}, which is not supported yet.",
        hint="Save it as PDF or as plain text and pass that.",
    )
