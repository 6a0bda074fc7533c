"""Whether what people labelled in real contracts is found, and on the page where they saw it.

Run: python evals/bench/pages.py --data DIR [--split dev] [--misses 20]
DIR holds `cuad` (labels.dev.jsonl, pdf/) and `kleister_nda` (labels.dev.jsonl, pdf/).

CUAD: every distinct labelled span with one page only. It counts when the quote search finds it on that page.
Kleister: every party name, underscores read as spaces. It counts when its letters and digits, with case,
accents, punctuation and spacing left out, stand in our text in the same order.

A miss has one of these causes:
  other page   the quote search finds the span, but on other pages only
  spelling     our text has the same letters and digits there, the quote search refuses the rest
  order        PDFium's own text of the page has the letters and digits in this order, ours has not
  not in PDF   PDFium's own text has not got them either: the label differs from the file, or is an image
"""

from __future__ import annotations

import argparse
import json
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pypdfium2 as pdfium

from pincite.errors import InputError
from pincite.ingest.pdf.reader import PdfParser
from pincite.prove.quote import locate
from pincite.records.document import Document
from pincite.records.span import Span

_CUAD_BAR, _KLEISTER_BAR = 0.97, 0.95


@dataclass(frozen=True, slots=True)
class Miss:
    """A label that was not found where it stands."""

    cause: str
    file: str
    page: int | None
    text: str


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--split", default="dev")
    arguments.add_argument("--misses", type=int, default=10, help="how many misses to print for each cause")
    options = arguments.parse_args()
    cuad = options.data / "cuad"
    kleister = options.data / "kleister_nda"
    _report("CUAD spans on their page", _cuad(cuad, options.split), _CUAD_BAR, options.misses)
    _report("Kleister parties", _kleister(kleister, options.split), _KLEISTER_BAR, options.misses)


def _report(title: str, results: Iterable[Miss | None], bar: float, most: int) -> None:
    outcomes = list(results)
    missed = [miss for miss in outcomes if miss is not None]
    share = 1 - len(missed) / max(len(outcomes), 1)
    print(f"{title}: {len(outcomes) - len(missed)} of {len(outcomes)} = {share:.2%}", end="  ")
    print(f"bar {bar:.0%} {'met' if share >= bar else 'MISSED'}")
    for cause, count in Counter(miss.cause for miss in missed).most_common():
        print(f"  {cause}: {count}")
        for miss in [miss for miss in missed if miss.cause == cause][:most]:
            where = miss.file if miss.page is None else f"{miss.file} page {miss.page}"
            print(f"    {where}: {' '.join(miss.text.split())[:150]}")


def _cuad(folder: Path, split: str) -> Iterator[Miss | None]:
    """One result for each labelled span that is said to stand on exactly one page."""
    labels: dict[str, set[tuple[str, int]]] = {}
    for row in _rows(folder / f"labels.{split}.jsonl"):
        for answer in row["answers"]:
            if len(pages := answer.get("pdf_pages_all", ())) == 1:
                labels.setdefault(row["contract_id"], set()).add((answer["text"], pages[0]))
    for contract, spans in sorted(labels.items()):
        path = folder / "pdf" / f"{contract}.pdf"
        document = _read(path) if path.exists() else None
        if document is None:
            continue
        plain = _Plain(path, document)
        for text, page in sorted(spans):
            pages = {
                line.page
                for match in locate(text, document.text)
                for line in document.lines_of(Span(match.start, match.end))
            }
            found = page in pages
            yield None if found else Miss(_cause(text, page, bool(pages), plain), path.name, page, text)


def _kleister(folder: Path, split: str) -> Iterator[Miss | None]:
    for row in _rows(folder / f"labels.{split}.jsonl"):
        path = folder / row["pdf_file"]
        parties = row["answers"].get("party", [])
        document = _read(path) if path.exists() and parties else None
        if document is None:
            continue
        plain = _Plain(path, document)
        for party in parties:
            name = party.replace("_", " ")
            found = _letters(name) in plain.ours
            yield None if found else Miss(_cause(name, None, False, plain), path.name, None, name)


def _rows(path: Path) -> Iterator[dict]:  # type: ignore[type-arg]  # as many shapes as there are sets
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _read(path: Path) -> Document | None:
    """None, and a line about it, for a file that cannot be read."""
    try:
        return PdfParser().read(path.read_bytes(), path.name)
    except InputError as error:
        print(f"left out: {error.message}")
        return None


class _Plain:
    """The letters and digits of a file, as we and as PDFium read it."""

    def __init__(self, path: Path, document: Document) -> None:
        self.ours = _letters(document.text)
        with pdfium.PdfDocument(path) as opened:
            self.theirs = [_letters(page.get_textpage().get_text_range()) for page in opened]


def _letters(text: str) -> str:
    parted = unicodedata.normalize("NFKD", text)
    return "".join(character for character in parted.casefold() if character.isalnum())


def _cause(text: str, page: int | None, elsewhere: bool, plain: _Plain) -> str:
    letters = _letters(text)
    if elsewhere:
        return "other page"
    if letters in plain.ours:
        return "spelling"
    printed = plain.theirs if page is None else plain.theirs[page - 1 : page]
    return "order" if any(letters in one for one in printed) else "not in PDF"


if __name__ == "__main__":
    main()
