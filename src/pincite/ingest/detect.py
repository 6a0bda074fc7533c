"""Tell what a file is from its bytes.

A name can lie and an extension can be missing, so a name decides only what the bytes cannot: whether
readable text is Markdown, and in doubt whether it is a table or an e-mail. A file that calls itself a
PDF and holds text is refused all the same: it is mostly the page that a web site sent instead of it.
"""

from __future__ import annotations

import codecs
import re

from pincite.errors import InputError, UnsupportedFormat
from pincite.ingest.archives import Archive, look_into
from pincite.ingest.plain import plain_format
from pincite.records.limits import Format

FORMATS = "PDF, Word, Excel, PowerPoint, CSV, HTML, e-mail, images, Markdown and text"

# Readers accept a PDF whose header stands anywhere in the first kilobyte.
_HEADER_WINDOW = 1024
_PDF = re.compile(rb"%PDF-\d")
_SPACE = b"\xef\xbb\xbf \t\r\n\0"

_IMAGES = (
    b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*", b"II+\0", b"MM\0+",
)  # fmt: skip
_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_UNPACK = "Unpack it and add the documents in it."
_SAVE_AS_PDF = "Save it as PDF and add that."
_SAVE_AS_XLSX = "Save it as .xlsx and add that."
_UNREADABLE: tuple[tuple[bytes, str, str], ...] = (
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", _UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (b"\x1f\x8b", "a gzip file", _UNPACK),
    (b"BZh", "a bzip2 file", _UNPACK),
    (b"\xfd7zXZ\0", "an xz file", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "a Zstandard file", _UNPACK),
    (b"{\\rtf", "an RTF document", "Save it as a Word document (.docx) or PDF and add that."),
    (b"%!PS", "a PostScript file", "Convert it to PDF and add that."),
    (b"\xc5\xd0\xd3\xc6", "a PostScript file", "Convert it to PDF and add that."),
    (b"8BPS", "a Photoshop image", "Save it as PNG or JPEG and add that."),
    (b"\0\0\0\x0cjP  ", "a JPEG 2000 image", "Save it as PNG or JPEG and add that."),
    (b"!BDN", "an Outlook mailbox", "Save the messages as .eml and add those."),
    (b"SQLite format 3\0", "a database", "Export its contents as CSV and add that."),
)
_HEIF = re.compile(rb"....ftyp(?:heic|heix|hevc|mif1|msf1|avif)", re.S)

_CONTENT_TYPES: tuple[tuple[bytes, Format], ...] = (
    (b"wordprocessingml.document.main+xml", "docx"),
    (b"wordprocessingml.template.main+xml", "docx"),
    (b"ms-word.document.macroEnabled.main+xml", "docx"),
    (b"ms-word.template.macroEnabledTemplate.main+xml", "docx"),
    (b"spreadsheetml.sheet.main+xml", "xlsx"),
    (b"spreadsheetml.template.main+xml", "xlsx"),
    (b"ms-excel.sheet.macroEnabled.main+xml", "xlsx"),
    (b"presentationml.presentation.main+xml", "pptx"),
    (b"presentationml.slideshow.main+xml", "pptx"),
    (b"presentationml.template.main+xml", "pptx"),
    (b"ms-powerpoint.presentation.macroEnabled.main+xml", "pptx"),
)
_MAIN_PARTS: tuple[tuple[tuple[str, ...], Format], ...] = (
    (("word/document.xml", "word/document2.xml"), "docx"),
    (("xl/workbook.xml",), "xlsx"),
    (("ppt/presentation.xml",), "pptx"),
)
_MIMETYPES = (
    ("application/epub+zip", "an EPUB book", _SAVE_AS_PDF),
    ("application/vnd.oasis.opendocument.text", "an OpenDocument text", _SAVE_AS_PDF),
    ("application/vnd.oasis.opendocument.presentation", "an OpenDocument presentation", _SAVE_AS_PDF),
    ("application/vnd.oasis.opendocument.spreadsheet", "an OpenDocument spreadsheet (.ods)", _SAVE_AS_XLSX),
    ("application/vnd.oasis.opendocument", "an OpenDocument file", _SAVE_AS_PDF),
)
_BINARY_WORKBOOK = b"ms-excel.sheet.binary.macroEnabled.main"
# The stream that tells what an OLE container is. A message may hold a document, so it comes first.
_STREAMS = (
    ("__nameid_version1.0", "an Outlook message (.msg)", "Save it as .eml and add that."),
    ("WordDocument", "a Word document in the old format (.doc)", "Save it as .docx or PDF and add that."),
    (
        "PowerPoint Document",
        "a PowerPoint presentation in the old format (.ppt)",
        "Save it as .pptx or PDF and add that.",
    ),
    ("Workbook", "an Excel workbook in the old format (.xls)", _SAVE_AS_XLSX),
    ("Book", "an Excel workbook in the old format (.xls)", _SAVE_AS_XLSX),
)
# A program may be cut off before the first byte that tells it from text; documents are never called so.
_PROGRAMS = (".exe", ".dll", ".msi", ".scr", ".sys", ".so", ".dylib", ".obj", ".class", ".pyc", ".wasm")
# What is called so should be readable: where it is not, it is no file that one would leave out.
_DOCUMENTS = (
    ".pdf", ".docx", ".xlsx", ".pptx", ".csv", ".html", ".htm", ".eml", ".md", ".txt",
    ".png", ".jpg", ".jpeg",
)  # fmt: skip
_ENTRY_BYTES = 128  # of an OLE directory; a stream's name stands at the start of its entry

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# Control characters that no text file holds; tab, line ends, form feed, escape and EOF marks may occur.
_BINARY = re.compile(rb"[\x01-\x06\x0e-\x19\x1c-\x1f]")


