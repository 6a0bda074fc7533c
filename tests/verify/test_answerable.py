"""The two bars of a reading model, and in which order claims stand with one."""

from __future__ import annotations

from tests.factories import held, question
from tests.verify.claiming import claiming, dollars, judged

from pincite.account import ranked
from pincite.contract.values.types import Clause
from pincite.contract.verdicts import RELEVANCE
from pincite.records.excerpt import ReadPassage
from pincite.records.span import Span
from pincite.verify.answerable import Bars, read_with
from pincite.verify.relevance import RelevanceCheck

TEXT = "The monthly fee is USD 500. The deposit is USD 900.\n"
FEE, DEPOSIT = "The monthly fee is USD 500.", "The deposit is USD 900."
BARS = Bars(needed=0.5, least=0.02)


def read(quote: str, number: str, score: float, pointed: str = DEPOSIT, asked: str = "What is the fee?"):
    claim = judged(TEXT, asked, dollars(number, quote, score=0.7), (RelevanceCheck(),))
    start = TEXT.index(pointed)
    reading = ReadPassage(Span(0, len(TEXT)), score, Span(start, start + len(pointed)))
    return read_with(question(asked, held(TEXT)), claim, lambda start: reading, BARS)


def test_claim_in_a_passage_that_was_not_read_stays_as_it_is():
    claim = judged(TEXT, "What is the fee?", dollars("500", FEE), (RelevanceCheck(),))
    assert read_with(question("What is the fee?", held(TEXT)), claim, lambda start: None, BARS) is claim


def test_words_and_model_go_before_the_model_alone_and_that_before_words_alone():
    both, model, words = read(FEE, "500", 0.6), read(DEPOSIT, "900", 0.9), read(FEE, "500", 0.1)
    assert ranked([words, model, both]) == [both, model, words]
    assert (both.claim.score, model.claim.score, words.claim.score) == (0.7, 0.9, 0.7)
    assert all(claim.passed for claim in (both, model, words))


def test_model_speaks_only_for_what_it_points_at():
    assert read(DEPOSIT, "900", 0.9).passed
    assert not read(DEPOSIT, "900", 0.9, pointed=FEE).passed


def test_below_the_lower_bar_the_claim_fails_as_being_about_something_else():
    refused = read(FEE, "500", 0.01)
    assert refused.failed_checks == ("answerable",)
    assert refused.warrant.chance == 0.01 < refused.confidence


def test_title_that_is_cited_with_its_clause_rules_nothing_out():
    said = "Neither side may hand this contract on."
    text = f"1. NO ASSIGNMENT\n\n{said}\n\n2. NOTICES\n\nNotices of assignment are written.\n"
    asked = (
        'Highlight the parts of this contract related to "Assignment Notices". Details: Is notice required?'
    )
    document = held(text)
    span = Span(0, text.index("2.")).of(text).strip()
    claim = judged(text, asked, claiming("clause", Clause(text=span), span, span), (RelevanceCheck(),))
    start = text.index(said)
    reading = ReadPassage(Span(0, len(text)), 0.9, Span(start, start + len(said)))
    assert RELEVANCE in claim.failed_checks
    assert read_with(question(asked, document), claim, lambda start: reading, BARS).passed
