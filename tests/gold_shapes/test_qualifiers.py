"""Questions whose value is limited by the words around it: right, and with all its limits."""

from __future__ import annotations

import pytest

import pincite
from tests.gold_shapes.limits_documents import LABEL, POLICY, PRICES
from tests.gold_shapes.told import told
from tests.shapes import ask_file

DOCUMENTS = {"policy.txt": POLICY, "label.txt": LABEL, "prices.md": PRICES}

# document, question, the value's own words, its qualifiers
ANSWERED = [
    (
        "policy.txt",
        "Up to which amount does the Insurer pay claims?",
        "EUR 5,000,000 per claim",
        ["up to", "subject to Section 4"],
    ),
    (
        "policy.txt",
        "What is the excess?",
        "EUR 2,500 for each and every claim",
        ["except for claims under Section 3"],
    ),
    ("policy.txt", "What is the sublimit for lost documents?", "EUR 75,000", ["approximately"]),
    ("policy.txt", "What is the annual premium?", "EUR 18,400", ["plus insurance premium tax"]),
    (
        "policy.txt",
        "How long after receipt of the invoice is the premium payable?",
        "fourteen (14) business days",
        [
            "within",
            "business days",
            "after receipt of the invoice",
            "unless the parties have agreed on instalments",
        ],
    ),
    ("policy.txt", "What is the reminder fee?", "EUR 35", ["If the premium is paid late"]),
    (
        "policy.txt",
        "What is the amount for restoration of data?",
        "EUR 250,000",
        ["for any one event", "provided that the incident was reported"],
    ),
    (
        "label.txt",
        "What is the recommended starting dose in adults?",
        "10 mg",
        ["oral", "in adults", "once daily"],
    ),
    (
        "label.txt",
        "What is the loading dose?",
        "2.5 mg",
        ["by slow intravenous injection", "if the patient cannot swallow"],
    ),
    (
        "prices.md",
        "What is the price of a court for non-residents?",
        "EUR 22.00",
        ["excl. VAT", "for non-residents"],
    ),
    (
        "prices.md",
        "What is the late cancellation charge?",
        "50%",
        ["of the booking price", "if the booking is cancelled on the day"],
    ),
    ("prices.md", "What is the deposit for a hall key?", "EUR 60", ["for a hall"]),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("limits")
    paths = []
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, "utf-8")
        paths.append(folder / name)
    with pincite.open(folder / "library") as library:
        assert [added.status for added in library.add(*paths)] == ["added"] * len(paths)
        yield library


@pytest.mark.parametrize(("name", "asked", "original", "qualifiers"), ANSWERED, ids=[r[1] for r in ANSWERED])
def test_value_keeps_what_limits_it_and_every_limit_is_cited(library, name, asked, original, qualifiers):
    answer = library.ask(asked, documents=[name])
    assert answer.outcome == "answered", [miss.reason for miss in answer.coverage.nearest]
    (item,) = answer.items
    assert original in item.original
    # Of a cell the names of its row and column say what limits it.
    named = all(any(words in said for said in item.limits) for words in qualifiers)
    assert item.limits == qualifiers or (named and original == "EUR 22.00")
    snippets = [" ".join(evidence.snippet.split()) for evidence in item.evidence]
    assert all(any(words in snippet for snippet in snippets) for words in qualifiers)


@pytest.mark.parametrize(
    ("name", "asked", "said"),
    [
        ("label.txt", "What is the elimination half-life of velorin?", "is 9 to 11 hours in healthy"),
        ("prices.md", "What does coaching cost?", "Coaching costs between EUR 30 and EUR 45 per hour."),
    ],
)
def test_one_end_of_a_range_is_never_claimed_as_the_value(name, asked, said):
    answer, _ = ask_file(name, DOCUMENTS[name], asked, judged=told(said))
    assert (answer.outcome, answer.items) == ("unverified", [])
    assert "one end of a range" in answer.coverage.nearest[0].reason


def test_end_of_a_range_that_is_asked_for_shows_the_range():
    said = "The summer season starts and ends with a fair and runs from 1 April 2025 to 30 September 2025."
    judged = told(said, original="30 September 2025")
    answer, _ = ask_file("prices.md", PRICES, "When does the summer season end?", judged=judged)
    (item,) = answer.items
    assert "30 September 2025" in item.original
    assert item.limits == ["from 1 April 2025 to"]
