"""Pages per second from PDF bytes to Document and to a searchable library, beside peers in the same run.

Run: python benchmarks/ingest.py [--pages 400]
Processor time is counted, so that the figure is per core whatever else the machine does. Peers: a bare PDFium
text loop without any boxes, and pdfplumber's words on the first pages. Memory is how far the peak of a
process rises (on Linux) that only reads one file: once with 100 pages, once with all.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pdfplumber
import pypdfium2 as pdfium
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate

from pincite.ingest.chunk import chunks, passages
from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Document
from pincite.records.library import Entry, identify
from pincite.retrieve import words
from pincite.stores.sqlite import open_library

_WORDS = (
    "the supplier shall provide services under this agreement and customer pays fees within thirty days of "
    "receipt any notice given by either party must be in writing liability is limited to amount paid during "
    "preceding twelve months confidential information may not disclosed without prior consent termination"
)
_DOCUMENT_BUDGET, _SEARCHABLE_BUDGET = 60, 40
_PLUMBER_PAGES = 10
_FEW_PAGES = 100

T = TypeVar("T")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--pages", type=int, default=400)
    arguments.add_argument("--growth-of", type=Path, help=argparse.SUPPRESS)
    chosen = arguments.parse_args()
    if chosen.growth_of:
        print(_growth(chosen.growth_of))
        return
    with tempfile.TemporaryDirectory() as folder:
        few, path = Path(folder) / "few.pdf", Path(folder) / "generated.pdf"
        _write(few, min(_FEW_PAGES, chosen.pages))
        _write(path, chosen.pages)
        _print_speed(path, Path(folder) / "library")
        for file in (few, path):
            command = [sys.executable, __file__, "--growth-of", str(file)]
            growth = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
            print(f"memory for {file.stem:14} {growth}")


def _print_speed(path: Path, library: Path) -> None:
    content = path.read_bytes()
    PdfParser().read(content, path.name)
    bare, _ = _timed(lambda: _text_only(content))
    plumber, plumbed = _timed(lambda: _plumber(path))
    seconds, document = _timed(lambda: PdfParser().read(content, path.name))
    holding, _ = _timed(lambda: _hold(document, content, path.name, library))
    count = len(document.pages)
    speed, searchable = count / seconds, count / (seconds + holding)
    print(f"{count} pages, {len(document.text):,} characters, {len(document.blocks):,} blocks")
    print(f"PDFium, text only     {count / bare:8.0f} pages/s")
    print(f"pdfplumber, words     {plumbed / plumber:8.1f} pages/s   (on {plumbed} pages)")
    print(f"PDF to Document       {speed:8.0f} pages/s   ({seconds / bare:.1f} x the bare loop)")
    print(f"searchable by words   {searchable:8.0f} pages/s")
    for what, figure, budget in (
        ("to Document", speed, _DOCUMENT_BUDGET),
        ("searchable", searchable, _SEARCHABLE_BUDGET),
    ):
        print(f"budget {what:14} {budget:8d} pages/s   {'met' if figure >= budget else 'MISSED'}")


def _hold(document: Document, content: bytes, name: str, library: Path) -> None:
    """All that stands between a Document and the first search."""
    entry = Entry(
        identify("default", name, content, document.parse),
        content,
        document,
        passages(document),
        chunks(document),
        words.build(document),
    )
    with open_library(library, print) as store:
        store.add([entry])


def _plumber(path: Path) -> int:
    with pdfplumber.open(path) as document:
        pages = document.pages[:_PLUMBER_PAGES]
        for page in pages:
            page.extract_words()
        return len(pages)


def _growth(path: Path) -> str:
    content = path.read_bytes()
    before = _peak_kib()
    document = PdfParser().read(content, path.name)
    growth = (_peak_kib() - before) / 1024
    count = len(document.pages)
    return f"{growth:8.0f} MiB for {count} pages ({1024 * growth / count:.0f} KiB a page)"


def _peak_kib() -> int:
    """Not `getrusage`: there a process starts with the peak of the one that started it."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0])


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
