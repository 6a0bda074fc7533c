"""What a workbook hides or strikes out is kept apart from what a reader sees of it."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable

import pytest
import xlsxwriter
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from pincite.errors import InputError
from pincite.ingest.office.sheets import SheetParser
from pincite.records.document import Document

PRICES = [["Item", "Cost", "Fee"], ["Nails", 1, 5], ["Screws", 2, 6], ["Bolts", 3, 7]]


def book(change: Callable[[Workbook, Worksheet], object], table: list[list[object]] | None = None) -> bytes:
    """A workbook with the prices on one sheet, after some change."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as made:
        sheet = made.add_worksheet("S")
        for number, line in enumerate(table or PRICES):
            sheet.write_row(number, 0, line)
        change(made, sheet)
    return out.getvalue()


def read(content: bytes) -> Document:
    return SheetParser().read(content, "a.xlsx")


def seen(document: Document) -> list[str]:
    return [block.span.of(document.text) for block in document.blocks]


def unseen(document: Document) -> list[tuple[str, str, str]]:
    return [(each.kind, each.span.of(document.text), each.anchor) for each in document.unseen]


def cell(place: str, value: object, **look: object) -> Callable[[Workbook, Worksheet], object]:
    return lambda made, sheet: sheet.write(place, value, made.add_format(look))


ALL = ["S", "Item\tCost\tFee", "Nails\t1\t5", "Screws\t2\t6", "Bolts\t3\t7"]


@pytest.mark.parametrize("how", ["hide", "very_hidden"])
def test_hidden_sheet_is_no_evidence(how):
    def add(made: Workbook, sheet: Worksheet) -> None:
        other = made.add_worksheet("Old prices")
        other.write_row(0, 0, ["Nails", 4])
        getattr(other, how)()

    document = read(book(add))
    assert seen(document) == ALL
    assert unseen(document) == [("hidden", "Nails\t4", "'Old prices'!A1:B1")]
    assert document.caveats == ("1 hidden line was left out.",)


@pytest.mark.parametrize(
    "change",
    [
        lambda made, sheet: sheet.set_row(2, None, None, {"hidden": True}),
        lambda made, sheet: sheet.set_row(2, 0),
        lambda made, sheet: (sheet.autofilter("A1:C4"), sheet.set_row(2, None, None, {"hidden": True})),
    ],
)
def test_hidden_row_leaves_the_table_whole(change):
    document = read(book(change))
    (table,) = document.tables
    assert seen(document) == [*ALL[:3], ALL[4]]
    assert unseen(document) == [("hidden", "Screws\t2\t6", "S!A3:C3")]
    last = table.cells[-1]
    assert [head.span.of(document.text) for head in table.headers_of(last)] == ["Fee"]
    assert last.anchor == "S!C4"


@pytest.mark.parametrize(
    "change",
    [
        lambda made, sheet: sheet.set_column("B:B", None, None, {"hidden": True}),
        lambda made, sheet: sheet.set_column("B:B", 0),
    ],
)
def test_hidden_column_leaves_the_others_in_line(change):
    document = read(book(change))
    (table,) = document.tables
    assert seen(document) == ["S", "Item\tFee", "Nails\t5", "Screws\t6", "Bolts\t7"]
    assert ("hidden", "3", "S!B4") in unseen(document)
    assert [head.span.of(document.text) for head in table.headers_of(table.cells[-1])] == ["Fee"]
    assert document.unseen[0].at == len("S\nItem\t")


def test_hidden_columns_come_in_ranges():
    document = read(book(lambda made, sheet: sheet.set_column("B:XFD", None, None, {"hidden": True})))
    assert seen(document) == ["S", "Item", "Nails", "Screws", "Bolts"]
    assert len(document.unseen) == 8


def test_cell_that_is_merged_into_columns_that_are_seen_is_seen():
    def change(made: Workbook, sheet: Worksheet) -> None:
        sheet.merge_range("B6:C6", "Valid until May", None)
        sheet.set_column("B:B", None, None, {"hidden": True})

    assert "Valid until May" in seen(read(book(change)))


