"""A quote that is a whole cell stands there; a part of one does not."""

from __future__ import annotations

from dataclasses import replace

from pincite.answer.claims import Citation
from pincite.ingest.delimited import DelimitedParser
from pincite.verify.citation import place_of

PRICES = "Item,Price,Stock\nHammer,12.50,4\nDrill,189.00,2\n"


def placed(quote: str, start: int) -> tuple[int, int] | None:
    document = DelimitedParser().read(PRICES.encode(), "prices.csv")
    citation = Citation(version="v", lines=(1, 3), quote=quote, start=start)
    found = place_of(citation, document, None)
    return (found.start, found.end) if found else None


def test_whole_cell_is_found_though_a_comma_and_a_digit_follow():
    at = PRICES.index("189.00")
    assert placed("189.00", at) == (at, at + 6)


def test_part_of_a_cell_is_not_found():
    assert placed("89.00", PRICES.index("89.00")) is None
    assert placed("189", PRICES.index("189")) is None


def test_edges_that_a_parser_found_part_no_figure():
    """A cell of a page may be cut wrongly: there the text around it decides, as in a sentence."""
    document = DelimitedParser().read(PRICES.encode(), "prices.csv")
    (table,) = document.tables
    on_a_page = replace(document, tables=(replace(table, found_by="alignment"),))
    citation = Citation(version="v", lines=(1, 3), quote="189.00", start=PRICES.index("189.00"))
    assert place_of(citation, document, None)
    assert place_of(citation, on_a_page, None) is None


def test_other_words_than_the_cells_are_not_found():
    assert placed("188.00", PRICES.index("189.00")) is None
