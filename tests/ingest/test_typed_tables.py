"""Tables typed into plain text: cells by their columns, and the text unchanged."""

from __future__ import annotations

import pytest

from pincite.ingest.text import TextParser
from pincite.records.document import Document, Table

PRICES = """\
Hire of tools, valid from 1 March

                          1 day     Week      Deposit
Breaker, 15 kg            38.00     142.00    $ 200
Tile saw                  24.50      96.00    $ 120
Core drill without bits   45.00     170.00    $ 250
Bits are charged by wear.
"""


def read(text: str) -> Document:
    return TextParser().read(text.encode(), "a.txt")


def rows(document: Document, table: Table) -> list[list[str]]:
    found: list[list[str]] = [[""] * table.columns for _ in range(table.rows)]
    for cell in table.cells:
        found[cell.row][cell.column] = " ".join(cell.span.of(document.text).split())
    return found


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind, block.span.of(document.text)) for block in document.blocks]


def test_columns_set_by_spaces_are_cells_under_their_names():
    document = read(PRICES)
    (table,) = document.tables
    assert rows(document, table) == [
        ["", "1 day", "Week", "Deposit"],
        ["Breaker, 15 kg", "38.00", "142.00", "$ 200"],
        ["Tile saw", "24.50", "96.00", "$ 120"],
        ["Core drill without bits", "45.00", "170.00", "$ 250"],
    ]
    assert (document.text, table.header_rows) == (PRICES, 1)


def test_each_line_of_a_typed_table_is_a_block_and_the_text_around_it_stays_as_it_was():
    found = blocks(read(PRICES))
    assert [kind for kind, _ in found][1:] == ["table_row"] * 4 + ["sentence"]
    assert found[3] == ("table_row", "Tile saw                  24.50      96.00    $ 120")
    assert found[-1] == ("sentence", "Bits are charged by wear.")


def test_columns_set_by_tabs_are_cells():
    document = read(
        "Item\tPrice\tVAT\nLadder\t12.50\t2.38\nRope\t4.00\t0.76\nClamp\t3.20\t0.61\n\nAll of it."
    )
    (table,) = document.tables
    assert rows(document, table)[2] == ["Rope", "4.00", "0.76"]


def test_bars_and_drawn_lines_divide_cells_and_belong_to_none():
    text = """\
+---------+--------+-------+
| Region  | Orders | Sales |
+---------+--------+-------+
| North   |    120 |  34.5 |
| South   |     80 |  21.0 |
| Total   |    200 |  55.5 |
+---------+--------+-------+
"""
    document = read(text)
    (table,) = document.tables
    assert rows(document, table)[1:] == [
        ["North", "120", "34.5"],
        ["South", "80", "21.0"],
        ["Total", "200", "55.5"],
    ]
    assert table.header_rows == 1


def test_header_over_several_columns_covers_them():
    text = """\
                       2024                2023
                 Units     Sales     Units     Sales
Gloves             310     1,240       295     1,180
Helmets             95     2,850        88     2,640
Boots              140     9,100       151     9,815
"""
    document = read(text)
    (table,) = document.tables
    first = [(cell.column, cell.columns, cell.span.of(text)) for cell in table.cells if cell.row == 0]
    assert (first, table.header_rows) == ([(1, 2, "2024"), (3, 2, "2023")], 2)


def test_label_over_two_lines_is_one_cell_that_reads_on():
    text = """\
                                        2024      2023
Revenue                                4,120     3,980
Income from continuing operations
  before taxes                           610       544
Taxes                                    150       140
"""
    document = read(text)
    (table,) = document.tables
    assert rows(document, table)[2] == ["Income from continuing operations before taxes", "610", "544"]


def test_table_after_a_blank_line_in_other_columns_is_a_table_of_its_own():
    text = """\
                    Small     Large
Crate                12.0      18.0
Pallet               20.0      26.0
Drum                 31.0      40.0

Delivery to    Days    Fee
Islands           6     48
Mainland          2     15
Abroad            9     77
"""
    document = read(text)
    assert [(table.rows, table.columns, table.header_rows) for table in document.tables] == [
        (4, 3, 1),
        (4, 3, 1),
    ]