@pytest.mark.parametrize(
    "look",
    [
        {"num_format": ";;;"},
        {"font_color": "white"},
        {"font_color": "#FEFEFE"},
        {"font_color": "#1F3864", "bg_color": "#1F3864", "pattern": 1},
        {"bg_color": "black", "pattern": 1},
        {"font_size": 1},
    ],
)
@pytest.mark.parametrize("value", [999, "secret"])
def test_cell_that_cannot_be_read_is_no_evidence(look, value):
    document = read(book(cell("C3", value, **look)))
    assert seen(document) == [*ALL[:3], "Screws\t2", ALL[4]]
    assert unseen(document) == [("hidden", str(value), "S!C3")]


@pytest.mark.parametrize(
    "look",
    [
        {"font_color": "white", "bg_color": "#1F3864", "pattern": 1},
        {"font_color": "white", "bg_color": "black", "fg_color": "yellow", "pattern": 4},
        {"font_color": "gray"},
        {"font_color": "#D9D9D9"},
        {"font_size": 6},
        {"num_format": "0;-0;;@"},
        {"underline": 1},
        {"font_color": "white", "num_format": "[Red]0"},
    ],
)
def test_cell_that_a_reader_sees_stays(look):
    assert seen(read(book(cell("C3", 6, **look)))) == ALL


def test_struck_cells_are_kept_apart():
    document = read(book(cell("C3", 6, font_strikeout=True)))
    assert seen(document)[3] == "Screws\t2"
    assert unseen(document) == [("struck", "6", "S!C3")]


def test_struck_words_in_a_cell_are_kept_apart_where_they_stood():
    def change(made: Workbook, sheet: Worksheet) -> None:
        struck = made.add_format({"font_strikeout": True})
        sheet.write_rich_string("A3", "Screws ", struck, "brass ", "steel")

    document = read(book(change))
    assert seen(document)[3] == "Screws steel\t2\t6"
    assert unseen(document) == [("struck", "brass", "S!A3")]
    assert document.text[document.unseen[0].at or 0 :].startswith("steel")


def test_white_words_in_a_cell_are_hidden():
    def change(made: Workbook, sheet: Worksheet) -> None:
        sheet.write_rich_string("A3", "Screws ", made.add_format({"font_color": "white"}), "(old)")

    document = read(book(change))
    assert seen(document)[3] == "Screws\t2\t6"
    assert unseen(document) == [("hidden", "(old)", "S!A3")]


def test_rich_words_of_an_inline_text_are_told_apart():
    def inline(xml: str) -> str:
        runs = "<r><t>Screws </t></r><r><rPr><strike/></rPr><t>old</t></r>"
        return re.sub(r'<c r="A3"[^>]*>.*?</c>', f'<c r="A3" t="inlineStr"><is>{runs}</is></c>', xml)

    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book(lambda made, sheet: None))) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            xml = old.read(name).decode()
            new.writestr(name, inline(xml) if name.endswith("sheet1.xml") else xml)
    document = read(out.getvalue())
    assert seen(document)[3] == "Screws\t2\t6"
    assert unseen(document) == [("struck", "old", "S!A3")]


def test_white_names_stay_where_the_style_of_the_table_is_dark():
    def change(made: Workbook, sheet: Worksheet) -> None:
        names = ("Item", "Cost", "Fee")
        columns = [{"header": name} for name in names]
        sheet.add_table("A1:C4", {"columns": columns, "style": "Table Style Medium 2"})
        for column, name in enumerate(names):
            sheet.write(0, column, name, made.add_format({"font_color": "white"}))
        sheet.write("C3", 6, made.add_format({"font_color": "white"}))

    document = read(book(change))
    assert seen(document)[1] == "Item\tCost\tFee"
    assert unseen(document) == [("hidden", "6", "S!C3")]


