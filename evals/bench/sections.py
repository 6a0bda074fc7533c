"""Sections found without a file's own outline, compared with that outline.

Run: python evals/bench/sections.py FOLDER... [--list]
Documents with a usable outline are read twice: with the outline hidden, and as they are. Printed are the
share of its entries of level 1 and 2 that a section has with the same title and page (recovered), and the
share of our sections of level 1 and 2 that no entry of any level has (invented).

An outline of one level lists no subsections, so by that rule ours are invented however plainly they are
printed; the share without them stands in brackets.

What counts is decided before anything is read by the parser:
- an outline is usable with three entries that count;
- an entry counts when its title is printed on the page it points to, letters and digits compared;
- titles are the same when they are alike at 88 %, or equal but for the number in front;
- entries that list what comes later do not count: five or more in a row whose titles all come again.
"""

from __future__ import annotations

import argparse
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

import pypdfium2 as pdfium

from pincite.errors import InputError
from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Section

_ALIKE = 0.88
_LISTED = 5
_NUMBER = re.compile(
    r"(?:(?:chapter|part|article|section|appendix|annex|item|note)\s+)?"
    r"(?:[\d.]*\d[a-z]?|[a-z](?:\.\d+)*|[ivxlc]+|one|two|three|four|five|six|seven|eight|nine|ten)\b[\W_]+(?=\w)",
    re.IGNORECASE,
)
_HALVES = ("tuned", "held out")


@dataclass(frozen=True)
class Expected:
    """An entry of the outline, and whether it counts."""

    title: str
    level: int
    page: int
    counts: bool


@dataclass
class Tally:
    entries: int = 0
    left_out: int = 0
    recovered: int = 0
    sections: int = 0
    invented: int = 0
    deeper: int = 0
    """Invented ones at a level that the outline does not have at all."""

    def add(self, other: Tally) -> None:
        self.entries += other.entries
        self.left_out += other.left_out
        self.recovered += other.recovered
        self.sections += other.sections
        self.invented += other.invented
        self.deeper += other.deeper

    def __str__(self) -> str:
        recall = self.recovered / max(self.entries, 1)
        extra = self.invented / max(self.sections, 1)
        judged = (self.invented - self.deeper) / max(self.sections - self.deeper, 1)
        return (
            f"{self.recovered:4}/{self.entries:4} = {recall:6.1%} recovered   "
            f"{self.invented:4}/{self.sections:4} = {extra:6.1%} invented "
            f"({judged:5.1%} at its levels)   {self.left_out:4} left out"
        )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("folders", nargs="+", type=Path)
    arguments.add_argument("--list", action="store_true", help="print what was missed and invented")
    arguments.add_argument("--half", choices=_HALVES, help="only documents of this half")
    given = arguments.parse_args()
    paths = sorted(path for folder in given.folders for path in folder.rglob("*.pdf"))
    hidden, shown = PdfParser(sections_from=("links", "contents")), PdfParser()
    totals = {(half, mode): Tally() for half in _HALVES for mode in ("hidden", "shown")}
    for path in paths:
        half = _half(path)
        expected = outline(path) if given.half in (None, half) else []
        if sum(entry.counts for entry in expected) < 3:
            continue
        print(f"{path.name}  ({half})")
        for mode, parser in (("hidden", hidden), ("shown", shown)):
            tally = _compare(path, parser, expected, given.list)
            if tally is not None:
                totals[half, mode].add(tally)
                print(f"  {mode:7} {tally}")
    for (half, mode), tally in totals.items():
        print(f"{half:9} {mode:7} {tally}")
    for mode in ("hidden", "shown"):
        total = Tally()
        for half in _HALVES:
            total.add(totals[half, mode])
        print(f"{'all':9} {mode:7} {total}")


def outline(path: Path) -> list[Expected]:
    try:
        document = pdfium.PdfDocument(path)
    except pdfium.PdfiumError:
        return []
    with document:
        entries = list(_entries(document))
        listing = _listing([_fold(title) for title, _, _ in entries])
        texts = {page: _fold(_text(document, page)) for _, _, page in entries}
        return [
            Expected(
                title,
                level,
                page,
                index not in listing and bool(_fold(title)) and _fold(title) in texts[page],
            )
            for index, (title, level, page) in enumerate(entries)
        ]


def _half(path: Path) -> str:
    return _HALVES[int(hashlib.sha256(path.name.encode()).hexdigest(), 16) % 2]


def _entries(document: pdfium.PdfDocument) -> Iterator[tuple[str, int, int]]:
    for bookmark in document.get_toc(max_depth=15):
        destination = bookmark.get_dest()
        page = destination.get_index() if destination is not None else None
        if page is not None:
            yield bookmark.get_title(), bookmark.level + 1, page + 1


def _text(document: pdfium.PdfDocument, page: int) -> str:
    text_page = document[page - 1].get_textpage()
    return str(text_page.get_text_range())


def _listing(folded: Sequence[str]) -> set[int]:
    again = [title in folded[index + 1 :] for index, title in enumerate(folded)]
    found: set[int] = set()
    start = 0
    for index in range(len(again) + 1):
        if index < len(again) and again[index]:
            continue
        if index - start >= _LISTED:
            found.update(range(start, index))
        start = index + 1
    return found


def _compare(path: Path, parser: PdfParser, expected: Sequence[Expected], listed: bool) -> Tally | None:
    try:
        sections = parser.read(path.read_bytes(), path.name).sections
    except InputError as error:
        print(f"  {error}")
        return None
    wanted = [entry for entry in expected if entry.level <= 2]
    counted = [entry for entry in wanted if entry.counts]
    missed = [entry for entry in counted if not any(_match(entry, section) for section in sections)]
    ours = [section for section in sections if section.level <= 2]
    invented = [section for section in ours if not any(_match(entry, section) for entry in expected)]
    if listed:
        for entry in missed:
            print(f"    - p{entry.page} L{entry.level} {entry.title[:90]}")
        for section in invented:
            print(f"    + p{section.start_page} L{section.level} [{section.found_by}] {section.title[:90]}")
    depth = max(entry.level for entry in expected)
    return Tally(
        entries=len(counted),
        left_out=len(wanted) - len(counted),
        recovered=len(counted) - len(missed),
        sections=len(ours),
        invented=len(invented),
        deeper=sum(section.level > depth for section in invented),
    )


def _match(entry: Expected, section: Section) -> bool:
    if entry.page != section.start_page:
        return False
    left, right = _fold(entry.title), _fold(section.title)
    if left == right or _fold(_NUMBER.sub("", entry.title)) == _fold(_NUMBER.sub("", section.title)):
        return True
    return SequenceMatcher(None, left, right, autojunk=False).ratio() >= _ALIKE


def _fold(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())


if __name__ == "__main__":
    main()
