"""How many sentences stay whole over columns and pages, and how many lines of a column stay together.

Run: python evals/bench/layout.py [PDF …] [--documents 200]

Generated documents: the share of sentences that are exactly one block, with typesetting folded away.
Given files: on every page with lines side by side, each line is paired with the line printed right below it
in its column, by the boxes alone: most of the narrower one's width shared, less than a line's height between
them, type of about one size, at least a fifth of the page wide. A pair is kept when the two follow each other
in the text.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from pincite.errors import InputError
from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import FURNITURE, Box, Document, Line

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "ingest"))
from typeset import typeset

_MIN_ROWS = 8


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("paths", nargs="*", type=Path)
    arguments.add_argument("--documents", type=int, default=200)
    chosen = arguments.parse_args()
    _print_sentences(chosen.documents)
    kept = total = 0
    for path in chosen.paths:
        pages, here, pairs = _columns(path)
        kept, total = kept + here, total + pairs
        print(f"{path.name[:60]:60} {pages:3d} pages in columns   {here:5d} of {pairs:5d} pairs kept")
    if total:
        print(f"lines of a column kept together: {kept / total:.2%} of {total}")


def _print_sentences(documents: int) -> None:
    whole = total = pages = 0
    for seed in range(documents):
        made = typeset(seed)
        document = PdfParser().read(made.content, "generated.pdf")
        blocks = {
            _folded(block.span.of(document.text)) for block in document.blocks if block.kind not in FURNITURE
        }
        whole += sum(sentence in blocks for sentence in made.sentences)
        total += len(made.sentences)
        pages += made.pages
    print(
        f"{documents} generated documents, {pages} pages: {whole} of {total} sentences are one clean range",
        end="",
    )
    print(f" ({whole / max(total, 1):.2%})")


def _folded(text: str) -> str:
    return " ".join(re.sub(r"(?<=\w)-\n", "", text).split())


def _columns(path: Path) -> tuple[int, int, int]:
    """Pages with columns, pairs kept, and pairs."""
    try:
        document = PdfParser().read(path.read_bytes(), path.name)
    except InputError:
        return 0, 0, 0
    pages: dict[int, list[tuple[Line, Box]]] = defaultdict(list)
    for line in _body(document):
        if line.box is not None:
            pages[line.box.page].append((line, line.box))
    judged = [list(_pairs(lines)) for lines in pages.values() if _has_columns(lines)]
    pairs = [pair for page in judged for pair in page]
    return len(judged), sum(below.number == above.number + 1 for above, below in pairs), len(pairs)


def _body(document: Document) -> Iterator[Line]:
    for page in document.pages:
        if page.start < page.end:
            yield from (line for line in document.lines if page.start <= line.span.start < page.end)


def _has_columns(lines: Sequence[tuple[Line, Box]]) -> bool:
    width = max(box.x1 for _, box in lines)
    wide = [box for _, box in lines if box.x1 - box.x0 > width / 5]
    beside = [box for box in wide if any(_stands_right_of(other, box) for other in wide)]
    return len(beside) >= _MIN_ROWS


def _stands_right_of(right: Box, left: Box) -> bool:
    middle = (left.y0 + left.y1) / 2
    return right.x0 > left.x1 and right.y0 < middle < right.y1


def _pairs(lines: Sequence[tuple[Line, Box]]) -> Iterator[tuple[Line, Line]]:
    width = max(box.x1 for _, box in lines)
    for line, box in lines:
        height = box.y1 - box.y0
        below = [
            (other_box.y0, other)
            for other, other_box in lines
            if 0.5 * height < other_box.y1 - box.y1
            and other_box.y0 - box.y1 < height
            and abs((other_box.y1 - other_box.y0) - height) < 0.25 * height
            and min(box.x1, other_box.x1) - max(box.x0, other_box.x0)
            > 0.6 * min(box.x1 - box.x0, other_box.x1 - other_box.x0)
        ]
        if below and box.x1 - box.x0 > width / 5:
            yield line, min(below, key=lambda pair: pair[0])[1]


if __name__ == "__main__":
    main()
