"""Small documents made on the spot: every word of them is ours."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import wrap

LEASE = """\
LEASE AGREEMENT

1. Parties

This Lease is made on 4 May 2024 between Alder Estates Ltd (the "Landlord") and Bright Books Ltd (the "Tenant").

2. Rent

The monthly rent is EUR 2,400.00, payable on the first day of each month.

3. Deposit

The Tenant shall pay a deposit of EUR 7,200.00 on signing.

4. Term

The lease ends on 30 April 2029.

5. Notice

Either party may terminate this Lease by giving not less than six (6) months' written notice.

6. Law

This Lease is governed by the laws of Ireland.
"""  # noqa: E501


def text(folder: Path, name: str, content: str) -> Path:
    path = folder / name
    path.write_text(content, "utf-8")
    return path


def lease(folder: Path, name: str = "lease.txt", **changes: str) -> Path:
    """The lease; `rent="EUR 1.00"` and the like state another value."""
    said = {"rent": "EUR 2,400.00", "deposit": "EUR 7,200.00", "end": "30 April 2029", "law": "Ireland"}
    content = LEASE
    for field, value in changes.items():
        content = content.replace(said[field], value)
    return text(folder, name, content)


def pdf(
    path: Path, *pages: Sequence[str] | Callable[..., None], outline: Sequence[tuple[str, int, int]] = ()
) -> Path:
    """A page for each list of lines, 16 points apart, or for each function that draws one on a canvas.

    An outline entry is a title, its level and the page (from 1) it leads to.
    """
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path), pagesize=A4, invariant=1)
    for number, page in enumerate(pages, start=1):
        canvas.setFont("Helvetica", 11)
        for title, level, target in outline:
            if target == number:
                canvas.bookmarkPage(f"{level}-{title}")
                canvas.addOutlineEntry(title, f"{level}-{title}", level - 1)
        if callable(page):
            page(canvas)
        else:
            lines(canvas, page)
        canvas.showPage()
    canvas.save()
    return path


def lines(canvas: object, said: Sequence[str], x: float = 72, top: float = 760, leading: float = 16) -> None:
    for place, line in enumerate(said):
        canvas.drawString(x, top - place * leading, line)  # type: ignore[attr-defined]


def filler(sentences: int, width: int = 90, subject: str = "The parties") -> list[str]:
    """Lines of a running text in which nothing is stated that anybody asks for."""
    said = " ".join(
        f"{subject} shall meet in good faith to review matter number {n + 1}." for n in range(sentences)
    )
    return wrap(said, width)


def picture(words: Sequence[str]) -> bytes:
    """A PNG in which words are printed, large enough for text recognition."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (1400, 140 * len(words) + 100), "white")
    draw = ImageDraw.Draw(image)
    for place, line in enumerate(words):
        draw.text((60, 60 + 140 * place), line, "black", ImageFont.load_default(size=56))
    content = io.BytesIO()
    image.save(content, "PNG", dpi=(200, 200))
    return content.getvalue()


def docx(path: Path, body: str) -> Path:
    """A Word file of the given XML; `paragraph` and `word_table` make it."""
    word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    return _package(
        path,
        "word/document.xml",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
        f'<w:document xmlns:w="{word}"><w:body>{body}</w:body></w:document>',
    )


def paragraph(words: str, properties: str = "") -> str:
    run = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:p><w:r>{run}<w:t xml:space="preserve">{words}</w:t></w:r></w:p>'


def word_table(*rows: Sequence[str]) -> str:
    cells = ("".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in row) for row in rows)
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in cells) + "</w:tbl>"


def _package(path: Path, main: str, kind: str, content: str) -> Path:
    types = "http://schemas.openxmlformats.org/package/2006/content-types"
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{types}"><Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Default Extension="xml" ContentType="application/xml"/>'
            f'<Override PartName="/{main}" ContentType="{kind}"/></Types>',
        )
        package.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{relations}"><Relationship Id="r1" Type="{office}" Target="{main}"/></Relationships>',  # noqa: E501
        )
        package.writestr(main, f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>{content}')
    return path


def xlsx(path: Path, *rows: Sequence[object]) -> Path:
    import xlsxwriter

    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet("Fees")
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    return path


def pptx(path: Path, words: str) -> Path:
    from pptx import Presentation

    slides = Presentation()
    slide = slides.slides.add_slide(slides.slide_layouts[5])
    slide.shapes.title.text = words
    slides.save(str(path))
    return path


def garbled_pdf(path: Path, words: str) -> Path:
    """A page that shows these words, and whose text is noise: its font lies about what its letters are."""
    chars = sorted(set(words.encode()))
    pairs = "\n".join(f"<{char:02X}> <{0xE000 + 7 * place:04X}>" for place, char in enumerate(chars))
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Lie def /CMapType 2 def\n"
        f"1 begincodespacerange <00> <FF> endcodespacerange\n{len(chars)} beginbfchar\n{pairs}\nendbfchar\n"
        "endcmap end end"
    )
    shown = f"BT /F1 22 Tf 20 50 Td ({words}) Tj ET"
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 110]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        f"<</Length {len(shown)}>>\nstream\n{shown}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>",
        f"<</Length {len(cmap)}>>\nstream\n{cmap}\nendstream",
    ]
    content, places = b"%PDF-1.4\n", []
    for number, written in enumerate(objects, start=1):
        places.append(len(content))
        content += f"{number} 0 obj\n{written}\nendobj\n".encode()
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    content += (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
        f"trailer\n<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{len(content)}\n%%EOF\n"
    ).encode()
    path.write_bytes(content)
    return path
