"""How clean the cells of tables are in real documents, by their shape: nobody has marked the right ones.

Run: python evals/bench/table_cells.py FILE … [--each]

`one figure`: the share of body cells with figures, right of the labels, that hold one figure and no second.
`labelled`: the share of body rows with figures whose first cell holds letters. `headed`: the share of tables
with header rows. `alone`: cells that are only a currency sign, bracket, percent sign or footnote mark.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from pincite.errors import PinciteError
from pincite.ingest.pdf.reader import PdfParser
from pincite.ingest.text import TextParser
from pincite.records.document import Cell, Document, Table

_LETTER = re.compile(r"[^\W\d_]")
_FIGURE = re.compile(r"\d[\d.,’']*")
_ONE = re.compile(
    r"(?:[A-Z]{0,3}[$€£¥₹]|EUR|USD|GBP|Rs\.?)?\s?[-–—+(<>≤≥~]*\s?[$€£¥₹]?\s?\d[\d.,’']*\s?[)%xX]*\s?[%)*†‡]*"
    r"(?:\s?\(?[a-z0-9]\))?$"
)
_ALONE = re.compile(r"[$€£¥₹()%]{1,2}$|\(?[a-z]\)$")


@dataclass
class Tally:
    """What was counted in the tables of one document, or of several."""

    pages: int = 0
    tables: int = 0
    headed: int = 0
    rows: int = 0
    labelled: int = 0
    cells: int = 0
    one_figure: int = 0
    alone: int = 0
    seconds: float = 0.0

    def add(self, other: Tally) -> None:
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def __str__(self) -> str:
        def share(part: int, whole: int) -> str:
            return f"{part / whole:6.1%}" if whole else "     –"

        return (
            f"{self.pages:5} pages {self.pages / max(self.seconds, 0.001):5.0f}/s  {self.tables:4} tables  "
            f"one figure {share(self.one_figure, self.cells)} of {self.cells:6}  "
            f"labelled {share(self.labelled, self.rows)} of {self.rows:5}  "
            f"headed {share(self.headed, self.tables)}  alone {self.alone:4}"
        )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("paths", nargs="+", type=Path)
    arguments.add_argument("--each", action="store_true", help="also print a line for each document")
    given = arguments.parse_args()
    whole = Tally()
    for path in given.paths:
        start = time.process_time()
        try:
            document = (PdfParser() if path.suffix == ".pdf" else TextParser()).read(
                path.read_bytes(), path.name
            )
        except PinciteError as error:
            print(f"{path.name}: {error}")
            continue
        found = tally(document, time.process_time() - start)
        whole.add(found)
        if given.each:
            print(f"{path.stem[:34]:34} {found}", flush=True)
    print(f"{'all':34} {whole}")


def tally(document: Document, seconds: float = 0.0) -> Tally:
    """The counts of one document."""
    found = Tally(pages=len(document.pages) or 1, tables=len(document.tables), seconds=seconds)
    for table in document.tables:
        found.headed += table.header_rows > 0
        for row in _body(table):
            _count_row(found, [(cell.column, " ".join(cell.span.of(document.text).split())) for cell in row])
    return found


def _body(table: Table) -> Iterator[list[Cell]]:
    rows: dict[int, list[Cell]] = {}
    for cell in table.cells:
        if cell.row >= table.header_rows:
            rows.setdefault(cell.row, []).append(cell)
    yield from rows.values()


def _count_row(found: Tally, row: Sequence[tuple[int, str]]) -> None:
    found.alone += sum(_ALONE.match(text) is not None for _, text in row)
    figures = [text for column, text in row if column and _FIGURE.search(text) and not _LETTER.search(text)]
    if not figures:
        return
    found.rows += 1
    found.labelled += any(column == 0 and _LETTER.search(text) for column, text in row)
    found.cells += len(figures)
    found.one_figure += sum(_ONE.match(text) is not None for text in figures)


if __name__ == "__main__":
    main()
