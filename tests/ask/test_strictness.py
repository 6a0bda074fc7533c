"""Each level of strictness has its rules; what it does not put up with is withheld."""

from __future__ import annotations

import itertools
from array import array
from dataclasses import replace

import pytest

from pincite.ask.strictness import RULES
from pincite.records.document import Words
from pincite.records.evidence import Proof
from pincite.records.span import Span
from pincite.values.types import Amount
from tests.adversary.court import LEVELS, answer, passes
from tests.adversary.lies import Told
from tests.factories import held

FEE = "What is the monthly fee?"


def told(sentence: str, quote: str = "", asked: str = FEE, **changes) -> Told:
    text = f"1. Payment\n\n{sentence}\n\n2. Place\n\nThe office is in Ghent.\n"
    value = Amount(value="500", currency="USD", unit=None)
    said = Told("", text, asked, "amount", value, "USD 500", (quote or sentence,))
    return replace(said, **changes)


def levels(claim: Told) -> list[str]:
    return [level for level in LEVELS if passes(claim, level)]


def test_plain_statement_passes_every_level():
    assert levels(told("The monthly fee is USD 500.")) == list(LEVELS)


@pytest.mark.parametrize(
    ("grade", "expected"), [("exact", 4), ("typesetting", 4), ("hyphen", 3), ("case", 2)]
)
def test_quote_must_match_more_closely_the_stricter_the_level(grade, expected):
    source = held("The monthly fee is USD 500.\n")
    proof = Proof(source.identity, source.document, Span(0, 27), grade)
    passed = [not RULES[level].refuses([proof]) for level in LEVELS]
    assert passed == [True] * expected + [False] * (4 - expected)


def test_amount_in_brackets_of_which_nobody_can_tell_the_sign_passes_no_level():
    assert levels(told("The monthly fee came to (USD 500) after the refund.")) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "The monthly fee is USD 500; the deposit is USD 900.",
        "The monthly fee is USD 500 if the room is heated.",
        "The monthly fee is USD 500 for each site.",
    ],
)
def test_what_else_the_sentence_says_is_left_to_judgement_at_every_level(sentence: str):
    assert levels(told(sentence)) == list(LEVELS)


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
    passed = [not RULES[level].refuses([proof]) for level in LEVELS]
    assert passed == [True] * expected + [False] * (4 - expected)


def test_rules_never_loosen_from_one_level_to_the_next():
    for looser, stricter in itertools.pairwise(LEVELS):
        a, b = RULES[looser], RULES[stricter]
        assert a.grades >= b.grades
        assert (a.recognised, a.whole, a.verifiers, a.support) <= (
            b.recognised, b.whole, b.verifiers, b.support)  # fmt: skip
        assert a != b


def test_value_among_others_is_cited_by_its_own_words_and_its_neighbours_are_named():
    sentence = "The monthly fee is USD 500; the deposit is USD 900; the fine is USD 70."
    said = answer(told(sentence), "balanced")
    assert [evidence.snippet for evidence in said.items[0].evidence] == [sentence, "USD 500"]
    assert said.caveats == ["The cited text also says USD 900, USD 70."]