def test_white_cell_stays_where_a_condition_may_colour_it():
    def change(made: Workbook, sheet: Worksheet) -> None:
        sheet.write("C3", 6, made.add_format({"font_color": "white"}))
        dark = made.add_format({"bg_color": "black"})
        sheet.conditional_format("C2:C4", {"type": "cell", "criteria": ">", "value": 1, "format": dark})

    assert seen(read(book(change))) == ALL


def test_white_words_in_a_cell_stay_where_a_condition_may_colour_it():
    def change(made: Workbook, sheet: Worksheet) -> None:
        white, bold = (
            made.add_format({"font_color": "white"}),
            made.add_format({"font_color": "white", "bold": 1}),
        )
        sheet.write_rich_string("A3", white, "Scr", bold, "ews")
        dark = made.add_format({"bg_color": "black"})
        sheet.conditional_format("A2:A4", {"type": "no_blanks", "format": dark})

    assert seen(read(book(change))) == ALL


def test_white_cell_stays_where_one_of_very_many_conditions_may_colour_it():
    def change(made: Workbook, sheet: Worksheet) -> None:
        sheet.write("C3", 6, made.add_format({"font_color": "white"}))
        dark = {"type": "no_blanks", "format": made.add_format({"bg_color": "black"})}
        for row in range(1200):
            sheet.conditional_format(100 + row, 5, 100 + row, 5, dark)
        sheet.conditional_format("C2:C4", dark)

    assert seen(read(book(change))) == ALL


def test_white_cell_stays_where_a_condition_of_a_newer_kind_may_colour_it():
    content = rewritten(
        book(cell("C3", 6, font_color="white")),
        "sheet1.xml",
        lambda xml: xml.replace(
            "</worksheet>",
            '<extLst><ext xmlns:x14="a" xmlns:xm="b"><x14:conditionalFormatting><xm:sqref>C2:C4</xm:sqref>'
            "</x14:conditionalFormatting></ext></extLst></worksheet>",
        ),
    )
    assert seen(read(content)) == ALL


def test_cell_whose_fill_states_no_colour_stays():
    content = rewritten(
        book(cell("C3", 6, bg_color="yellow", pattern=1)),
        "styles.xml",
        lambda xml: re.sub("<fgColor[^>]*/>", "", xml),
    )
    assert seen(read(content)) == ALL


def test_number_whose_format_is_white_is_hidden():
    assert unseen(read(book(cell("C3", 999, num_format="[White]0")))) == [("hidden", "999", "S!C3")]


def test_cell_merged_over_columns_that_are_hidden_one_by_one_is_hidden():
    def change(made: Workbook, sheet: Worksheet) -> None:
        sheet.merge_range("B6:C6", "Valid until May", None)
        sheet.set_column("B:B", 5, None, {"hidden": True})
        sheet.set_column("C:C", 7, None, {"hidden": True})

    assert ("hidden", "Valid until May", "S!B6") in unseen(read(book(change)))


def test_hidden_row_of_a_hidden_sheet_keeps_its_struck_words():
    def change(made: Workbook, sheet: Worksheet) -> None:
        other = made.add_worksheet("Old")
        other.write_rich_string("A3", "Screws ", made.add_format({"font_strikeout": True}), "brass ", "steel")
        other.set_row(2, None, None, {"hidden": True})
        other.hide()

    ((kind, words, _),) = unseen(read(book(change)))
    assert kind == "hidden"
    assert sorted(words.split()) == ["Screws", "brass", "steel"]


def test_workbook_in_which_nothing_is_seen_is_refused():
    with pytest.raises(InputError, match="contains no text"):
        read(book(lambda made, sheet: sheet.set_column("A:C", None, None, {"hidden": True})))


def rewritten(content: bytes, part: str, change: Callable[[str], str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            xml = old.read(name).decode()
            new.writestr(name, change(xml) if name.endswith(part) else xml)
    return out.getvalue()
