"""Small PDFs to cite from: upright, turned, cut, locked or signed."""

from __future__ import annotations

import io
import re

from pypdf import PdfReader, PdfWriter
from pypdf.constants import UserAccessPermissions
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    NameObject,
    NumberObject,
    RectangleObject,
    TextStringObject,
)

from tests.documents.press import Sheet, printed

FEE = "The Customer shall pay a monthly fee of EUR 4,500.00 for the Services."
LONG = (
    "Either party may terminate this Agreement by giving the other party at least ninety days written "
    "notice, which must reach the other party at its registered office."
)
CAP = "The total liability of the Supplier shall not exceed EUR 2,000,000 in any year."


def agreement(rotation: int = 0, more: tuple[str, ...] = ()) -> bytes:
    """Two pages of a contract; the first may be turned by the file, and is upright when it is shown."""

    def first(sheet: Sheet) -> None:
        _turn_back(sheet, rotation)
        sheet.heading("1. Fees")
        sheet.paragraph(FEE)
        sheet.heading("2. Termination")
        sheet.paragraph(LONG)
        for text in more:
            sheet.paragraph(text)

    def second(sheet: Sheet) -> None:
        sheet.heading("3. Liability")
        sheet.paragraph(CAP)

    return printed(first, second, rotations=(rotation, 0))


def _turn_back(sheet: Sheet, rotation: int) -> None:
    """Write so that a page which is shown turned is read upright; its sides are swapped already."""
    shifted = {90: (sheet.height, 0), 180: (sheet.width, sheet.height), 270: (0, sheet.width)}
    if rotation:
        sheet.canvas.translate(*shifted[rotation])
        sheet.canvas.rotate(rotation)


def cut(content: bytes) -> bytes:
    """The same with a crop box on every page that lies well inside, nearer to some edges than to others."""
    writer = _copied(content)
    for page in writer.pages:
        left, bottom, right, top = (float(edge) for edge in page.mediabox)
        page.cropbox = RectangleObject((left + 20, bottom + 35, right - 10, top - 45))
    return _written(writer)


def locked(content: bytes, password: str) -> bytes:
    writer = _copied(content)
    writer.encrypt(password, algorithm="AES-256")
    return _written(writer)


def restricted(content: bytes) -> bytes:
    """Opens for anybody; its owner forbids changes and annotations."""
    writer = _copied(content)
    writer.encrypt("", owner_password="owner", permissions_flag=UserAccessPermissions.PRINT)
    return _written(writer)


def signed(content: bytes) -> bytes:
    """With a field that holds a signature; nobody checks here whether it is a good one."""
    writer = _copied(content)
    signature = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Sig"),
            NameObject("/Filter"): NameObject("/Adobe.PPKLite"),
            NameObject("/ByteRange"): ArrayObject([NumberObject(0)] * 4),
            NameObject("/Contents"): TextStringObject("signature"),
        }
    )
    field = DictionaryObject(
        {
            NameObject("/FT"): NameObject("/Sig"),
            NameObject("/T"): TextStringObject("Signature1"),
            NameObject("/V"): writer._add_object(signature),
        }
    )
    form = DictionaryObject({NameObject("/Fields"): ArrayObject([writer._add_object(field)])})
    writer.root_object[NameObject("/AcroForm")] = writer._add_object(form)
    return _written(writer)


def with_reference_stream(content: bytes) -> bytes:
    """The same, its objects listed in a stream as files since PDF 1.5 have them, and not in a table."""
    body = content[: content.rindex(b"xref\n", 0, content.rindex(b"startxref"))]
    places = {int(found[1]): found.start(1) for found in re.finditer(rb"^(\d+) 0 obj", body, re.MULTILINE)}
    trailer = PdfReader(io.BytesIO(content)).trailer
    number = max(places) + 1
    places[number] = len(body)
    rows = [b"\0\0\0\0\xff", *(b"\x01" + places[at].to_bytes(3, "big") + b"\0" for at in sorted(places))]
    assert sorted(places) == list(range(1, number + 1))
    head = (
        f"{number} 0 obj\n<</Type/XRef/Size {number + 1}/W[1 3 1]"
        f"/Root {trailer.raw_get('/Root').idnum} 0 R/Length {5 * len(rows)}>>stream\n"
    )
    ending = f"\nendstream\nendobj\nstartxref\n{len(body)}\n%%EOF\n"
    return body + head.encode() + b"".join(rows) + ending.encode()


def _copied(content: bytes) -> PdfWriter:
    return PdfWriter(clone_from=PdfReader(io.BytesIO(content)))


def _written(writer: PdfWriter) -> bytes:
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()
