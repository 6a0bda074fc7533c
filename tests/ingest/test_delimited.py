"""CSV and TSV: the file unchanged, its rows and cells as ranges."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_laws import check_pieces, check_ranges
from tests.effort import examples

from pincite.errors import InputError
from pincite.ingest.delimited import DelimitedParser
from pincite.records.document import Document
from pincite.testing import parser_keeps_its_promise

quick = settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))


def read(text: str | bytes, parser: DelimitedParser | None = None) -> Document:
    content = text.encode() if isinstance(text, str) else text
    return (parser or DelimitedParser()).read(content, "a.csv")


def cells(document: Document) -> list[tuple[int, int, str]]:
    (table,) = document.tables
    return [(cell.row, cell.column, cell.span.of(document.text)) for cell in table.cells]


def test_parser_keeps_its_promise():
    parser_keeps_its_promise(DelimitedParser(), b'Item,Fee\nNails,"1,000"\n', "a.csv")


def test_text_is_the_file_unchanged():
    text = 'Item;Fee\r\n"Nails ""x""";5\r\n'
    assert read(text).text == text


def test_rows_are_blocks_and_cells_stand_without_their_quotes():
    document = read('Item,Fee\nNails,"1,000"\n"two\nlines",7\n')
    assert [(block.kind, block.span.of(document.text), block.anchor) for block in document.blocks] == [
        ("table_row", "Item,Fee", "row 1"),
        ("table_row", 'Nails,"1,000"', "row 2"),
        ("table_row", '"two\nlines",7', "row 3"),
    ]
    assert cells(document) == [
        (0, 0, "Item"), (0, 1, "Fee"), (1, 0, "Nails"), (1, 1, "1,000"), (2, 0, "two\nlines"), (2, 1, "7"),
    ]  # fmt: skip


def test_doubled_quote_stays_as_it_is_written():
    assert cells(read('a,b\n"5"" pipe",2\n'))[2] == (1, 0, '5"" pipe')


def test_cell_is_named_by_row_column_and_header():
    document = read("Item,Fee\nNails,5\nScrews,7\n")
    assert document.tables[0].header_rows == 1
    assert document.tables[0].cells[-1].anchor == "row 3, column 2 (Fee)"


def test_values_in_the_first_row_name_nothing():
    document = read("Nails,5\nScrews,7\n")
    assert document.tables[0].header_rows == 0
    assert document.tables[0].cells[-1].anchor == "row 2, column 2"


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("a;1,5;2,5\nb;2,5;3,5\n", "a"),
        ("name\tfee, net\nx\t1,5\n", "name"),
        ("name|fee\nx|1,5\n", "name"),
        ("sep=;\nname;fee, net\nx;1\n", "name"),
        ('"a;b",c\n"d;e",f\n', "a;b"),
    ],
)
def test_delimiter_is_told_from_the_rows(text, first):
    assert cells(read(text))[0] == (0, 0, first)


def test_title_above_the_table_is_no_row_of_it():
    document = read("Report of May\n\nItem,Fee\nNails,5\n")
    assert [block.kind for block in document.blocks] == ["sentence", "table_row", "table_row"]
    assert document.tables[0].cells[-1].anchor == "row 4, column 2 (Fee)"


def test_ragged_rows_are_kept_with_a_caveat():
    document = read("a,b,c\n1,2,3\n4,5\n6,7,8,9\n")
    assert document.tables[0].columns == 4
    assert document.caveats == ("2 of 4 rows do not have 3 cells like the others.",)


def test_quote_that_never_closes_harms_its_own_row_only():
    assert cells(read('a,b\n"open,2\nc,3\n'))[-2:] == [(2, 0, "c"), (2, 1, "3")]


def test_long_file_keeps_its_rows_when_cells_become_too_many():
    document = read("a,b\n1,2\n3,4\n5,6\n", DelimitedParser(max_cells=5))
    assert [block.anchor for block in document.blocks] == ["row 1", "row 2", "row 3", "row 4"]
    assert document.tables[0].rows == 2
    assert "after row 2" in document.caveats[0]


@pytest.mark.parametrize("content", [b"a,b\n1,\0\n", b"\n\n", b",,,\n,,\n", b"a" + b"," * 20_000])
def test_what_is_no_table_is_refused(content):
    with pytest.raises(InputError) as caught:
        read(content)
    assert caught.value.hint


cell_texts = st.text(st.sampled_from(list("ab1,;|\"'é \n\t-.€")), max_size=8)
grids = st.integers(2, 4).flatmap(
    lambda width: st.lists(st.lists(cell_texts, min_size=width, max_size=width), min_size=3)
)


@quick
@given(grids, st.sampled_from(",;\t|"))
def test_cells_come_back_at_their_row_and_column(grid, delimiter):
    grid = [["x" + cell for cell in line] for line in grid]
    out = io.StringIO()
    out.write(f"sep={delimiter}\n")
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(grid)
    document = read(out.getvalue())
    check_ranges(document)
    check_pieces(document)
    assert [(row, column, text.replace('""', '"')) for row, column, text in cells(document)] == [
        (row, column, cell.strip()) for row, line in enumerate(grid) for column, cell in enumerate(line)
    ]
    for cell in document.tables[0].cells:
        assert cell.anchor.startswith(f"row {cell.row + 1}, column {cell.column + 1}")


@quick
@given(st.text(st.sampled_from(list('a1,;|"\n\r\t =')), max_size=60))
def test_any_text_gives_ranges_that_hold_every_word(text):
    try:
        document = read(text)
    except InputError:
        return
    check_ranges(document)
    held = "".join(block.span.of(document.text) for block in document.blocks)
    assert sum(map(str.isalnum, held)) == sum(map(str.isalnum, document.text))
