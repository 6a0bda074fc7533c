"""XLSX with several tables on one sheet, numbers kept as text, losses in brackets, times and errors."""

from __future__ import annotations

import datetime
import io

import xlsxwriter

from tests.documents.truth import Asked, InCell, Kept, Paper


def papers() -> tuple[Paper, ...]:
    return (Paper("ledger.xlsx", _ledger(), _FACTS),)


def _ledger() -> bytes:
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, {"in_memory": True})
    sheet = book.add_worksheet("It's Q1")
    loss = book.add_format({"num_format": "£#,##0;(£#,##0)"})
    month = book.add_format({"num_format": "mmm yyyy"})
    clock = book.add_format({"num_format": "dd/mm/yyyy hh:mm"})
    zero = book.add_format({"num_format": "00000"})
    for row, texts in enumerate((("Month", "Profit"), (None, 5200), (None, -1300))):
        if row:
            sheet.write_datetime(row, 0, datetime.datetime(2025, row, 1), month)
            sheet.write(row, 1, texts[1], loss)
        else:
            sheet.write_row(0, 0, [text for text in texts if text is not None])
    sheet.write_row(5, 0, ["Account", "Holder", "Opened", "Balance"])
    sheet.write(6, 0, 742, zero)
    sheet.write(6, 1, "Ivy Lund")
    sheet.write_datetime(6, 2, datetime.datetime(2019, 11, 5, 14, 30), clock)
    sheet.write(6, 3, -250.75, book.add_format({"num_format": "#,##0.00 [$kr-41D];[Red]-#,##0.00 [$kr-41D]"}))
    sheet.write_string(7, 0, "00911")
    sheet.write(7, 1, "Noah Brandt")
    sheet.write_datetime(7, 2, datetime.datetime(2021, 2, 17, 9, 0), clock)
    sheet.write_formula(7, 3, "=1/0", None, "#DIV/0!")
    sheet.write("H1", "Rate")
    sheet.write("H2", 0.04125, book.add_format({"num_format": "0.00%"}))
    sheet.write_rich_string("J1", "Rich ", book.add_format({"bold": True}), "text", " in one cell")
    sheet.write_string("A12", "=not a formula, just words")
    sheet.write_comment("A12", "A comment nobody prints")
    book.close()
    return buffer.getvalue()


_FACTS = (
    InCell("Month", 0, 0, anchor="'It''s Q1'!A1"),
    InCell("(£1,300)", 2, 1, ("Profit",), anchor="'It''s Q1'!B3"),
    InCell("00742", 1, 0, ("Account",), anchor="'It''s Q1'!A7", table=2),
    InCell("00911", 2, 0, ("Account",), table=2),
    Kept("Rich text in one cell"),
    Kept("4.13%"),
    Kept("Jan 2025", broken="wrong place: a date shown as 'Jan 2025' is read as '2025-01'"),
    Asked(
        "How much was the profit in January 2025?",
        {"value": "5200", "currency": "GBP"},
        "5,200",
    ),
    Asked(
        "How much was the profit in February 2025?",
        {"value": "-1300", "currency": "GBP"},
        "1,300",
    ),
    Asked(
        "When was the account of Noah Brandt opened?",
        {"iso": "2021-02-17"},
        "Noah Brandt",
    ),
    Asked(
        "How much is the balance of Ivy Lund?",
        {"value": "-250.75"},
        "250.75",
    ),
)
