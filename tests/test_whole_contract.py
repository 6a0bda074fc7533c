"""What everybody asks of a contract is answered by the sentence that says it, or not at all."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import pincite
from pincite.contract.answers import Answer

Ask = Callable[[str, str], Answer]

_NDA = """\
MUTUAL NON-DISCLOSURE AGREEMENT

This Non-Disclosure Agreement (the "Agreement") is made as of 4 May 2021 by and between Brightwater Foods, \
Inc., a Delaware corporation ("Brightwater"), and Tern & Gull Ltd ("Tern"). The parties wish to buy herring.

1. Secrecy

The parties shall keep secret what is disclosed between the parties. For a period of 12 months after \
separation no party shall solicit staff of the other party to this Agreement. Recipes may be subject to \
export controls under the laws of the United States.

2. Duration

This Agreement shall remain in full force and effect for a period of three (3) years.

3. Disputes

This Agreement shall be governed by the laws of Vermont.
"""
_SILENT = """\
SKIPPER'S LETTER

1. Racing

For a period of 12 months after separation the Skipper shall not race against the Club. The parties to this \
Agreement have a seven (7) day revocation period. The Skipper leaves the Club on 31 May 2024.

2. Boats

The Club is a body organised under the laws of Norway, and the boats meet the laws of the port.
"""


@pytest.fixture
def ask(tmp_path) -> Ask:
    def put(asked: str, text: str) -> Answer:
        path = tmp_path / "document.txt"
        path.write_text(text, "utf-8")
        with pincite.open(tmp_path / "library") as library:
            library.add(path)
            return library.ask(asked)

    return put


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("How long does the agreement last?", ["three (3) years"]),
        ("On which date does the agreement take effect?", ["4 May 2021"]),
        ("Which law governs the agreement?", ["This Agreement shall be governed by the laws of Vermont."]),
        ("Who are the parties to the agreement?", ["Brightwater Foods, Inc.", "Tern & Gull Ltd"]),
        ("What is the title of the agreement?", ["MUTUAL NON-DISCLOSURE AGREEMENT"]),
    ],
)
def test_the_sentence_that_states_it_answers(ask: Ask, asked: str, said: list[str]):
    answer = ask(asked, _NDA)
    assert answer.outcome == "answered"
    assert [item.original for item in answer.items] == said


@pytest.mark.parametrize(
    "asked",
    [
        "How long does the agreement last?",
        "On which date does the agreement take effect?",
        "Which law governs the agreement?",
        "Who are the parties to the agreement?",
        "What is the title of the agreement?",
    ],
)
def test_what_only_shares_its_words_does_not_answer(ask: Ask, asked: str):
    assert ask(asked, _SILENT).outcome in {"not_found", "unverified"}


def test_parties_are_given_as_organisations_and_persons(ask: Ask):
    text = "LOAN\n\nThis Agreement is made between Alder Bank AG (“Bank”) and Maria Keller (“Borrower”).\n"
    kinds = {item.value.answer_type for item in ask("Who are the parties to the agreement?", text).items}
    assert kinds == {"organisation", "person"}


def test_title_is_read_out_of_the_sentence_that_it_stands_in(ask: Ask):
    text = "Exhibit 10.1   SUPPLY AGREEMENT   This Supply Agreement is made on 3 May 2021 by Alder AG.\n"
    (item,) = ask("What is the title of the agreement?", text).items
    assert item.original == "SUPPLY AGREEMENT"
    assert (item.evidence[0].start, item.evidence[0].end) == (15, 31)


def test_contract_annexed_to_another_does_not_give_it_its_title(ask: Ask):
    text = "SUPPLY AGREEMENT\n\n1. Goods\n\nThe goods are herring.\n\nEXHIBIT A\n\nLICENSE AGREEMENT\n"
    (item,) = ask("What is the title of the agreement?", text).items
    assert item.original == "SUPPLY AGREEMENT"


@pytest.mark.parametrize(
    ("parties", "names"),
    [
        ("Orion Corp., of Maine (“Parent”), and Lyra Ltd (“Buyer”)", ["Orion Corp.", "Lyra Ltd"]),
        (
            "Orion, Inc. (“A”), Lyra Ltd (“B”), and Vega Corp. (“C”)",
            ["Orion, Inc.", "Lyra Ltd", "Vega Corp."],
        ),
        ("Orion Corp. (“Parent”), and the harbour master (“Master”)", []),
    ],
)
def test_parties_are_all_named_or_none_is(ask: Ask, parties: str, names: list[str]):
    text = (
        f"Exhibit 4   LEASE AGREEMENT   This LEASE AGREEMENT, of 3 May 2021, is by and between {parties}.\n"
    )
    assert [item.original for item in ask("Who are the parties to the agreement?", text).items] == names


_EXPIRY = 'Highlight the parts of this contract related to "Expiration Date". Details: When does it expire?'


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("The expiration date on which this Agreement expires is 4 May 2024.", "date"),
        ("This Agreement expires on its expiration date, when the last herring is sold.", "clause"),
    ],
)
def test_end_that_is_no_day_is_quoted_as_a_clause(ask: Ask, said: str, kind: str):
    answer = ask(_EXPIRY, f"SUPPLY AGREEMENT\n\n1. Duration\n\n{said}\n")
    assert [item.value.answer_type for item in answer.items] == [kind]


def test_clause_that_calls_something_void_is_no_clause_that_is_void(ask: Ask):
    asked = 'Find the clauses of this contract related to "Assignment".'
    said = "Any assignment without the consent of the other party is void."
    answer = ask(asked, f"SUPPLY AGREEMENT\n\n1. Duties\n\n{said}\n\n2. Goods\n\nThe goods are herring.\n")
    assert [item.original for item in answer.items] == [said]


def test_word_that_asks_is_no_party(ask: Ask):
    text = "LOAN\n\nWhich shall bear it is agreed.\n\n9. Law\n\nMaine law governs this Agreement.\n"
    assert ask("Which law governs the agreement?", text).outcome == "answered"
