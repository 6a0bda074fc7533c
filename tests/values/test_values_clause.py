"""A clause is read whole and word for word: a sentence, or a numbered clause with all that stands in it."""

import pytest

from pincite.values.clause import find_clauses
from pincite.values.registered import derive
from pincite.values.types import Clause, Text, same

WHOLE = [
    "Either party may terminate this Agreement.",
    "7.2 Either party may terminate this Agreement. Notice is given in writing.",
    "7. Termination. Either party may terminate.",
    "Section 4 The Supplier shall insure the goods.",
    "SECTION 4.1 The Supplier shall insure the goods.",
    "Article IV The Supplier shall insure the goods.",
    "Clause 12.3 Notices are sent by post.",
    "The cap does not apply to fraud; it applies to all else.",
    "(a) the Supplier is insolvent; or",
    "No waiver is effective unless made in writing.",
    "Fees are due within 30 days\nafter receipt.",
    "3.1.2 The limit is EUR 1,000,000 per claim.",
    "Confidential Information includes: prices, plans and recipes.",
    "• each employee of the Insured",
    "Where the law so requires, the Insurer pays first.",
    "1.1 “Fees” means the fees in Schedule 2.",
    "5. Fees are EUR 4.5 million. 6 per cent interest is due.",
    "Store below 25 °C.",
    "WHEREAS the parties wish to cooperate,",
    "The Agreement (v. 2.1) prevails.",
]
NUMBERED = [
    (
        "7.1 Fees are due. They are net.\n7.2 Late fees apply.",
        ["7.1 Fees are due. They are net.", "7.2 Late fees apply."],
    ),
    (
        "1. Fees\n1.1 Net.\n1.2 Gross.\n2. Term\n2.1 One year.",
        ["1. Fees\n1.1 Net.\n1.2 Gross.", "2. Term\n2.1 One year."],
    ),
    ("Preamble.\n1. Fees.\n2. Term.", ["Preamble.", "1. Fees.", "2. Term."]),
    ("Section 1 Fees.\nSection 2 Term.", ["Section 1 Fees.", "Section 2 Term."]),
    ("7.1 Cases:\n(a) one;\n(b) two.\n7.2 None.", ["7.1 Cases:\n(a) one;\n(b) two.", "7.2 None."]),
    ("Article I\nFees.\nArticle II\nTerm.", ["Article I\nFees.", "Article II\nTerm."]),
]


@pytest.mark.parametrize("text", WHOLE)
def test_single_clause_is_read_whole(text):
    (reading,) = find_clauses(f"  {text}\n")

    assert reading.value == Clause(text=text)
    assert reading.ambiguous == ""
    assert derive("clause", text, reading.value)


@pytest.mark.parametrize(("text", "clauses"), NUMBERED)
def test_numbered_clauses_are_read_one_by_one(text, clauses):
    readings = find_clauses(text)

    assert [reading.value.text for reading in readings] == clauses
    assert all(derive("clause", reading.proof(text), reading.value) for reading in readings)


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_blank_text_holds_no_clause(text):
    assert find_clauses(text) == []


def test_line_ends_do_not_make_another_clause_and_words_do():
    assert same(Clause(text="the\nfee"), Clause(text="the fee"))
    assert not same(Clause(text="the fee"), Clause(text="no fee"))


def test_clause_is_no_text():
    assert not same(Clause(text="the fee"), Text(text="the fee"))
