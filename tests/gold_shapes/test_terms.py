"""Questions whose value stands where a defined term or a reference leads: right, and every place cited.

The reader is told the sentence that names what was asked; from there code follows the term or the reference.
"""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.gold_shapes.terms_documents import LEASE, POLICY, SERVICES
from tests.gold_shapes.told import told
from tests.shapes import ask_file

DOCUMENTS = {"services.txt": SERVICES, "lease.md": LEASE, "policy.txt": POLICY}

# document, question, value as JSON, what each cited place says, in order
ANSWERED = [
    (
        "services.txt",
        "What is the Supplier's liability for loss of data?",
        {"value": "120000", "currency": "EUR", "unit": "per year"},
        ["liability for loss of data is limited to the Annual Fee", "“Annual Fee” means EUR 120,000"],
    ),
    (
        "services.txt",
        "How long does the Agreement remain in force?",
        {"iso8601": "P36M"},
        ["remains in force for the Initial Term", "“Initial Term” means a period of thirty-six (36) months"],
    ),
    (
        "services.txt",
        "What is the interest rate on disputed sums?",
        {"value": "8"},
        ["on disputed sums is the Default Rate", "“Default Rate” has the meaning", "at 8% per annum"],
    ),
    (
        "services.txt",
        "What is the compensation for early termination?",
        {"value": "15000", "currency": "EUR", "unit": None},
        ["compensation for early termination equals the Deposit", "a deposit of EUR 15,000 (the “Deposit”)"],
    ),
    (
        "services.txt",
        "What is the fee for an additional site?",
        {"value": "2300", "currency": "EUR", "unit": "per year"},
        ["fee for each additional site shall be the Site Charge", "“Site Charge” means EUR 2,300 per year"],
    ),
    (
        "lease.md",
        "What is the charge for the forecourt?",
        {"value": "410", "currency": "EUR", "unit": "per month"},
        ["charge for the forecourt equals the Service Charge", "Service Charge | EUR 410 per month"],
    ),
    (
        "lease.md",
        "When is the rent first due?",
        {"iso": "2025-04-01", "precision": "day"},
        ["first due on the Rent Commencement Date", "Rent Commencement Date | 1 April 2025"],
    ),
    (
        "policy.txt",
        "What is the sublimit for refrigeration failure?",
        {"value": "1750000", "currency": "USD", "unit": None},
        ["refrigeration failure equals the Stock Amount", "“Stock Amount” means", "Stock: USD 1,750,000"],
    ),
    (
        "services.txt",
        "What does Confidential Information mean?",
        None,
        ["“Confidential Information” means all information that one party discloses"],
    ),
    ("services.txt", "Who is the Supplier?", None, ["Corvane Systems Limited"]),
]

# A term that is changed, a term that is not defined, a reference to a part that is about something else.
REFUSED = [
    (
        "services.txt",
        "What is the Supplier's liability for late delivery?",
        "liability for late delivery shall not exceed twice the Annual Fee",
    ),
    (
        "services.txt",
        "What is the Customer's liability?",
        "The Customer's liability under this Agreement shall not exceed the Fees paid",
    ),
    (
        "lease.md",
        "What is the fire insurance premium?",
        "The fire insurance premium is set out in Section 9",
    ),
    (
        "lease.md",
        "What is the rent if the Tenant stays on after the lease has ended?",
        "If the Tenant stays on after the lease has ended, the rent is double the Base Rent",
    ),
]


def ask(name, asked, *said):
    answer, _ = ask_file(name, DOCUMENTS[name], asked, judged=told(*said))
    return answer


@pytest.mark.parametrize(("name", "asked", "value", "places"), ANSWERED, ids=[row[1] for row in ANSWERED])
def test_value_is_found_where_the_term_or_reference_leads_and_each_place_is_cited(name, asked, value, places):
    answer = ask(name, asked, places[0])
    assert answer.outcome == "answered", [miss.reason for miss in answer.coverage.nearest]
    (item,) = answer.items
    snippets = [" ".join(evidence.snippet.split()) for evidence in item.evidence]
    assert [said in snippet for said, snippet in zip(places, snippets, strict=False)] == [True] * len(places)
    assert value is None or item.value.model_dump(mode="json") == value
    assert all(check.state != "contradicted" for check in item.proof)


@pytest.mark.parametrize(("name", "asked", "said"), REFUSED, ids=[row[1] for row in REFUSED])
def test_value_that_the_links_do_not_prove_is_not_given(name, asked, said):
    answer = ask(name, asked, said)
    assert said in " ".join(answer.items[0].evidence[0].snippet.split())
    assert [item.original for item in answer.items if item.type == "amount"] == []


def test_direct_statement_is_preferred_to_the_way_round():
    said = ("The migration fee is payable in two parts", "The migration fee is set out in Schedule 1")
    (item,) = ask("services.txt", "What is the migration fee?", *said).items
    assert item.value.value == Decimal(9400)
