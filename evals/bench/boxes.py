"""How tightly word boxes fit the ink of the rendered page.

Run: python evals/bench/boxes.py [FOLDER OR PDF …] [--words 2000] [--seed 7]

Pages are rendered at 576 dots per inch: PDFium places letters on whole pixels, which at 288 moves a thin dash
by a fifth of its height. A word passes when at least 95 % of its ink lies in its box and the box has at most
1.3 times the area of the ink's own box. A word's ink is what is dark in its neighbourhood and lies in no
other word's box; pixels count by how dark they are. Words over images, on tinted or dark paper, without any
ink (invisible text), beside ruled lines or cut off by the page's edge are skipped, and counted. Half of the
words come from pages generated here, turned and cropped.
"""

from __future__ import annotations

import argparse
import io
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw
from reportlab.pdfgen.canvas import Canvas

from pincite.errors import InputError
from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Box, Document

SCALE = 8
MIN_INSIDE, MAX_AREA = 0.95, 1.3
_MARGIN = 2.0
_FONTS = ("Helvetica", "Times-Roman", "Times-Italic", "Courier", "Helvetica-Bold")
_WORDS = (
    "Agreement fee, jointly “quoted” paying (a) 4,500.00 EUR – termination; quality. Ägypten £30 "
    "self-service § 7.2 * - under_score AVAIL fjord W. x² e.g. WAVE"
).split()

Pixels = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Judged:
    """One word: why it was skipped, or how its box fits."""

    skipped: str = ""
    inside: float = 0.0
    area: float = 0.0
    where: str = ""

    @property
    def passed(self) -> bool:
        return self.inside >= MIN_INSIDE and self.area <= MAX_AREA


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("paths", nargs="*", type=Path)
    arguments.add_argument("--words", type=int, default=2000)
    arguments.add_argument("--seed", type=int, default=7)
    chosen = arguments.parse_args()
    source = random.Random(chosen.seed)
    files = [
        file for path in chosen.paths for file in (sorted(path.glob("*.pdf")) if path.is_dir() else [path])
    ]
    generated = chosen.words // 2 if files else chosen.words
    print_share(
        "generated", judge([("generated", _generated(source, n)) for n in range(24)], generated, source)
    )
    if files:
        contents = [(file.name, file.read_bytes()) for file in files]
        print_share("given files", judge(contents, chosen.words - generated, source))


def judge(files: Sequence[tuple[str, bytes]], wanted: int, source: random.Random) -> list[Judged]:
    """Words of random pages, about as many from each file, until enough could be judged."""
    readable = [(name, content, document) for name, content in files if (document := _read(content, name))]
    judged: list[Judged] = []
    share = max(wanted // max(len(readable), 1), 1)
    while readable and sum(not word.skipped for word in judged) < wanted:
        before = len(judged)
        for name, content, document in readable:
            judged += _sample(name, content, document, share, source)
        if sum(not word.skipped for word in judged[before:]) == 0:
            break
    measured = [word for word in judged if not word.skipped]
    source.shuffle(measured)
    return [*measured[:wanted], *(word for word in judged if word.skipped)]


def print_share(title: str, judged: Sequence[Judged]) -> None:
    measured = [word for word in judged if not word.skipped]
    passed = sum(word.passed for word in measured)
    print(f"{title}: {passed} of {len(measured)} words pass ({passed / max(len(measured), 1):.2%})")
    print(f"  ink inside >= {MIN_INSIDE:.0%}: {sum(word.inside >= MIN_INSIDE for word in measured)}", end="")
    print(f"   area <= {MAX_AREA} x ink: {sum(word.area <= MAX_AREA for word in measured)}")
    print("  skipped:", dict(Counter(word.skipped for word in judged if word.skipped)))
    for word in [word for word in measured if not word.passed][:20]:
        print(f"    {word.where}: inside {word.inside:.3f}, area {word.area:.2f}")


def _read(content: bytes, name: str) -> Document | None:
    try:
        return PdfParser().read(content, name)
    except InputError:
        return None


def _sample(
    name: str, content: bytes, document: Document, share: int, source: random.Random
) -> Iterator[Judged]:
    words = list(document.words)
    number = source.choice(words)[1].page
    on_page = [(span.of(document.text), box) for span, box in words if box.page == number]
    with pdfium.PdfDocument(content) as file:
        page = file[number - 1]
        pixels = page.render(scale=SCALE, grayscale=True).to_numpy()
        pixels = pixels[:, :, 0] if pixels.ndim == 3 else pixels
        images = list(_images(page))
    for index in source.sample(range(len(on_page)), min(share, len(on_page), 40)):
        text, box = on_page[index]
        others = [other for place, (_, other) in enumerate(on_page) if place != index]
        yield _judged(pixels, text, box, others, images, f"{name[:40]} p. {number} {text!r}")


def _images(page: pdfium.PdfPage) -> Iterator[Box]:
    left, bottom, right, top = page.get_bbox()
    for found in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE]):
        x0, y0, x1, y1 = found.get_bounds()
        yield {
            0: Box(0, x0 - left, top - y1, x1 - left, top - y0),
            90: Box(0, y0 - bottom, x0 - left, y1 - bottom, x1 - left),
            180: Box(0, right - x1, y0 - bottom, right - x0, y1 - bottom),
            270: Box(0, top - y1, right - x1, top - y0, right - x0),
        }[page.get_rotation()]


