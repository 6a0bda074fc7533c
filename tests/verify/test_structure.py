"""A claim cites lines that exist and that its generator was given; it quotes something."""

from __future__ import annotations

import pytest
from tests.verify.claiming import dollars, judged, saying

from pincite.verify.value import ValueCheck

FEE = "What is the monthly fee?"
TEXT = "1. Fees\n\nThe monthly fee is USD 500.\n\n2. Moon\n\nThe moon is made of cheese.\n"
QUOTE = "The monthly fee is USD 500."


def test_quote_in_what_was_given_is_looked_at():
    assert judged(TEXT, FEE, dollars("500", QUOTE), given=(QUOTE,)).passed


def test_quote_of_a_place_that_was_not_given_is_refused():
    refused = judged(TEXT, FEE, dollars("500", QUOTE), given=("The moon is made of cheese.",))
    assert refused.failed_checks == ("structure",)
    assert "was not shown to the generator" in refused.verdicts[-1].reason


def test_quote_that_is_given_only_in_part_is_refused():
    assert not judged(TEXT, FEE, dollars("500", QUOTE), given=("The monthly fee is",)).passed


def test_nothing_given_means_nothing_can_be_cited():
    assert judged(TEXT, FEE, dollars("500", QUOTE), given=()).failed_checks == ("structure",)


def test_quote_that_stands_twice_is_cited_where_it_was_given():
    text = f"{QUOTE}\n\nAll of this is repeated below.\n\n{QUOTE}\n"
    start = text.rindex(QUOTE)
    (proof,) = judged(text, FEE, dollars("500", QUOTE), given=(text[start - 40 :],)).proofs
    assert proof.span.start == start


@pytest.mark.parametrize("lines", [(0, 3), (3, 2), (-1, 3), (1, 99), (500, 501)])
def test_lines_that_do_not_exist_are_refused_as_such(lines):
    refused = judged(TEXT, FEE, dollars("500", QUOTE, lines=lines))
    assert refused.failed_checks == ("structure",)
    assert "do not exist: the document has 7" in refused.verdicts[0].reason


def test_lines_that_hold_something_else_are_refused():
    assert judged(TEXT, FEE, dollars("500", QUOTE, lines=(5, 7))).failed_checks == ("quote",)


@pytest.mark.parametrize("blank", [" ", "\n\t", "\u00a0"])
def test_claim_that_quotes_nothing_is_refused(blank):
    assert judged(TEXT, FEE, dollars("500", blank)).failed_checks == ("structure",)


LIST = (
    "1. Parts\n\nThe Supplier shall deliver:\n\n- a manual;\n- a plan;\n- a report.\n\n"
    "2. Moon\n\nCheese is good.\n"
)
PARTS = "Which parts shall the Supplier deliver?"


@pytest.mark.parametrize("given", ["The Supplier shall deliver:", "- a manual;", "1. Parts"])
def test_items_are_given_with_their_list_and_with_the_heading_above_them(given):
    assert judged(LIST, PARTS, saying("- a report.", "- a report."), given=(given,)).passed


def test_items_are_not_given_with_another_section():
    assert not judged(LIST, PARTS, saying("- a report.", "- a report."), given=("2. Moon",)).passed


def test_sentence_is_not_given_with_the_one_before_it():
    text = "The monthly fee is agreed yearly. It is USD 500.\n"
    claim = dollars("500", "It is USD 500.")
    assert not judged(text, FEE, claim, given=("The monthly fee is agreed yearly.",)).passed


def test_what_the_other_checks_say_of_a_place_that_was_not_given_is_told_first():
    wrong = dollars("900", QUOTE)
    assert judged(TEXT, FEE, wrong, (ValueCheck(),), given=()).failed_checks == ("value", "structure")
