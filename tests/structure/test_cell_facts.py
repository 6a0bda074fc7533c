"""Cells of tables as facts: what names them, and their figures with scale, sign and currency."""

from __future__ import annotations

import io
from decimal import Decimal

import pytest
import xlsxwriter

from pincite.ingest.markdown import MarkdownParser
from pincite.ingest.office.sheets import SheetParser
from pincite.structure.cell_facts import CellFact, facts_of, path_words
from pincite.structure.cells import values_in


def facts(text: str) -> dict[tuple[str, str], CellFact]:
    """By what names its row and its column, each cell of all tables of a Markdown text."""
    document = MarkdownParser().read(text.encode(), "report.md")
    return {
        (path_words(document, fact.row_path), path_words(document, fact.column_path)): fact
        for table in document.tables
        for fact in facts_of(document, table)
    }


def table(*rows: str, over: str = "") -> str:
    head, *body = rows
    marks = "|" + "---|" * (head.count("|") - 1)
    return "\n".join([*([over, ""] if over else []), head, marks, *body, ""])


def test_head_of_two_rows_names_every_column_that_it_stands_over():
    found = facts(
        table(
            "| | | Years ended June 30, | |",
            "| | 2024 | 2023 | 2022 |",
            "| Net sales | 12.1 | 11.4 | 10.9 |",
        )
    )

    assert ("Net sales", "Years ended June 30, 2022") in found


def test_heads_over_equal_parts_name_their_own_columns():
    found = facts(
        table(
            "| | | Domestic | | | Abroad | |",
            "| | 2024 | 2023 | 2022 | 2024 | 2023 | 2022 |",
            "| Stores | 4 | 5 | 6 | 7 | 8 | 9 |",
        )
    )

    assert found["Stores", "Domestic 2024"].value == 4
    assert found["Stores", "Abroad 2024"].value == 7


def test_row_stands_under_its_group_until_the_total():
    found = facts(
        table(
            "| | 2024 |",
            "| Current assets: | |",
            "| Loans | 5 |",
            "| Total current assets | 5 |",
            "| Goodwill | 9 |",
        )
    )

    assert ("Current assets: Loans", "2024") in found
    assert ("Goodwill", "2024") in found


@pytest.mark.parametrize(
    "text",
    [
        table("| | 2024 |", "| Sales | 12.5 |", over="Our results (in millions):"),
        table("| (in millions) | 2024 |", "| Sales | 12.5 |"),
        table("| | 2024 €m |", "| Sales | 12.5 |"),
        table("| | 2024 |", "| | (in millions) |", "| Sales | 12.5 |"),
        table("| | 2024 |", "| Sales (in millions) | 12.5 |"),
        "# Results (in millions)\n\n" + table("| | 2024 |", "| Sales | 12.5 |"),
        table("| | 2024 |", "| Sales | 12.5 |") + "\nNote: sales in millions of euros.\n",
    ],
    ids=["sentence", "corner", "head", "row of the head", "name of the row", "title", "note below"],
)
def test_figure_is_multiplied_by_the_scale_wherever_it_stands(text: str):
    (fact,) = (each for each in facts(text).values() if each.printed)

    assert fact.value == Decimal(12_500_000)
    assert fact.scale is not None


def test_per_share_and_percent_are_not_multiplied():
    found = facts(
        table(
            "| | 2024 |",
            "| Net income | 98.7 |",
            "| Earnings per share | 1.23 |",
            "| Operating margin, % | 8.2 |",
            over="(in millions, except per share data)",
        )
    )

    assert found["Net income", "2024"].value == Decimal(98_700_000)
    assert found["Earnings per share", "2024"].value == Decimal("1.23")
    percent = found["Operating margin, %", "2024"]
    assert (percent.kind, percent.value) == ("percentage", Decimal("8.2"))


def test_two_scales_for_one_table_leave_no_value():
    (fact,) = facts(table("| | 2024 £'000 |", "| Sales | 12.5 |", over="All amounts in millions:")).values()

    assert fact.value is None
    assert "two places give different scales" in fact.doubt


def test_scale_stated_pages_above_makes_money_doubtful_and_multiplies_nothing():
    prose = "\n\n".join(f"Sales of branch {n} grew, and so did its costs." for n in range(60))
    text = f"# Item 7\n\nAll amounts in this item are in millions.\n\n{prose}\n\n## Stores\n\n" + table(
        "| | 2024 |", "| Rent of stores | $ 76 |", "| Stores | 31 |", "| Profit per share | $ 1.20 |"
    )

    found = facts(text)

    assert found["Rent of stores", "2024"].value is None
    assert found["Rent of stores", "2024"].factors == (1, 1_000_000)
    assert found["Profit per share", "2024"].value == Decimal("1.20")


def test_scale_over_a_table_of_shares_makes_no_money_elsewhere_doubtful():
    text = "Shares in thousands are shown first.\n\n# Fees\n\n" + table("| | 2024 |", "| Fee | $ 76 |")

    assert facts(text)["Fee", "2024"].value == 76


def test_count_under_a_scale_of_money_is_doubtful():
    found = facts(
        table("| | 2024 |", "| Sales | 12.5 |", "| Number of stores | 41 |", over="($ in millions)")
    )

    assert found["Number of stores", "2024"].value is None
    assert found["Sales", "2024"].value == Decimal(12_500_000)


def test_shares_that_are_excepted_are_not_multiplied():
    found = facts(
        table(
            "| | 2024 |",
            "| Net income | 5 |",
            "| Weighted average shares | 1,200 |",
            over="(in thousands, except share and per share data)",
        )
    )

    assert found["Weighted average shares", "2024"].value == 1_200