def _judged(
    pixels: Pixels, text: str, box: Box, others: Sequence[Box], images: Sequence[Box], where: str
) -> Judged:
    if any(_overlap(box, image) for image in images):
        return Judged("over an image")
    height, width = pixels.shape
    x0, x1 = max(int((box.x0 - _MARGIN) * SCALE), 0), min(int((box.x1 + _MARGIN) * SCALE) + 1, width)
    y0, y1 = max(int((box.y0 - _MARGIN) * SCALE), 0), min(int((box.y1 + _MARGIN) * SCALE) + 1, height)
    near = pixels[y0:y1, x0:x1].astype(int)
    if box.x0 < 0 or box.y0 < 0 or box.x1 * SCALE > width or box.y1 * SCALE > height or near.size == 0:
        return Judged("cut off by the page's edge")
    paper = int(np.percentile(near, 95))
    if paper < 235:
        return Judged("tinted paper")
    ink = near < paper - 64
    frame = (x0 / SCALE, y0 / SCALE)
    for other in others:
        _clear(ink, other, frame, box)
    if not any(mark in text for mark in "_–—-=") and _is_ruled(ink):
        return Judged("beside a ruled line")
    if not ink.any():
        return Judged("no ink")
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    own = (rows[-1] - rows[0] + 1) * (columns[-1] - columns[0] + 1) / SCALE**2
    area = (box.x1 - box.x0) * (box.y1 - box.y0) / own
    dark = np.where(ink, paper - near, 0)
    inside = dark[_slice(box.y0, box.y1, frame[1]), _slice(box.x0, box.x1, frame[0])].sum() / dark.sum()
    return Judged("", float(inside), float(area), where)


def _overlap(left: Box, right: Box) -> bool:
    return left.x0 < right.x1 and right.x0 < left.x1 and left.y0 < right.y1 and right.y0 < left.y1


def _slice(first: float, last: float, origin: float) -> slice:
    """Every pixel that the stretch touches."""
    start = int(np.floor((first - origin) * SCALE + 0.01))
    return slice(max(start, 0), max(int(np.ceil((last - origin) * SCALE - 0.01)), 0))


def _clear(ink: Pixels, other: Box, frame: tuple[float, float], box: Box) -> None:
    """Take another word's ink away, but not from inside the box of the word itself."""
    rows, columns = _slice(other.y0, other.y1, frame[1]), _slice(other.x0, other.x1, frame[0])
    own_rows, own_columns = _slice(box.y0, box.y1, frame[1]), _slice(box.x0, box.x1, frame[0])
    kept = ink[own_rows, own_columns].copy()
    # One pixel more: the edge of a letter is blurred over it.
    ink[max(rows.start - 1, 0) : rows.stop + 1, max(columns.start - 1, 0) : columns.stop + 1] = False
    ink[own_rows, own_columns] = kept


def _is_ruled(ink: Pixels) -> bool:
    """Whether a line runs along or down the neighbourhood: an underline, or the rule of a table."""
    height, width = ink.shape
    word = width - 2 * _MARGIN * SCALE
    # A dash or the bar of a T is as wide as its short word: there the line must run over the whole width.
    across = ink.sum(axis=1) >= (0.9 * word if word > 2 * height else width)
    # Of a word that is read up or down the page, the underline runs down.
    tall = height - 2 * _MARGIN * SCALE
    down = ink.sum(axis=0) >= (0.9 * tall if tall > 2 * width else height)
    return bool(across.any() or down.any())


def _generated(source: random.Random, number: int) -> bytes:
    buffer = io.BytesIO()
    # reportlab swaps the sides of a page that it turns by 90 degrees; this swaps them back.
    canvas = Canvas(buffer, pagesize=(700, 500) if number % 2 else (500, 700), invariant=1)
    for _ in range(3):
        if number % 3 == 1:
            canvas.setCropBox((30, 45, 480, 690))
        canvas.setPageRotation(90 * (number % 4))
        y = 650.0
        while y > 60:
            size = source.choice((7, 9, 10, 11, 12, 18))
            canvas.setFont(source.choice(_FONTS), size)
            canvas.drawString(50, y, " ".join(source.choices(_WORDS, k=max(3, int(500 / size / 6)))))
            y -= 1.6 * size
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


if __name__ == "__main__":
    main()
