"""Tables, figures, anchors, recognised words and the profile are guarded as the text is."""

from __future__ import annotations

from array import array
from dataclasses import replace
from pathlib import Path

import pytest
from store_documents import make_entry
from test_damaged_rows import change
from tests.stores.raw_rows import stored

from pincite.errors import TamperError
from pincite.records.document import Box, Cell, Figure, Table
from pincite.records.library import Entry
from pincite.records.reading import PageQuality, Profile, Subject
from pincite.records.span import Span
from pincite.stores.library_store import LibraryStore
from pincite.stores.place import Place

TEXT = "Fees of Acme Ltd\nYear Fee\n2024 EUR 100\n2025 EUR 120"

DAMAGE = {
    "anchor": "UPDATE anchor SET anchor = 'Sheet1!B9' WHERE block = 2",
    "anchor gone": "DELETE FROM anchor WHERE block = 2",
    "all anchors gone": "DELETE FROM anchor",
    "anchor of another block": "UPDATE anchor SET block = 3 WHERE block = 2",
    "anchor added": "INSERT INTO anchor (version, block, anchor) VALUES (1, 4, 'Sheet1!A4')",
    "table gone": 'DELETE FROM "table"',
    "table moved": 'UPDATE "table" SET "start" = "start" + 1',
    "rows of a table": 'UPDATE "table" SET rows = rows + 1',
    "header rows": 'UPDATE "table" SET header_rows = 0',
    "how a table was found": "UPDATE \"table\" SET found_by = 'guess'",
    "caption gone": 'UPDATE "table" SET caption_start = NULL, caption_end = NULL',
    "cell gone": "DELETE FROM cell WHERE row = 2",
    "all cells gone": "DELETE FROM cell",
    "cell moved": 'UPDATE cell SET "column" = 2 WHERE "column" = 1',
    "cell end": 'UPDATE cell SET "end" = "end" - 1 WHERE "column" = 1',
    "cell anchor": "UPDATE cell SET anchor = 'Sheet1!Z1'",
    "cell width": "UPDATE cell SET columns = 2",
    "figure gone": "DELETE FROM figure",
    "figure page": "UPDATE figure SET page = 2",
    "figure edge": "UPDATE figure SET x0 = x0 + 0.001",
    "words of a figure": 'UPDATE figure SET "start" = NULL, "end" = NULL',
    "description": "UPDATE figure SET description = 'a plan'",
    "confidence": "UPDATE version SET confidences = x'63' || substr(confidences, 2)",
    "confidences gone": "UPDATE version SET confidences = x''",
    "confidences as text": "UPDATE version SET confidences = 'high'",
    "profile": "UPDATE version SET profile = replace(profile, 'contract', 'invoice')",
    "profile gone": "UPDATE version SET profile = ''",
    "profile that is not JSON": "UPDATE version SET profile = '{'",
}


def priced_table() -> Entry:
    """An entry with some of everything that a layout can hold."""
    entry = make_entry(TEXT)
    document = entry.document
    at = TEXT.index
    cells = (
        Cell(0, 0, Span(at("Year"), at("Year") + 4), anchor="A1"),
        Cell(0, 1, Span(at("Fee\n"), at("Fee\n") + 3)),
        Cell(1, 0, Span(at("2024"), at("2024") + 4)),
        Cell(1, 1, Span(at("EUR 100"), at("EUR 100") + 7)),
        Cell(2, 0, Span(at("2025"), at("2025") + 4)),
        Cell(2, 1, Span(at("EUR 120"), len(TEXT))),
    )
    caption = Span(0, 16)
    subject = Subject("party", "Acme Ltd", ("Acme",), Span(8, 16))
    return replace(
        entry,
        document=replace(
            document,
            blocks=(
                replace(document.blocks[0]),
                replace(document.blocks[1], anchor="A1"),
                *document.blocks[2:],
            ),
            tables=(Table(1, Span(17, len(TEXT)), 3, 3, 1, cells, "lines", caption),),
            figures=(Figure(1, Box(1, 10.5, 20.25, 30.1, 40.0), caption, None, "a chart"),),
            words=replace(document.words, confidences=array("B", range(40, 40 + len(document.words)))),
            profile=Profile(
                "contract", "en", (PageQuality(1, "mixed", 48, 0.25, 0.1),), (("font", 2),), (subject,)
            ),
        ),
    )


def test_layout_comes_back_as_it_was_added(store: LibraryStore):
    entry = priced_table()
    store.add([entry])

    document = store.load(entry.identity).document

    assert document == entry.document
    cell = document.cell_of(Span(TEXT.index("120"), len(TEXT)))
    assert cell is not None
    assert [header.span.of(TEXT) for header in document.tables[0].headers_of(cell)] == ["Fee"]


@pytest.mark.parametrize("statement", DAMAGE.values(), ids=DAMAGE)
def test_changed_layout_is_noticed(store: LibraryStore, folder: Path, statement: str):
    entry = priced_table()
    store.add([entry])

    change(folder, statement)

    with pytest.raises(TamperError, match="was changed or damaged"):
        store.load(entry.identity)


def test_layout_given_to_a_document_without_any_is_noticed(store: LibraryStore, folder: Path):
    entry = make_entry("The fee is 100.")
    store.add([entry])

    change(folder, "INSERT INTO figure VALUES (1, 1, 1, 0.0, 0.0, 9.0, 9.0, NULL, NULL, NULL, NULL, '')")

    with pytest.raises(TamperError):
        store.load(entry.identity)


def test_forgetting_a_document_takes_its_layout_along(store: LibraryStore, place: Place):
    entry = priced_table()
    store.add([entry])

    store.forget("default", entry.identity.name)

    for table in ("anchor", '"table"', "cell", "figure"):
        assert stored(place, f"SELECT count(*) FROM {table}") == [(0,)]