def test_dash_is_nil():
    (fact,) = facts(table("| | 2024 |", "| Grants | — |", over="(in millions)")).values()

    assert (fact.kind, fact.value) == ("nil", None)


def test_currency_of_the_first_row_holds_for_its_column():
    found = facts(table("| | 2024 |", "| Sales | $ 12.5 |", "| Costs | (9.1) |"))

    costs = found["Costs", "2024"]
    assert (costs.currency, costs.value) == ("USD", Decimal("-9.1"))
    assert costs.currency_at is not None


def test_columns_may_have_units_of_their_own():
    found = facts(
        table(
            "| Segment | Revenue ($m) | Headcount | Margin % |",
            "| North | 12.5 | 410 | 8.1 |",
        )
    )

    assert found["North", "Revenue ($m)"].value == Decimal(12_500_000)
    assert found["North", "Headcount"].value == 410
    assert found["North", "Margin %"].kind == "percentage"


def test_years_down_the_side_name_rows():
    found = facts(table("| Year | Sales | Costs |", "| 2024 | 12 | 9 |", "| 2023 | 11 | 8 |"))

    assert found["2023", "Costs"].value == 8


def test_later_head_names_the_rows_below_it():
    found = facts(
        table(
            "| | 2024 | 2023 |",
            "| Sales | 12 | 11 |",
            "| | 2022 | 2021 |",
            "| Sales | 9 | 8 |",
        )
    )

    assert found["Sales", "2021"].value == 8


@pytest.mark.parametrize(
    ("name", "cell", "value"),
    [
        ("Dividend", "12.5p", None),
        ("Margin change", "50 bps", None),
        ("Incidents per thousand employees", "4.2", "4.2"),
        ("5% Senior Notes due 2027", "1,200", "1200000000"),
        ("Note", "[12]", None),
    ],
)
def test_what_only_looks_like_a_scale_or_a_share_changes_no_figure(name: str, cell: str, value: str | None):
    over = "" if "Incidents" in name else "(in millions)"
    (fact,) = facts(table("| | 2024 |", f"| {name} | {cell} |", over=over)).values()

    assert fact.value == (None if value is None else Decimal(value))


@pytest.mark.parametrize(
    ("head", "code", "value", "said"),
    [
        ("Sales", "#,##0,", None, "by 1,000"),
        ("Sales (in millions)", "#,##0,", None, "by 1,000"),
        ("Sales (in thousands)", "#,##0,", Decimal(1_235_000), ""),
        ("Sales (in millions)", "#,##0.0,,", Decimal(1_200_000), ""),
        ("Sales", '#,##0.0,,"M"', None, ""),
        ("Sales", "#,##0", Decimal(1_234_567), ""),
    ],
)
def test_number_that_a_workbook_divides_is_doubtful_until_words_say_so(
    head: str, code: str, value: Decimal | None, said: str
):
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["Country", head])
        sheet.write_string(1, 0, "Poland")
        sheet.write_number(1, 1, 1_234_567, book.add_format({"num_format": code}))
    document = SheetParser().read(out.getvalue(), "sales.xlsx")

    (fact,) = facts_of(document, document.tables[0])

    assert fact.value == value
    assert said in fact.doubt


def test_amount_in_a_name_is_no_currency_of_the_row():
    found = facts(table("| | Loans | Sum |", "| Loans over $500 | 12 | 9,000 |"))

    assert found["Loans over $500", "Loans"].currency is None


def test_brackets_are_a_sign_in_a_table_too_large_for_facts(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("pincite.structure.cell_facts.MOST_CELLS", 2)
    text = table("| Item | 2024 | 2023 | Share |", "| Tax (1) | (1,250) | $(3.5) | (2%) |")
    document = MarkdownParser().read(text.encode(), "report.md")

    def values(kind: str) -> list[Decimal]:
        return [Decimal(str(each.value.value)) for each in values_in(kind, document, document.blocks[1])]

    assert facts_of(document, document.tables[0]) == ()
    assert values("number") == [-1250]
    assert values("amount") == [Decimal("-3.5")]
    assert values("percentage") == [-2]


def test_words_beside_the_name_of_a_row_are_facts_and_name_it_too():
    """Who borrowed a book is a fact of it, and "the book that Helga has" names it."""
    found = facts(
        table(
            "| Title | Borrower | Due back | Renewals |",
            "| The Salt Road | Helga Ammann | 30/10/2024 | 0 |",
            "| Bread at Home | Piotr Wilk | 02/11/2024 | 1 |",
        )
    )
    assert {("The Salt Road Helga Ammann", "Due back"), ("The Salt Road", "Borrower")} <= set(found)


def test_doses_with_units_are_facts_and_no_names():
    found = facts(
        table(
            "| Weight of child | Ibuprofen | Times per day |",
            "| 7–9 kg | 2.5 ml | 3 |",
            "| 10–15 kg | 5 ml | 3 |",
        )
    )
    assert ("7–9 kg", "Ibuprofen") in found
    assert ("7–9 kg", "Times per day") in found


def test_columns_that_part_rows_into_groups_only_name_them():
    found = facts(
        table(
            "| Region | Country | Sales |",
            "| Europe | Spain | 120 |",
            "| Europe | Italy | 80 |",
        )
    )
    assert set(found) == {("Europe Spain", "Sales"), ("Europe Italy", "Sales")}
