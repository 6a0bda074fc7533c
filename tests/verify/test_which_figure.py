"""Which of several figures a field means, and values in other forms than the quoted words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pincite.verification.read_documents import ReadDocuments
from tests.verify.papers import one, write_statement

SENTENCES = """The monthly rent is EUR 2,400 and the deposit is EUR 7,200.
The cap is USD 5,000 per claim and USD 90,000 in aggregate.
Sales rose to USD 51 million in 2023 from USD 43 million in 2022.
Rent and deposit were EUR 31 and EUR 62, respectively.
Rent and deposit were EUR 33 and EUR 64 in total.
Managers and directors vest over five and three years, respectively.
The retainer is payable by 3 May 2021 or, if later, by 9 June 2021.
The grant is less than RMB 20,000 a head.
The plant cost approximately USD 43 billion.
The fee must not exceed CAD 700.
The toll is not over EUR 9.
Limits: USD 1,000,000 each loss and USD 3,000,000 each year.
The offer was USD 24.70 to USD 25.40 a share.
The lease began in August 2020.
The levy is 1‰ of turnover.
Interest is 1 1/2% a year.
The Customer may carry out one audit.
The Vendor keeps twenty-one copies.
The Reader keeps one hundred copies.
Drink 1.2 L of water.
Users are at least eighteen years old.
Approval: 1996
Opened in 2011 and moved in 2017.
Juniors and seniors wait two or four weeks.
The Licensee pays seven percent (7%) of the gross revenues.
The Agent is Orrery Incorporated of Leeds.
The Seller owes EUR 12,345,678 to the Bank¹ today.
The Supplier is Brant Foods Ltd and the Carrier is Ostrava Lines Ltd.
The note dated 1 June 2020, effective as of 1 July 2020 ("Effective Date").
The leak must stay below 45 mL/min.
The term begins on 5 March 2020 and continues until 4 March 2025.
The dose for a rate above 30 mL/min is 875 mg.
Side effects were rash (24%), and others.
Check it every 1 to 4 weeks.
See AD 2018‐23‐51 for it."""


@pytest.fixture(scope="module")
def note(tmp_path_factory: pytest.TempPathFactory) -> ReadDocuments:
    path = tmp_path_factory.mktemp("note") / "note.txt"
    path.write_text("\n\n".join(SENTENCES.splitlines()), "utf-8")
    return ReadDocuments.of_files(path, isolated=False)


@pytest.fixture(scope="module")
def statement(tmp_path_factory: pytest.TempPathFactory) -> ReadDocuments:
    return ReadDocuments.of_files(write_statement(tmp_path_factory.mktemp("statement")), isolated=False)


def told(documents: ReadDocuments, begins: str, value: Any, field: str = "") -> str:
    quote = next(line for line in SENTENCES.splitlines() if line.startswith(begins))
    return one(documents, field=field, value=value, quote=quote).verdict


@pytest.mark.parametrize(
    ("field", "value", "verdict"),
    [
        ("Revenue 2024", "EUR 1,234,000", "proved"),
        ("revenue_2023", "EUR 1,111,000", "proved"),
        ("Revenue FY23", "EUR 1,111,000", "proved"),
        ("Revenue 2023", "EUR 1,234,000", "does_not_follow"),
        ("Revenue 2024", "1,234", "proved"),
        ("Revenue 2024 (thousands)", "1,234", "proved"),
        ("Revenue 2024 (millions)", "1,234", "open"),
        ("Revenue 2024 (EUR thousands)", "EUR 1,234", "proved"),
        ("Revenue 2023 (thousands)", "1,234", "does_not_follow"),
        ("Revenue 2024", "EUR 1,234", "does_not_follow"),
        ("Revenue 2023", "1,234", "does_not_follow"),
        ("Revenue", "EUR 1,234,000", "open"),
        ("", "EUR 1,234,000", "open"),
        ("Revenue 2021", "EUR 1,234,000", "open"),
    ],
)
def test_cell_is_meant_where_its_heads_are_named(
    statement: ReadDocuments, field: str, value: str, verdict: str
):
    assert one(statement, field=field, value=value, quote="Revenue 1,234 1,111").verdict == verdict


def test_cell_under_another_year_than_the_field_names_does_not_follow(statement: ReadDocuments):
    row = {"value": "EUR 1,234,000", "quote": "Revenue 1,234"}

    refuted = one(statement, field="revenue 2023", **row)

    assert refuted.verdict == "does_not_follow"
    assert refuted.difference[0].found == "1,111"
    assert one(statement, field="revenue", **row).verdict == "proved"


@pytest.mark.parametrize(
    ("begins", "field", "value", "verdict"),
    [
        ("The monthly", "rent", "EUR 2,400", "proved"),
        ("The monthly", "deposit", "EUR 7,200", "proved"),
        ("The monthly", "deposit", "EUR 2,400", "open"),
        ("The monthly", "", "EUR 2,400", "open"),
        ("The monthly", "the fee", "EUR 2,400", "open"),
        ("The cap", "aggregate cap", "USD 90,000", "proved"),
        ("The cap", "aggregate cap", "USD 5,000", "open"),
        ("Sales", "sales 2022", "USD 43 million", "proved"),
        ("Sales", "sales 2022", "USD 51 million", "open"),
        ("Rent and deposit were EUR 31", "deposit", "EUR 31", "open"),
        ("Rent and deposit were EUR 33", "deposit", "EUR 33", "open"),
        ("Managers", "vesting of directors", "3 years", "open"),
        ("Managers", "vesting of managers", "5 years", "open"),
        ("The retainer", "due date", "2021-05-03", "open"),
        ("Opened", "", {"iso": "2017", "precision": "year"}, "open"),
        ("Opened", "year it moved", "2017", "proved"),
        ("The note", "effective date", "2020-07-01", "proved"),
        ("The note", "effective date", "2020-06-01", "open"),
        ("The term", "end of the term", "2025-03-04", "proved"),
        ("The term", "end of the term", "2020-03-05", "open"),
        ("The dose", "rate cut-off for 875 mg", "875 mg", "open"),
        ("Juniors", "wait", "4 weeks", "open"),
        ("The Supplier", "carrier", "Brant Foods Ltd", "open"),
        ("The Supplier", "carrier", "Ostrava Lines Ltd", "proved"),
        ("The Supplier", "parties", ["Brant Foods Ltd", "Ostrava Lines Ltd"], "proved"),
    ],
)
def test_figure_of_a_sentence_is_meant_where_its_own_clause_says_so(
    note: ReadDocuments, begins: str, field: str, value: Any, verdict: str
):
    assert told(note, begins, value, field) == verdict


@pytest.mark.parametrize(
    ("begins", "value"),
    [
        ("The grant", "less than CNY 20,000"),
        ("The plant", "about USD 43 billion"),
        ("The fee must", "up to CDN 700"),
        ("Limits", "USD 1,000,000 / USD 3,000,000"),
        ("The offer", "USD 24.70 to USD 25.40"),
        ("The lease", "2020-08"),
        ("The lease", "2020"),
        ("The levy", "0.1%"),
        ("The levy", "1‰"),
        ("Interest", "1.5%"),
        ("The Customer", 1),
        ("Drink", "1.2 liters"),
        ("Users", "18 years"),
        ("Users", "at least 18 years old"),
        ("Approval", "1996"),
        ("The Licensee", "7% of gross revenues"),
        ("The Agent", "Orrery Inc."),
        ("Side effects", "24%"),
        ("Check", "every 1-4 weeks"),
        ("See AD", "AD 2018-23-51"),
        ("The leak", "< 45 mL/min"),
    ],
)
def test_value_in_another_form_is_proved(note: ReadDocuments, begins: str, value: Any):
    assert told(note, begins, value) == "proved"


@pytest.mark.parametrize(
    ("begins", "value"),
    [
        ("The grant", "more than CNY 20,000"),
        ("The fee must", "at least CAD 700"),
        ("The fee must", "about CAD 700"),
        ("The fee must", "exceeding CAD 700"),
        ("The toll", "over EUR 9"),
        ("The Seller", "EUR 12.3 million"),
        ("The Licensee", "7% of revenues"),
        ("The Customer", "none"),
        ("The Customer", {"value": True}),
        ("The plant", "USD -43 billion"),
        ("The leak", "> 45 mL/min"),
    ],
)
def test_what_the_words_may_well_mean_is_open(note: ReadDocuments, begins: str, value: Any):
    assert told(note, begins, value) == "open"


@pytest.mark.parametrize(
    ("begins", "value"),
    [
        ("The grant", "less than CNY 30,000"),
        ("The grant", "less than USD 20,000"),
        ("Limits", "USD 1,000,000 / USD 4,000,000"),
        ("The lease", "2020-09"),
        ("The levy", "1%"),
        ("The levy", "2‰"),
        ("Drink", "1.2 ml"),
        ("The Vendor", 1),
        ("The Reader", 1),
        ("Users", "18 months"),
        ("The Licensee", "8% of gross revenues"),
        ("The Seller", "EUR 12.4 million"),
        ("The Agent", "Orrery LLC"),
    ],
)
def test_other_figure_in_another_form_does_not_follow(note: ReadDocuments, begins: str, value: Any):
    assert told(note, begins, value) == "does_not_follow"


def test_head_of_a_column_with_another_figure_or_month_in_it_is_another_head(tmp_path: Path):
    page = tmp_path / "page.html"
    cells = "".join(f"<t{{0}}>{each}</t{{0}}>" for each in ("{1}", "{2}", "{3}"))
    heads = cells.format("h", "", "Length 1,825 mm, Mar", "Length 2,225 mm, Jun")
    page.write_text(f"<table><tr>{heads}</tr><tr>{cells.format('d', 'B 120', '3,800', '3,150')}</tr></table>")

    for field in ("B 120 capacity at 2,225 mm", "B 120 capacity in June"):
        assert one(page, field=field, value="3,150", quote="B 120 3,800 3,150").verdict == "proved"
        assert one(page, field=field, value="3,800", quote="B 120 3,800 3,150").verdict == "does_not_follow"


def test_figure_in_the_name_of_a_row_is_not_the_figure_of_the_row(tmp_path: Path):
    page = tmp_path / "page.html"
    cells = "<tr><th></th><th>Single</th></tr><tr><td>Car up to 5 m</td><td>€29.80</td></tr>"
    page.write_text(f"<table>{cells}</table>")

    assert one(page, field="car", value="5 m", quote="Car up to 5 m €29.80").verdict == "open"
    assert one(page, field="car", value="€29.80", quote="Car up to 5 m €29.80").verdict == "proved"


def test_row_that_ends_before_what_could_be_a_unit_is_found(tmp_path: Path):
    path = tmp_path / "prices.txt"
    heads = "Item                1–49    50–199\n"
    path.write_text(f"{heads}Pressure sensor    19.25     14.95\nMB 40 electrode    11.80      8.55\n")

    told = one(
        path, field="pressure sensor 50–199", value="14.95", quote="Pressure sensor    19.25     14.95"
    )

    assert told.verdict == "proved"


def test_note_raised_in_the_document_and_low_in_the_quote_is_found(tmp_path: Path):
    path = tmp_path / "note.txt"
    path.write_text("3.9 (4.1)\nPharmaceutical⁴ 52,563 51,680 1.7 6.7 (5.0) 6.8\nDevices 1.2")

    assert one(path, quote="Pharmaceutical4 52,563 51,680 1.7 6.7 (5.0) 6.8").verdict == "proved"


def test_minus_may_be_a_dash(tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text("<table><tr><th></th><th>Change</th></tr><tr><td>Staff</td><td>–1.5</td></tr></table>")

    assert one(page, value="–1.5", quote="Staff –1.5").verdict == "proved"
    assert one(page, value="1.5", quote="Staff –1.5").verdict == "open"


def test_amount_behind_a_sign_that_is_no_character_is_open_by_its_currency(tmp_path: Path):
    path = tmp_path / "note.txt"
    path.write_text("The net profit was `67,845 crore.")

    for value, verdict in (("INR 67,845 crore", "open"), ("INR 67,846 crore", "does_not_follow")):
        assert one(path, value=value, quote="net profit was `67,845 crore").verdict == verdict


def test_mark_of_a_note_in_the_quote_is_typesetting(note: ReadDocuments):
    quote = "The Seller owes EUR 12,345,678 to the Bank1 today."

    assert one(note, value="EUR 12,345,678", quote=quote).verdict == "proved"


def test_percentage_of_a_table_that_only_speaks_of_shares_is_open(tmp_path: Path):
    page = tmp_path / "page.html"
    cells = "<table><tr><th></th><th>{}</th></tr><tr><td>Margate</td><td>41.5</td></tr></table>"
    for head, verdict in (("Accuracy", "open"), ("Height", "does_not_follow")):
        page.write_text(cells.format(head))
        assert one(page, value="41.5%", quote="Margate 41.5").verdict == verdict


def test_fiscal_year_that_ends_in_january_may_be_called_by_either_year(tmp_path: Path):
    page = tmp_path / "page.html"
    table = (
        "<table><tr><th></th><th>January 28, 2023</th><th>January 29, 2022</th></tr>"
        "<tr><td>Net sales</td><td>$910</td><td>$820</td></tr></table>"
    )
    row = {"field": "net sales in fiscal 2022", "quote": "Net sales $910 $820"}

    page.write_text(table)
    assert {one(page, value=value, **row).verdict for value in ("$910", "$820")} == {"open"}
