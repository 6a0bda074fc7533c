"""What a question calls its documents, apart from what it asks about them."""

from __future__ import annotations

import pytest
from tests.factories import question

from pincite.question.naming import documents_in


@pytest.mark.parametrize(
    ("asked", "document", "rest"),
    [
        (
            "Consider Orla's Mutual Non-Disclosure Agreement; Is it binding?",
            "Orla's Mutual Non-Disclosure Agreement",
            "Is it binding?",
        ),
        (
            'Consider the Acquisition Agreement between Parent "Tern Holdings LLC" '
            'and Target "B. D. Finch & Co."; What is paid?',
            'the Acquisition Agreement between Parent "Tern Holdings LLC" and Target "B. D. Finch & Co."',
            "What is paid?",
        ),
        (
            'Consider "Peddler"\'s privacy policy; who sees my tasks?',
            '"Peddler"\'s privacy policy',
            "who sees my tasks?",
        ),
        ("In the ZELOXA label, what is the half-life?", "the ZELOXA label", "what is the half-life?"),
        ("What is the dose in the ZELOXA label?", "the ZELOXA label", "What is the dose?"),
        (
            "What does the label for Zeloxa say about alcohol?",
            "the label for Zeloxa",
            "What does the label say about alcohol?",
        ),
        ("Under the Tern lease, who pays for repairs?", "the Tern lease", "who pays for repairs?"),
        (
            "What is the break fee in the Finch merger agreement?",
            "the Finch merger agreement",
            "What is the break fee?",
        ),
        (
            "Does Peddler's privacy policy allow sharing?",
            "Peddler's privacy policy",
            "Does the policy allow sharing?",
        ),
        (
            "does peddler's privacy policy mention location?",
            "peddler's privacy policy",
            "does the policy mention location?",
        ),
        (
            "What did Tern's 2021 10-K report as revenue?",
            "Tern's 2021 10-K",
            "What did the document report as revenue?",
        ),
        ("In the 2021 10-K, what was net income?", "the 2021 10-K", "what was net income?"),
        ("According to lease.pdf, what is the rent?", "lease.pdf", "what is the rent?"),
        ('What is the fee in "Tern MSA 2020.pdf"?', '"Tern MSA 2020.pdf"', "What is the fee?"),
        ("How long is the Tern lease?", "the Tern lease", "How long is the lease?"),
        (
            "Regarding the Northgate lease: what is the deposit?",
            "the Northgate lease",
            "what is the deposit?",
        ),
        ("What is the rent in Tern Corp.'s lease?", "Tern Corp.'s lease", "What is the rent?"),
        (
            "Is a copy allowed under Media Tern Group, Inc.'s NDA?",
            "Media Tern Group, Inc.'s NDA",
            "Is a copy allowed?",
        ),
    ],
)
def test_name_of_a_document_is_told_apart_from_what_is_asked(asked, document, rest):
    assert documents_in(asked).documents == (document,)
    assert documents_in(asked).rest == rest


@pytest.mark.parametrize(
    "asked",
    [
        "What is the fee under the Agreement?",
        "Does this contract renew?",
        "Does the policy cover theft?",
        "What is the policy period?",
        "What is the date of the Voting Agreement?",
        "When was the Stock Purchase Agreement signed?",
        "What is the fee in the agreement between the Company and Parent?",
        "How long is the Supplier's contract?",
        "Is the insurer's policy cancelled?",
        "What does our refund policy say?",
        "What are the contraindications in the package insert?",
    ],
)
def test_kind_of_document_is_no_name(asked):
    assert documents_in(asked) == documents_in(asked).__class__((), asked)


@pytest.mark.parametrize(
    "asked",
    [
        "What is the notice period in the Tern Services Agreement?",
        "When does policy no. HX-123 expire?",
        "Which law governs the contract with Harbour Mill Ltd?",
    ],
)
def test_name_that_may_be_what_is_asked_about_stays_in_the_question(asked):
    naming = documents_in(asked)
    assert naming.documents
    assert naming.rest == asked


def test_consider_this_contract_names_no_document():
    assert documents_in("Consider this contract; what is the fee?").documents == ()


def test_both_documents_of_a_question_are_named():
    asked = "Is the fee in the Tern contract higher than the fee in the Finch contract?"
    assert documents_in(asked).documents == ("the Tern contract", "the Finch contract")


def test_words_of_a_document_are_not_searched_for():
    read = question(
        'Consider the Merger Agreement between "Tern Inc." and "Finch Inc."; Where is the No-Shop Clause'
    )
    assert {term.asked for term in read.retrieval.terms}.isdisjoint(
        {"merger", "tern", "finch", "inc", "consider"}
    )
    assert read.retrieval.scope.documents == ('the Merger Agreement between "Tern Inc." and "Finch Inc."',)
    assert not read.retrieval.phrases


def test_what_is_asked_is_said_without_names_places_and_what_is_not_wanted():
    asked = "Consider the Tern lease; what is the rent on page 3, not the deposit? Please be brief."
    assert question(asked).retrieval.said == "what is the rent ?"
