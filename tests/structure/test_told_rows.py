"""Rows of tables told as sentences, and which cell a place in such a sentence is."""

from __future__ import annotations

from pincite.ingest.markdown import MarkdownParser
from pincite.records.span import Span
from pincite.structure.table_rows import table_rows, told

PRICES = """# Pool prices

| Swimmer | Weekday | Weekend |
|---|---|---|
| Adults | £6.00 | £8.00 |
| Over 65 | £4.00 | £8.00 |
"""


def rows():
    document = MarkdownParser().read(PRICES.encode(), "pool.md")
    return [told(document, row) for row in table_rows(document)]


def test_row_is_told_with_the_names_of_its_columns():
    adults, over = rows()

    assert adults.text == "Adults: Weekday: £6.00; Weekend: £8.00"
    assert adults.title.startswith("Pool prices")
    assert adults.whole == f"{adults.title} · {adults.text}"
    assert [place.of(over.text) for place in over.places] == ["£4.00", "£8.00"]


def test_place_in_the_sentence_is_a_cell_or_none():
    (_, over) = rows()
    name, dear = over.text.index("Over"), over.text.index("£8.00")

    assert over.pointed(Span(dear, dear + 2)) == 1
    assert over.pointed(Span(name, name + 4)) is None
    assert over.pointed(None) is None


def test_long_cell_is_cut_for_the_model_and_keeps_its_number():
    long = PRICES.replace("£4.00", "free with a letter " * 40)
    document = MarkdownParser().read(long.encode(), "pool.md")
    (*_, over) = [told(document, row) for row in table_rows(document)]

    assert len(over.text) < 400
    assert over.places[1].of(over.text) == "£8.00"