def detect(content: bytes, name: str) -> Format:
    """The format of a file, or an InputError that says what it is and what to do about it."""
    if not content:
        raise InputError(f"{name} is empty.", hint="Check that it was saved or downloaded completely.")
    if _PDF.match(content[:_HEADER_WINDOW].lstrip(_SPACE)):
        return "pdf"
    if _is_image(content):
        return "image"
    if content.startswith(_ZIP):
        return _archive_format(content, name)
    if content.startswith(_OLE):
        raise _old_office(content, name)
    _refuse_known(content, name)
    # The words "%PDF-1.7" may stand in a text; that text has no objects.
    if _PDF.search(content[:_HEADER_WINDOW]) and b" obj" in content:
        return "pdf"
    _refuse_binary(content, name)
    if name.lower().endswith(_PROGRAMS):
        raise UnsupportedFormat(
            f"{name} has the name of a program, not of a document.",
            hint="If it is text, rename it to NAME.txt.",
        )
    format = plain_format(content, name)
    if name.lower().endswith(".pdf"):
        raise _no_pdf(name, format)
    return format


def _is_image(content: bytes) -> bool:
    if content.startswith(_IMAGES):
        return True
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return True
    # "BM" alone could begin a text; a bitmap also states its own size and two zero words.
    return content[:2] == b"BM" and content[6:10] == b"\0\0\0\0"


def _archive_format(content: bytes, name: str) -> Format:
    archive = look_into(content, name)
    if archive is None:
        raise InputError(
            f"{name} is a damaged archive: its list of contents cannot be read.",
            hint="It may be cut off: get a fresh copy.",
        )
    if format := _office_format(archive):
        return format
    if _BINARY_WORKBOOK in archive.types or archive.has("xl/workbook.bin"):
        raise UnsupportedFormat(
            f"{name} is a binary Excel workbook (.xlsb), which cannot be read.", hint=_SAVE_AS_XLSX
        )
    for mimetype, what, hint in _MIMETYPES:
        if archive.mimetype.startswith(mimetype):
            raise UnsupportedFormat(f"{name} is {what}, which cannot be read.", hint=hint)
    raise UnsupportedFormat(f"{name} is a ZIP archive.", hint=_UNPACK)


def _office_format(archive: Archive) -> Format | None:
    """By the content types, which every such file has; by its main part where they cannot be unpacked."""
    if not archive.has("[Content_Types].xml"):
        return None
    stated = next((format for mark, format in _CONTENT_TYPES if mark in archive.types), None)
    return stated or next((format for parts, format in _MAIN_PARTS if archive.has(*parts)), None)


def _old_office(content: bytes, name: str) -> InputError:
    if _has_stream(content, "EncryptedPackage"):
        return InputError(f"{name} is encrypted.", hint="Open it, save it without a password and add that.")
    for stream, what, hint in _STREAMS:
        if _has_stream(content, stream):
            return UnsupportedFormat(f"{name} is {what}, which cannot be read.", hint=hint)
    return UnsupportedFormat(f"{name} is a file of an old Microsoft program.", hint=_SAVE_AS_PDF)


def _has_stream(content: bytes, name: str) -> bool:
    encoded = (name + "\0").encode("utf-16-le")
    place = content.find(encoded)
    while place >= 0:
        if place % _ENTRY_BYTES == 0:
            return True
        place = content.find(encoded, place + 1)
    return False


def _refuse_known(content: bytes, name: str) -> None:
    for magic, what, hint in _UNREADABLE:
        if content.startswith(magic):
            raise UnsupportedFormat(f"{name} is {what}, which cannot be read.", hint=hint)
    if _HEIF.match(content):
        raise UnsupportedFormat(
            f"{name} is an image of a kind that cannot be read (HEIF or AVIF).",
            hint="Save it as PNG or JPEG and add that.",
        )
    if content[257:262] == b"ustar":
        raise UnsupportedFormat(f"{name} is a tar archive, which cannot be read.", hint=_UNPACK)


def _refuse_binary(content: bytes, name: str) -> None:
    if content.startswith(_UTF16):
        return
    window = content[:65536]
    if b"\0" in content or len(_BINARY.findall(window)) > len(window) // 100:
        if name.lower().endswith(_DOCUMENTS):
            raise InputError(
                f"{name} is damaged, or not what its name says: it is a binary file of no known kind.",
                hint="Try to open it in its own program, or get a fresh copy.",
            )
        raise UnsupportedFormat(
            f"{name} is a binary file of a kind that cannot be read.", hint=f"Pincite reads {FORMATS}."
        )


def _no_pdf(name: str, format: Format) -> InputError:
    what = {"html": "a web page", "eml": "an e-mail", "csv": "a table of values"}.get(format, "text")
    return InputError(
        f"{name} is not a PDF: it has no PDF header, and holds {what}.",
        hint="Get a fresh copy; or, if this is the right file, correct the ending of its name.",
    )
