"""Questions for names, addresses, accounts, periods, tables and clauses, answered with the typed value."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pincite.answer.answers import Answer
from pincite.service import Library, open_library
from pincite.values.types import Clause, Text
from tests.gold_shapes.told import told
from tests.shapes import ask_file

AGREEMENT = """\
SERVICES AGREEMENT

This Agreement is made between Nordwind Logistik GmbH & Co. KG, Hafenstraße 12, 20457 Hamburg (the \
"Customer") and Beta Systems Ltd, 25 Old Broad Street, London EC2N 1HN (the "Supplier").

1. Term

The term runs from 1 July 2024 to 30 June 2025. The managing director of the Customer is Henrike Sowada.

2. Payment

Payments are made to the account IBAN DE89 3704 0044 0532 0130 00 at Hansabank AG.

3. Assignment

Neither party may assign this Agreement without consent. Any assignment in breach of this clause is void.

4. Insurance

Policy period: 01/07/2024 to 30/06/2025. Alpina Versicherung AG delivers each notice to the Broker.

Signed by Dr. Maria L. Kessler for the Supplier.
"""
FEES = """\
# Fees

| Service | Fee |
|---|---|
| Hosting | EUR 100 |
| Support | EUR 200 |
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("asked")
    for name, text in (("agreement.txt", AGREEMENT), ("fees.md", FEES)):
        (folder / name).write_text(text, "utf-8")
    with open_library(folder / "library") as opened:
        opened.add(folder / "agreement.txt", folder / "fees.md")
        yield opened


def ask(library: Library, question: str) -> Answer:
    return library.ask(question, documents=["fees.md" if "table" in question else "agreement.txt"])


@pytest.mark.parametrize(
    ("question", "original", "answer_type", "value"),
    [
        (
            "Who is the Customer?",
            "Nordwind Logistik GmbH & Co. KG",
            "organisation",
            {"name": "Nordwind Logistik GmbH & Co. KG"},
        ),
        ("Who is the Supplier?", "Beta Systems Ltd", "organisation", {"name": "Beta Systems Ltd"}),
        ("Which company is the Supplier?", "Beta Systems Ltd", "organisation", {"name": "Beta Systems Ltd"}),
        (
            "Who is the managing director?",
            "Henrike Sowada",
            "person",
            {"first": "Henrike", "middle": None, "last": "Sowada"},
        ),
        (
            "Who signed for the Supplier?",
            "Dr. Maria L. Kessler",
            "person",
            {"first": "Maria", "middle": "L.", "last": "Kessler"},
        ),
        (
            "What is the IBAN of the account?",
            "DE89 3704 0044 0532 0130 00",
            "iban",
            {"iban": "DE89370400440532013000"},
        ),
        (
            "What is the address of the Supplier?",
            "25 Old Broad Street, London EC2N 1HN",
            "address",
            {"street": "25 Old Broad Street", "postal_code": "EC2N 1HN", "city": "London", "country": None},
        ),
        (
            "What is the address of the Customer?",
            "Hafenstraße 12, 20457 Hamburg",
            "address",
            {"street": "Hafenstraße 12", "postal_code": "20457", "city": "Hamburg", "country": None},
        ),
        (
            "What is the policy period?",
            "01/07/2024 to 30/06/2025",
            "date_range",
            {"start": "2024-07-01", "end": "2025-06-30"},
        ),
        (
            "From when to when does the term run?",
            "from 1 July 2024 to 30 June 2025",
            "date_range",
            {"start": "2024-07-01", "end": "2025-06-30"},
        ),
        (
            "What does the table of fees say?",
            "EUR 100",
            "table",
            {"headers": ["Service", "Fee"], "rows": [["Hosting", "EUR 100"], ["Support", "EUR 200"]]},
        ),
    ],
)
def test_words_that_the_reader_points_at_are_answered_as_the_typed_value(
    question: str, original: str, answer_type: str, value: dict[str, object]
) -> None:
    name, text = ("fees.md", FEES) if "table" in question else ("agreement.txt", AGREEMENT)

    answer, _ = ask_file(name, text, question, judged=told(original, original=original))

    assert (answer.outcome, answer.items[0].type) == ("answered", answer_type)
    assert [item.value.model_dump(mode="json") for item in answer.items] == [value]


EXPIRY = 'Highlight the parts of this contract related to "Expiration Date". Details: When does it expire?'


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("The expiration date on which this Agreement expires is 4 May 2024.", "date"),
        ("This Agreement expires on its expiration date, when the last herring is sold.", "text"),
    ],
)
def test_end_that_is_no_day_is_quoted_in_its_words(said: str, kind: str) -> None:
    text = f"SUPPLY AGREEMENT\n\n1. Duration\n\n{said}\n"

    answer, _ = ask_file("supply.txt", text, EXPIRY, judged=told(said))

    assert [item.value.answer_type for item in answer.items] == [kind]


@pytest.mark.parametrize(
    "question", ["What does the clause on assignment say?", "Quote the clause on assignment."]
)
def test_clause_is_quoted_whole(library: Library, question: str) -> None:
    (item,) = ask(library, question).items

    assert isinstance(item.value, Clause)
    assert item.value.text.startswith("Neither party")
    assert item.value.text.endswith("is void.")


@pytest.mark.parametrize(
    "question",
    [
        "Quote the clause on assignment.",
        "Who is the Supplier?",
        "Show the table of service fees.",
        "What is the policy period?",
    ],
)
def test_answer_is_read_back_from_json_as_the_types_it_had(library: Library, question: str) -> None:
    answer = ask(library, question)

    assert answer.items
    assert Answer.model_validate_json(answer.to_json()) == answer


def test_text_is_read_back_as_a_text_and_not_as_a_clause(library: Library) -> None:
    answer = library.ask("What about assignment?", documents=["agreement.txt"], answer_type="text")

    (item,) = Answer.model_validate_json(answer.to_json()).items
    assert isinstance(item.value, Text)
