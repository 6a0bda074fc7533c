"""XLSX: several sheets, dates, currencies, percentages, merged cells and formulas."""

from __future__ import annotations

import datetime
import io

import xlsxwriter

from tests.documents import sheets_odd
from tests.documents.truth import About, Asked, Grid, InCell, Kept, NotShown, Paper


def papers() -> tuple[Paper, ...]:
    return (Paper("budget.xlsx", _budget(), _FACTS), *sheets_odd.papers())


def _budget() -> bytes:
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, {"in_memory": True})
    bold = book.add_format({"bold": True})
    euro = book.add_format({"num_format": "#,##0.00 [$€-407]"})
    dollar = book.add_format({"num_format": "$#,##0"})
    percent = book.add_format({"num_format": "0.0%"})
    day = book.add_format({"num_format": "dd/mm/yyyy"})
    centred = book.add_format({"align": "center", "bold": True})

    prices = book.add_worksheet("Price list 2025")
    for column, name in enumerate(("Item", "Unit price", "Discount", "Valid from", "Minimum order")):
        prices.write(0, column, name, bold)
    rows = (
        ("Valve DN50", 1234.5, 0.075, datetime.date(2025, 3, 1), 10),
        ("Gasket", 2.4, 0.0, datetime.date(2025, 4, 15), 500),
        ("Flange", 87.0, 0.125, datetime.date(2024, 12, 31), 4),
    )
    for row, (item, price, discount, start, least) in enumerate(rows, 1):
        prices.write(row, 0, item)
        prices.write(row, 1, price, euro)
        prices.write(row, 2, discount, percent)
        prices.write_datetime(row, 3, datetime.datetime.combine(start, datetime.time()), day)
        prices.write(row, 4, least)

    costs = book.add_worksheet("Costs")
    costs.merge_range("A1:D1", "Cost by site, in US dollars", centred)
    costs.merge_range("A2:A3", "Site", centred)
    costs.merge_range("B2:C2", "2024", centred)
    costs.write("D2", "2025", centred)
    costs.write("B3", "Plan", bold)
    costs.write("C3", "Actual", bold)
    costs.write("D3", "Plan", bold)
    for row, (site, *amounts) in enumerate(
        (("Leeds", 41000, 43500, 45000), ("Cork", 18000, 17250, 19000)), 3
    ):
        costs.write(row, 0, site)
        for column, amount in enumerate(amounts, 1):
            costs.write(row, column, amount, dollar)
    costs.write(5, 0, "Total", bold)
    costs.write_formula(5, 1, "=SUM(B4:B5)", dollar, 59000)
    costs.write_formula(5, 2, "=SUM(C4:C5)", dollar, 60750)
    costs.write_formula(5, 3, "=SUM(D4:D5)", dollar, 64000)

    hidden = book.add_worksheet("Margins")
    hidden.write(0, 0, "Secret margin of 45%")
    hidden.hide()

    notes = book.add_worksheet("Notes & terms")
    notes.write("B4", "Prices are valid for 90 days.")
    notes.write("B6", "Payment is due within 30 days of the invoice.")
    notes.write("D8", True)
    book.close()
    return buffer.getvalue()


_FACTS = (
    About("spreadsheet", "en"),
    Grid(1, 4, 5, 1),
    InCell("Valve DN50", 1, 0, ("Item",), anchor="'Price list 2025'!A2"),
    InCell("12.5%", 3, 2, ("Discount",), anchor="'Price list 2025'!C4"),
    InCell("500", 2, 4, ("Minimum order",), anchor="'Price list 2025'!E3"),
    Grid(
        2,
        5,
        4,
        2,
        "Cost by site, in US dollars",
        broken="wrong place: one header row where merged cells make two",
    ),
    InCell(
        "$17,250",
        3,
        2,
        ("2024", "Actual"),
        anchor="Costs!C5",
        table=2,
    ),
    InCell("2024", 0, 1, columns=2, anchor="Costs!B2", table=2),
    InCell("$60,750", 4, 2, anchor="Costs!C6", table=2),
    Kept("Prices are valid for 90 days."),
    Kept("Payment is due within 30 days of the invoice."),
    NotShown("SUM("),
    Asked(
        "What is the unit price of the flange?",
        {"value": "87.00", "currency": "EUR"},
        "87",
        anchor="'Price list 2025'!A4:E4",
    ),
    Asked("What is the unit price of Valve DN50?", {"value": "1234.50", "currency": "EUR"}, "Valve DN50"),
    Asked("What is the discount on the valve?", {"value": "7.5"}, "7.5%"),
    Asked("From when is the price of the gasket valid?", {"iso": "2025-04-15"}, "Gasket"),
    Asked(
        "What was the actual cost at Cork in 2024?",
        {"value": "17250", "currency": "USD"},
        "$17,250",
    ),
    Asked(
        "How much is the plan for Leeds in 2025?",
        {"value": "45000", "currency": "USD"},
        "$45,000",
    ),
    Asked("For how long are prices valid?", {"iso8601": "P90D"}, "90 days"),
    Asked("How many gaskets must be ordered at least?", {"value": "500"}, "Gasket"),
    Asked(
        "What is the minimum order of the flange?",
        {"value": "4"},
        "Flange",
        broken="ugly: the whole row as text where row and column name one cell",
    ),
)
