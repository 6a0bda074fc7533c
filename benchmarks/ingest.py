"""Pages per second from PDF bytes to Document, beside a bare PDFium text loop in the same run.

Run: python benchmarks/ingest.py [--pages 400]
Processor time is counted, so that the figure is per core whatever else the machine does.
"""

from __future__ import annotations

import argparse
import random
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pypdfium2 as pdfium
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate

from pincite.ingest.chunk import chunks, passages
from pincite.ingest.pdf.reader import PdfParser

_WORDS = (
    "the supplier shall provide services under this agreement and customer pays fees within thirty days of "
    "receipt any notice given by either party must be in writing liability is limited to amount paid during "
    "preceding twelve months confidential information may not disclosed without prior consent termination"
)
_BUDGET = 60

T = TypeVar("T")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--pages", type=int, default=400)
    pages = arguments.parse_args().pages
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "generated.pdf"
        _write(path, pages)
        content = path.read_bytes()
    PdfParser().read(content, path.name)
    bare, _ = _timed(lambda: _text_only(content))
    seconds, document = _timed(lambda: PdfParser().read(content, path.name))
    cutting, _ = _timed(lambda: (passages(document), chunks(document)))
    count = len(document.pages)
    print(f"{count} pages, {len(document.text):,} characters, {len(document.blocks):,} blocks")
    print(f"PDFium, text only     {count / bare:8.0f} pages/s")
    print(f"PDF to Document       {count / seconds:8.0f} pages/s   ({seconds / bare:.1f} x the bare loop)")
    print(f"passages and chunks   {count / cutting:8.0f} pages/s")
    print(f"budget                {_BUDGET:8d} pages/s   {'met' if count / seconds >= _BUDGET else 'MISSED'}")
    print(f"peak memory           {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:8.0f} MiB")


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def _text_only(content: bytes) -> int:
    length = 0
    with pdfium.PdfDocument(content) as document:
        for page in document:
            text_page = page.get_textpage()
            length += len(text_page.get_text_range())
            text_page.close()
            page.close()
    return length


def _write(path: Path, pages: int) -> None:
    """A contract-like document: headings, dense paragraphs, running header and footer."""
    styles = getSampleStyleSheet()
    source = random.Random(7)
    story: list[Flowable] = []
    for clause in range(1, pages * 5 // 2):
        story.append(Paragraph(f"{clause}. {source.choice(_WORDS.split()).title()}", styles["Heading2"]))
        for number in range(1, 4):
            story.append(Paragraph(f"{clause}.{number} {_sentences(source, 4)}", styles["BodyText"]))
    template = SimpleDocTemplate(str(path), pagesize=A4, invariant=1)
    template.build(story, onFirstPage=_furniture, onLaterPages=_furniture)


def _sentences(source: random.Random, count: int) -> str:
    sentences = [" ".join(source.choices(_WORDS.split(), k=source.randint(12, 30))) for _ in range(count)]
    return " ".join(f"{sentence.capitalize()}." for sentence in sentences)


def _furniture(canvas: Canvas, template: SimpleDocTemplate) -> None:
    canvas.setFont("Helvetica", 8)
    canvas.drawString(72, A4[1] - 40, "Generated Services Agreement")
    canvas.drawRightString(A4[0] - 72, 40, f"Page {template.page}")


if __name__ == "__main__":
    main()
