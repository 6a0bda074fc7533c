"""Workbooks: values as they are shown, each cell with its reference."""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Callable

import pytest
import xlsxwriter
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_laws import check_pieces, check_ranges
from tests.effort import examples

from pincite.errors import InputError
from pincite.ingest.office import workbook
from pincite.ingest.office.number_formats import plain, shown
from pincite.ingest.office.sheets import SheetParser, reference
from pincite.records.document import Document
from pincite.testing import parser_keeps_its_promise

quick = settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))


def book(
    *sheets: tuple[str, dict[str, object]], formats: dict[str, str] | None = None, **options: object
) -> bytes:
    """A workbook with these cells; `formats` gives the number formats of cells by reference."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True, **options}) as made:
        for name, cells in sheets:
            sheet = made.add_worksheet(name)
            for place, value in cells.items():
                style = made.add_format({"num_format": formats[place]}) if place in (formats or {}) else None
                sheet.write(place, value, style)
    return out.getvalue()


def rows(*lines: list[object], at: int = 1) -> dict[str, object]:
    return {
        f"{chr(ord('A') + column)}{number}": value
        for number, line in enumerate(lines, start=at)
        for column, value in enumerate(line)
        if value is not None
    }


def read(content: bytes) -> Document:
    return SheetParser().read(content, "a.xlsx")


def blocks(document: Document) -> list[tuple[str, str, str]]:
    return [(block.kind, block.span.of(document.text), block.anchor) for block in document.blocks]


def edited(content: bytes, part: str, change: Callable[[str], str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            new.writestr(name, change(text.decode()).encode() if name == part else text)
    return out.getvalue()


FEES = rows(["Item", "Fee"], ["Nails", 5], ["Screws", 7])
FEES_BOOK = book(("Fees", FEES))


def test_parser_keeps_its_promise():
    parser_keeps_its_promise(SheetParser(), book(("Fees", FEES)), "a.xlsx")


def test_each_sheet_is_a_section_and_each_row_a_block_with_its_reference():
    document = read(book(("Fees", FEES), ("My Sheet", rows(["a", "b"]))))
    assert [(section.title, section.found_by) for section in document.sections] == [
        ("Fees", "sheet"),
        ("My Sheet", "sheet"),
    ]
    assert blocks(document) == [
        ("heading", "Fees", "Fees"),
        ("table_row", "Item\tFee", "Fees!A1:B1"),
        ("table_row", "Nails\t5", "Fees!A2:B2"),
        ("table_row", "Screws\t7", "Fees!A3:B3"),
        ("heading", "My Sheet", "'My Sheet'"),
        ("table_row", "a\tb", "'My Sheet'!A1:B1"),
    ]


def test_cells_have_references_and_headers():
    document = read(book(("Fees", rows(["Item", "Fee"], ["Nails", 5], at=3))))
    (table,) = document.tables
    cell = table.cells[-1]
    assert (cell.row, cell.column, cell.anchor) == (1, 1, "Fees!B4")
    assert [header.span.of(document.text) for header in table.headers_of(cell)] == ["Fee"]


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (0.05, "0%", "5%"),
        (0.0525, "0.00%", "5.25%"),
        (1234.5, "#,##0.00", "1,234.50"),
        (1234.5, "[$€-407] #,##0.00", "€ 1,234.50"),
        (1234.5, "#,##0.00\\ [$€-1]", "1,234.50 €"),
        (-1234.5, '"$"#,##0.00_);[Red]("$"#,##0.00)', "($1,234.50)"),
        (0, '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)', "$-"),
        (1234567, '0.0,,"M"', "1.2M"),
        (5, '0" days"', "5 days"),
        (7, "00000", "00007"),
        (2.5, "0", "3"),
        (1.005, "0.00", "1.01"),
        (-0.001, "0.00", "0.00"),
        (123456, "0.00E+00", "1.23E+5"),
        (45352, "d/m/yyyy", "2024-03-01"),
        (45352.75, "yyyy-mm-dd hh:mm", "2024-03-01 18:00"),
        (45352, "mmm yy", "2024-03"),
        (0.75, "h:mm AM/PM", "18:00"),
        (1.5, "[h]:mm", "36:00"),
        (60, "d/m/yyyy", "1900-02-29"),
        (1, "d/m/yyyy", "1900-01-01"),
        (0.1 + 0.2, "General", "0.3"),
        (5.0, "General", "5"),
        (1e-12, "General", "1E-12"),
        (-3, "@", "-3"),
        (-5, "#,##0;[Red]#,##0", "-5"),
        (-5, '0.0 "kg";[Red]0.0 "kg"', "-5.0 kg"),
        (-0.125, "0.0%;[Red]0.0%", "-12.5%"),
        (-5, '#,##0 "DR";#,##0 "CR"', "5 CR"),
        (-5, "#,##0;#,##0-", "5-"),
    ],
)
def test_number_is_shown_as_its_format_shows_it(value, code, text):
    document = read(book(("S", {"A1": "x", "B1": value}), formats={"B1": code}))
    assert document.text == f"S\nx\t{text}"


@pytest.mark.parametrize("code", ["000-0000", "# ?/?", '[>3]"big";0'])
def test_number_whose_format_is_not_understood_is_plain_with_a_caveat(code):
    document = read(book(("S", {"A1": 5551234}), formats={"A1": code}))
    assert document.text == "S\n5551234"
    assert "are shown without their format" in document.caveats[0]


def test_dates_count_from_1904_where_the_workbook_says_so():
    content = book(("S", {"A1": 0.0, "B1": 1.0}), formats={"B1": "yyyy-mm-dd"}, date_1904=True)
    assert read(content).text == "S\n0\t1904-01-02"


def test_truth_errors_and_texts_are_shown_as_such():
    cells = {"A1": True, "B1": "=NA()", "C1": "two\nlines", "D1": "=1/0"}
    content = edited(
        book(("S", cells)),
        "xl/worksheets/sheet1.xml",
        lambda xml: xml.replace('<c r="B1"><f>NA()</f><v>0</v>', '<c r="B1" t="e"><f>NA()</f><v>#N/A</v>'),
    )
    assert read(content).text == "S\nTRUE\t#N/A\ttwo\nlines\t0"


def test_formula_without_a_result_is_a_caveat():
    content = edited(
        book(("S", {"A1": "x", "B1": "=1+1"})),
        "xl/worksheets/sheet1.xml",
        lambda xml: xml.replace("</f><v>0</v>", "</f>"),
    )
    assert read(content).text == "S\nx"
    assert any("no stored result" in caveat for caveat in read(content).caveats)


def test_merged_cell_covers_its_area():
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as made:
        sheet = made.add_worksheet("S")
        sheet.merge_range("A1:B1", "Both")
        sheet.write("C1", "Third")
        sheet.write_row("A2", [1, 2, 3])
    (table,) = read(out.getvalue()).tables
    assert [(cell.column, cell.columns) for cell in table.cells[:2]] == [(0, 2), (2, 1)]


def test_name_over_several_columns_makes_a_head_of_two_rows():
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as made:
        sheet = made.add_worksheet("S")
        sheet.merge_range("A1:A2", "Site")
        sheet.merge_range("B1:C1", "2024")
        sheet.write("D1", "2025")
        sheet.write_row("B2", ["Plan", "Actual", "Plan"])
        sheet.write_row("A3", ["Leeds", 41000, 43500, 45000])
    document = read(out.getvalue())
    (table,) = document.tables
    assert table.header_rows == 2
    named = [[head.span.of(document.text) for head in table.headers_of(cell)] for cell in table.cells[-2:]]
    assert named == [["2024", "Actual"], ["2025", "Plan"]]


def test_hidden_sheets_and_rows_are_kept_apart_with_a_caveat():
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as made:
        first, second = made.add_worksheet("S"), made.add_worksheet("T")
        first.write("A1", "seen")
        first.write("A2", "unseen")
        first.set_row(1, None, None, {"hidden": True})
        second.write("A1", "secret")
        second.hide()
    document = read(out.getvalue())
    assert [text for _, text, _ in blocks(document)] == ["S", "seen"]
    assert document.caveats == ("2 hidden lines were left out.",)


def test_what_is_not_read_is_a_caveat():
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as made:
        sheet = made.add_worksheet("S")
        sheet.write("A1", "Fee")
        sheet.write_comment("A1", "to be checked")
    assert "The workbook also contains comments, which were not read." in read(out.getvalue()).caveats


def test_tables_with_names_of_their_own_are_apart_and_groups_of_one_table_are_not():
    lines = [
        ["Report"], [], ["Item", "Fee"], ["Nails", 5], [], ["Screws", 7], [],
        ["Town", "People"], ["Bonn", 300], ["Kiel", 200],
    ]  # fmt: skip
    document = read(book(("S", rows(*lines))))
    assert [(table.rows, table.header_rows) for table in document.tables] == [(4, 1), (3, 1)]
    assert blocks(document)[1] == ("sentence", "Report", "S!A1")


def test_tables_side_by_side_are_read_one_after_the_other():
    lines = [
        ["Item", "Fee", None, "Town", "People"],
        ["Nails", 5, None, "Bonn", 300],
        ["Bolts", 6, None, "Kiel", 9],
    ]
    document = read(book(("S", rows(*lines))))
    assert [text for _, text, _ in blocks(document)] == [
        "S", "Item\tFee", "Nails\t5", "Bolts\t6", "Town\tPeople", "Bonn\t300", "Kiel\t9",
    ]  # fmt: skip


def test_years_beside_each_other_name_their_columns():
    document = read(book(("S", rows(["Year", 2023, 2024], ["Revenue", 100, 120], ["Cost", 90, 95]))))
    assert document.tables[0].header_rows == 1


@pytest.mark.parametrize(
    ("sheet", "text"),
    [
        ("Sheet1", "Sheet1!B4"),
        ("My Sheet", "'My Sheet'!B4"),
        ("It's", "'It''s'!B4"),
        ("A1", "'A1'!B4"),
        ("2024", "'2024'!B4"),
        ("R1C1", "'R1C1'!B4"),
        ("Übersicht", "Übersicht!B4"),
    ],
)
def test_reference_is_written_as_spreadsheets_do(sheet, text):
    assert reference(sheet, (3, 1)) == text


def test_far_corner_costs_nothing():
    document = read(book(("S", {"A1": "near", "XFD1048576": "far"})))
    assert document.blocks[-1].anchor == "S!XFD1048576"


def test_large_workbook_keeps_its_rows_when_cells_become_too_many():
    document = SheetParser(max_cells=4).read(book(("Fees", FEES)), "a.xlsx")
    assert blocks(document)[-1] == ("table_row", "Screws\t7", "Fees!A3:B3")
    assert len(document.tables[0].cells) == 4
    assert "rows only" in document.caveats[-1]


def test_workbook_that_would_unpack_to_a_flood_is_refused(monkeypatch):
    monkeypatch.setattr(workbook, "MAX_PART_BYTES", 1000)
    with pytest.raises(InputError, match="would unpack to"):
        read(book(("S", rows(*(["x" * 50] for _ in range(100))))))


def test_long_text_in_too_many_cells_is_refused(monkeypatch):
    monkeypatch.setattr(workbook, "MAX_CHARACTERS", 1000)
    with pytest.raises(InputError, match="1,000 characters"):
        read(book(("S", rows(*(["x" * 50] for _ in range(100))))))


def test_document_type_in_a_part_is_refused():
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]>'
    content = edited(
        book(("S", {"A1": "x"})), "xl/sharedStrings.xml", lambda xml: xml.replace("<sst", bomb + "<sst", 1)
    )
    with pytest.raises(InputError, match="damaged workbook") as caught:
        read(content)
    assert caught.value.hint


@pytest.mark.parametrize(
    "content", [b"PK\3\4xl/ nothing", b"", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600]
)
def test_what_is_no_workbook_is_refused(content):
    with pytest.raises(InputError) as caught:
        read(content)
    assert caught.value.hint


def test_empty_workbook_is_refused():
    with pytest.raises(InputError, match="contains no text"):
        read(book(("S", {})))


@quick
@given(st.data())
def test_damaged_workbook_is_refused_or_read(data):
    content = bytearray(FEES_BOOK)
    for _ in range(data.draw(st.integers(1, 6))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        document = read(bytes(content[: data.draw(st.integers(4, len(content)))]))
    except InputError:
        return
    check_ranges(document)


texts = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cn", "Co"]), min_size=1, max_size=6
).map("x{}".format)
values = st.one_of(texts, st.integers(-(10**14), 10**14), st.booleans())


@quick
@given(st.dictionaries(st.tuples(st.integers(0, 12), st.integers(0, 6)), values, min_size=1, max_size=30))
def test_cells_come_back_with_their_reference(grid):
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"strings_to_urls": False}) as made:
        sheet = made.add_worksheet("S")
        for place, value in grid.items():
            write = sheet.write_string if isinstance(value, str) else sheet.write
            write(*place, value)
    document = read(out.getvalue())
    check_ranges(document)
    check_pieces(document)
    found = {cell.anchor: cell.span.of(document.text) for table in document.tables for cell in table.cells}
    alone = {
        block.anchor: block.span.of(document.text) for block in document.blocks if block.kind == "sentence"
    }
    expected = {
        reference("S", place): str(value).upper() if isinstance(value, bool) else str(value).strip()
        for place, value in grid.items()
    }
    assert {**alone, **found} == expected
    for table in document.tables:
        assert len({cell.anchor for cell in table.cells}) == len(table.cells)


@quick
@given(st.floats(-1e300, 1e300))
def test_plain_number_is_the_number_to_fifteen_digits(value):
    assert math.isclose(float(plain(value)), value, rel_tol=1e-14, abs_tol=1e-300)


@quick
@given(
    st.floats(allow_nan=False, allow_infinity=False),
    st.text('0#?,.%;[]$€-"\\_* yhmsdE+@()GeneralRed/>', max_size=20),
)
def test_any_format_shows_any_number(value, code):
    text, _ = shown(value, code)
    assert text == text.strip()
