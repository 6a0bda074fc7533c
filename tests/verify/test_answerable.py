"""The two bars of a reading model, and in which order claims stand with one."""

from __future__ import annotations

import pytest
from tests.factories import held, question
from tests.verify.claiming import dollars, judged

from pincite.account import ranked
from pincite.records.excerpt import ReadPassage
from pincite.records.span import Span
from pincite.verify.answerable import Bars, bars_for, read_with
from pincite.verify.relevance import RelevanceCheck

TEXT = "The monthly fee is USD 500. The deposit is USD 900.\n"
FEE, DEPOSIT = "The monthly fee is USD 500.", "The deposit is USD 900."
BARS = Bars(needed=0.5, least=0.02)


def read(quote: str, number: str, score: float, pointed: str = DEPOSIT, asked: str = "What is the fee?"):
    claim = judged(TEXT, asked, dollars(number, quote, score=0.7), (RelevanceCheck(),))
    start = TEXT.index(pointed)
    reading = ReadPassage(Span(0, len(TEXT)), score, Span(start, start + len(pointed)))
    return read_with(question(asked, held(TEXT)), claim, lambda start: reading, BARS)


def test_bars_come_from_the_model_and_rise_with_strictness():
    needed = {"lenient": 0.2, "balanced": 0.4, "strict": 0.6, "paranoid": 0.8}
    bars = [bars_for(needed.__getitem__, level) for level in needed]
    assert [each.needed for each in bars] == [0.2, 0.4, 0.6, 0.8]
    assert [each.least for each in bars] == pytest.approx([0.0, 0.01, 0.04, 0.1])


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
    assert refused.confidence > refused.certainty == 0.01
