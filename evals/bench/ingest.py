"""Reading a PDF: pages per second and memory, beside peers in the same run.

Run: python evals/bench/ingest.py [--quick]
Every system reads every file in a process of its own. Processor time is counted, so that the figure is per
core whatever else the machine does. Memory is how far the process's peak rises above where it stood after a
first file of a few pages, with everything loaded (on Linux).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from figures import Figure, Row, Table, run
from printed import write_pdf

_SIZES, _QUICK_SIZES = (100, 400, 600), (2, 4, 6)
_SPEED_SIZE = 1
_SMALL = 2
_MEBIBYTES = 1024
# At seven pages a second, more would take most of the run.
_PLUMBER_MOST = 100
_SCRIPT = "ingest.py"


def measure(quick: bool) -> list[Table]:
    sizes = _QUICK_SIZES if quick else _SIZES
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{pages}.pdf" for pages in sizes]
        for pages, path in zip(sizes, files, strict=True):
            write_pdf(path, pages)
        small = Path(folder) / "small.pdf"
        write_pdf(small, _SMALL)
        read = {name: [_apart(name, path, small) for path in files] for name in READERS}
    pages = f"{sizes[_SPEED_SIZE]} dense pages of 4,330 characters. "
    speed = [_speed(name, results) for name, results in read.items()] + [_docling(), _verifiable_rag()]
    memory = [_memory(name, results) for name, results in read.items()] + [_docling(), _verifiable_rag()]
    kinds = ("per core", "characters")
    return [
        Table("Reading PDF", _SCRIPT, kinds, tuple(speed), pages + _ABOUT_SPEED, compared=0),
        Table("Memory while reading PDF", _SCRIPT, _columns(sizes), tuple(memory), _ABOUT_MEMORY, compared=2),
    ]


_ABOUT_SPEED = (
    "The PDFium loop and pypdf give text only: no words, boxes, lines, columns, tables, headers, "
    "paragraphs or sentences. pdfplumber gives words with boxes, and reads 100 pages. Searchable means "
    "stored, with passages, chunks and the word index."
)
_ABOUT_MEMORY = (
    "How far the peak of the process rises once a small file has been read, and the whole process's peak "
    "on the longest file. `pincite add` reads in a process of its own; here it reads in the one that is "
    "measured. The budget also asks for memory that is flat in the length of the document: *a page more* "
    "says how far it is from that."
)


def _columns(sizes: tuple[int, ...]) -> tuple[str, ...]:
    return (*(f"{pages} pages" for pages in sizes), "a page more", f"peak, {sizes[-1]} pages")


def _docling() -> Row:
    return Row("docling", not_run="more than 500 MB to install (torch), and its models come from a hub")


def _verifiable_rag() -> Row:
    return Row(
        "verifiable-rag",
        not_run="its parsers are docling (as above) and PyMuPDF, whose licence (AGPL) we stay away from",
    )


_BUDGETS = {"Pincite, to Document": 60, "Pincite, to searchable": 40}
Result = dict[str, float]


def _speed(name: str, results: list[Result | str | None]) -> Row:
    result = results[_SPEED_SIZE] or results[0]
    if not isinstance(result, dict):
        return Row(name, not_run=result or "no file was read")
    speed = Figure(result["pages"] / result["seconds"], "pages/s", least=_BUDGETS.get(name))
    return Row(name, (speed, Figure(result["characters"])), ours=name in _BUDGETS)


def _memory(name: str, results: list[Result | str | None]) -> Row:
    if failed := next((each for each in results if isinstance(each, str)), ""):
        return Row(name, not_run=failed)
    done = [each if isinstance(each, dict) else None for each in results]
    grown = [None if each is None else Figure(each["grown"], "MiB") for each in done]
    first, last = done[0], done[-1]
    if first is None or last is None:
        return Row(name, tuple(grown))
    more = 1024 * (last["grown"] - first["grown"]) / (last["pages"] - first["pages"])
    peak = Figure(last["peak"], "MiB", most=_MEBIBYTES if name in _BUDGETS else None)
    return Row(name, (*grown, Figure(more, "KiB"), peak), ours=name in _BUDGETS)


def _apart(name: str, path: Path, small: Path) -> Result | str | None:
    """What reading a file took; or why it could not be; None for one that would take too long."""
    if name == "pdfplumber, words" and int(path.stem) > _PLUMBER_MOST:
        return None
    command = [sys.executable, __file__, "--read", name, str(path), str(small)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return done.stderr.strip().splitlines()[-1]
    result: Result = json.loads(done.stdout)
    return result


def _read(name: str, path: Path, small: Path) -> Result:
    """Called in the process of its own."""
    read = READERS[name]()
    read(small, small.read_bytes())
    content = path.read_bytes()
    before, started = _peak_mebibytes(), time.process_time()
    pages, characters = read(path, content)
    seconds, peak = time.process_time() - started, _peak_mebibytes()
    return {
        "pages": pages,
        "characters": characters,
        "seconds": seconds,
        "grown": peak - before,
        "peak": peak,
    }


def _peak_mebibytes() -> float:
    """Not `getrusage`: there a process starts with the peak of the one that started it."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


Reader = Callable[[Path, bytes], tuple[int, int]]
"""From a file to how many pages and characters came out."""


def _to_document() -> Reader:
    from pincite.ingest.pdf.reader import PdfParser

    def read(path: Path, content: bytes) -> tuple[int, int]:
        document = PdfParser().read(content, path.name)
        return len(document.pages), len(document.text)

    return read


def _to_searchable() -> Reader:
    import pincite

    def read(path: Path, content: bytes) -> tuple[int, int]:
        with tempfile.TemporaryDirectory() as folder, pincite.open(folder) as library:
            (added,) = library.add(path, isolated=False)
            assert added.status == "added", added
            (listing,) = library.documents()
            return listing.pages, listing.characters

    return read


def _pdfium() -> Reader:
    import pypdfium2

    def read(path: Path, content: bytes) -> tuple[int, int]:
        length = 0
        with pypdfium2.PdfDocument(content) as document:
            for page in document:
                text_page = page.get_textpage()
                length += len(text_page.get_text_range())
                text_page.close()
                page.close()
            return len(document), length

    return read


def _pypdf() -> Reader:
    from pypdf import PdfReader

    def read(path: Path, content: bytes) -> tuple[int, int]:
        pages = PdfReader(path).pages
        return len(pages), sum(len(page.extract_text()) for page in pages)

    return read


def _plumber() -> Reader:
    import pdfplumber

    def read(path: Path, content: bytes) -> tuple[int, int]:
        length = 0
        with pdfplumber.open(path) as document:
            for page in document.pages:
                length += sum(len(word["text"]) + 1 for word in page.extract_words())
                page.close()
            return len(document.pages), length

    return read


READERS: dict[str, Callable[[], Reader]] = {
    "Pincite, to Document": _to_document,
    "Pincite, to searchable": _to_searchable,
    "PDFium, text only": _pdfium,
    "pypdf, text only": _pypdf,
    "pdfplumber, words": _plumber,
}


if __name__ == "__main__":
    if sys.argv[1:2] == ["--read"]:
        print(json.dumps(_read(sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]))))
    else:
        run(measure, __doc__)