def test_rows_after_a_blank_line_in_the_same_columns_go_on():
    text = """\
              2024      2023
Cash           120       110
Stock          340       325

Loans          200       210
Equity         260       225
"""
    document = read(text)
    assert [table.rows for table in document.tables] == [5]


NO_TABLES = {
    "justified text": """\
The supplier  delivers within 30 days  of the order  and
pays 5 % of the  price for each week  of delay, but  not
more than 20 %  in all. The buyer  may rescind after  10
weeks. Nothing  in this clause  limits  other  remedies.
""",
    "two spaces after a full stop": """\
The fee is 500 euros.  It is due in 30 days.
Interest is 4 per cent.  It runs from the due date.
Costs are 12 euros.  They are added to the fee.
""",
    "contents": """\
Definitions                   1
Grant of licence              4
Fees and payment              7
Term and termination         12
Governing law                15
""",
    "contents with dots": """\
1. Definitions ............   1
2. Licence ................   4
3. Fees ...................   7
""",
    "signatures": """\
ALPHA LIMITED                 BETA GMBH

By: ____________________      By: ____________________
Name: Jane Miller             Name: Karl Weber
Title: Director               Title: Director
Date: 4 March 2024            Date: 5 March 2024
""",
    "addresses": """\
Alpha Limited                 Beta GmbH
12 High Street                Hauptweg 7
London EC1 4AB                10115 Berlin
United Kingdom                Germany
""",
    "list": """\
(a)   the fee of 500 euros;
(b)   interest of 4 per cent; and
(c)   costs of 12 euros.
""",
    "form": """\
Name:            Jane Miller
Born:            4 March 1980
Policy number:   8812-33
Telephone:       555 0100
""",
}


@pytest.mark.parametrize("kind", NO_TABLES)
def test_what_only_has_gaps_is_no_table(kind):
    document = read(NO_TABLES[kind])
    assert document.tables == ()
    assert not any(block.kind == "table_row" for block in document.blocks)


def test_columns_parted_by_tabs_are_read_by_their_tabs_and_not_by_their_place():
    """A short name reaches another tab stop than a long one: its figures stand elsewhere on the screen."""
    text = (
        "DATA SHEET   Bench lathe series TM\n\n"
        "Feature\tTM 180\tTM 210\tTM 250\n"
        "Distance between centres (mm)\t300\t400\t550\n"
        "Spindle bore (mm)\t20\t21\t26\n"
        "Net weight (kg)\t59\t83\t\n"
        "\nAll figures without engagement.\n"
    )
    document = TextParser().read(text.encode(), "lathe.txt")
    (table,) = document.tables
    cells = {(cell.row, cell.column): cell.span.of(document.text) for cell in table.cells}
    assert (table.rows, table.columns, table.header_rows) == (4, 4, 1)
    assert cells[2, 0] == "Spindle bore (mm)"
    assert [cells[2, column] for column in (1, 2, 3)] == ["20", "21", "26"]
    assert (3, 3) not in cells


def test_lines_that_a_tab_only_indents_are_no_table():
    text = "Terms\n\n\tThe tenant pays the rent.\n\tThe landlord keeps the roof tight.\n\tBoth sign here.\n"
    assert not TextParser().read(text.encode(), "terms.txt").tables


def test_tables_parted_by_tabs_and_by_spaces_are_both_found_in_order():
    spaced = "Item        Price\nHammer      12.50\nDrill       89.00\nSaw         23.00\n"
    tabbed = "Zone\tPrice\nA\t7.50\nB\t9.80\nC\t13.40\n"
    document = TextParser().read(f"{tabbed}\nNotes follow.\n\n{spaced}".encode(), "both.txt")
    assert [table.number for table in document.tables] == [1, 2]
    assert [table.columns for table in document.tables] == [2, 2]
