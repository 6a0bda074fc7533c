"""Each level of strictness has its rules; what it does not put up with is withheld."""

from __future__ import annotations

import itertools
from array import array
from dataclasses import replace

import pytest
from tests.adversary.court import LEVELS, answer, passes
from tests.adversary.lies import Told
from tests.factories import held, question
from tests.verify.claiming import dollars, saying

from pincite.errors import UnverifiedError
from pincite.records.document import Words
from pincite.records.evidence import Proof
from pincite.records.span import Span
from pincite.verify.strictness import RULES, proofs_for

FEE = "What is the monthly fee?"


def told(sentence: str, quote: str = "", asked: str = FEE, **changes) -> Told:
    text = f"1. Payment\n\n{sentence}\n\n2. Place\n\nThe office is in Ghent.\n"
    claim = dollars("500", quote or sentence)
    said = Told("", text, asked, "amount", claim.value, claim.original, (quote or sentence,))
    return replace(said, **changes)


def levels(claim: Told) -> list[str]:
    return [level for level in LEVELS if passes(claim, level)]


def test_plain_statement_passes_every_level():
    assert levels(told("The monthly fee is USD 500.")) == list(LEVELS)


def test_letter_case_may_differ_up_to_balanced():
    claim = told("The monthly fee is USD 500.", "THE MONTHLY FEE IS USD 500.")
    assert levels(claim) == ["lenient", "balanced"]


def test_word_divided_at_a_line_end_may_be_quoted_whole_up_to_strict():
    claim = told(
        "The monthly fee pay-\nable in advance is USD 500.", "The monthly fee payable in advance is USD 500."
    )
    assert levels(claim) == ["lenient", "balanced", "strict"]


def test_half_a_sentence_may_be_quoted_up_to_balanced():
    claim = told("The monthly fee is USD 500, payable in advance.", "The monthly fee is USD 500")
    assert levels(claim) == ["lenient", "balanced"]


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("No monthly fee of USD 500 is payable.", "monthly fee of USD 500"),
        ("The monthly fee is not USD 500.", "USD 500"),
        ("The Supplier never charges a monthly fee of USD 500.", "a monthly fee of USD 500"),
    ],
)
def test_quote_that_leaves_out_the_denial_of_its_sentence_passes_no_level(sentence: str, quote: str):
    assert levels(told(sentence, quote)) == []


def test_amount_in_brackets_of_which_nobody_can_tell_the_sign_passes_no_level():
    assert levels(told("The monthly fee came to (USD 500) after the refund.")) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "The sum of USD 500 is due on the first day.",
        "The monthly fee is USD 500; the deposit is USD 900.",
        "The monthly fee is USD 500 if the room is heated.",
        "The monthly fee is USD 500 for each site.",
    ],
)
def test_what_else_the_sentence_says_is_left_to_judgement_at_every_level(sentence: str):
    assert levels(told(sentence)) == list(LEVELS)


def test_own_words_pass_when_lenient_only_and_are_marked():
    sentence = "After notice to the Supplier, the Customer may assign the lease."
    claim = saying("The Customer may assign the lease after notice.", sentence)
    inferred = told(sentence, asked="Who may assign the lease?", answer_type="text", value=claim.value,
                    original=claim.original, method="inferred")  # fmt: skip
    assert levels(inferred) == ["lenient"]
    said = answer(inferred, "lenient")
    assert said.method == "inferred"
    assert said.caveats == ["The answer is in the model's own words: read the cited text."]


def test_own_words_never_give_a_typed_value():
    assert levels(told("The monthly fee is USD 500.", method="inferred")) == []


@pytest.mark.parametrize(("sure", "expected"), [(99, 4), (90, 3), (60, 2)])
def test_words_read_from_an_image_must_be_surer_the_stricter_the_level(sure, expected):
    text = "The monthly fee is USD 500.\n"
    source = held(text)
    starts = [i for i, c in enumerate(text) if i == 0 or text[i - 1] == " "]
    ends = [text.find(" ", i) if text.find(" ", i) > 0 else len(text) - 1 for i in starts]
    count = len(starts)
    words = Words(
        starts=array("I", starts),
        ends=array("I", ends),
        pages=array("I", [1] * count),
        edges=array("f", [0.0] * 4 * count),
        confidences=array("B", [sure] * count),
    )
    document = replace(source.document, words=words)
    proof = Proof(source.identity, document, Span(0, len(text) - 1), "exact")
    asked, claim = question(FEE, source), dollars("500", text.strip())
    passed = [
        all(check.judge(asked, claim, [proof]).passed for check in proofs_for(level)) for level in LEVELS
    ]
    assert passed == [True] * expected + [False] * (4 - expected)


def test_rules_never_loosen_from_one_level_to_the_next():
    for looser, stricter in itertools.pairwise(LEVELS):
        a, b = RULES[looser], RULES[stricter]
        assert a.grades >= b.grades
        assert (a.clean, a.recognised, a.polarity, a.verifiers, a.support) <= (
            b.clean, b.recognised, b.polarity, b.verifiers, b.support)  # fmt: skip
        assert a.inferred >= b.inferred
        assert a != b


@pytest.mark.parametrize("level", ["strict", "paranoid"])
def test_what_is_refused_is_withheld_and_required_answers_raise(level):
    claim = told("The monthly fee is USD 500, payable in advance.", "The monthly fee is USD 500")
    withheld = answer(claim, level)
    assert withheld.outcome == "unverified"
    assert withheld.items == []
    with pytest.raises(UnverifiedError):
        withheld.require()


def test_value_among_others_is_cited_by_its_own_words_and_its_neighbours_are_named():
    sentence = "The monthly fee is USD 500; the deposit is USD 900; the fine is USD 70."
    said = answer(told(sentence), "balanced")
    assert [evidence.snippet for evidence in said.items[0].evidence] == [sentence, "USD 500"]
    assert said.caveats == ["The cited text also says USD 900, USD 70."]
