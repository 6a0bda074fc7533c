"""How many words text recognition finds: on receipts with labels, and on scans made of printed pages.

Run: python evals/bench/ocr.py [--receipts FOLDER] [--corpus FOLDER] [--by rapidocr] [--limit 40] [--pages 20]

Receipts: FOLDER/labels.dev.jsonl names images and the lines written on each; images that are missing are
skipped and counted. Twins: pages of the PDFs listed in FOLDER/manifest.csv, spread over its kinds, are drawn
at 200 dpi into a PDF that holds nothing but the image; the words of the printed page are what must be found.

The rule: both texts go through the whole parser, are lower-cased and cut at everything that is no letter or
digit; a word counts as found as often as both have it. Recall is the found share of the wanted words. Digits
that are set high count as the digits they are. Words that a page holds and does not show are not wanted:
those whose place in the image has one colour all over.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import random
import re
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pypdfium2 as pdfium
from PIL.Image import Image

from pincite.errors import InputError
from pincite.ingest.image import ImageParser
from pincite.ingest.pdf.reader import PdfParser
from pincite.jobs.recognition import recogniser
from pincite.records.document import Document

_WORD = re.compile(r"[^\W_]+")
_RECEIPT_BAR, _TWIN_BAR = 0.90, 0.97
_DPI = 200
_MIN_CHARS = 600
_HIGH = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_INK = 24
"""Steps of grey, of 255, between the darkest and the lightest pixel where something is printed."""


@dataclass(frozen=True)
class Page:
    """One page: the words wanted, those that were read, and how long it took."""

    name: str
    wanted: Counter[str]
    read: Counter[str]
    seconds: float
    cpu_seconds: float

    @property
    def found(self) -> int:
        return sum((self.wanted & self.read).values())

    @property
    def recall(self) -> float:
        return self.found / max(sum(self.wanted.values()), 1)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--receipts", type=Path)
    arguments.add_argument("--corpus", type=Path)
    arguments.add_argument("--by", default="auto")
    arguments.add_argument("--limit", type=int, default=40)
    arguments.add_argument("--pages", type=int, default=20)
    arguments.add_argument("--each", action="store_true", help="print every page")
    given = arguments.parse_args()
    if given.receipts:
        _report("receipts", _receipts(given.receipts, given.limit, given.by), _RECEIPT_BAR, given.each)
    if given.corpus:
        _report("image-only twins", _twins(given.corpus, given.pages, given.by), _TWIN_BAR, given.each)


def _words(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text.translate(_HIGH).lower()))


def _receipts(folder: Path, limit: int, by: str) -> Iterator[Page]:
    rows = [json.loads(line) for line in (folder / "labels.dev.jsonl").read_text("utf-8").splitlines()]
    held = [row for row in rows if (folder / row["image"]).is_file()]
    print(f"{len(rows)} labelled receipts, {len(rows) - len(held)} of them without an image")
    for row in held[:limit]:
        wanted = _words("\n".join(line["text"] for line in row["lines"]))
        content = (folder / row["image"]).read_bytes()
        yield _read(ImageParser(recogniser(by)), content, row["image"], wanted)


def _twins(folder: Path, count: int, by: str) -> Iterator[Page]:
    source = random.Random(11)
    kinds: dict[str, list[str]] = defaultdict(list)
    with (folder / "manifest.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if int(row["text_chars"] or 0) > 5_000 and not row["encryption"] and row["kind"] not in ("scan",):
                kinds[row["kind"]].append(row["file"])
    names = [source.choice(kinds[kind]) for kind in sorted(kinds)]
    while len(names) < count:
        names.append(source.choice(kinds[source.choice(sorted(kinds))]))
    for name in source.sample(names, min(count, len(names))):
        if (found := _printed_page((folder / name).read_bytes(), source)) is not None:
            content, wanted, number = found
            yield _read(
                PdfParser(recogniser=recogniser(by)), content, f"{Path(name).name} p.{number}", wanted
            )


def _printed_page(content: bytes, source: random.Random) -> tuple[bytes, Counter[str], int] | None:
    """A page as an image-only PDF, the words printed on it, its number; None when no page holds enough."""
    with pdfium.PdfDocument(content) as document:
        for number in source.sample(range(len(document)), min(len(document), 12)):
            single = pdfium.PdfDocument.new()
            single.import_pages(document, [number])
            buffer = io.BytesIO()
            single.save(buffer)
            single.close()
            try:
                printed = PdfParser().read(buffer.getvalue(), "page")
            except InputError:
                continue
            if len(printed.text) < _MIN_CHARS or printed.profile.pages[0].source != "text" or printed.figures:
                continue
            image = document[number].render(scale=_DPI / 72).to_pil().convert("RGB")
            drawn = io.BytesIO()
            image.save(drawn, "PDF", resolution=_DPI, quality=85)
            return drawn.getvalue(), _words(_shown(printed, image)), number + 1
    return None


def _shown(printed: Document, image: Image) -> str:
    """The text of a page without the words that its image does not show."""
    text, grey = list(printed.text), image.convert("L")
    for span, box in printed.words:
        edges = (box.x0, box.y0, box.x1, box.y1)
        left, top, right, bottom = (round(edge * _DPI / 72) for edge in edges)
        darkest, lightest = grey.crop((left, top, max(right, left + 1), max(bottom, top + 1))).getextrema()
        if lightest - darkest < _INK:
            text[span.start : span.end] = " " * (span.end - span.start)
    return "".join(text)


def _read(parser: ImageParser | PdfParser, content: bytes, name: str, wanted: Counter[str]) -> Page:
    start, cpu = time.perf_counter(), time.process_time()
    try:
        text = parser.read(content, name).text
    except InputError as error:
        print(error)
        text = ""
    return Page(name, wanted, _words(text), time.perf_counter() - start, time.process_time() - cpu)


def _report(title: str, pages: Iterator[Page], bar: float, each: bool) -> None:
    done: list[Page] = []
    for page in pages:
        done.append(page)
        if each:
            missing = " ".join(list(page.wanted - page.read)[:8])
            print(
                f"  {page.recall:.3f}  {page.cpu_seconds:5.1f} s  {page.name}  missing: {missing}", flush=True
            )
    recall = sum(page.found for page in done) / max(sum(sum(page.wanted.values()) for page in done), 1)
    extra = sum(sum(page.read.values()) - page.found for page in done)
    mean = statistics.mean(page.recall for page in done)
    print(f"{title}: {len(done)} pages, {sum(sum(p.wanted.values()) for p in done):,} words")
    print(f"  words found, of all      {recall:8.1%}")
    print(f"  words found, mean page   {mean:8.1%}   worst page {min(page.recall for page in done):.1%}")
    print(f"  words read and not there {extra / max(sum(sum(p.read.values()) for p in done), 1):8.1%}")
    print(f"  seconds for a page       {statistics.mean(p.seconds for p in done):8.1f}", end="   ")
    print(f"processor {statistics.mean(p.cpu_seconds for p in done):.1f}")
    print(f"  bar                      {bar:8.0%}   {'met' if min(recall, mean) >= bar else 'MISSED'}")


if __name__ == "__main__":
    main()
