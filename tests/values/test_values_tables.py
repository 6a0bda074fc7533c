"""A table is what its cells say: headers, and rows of as many cells as there are columns."""

import pytest
from pydantic import ValidationError

from pincite.ingest.delimited import DelimitedParser
from pincite.ingest.markdown import MarkdownParser
from pincite.values.registered import derive, find
from pincite.values.table import find_tables, table_value
from pincite.values.types import TableValue, same

HEADED = [
    ("Item\tPrice\nDesk\tEUR 500\nChair\tEUR 70", ("Item", "Price"), 2),
    ("Cover\tLimit\nFire\t1,000,000", ("Cover", "Limit"), 1),
    ("Name\tAge\tCity\nAnna\t31\tBerlin\nBen\t42\tBonn", ("Name", "Age", "City"), 2),
    ("Date\tEvent\n1 May 2024\tSigning\n2 June 2024\tClosing", ("Date", "Event"), 2),
    ("Dose\tFrequency\n5 mg\tonce daily\n10 mg\ttwice daily", ("Dose", "Frequency"), 2),
    ("Priority\tResponse\nHigh\t1 hour\nLow\t8 hours", ("Priority", "Response"), 2),
    ("Service\tFee\nHosting\t$100\nSupport\t$200\nBackup\t$50", ("Service", "Fee"), 3),
    ("Rate\tBand\n5 %\tA\n10 %\tB", ("Rate", "Band"), 2),
    ("\tPremium\nFire\t100\nTheft\t200", ("", "Premium"), 2),
    ("Site\tArea\nWarehouse A\t300 m²\nWarehouse B\t450 m²", ("Site", "Area"), 2),
    ("Term\tNotice\n12 months\t30 days\n24 months\t60 days", ("Term", "Notice"), 2),
    ("Account\tIBAN\nMain\tDE89 3704 0044 0532 0130 00", ("Account", "IBAN"), 1),
    ("Risk\tDeductible\nFlood\tEUR 5,000\nStorm\tEUR 2,500", ("Risk", "Deductible"), 2),
    ("Version\tAuthor\n1.0\tKeller\n1.1\tBrandt", ("Version", "Author"), 2),
    ("Adverse reaction\tPlacebo\nNausea\t3 %\nHeadache\t5 %", ("Adverse reaction", "Placebo"), 2),
]
HEADLESS = [
    ("a\tb\nc\td", 2),
    ("Supplier\tAcme GmbH\nCustomer\tBeta AG", 2),
    ("2023\t2024\n100\t200", 2),
    ("Insurer\tAlpina\nInsured\tNordwind\nBroker\tMarsh", 3),
    ("5\t6\n7\t8", 2),
    ("Policy No.\tP-100\nPeriod\t2024", 2),
]


@pytest.mark.parametrize(("text", "headers", "rows"), HEADED)
def test_first_row_over_figures_names_the_columns(text, headers, rows):
    (reading,) = find_tables(f"Before it.\n{text}\nAfter it.")

    assert reading.value.headers == headers
    assert len(reading.value.rows) == rows
    assert reading.ambiguous == ""
    assert derive("table", text, reading.value)


@pytest.mark.parametrize(("text", "rows"), HEADLESS)
def test_first_row_like_the_others_says_that_it_may_be_one(text, rows):
    (reading,) = find_tables(text)

    assert reading.value.headers == ()
    assert len(reading.value.rows) == rows
    assert "first row" in reading.ambiguous


@pytest.mark.parametrize("text", ["no cells here", "one\trow", "a\tb\nc\td\te", "", "\n\n", "a\n\tb"])
def test_what_has_no_rows_and_columns_is_no_table(text):
    assert find_tables(text) == []


def test_tables_apart_are_two():
    assert len(find_tables("a\t1\nb\t2\n\nc\t3\nd\t4")) == 2


def test_table_of_a_document_has_the_heads_that_the_document_gives_it():
    document = DelimitedParser().read(b"Item,Price\nDesk,500\nChair,70\n", "prices.csv")

    value = table_value(document, document.tables[0])

    assert value == TableValue(headers=("Item", "Price"), rows=(("Desk", "500"), ("Chair", "70")))


def test_empty_cell_keeps_its_place():
    text = b"| Cover | Limit | Note |\n|---|---|---|\n| Fire | 100 | |\n| Theft | | none |\n"
    document = MarkdownParser().read(text, "cover.md")

    value = table_value(document, document.tables[0])

    assert value.headers == ("Cover", "Limit", "Note")
    assert value.rows == (("Fire", "100", ""), ("Theft", "", "none"))


def test_table_is_read_across_the_cells_of_its_rows():
    assert len(find("table", "Item\tPrice\nDesk\t5")) == 1


@pytest.mark.parametrize(
    ("headers", "rows"), [(("a",), (("1", "2"),)), ((), ()), (("a", "b"), (("1", "2"), ("3",)))]
)
def test_table_whose_rows_differ_in_length_cannot_be_built(headers, rows):
    with pytest.raises(ValidationError):
        TableValue(headers=headers, rows=rows)


def test_tables_are_the_same_when_their_cells_say_the_same():
    a = TableValue(headers=("Net  price",), rows=(("EUR 5",),))

    assert same(a, TableValue(headers=("Net price",), rows=(("EUR\n5",),)))
    assert not same(a, TableValue(headers=("Net price",), rows=(("EUR 6",),)))
