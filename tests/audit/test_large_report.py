"""A report of many items: small enough to send, and quick to open."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pincite.answer.document_tables import Cell, Row, Table, TableField
from pincite.records.library import Held
from pincite.service import Library
from tests.audit.citing import added, item
from tests.audit.test_run_report import Page
from tests.documents.press import Sheet, printed

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MOST_BYTES = 20_000_000
MOST_SECONDS = 3.0
PAGES = 5


def clause(number: int, page: int) -> str:
    return f"Clause {page} of contract {number} is priced at EUR {number * 100 + page}.00 per month."


def contract(number: int, pages: int) -> bytes:
    """A contract with one sentence to cite on each page, among many others."""

    def drawn(page: int) -> object:
        def draw(sheet: Sheet) -> None:
            sheet.heading(f"Schedule {page}")
            for line in range(9):
                sheet.paragraph(
                    f"Nothing in paragraph {line} of contract {number} limits what the law grants. " * 3
                )
            sheet.paragraph(clause(number, page))
            for line in range(9, 18):
                sheet.paragraph(
                    f"Whatever paragraph {line} leaves open is settled by the law of the seat. " * 3
                )

        return draw

    return printed(*(drawn(page) for page in range(1, pages + 1)))


def row(held: Held, number: int, pages: int) -> Row:
    cells = {}
    for page in range(1, pages + 1):
        found = [item(held, clause(number, page))]
        cells[f"price {page}"] = Cell(
            state="answered", items=found, leads=[], chance=0.93, reason="", error=None, run=""
        )
    return Row(document=held.identity.name, version=held.identity.version, cells=cells)


def table(library: Library, folder: Path, contracts: int, pages: int) -> Table:
    rows = [
        row(added(library, folder, contract(number, pages), f"contract-{number}.pdf"), number, pages)
        for number in range(1, contracts + 1)
    ]
    fields = [
        TableField(name=name, question=f"What is the {name}?", answer_type=None) for name in rows[0].cells
    ]
    return Table(table="0123456789ab", fields=fields, rows=rows)


@pytest.mark.sampled
def test_report_of_300_items_is_small_and_opens_at_once(
    library: Library, tmp_path: Path, browser: Browser, in_full: bool, record_property: pytest.RecordProperty
):
    """A sample has thirty items of one document, which are more pages than are shown whole, too."""
    contracts, pages = (60, PAGES) if in_full else (1, 30)
    made = table(library, tmp_path, contracts, pages)

    content = library.report(made)

    page = Page(content)
    assert page.tags.count("image") == contracts * pages
    assert len(content) < MOST_BYTES * contracts * pages / 300
    (tmp_path / "report.html").write_bytes(content)
    window = browser.new_page(viewport={"width": 1200, "height": 900})
    begun = time.perf_counter()
    window.goto((tmp_path / "report.html").as_uri())
    window.screenshot()
    seconds = time.perf_counter() - begun
    window.close()
    record_property("bytes", len(content))
    record_property("seconds", seconds)
    print(f"{contracts * pages} items: {len(content) / 1e6:.1f} MB, opened and drawn in {seconds:.1f} s")
    if in_full:  # what a few items take on a busy machine says nothing
        assert seconds < MOST_SECONDS
