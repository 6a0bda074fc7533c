"""What holds for every question, whatever it says."""

from __future__ import annotations

import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.factories import question

from pincite.errors import InputError
from pincite.language.vocabulary import stems, telling
from pincite.question.dictionary.entries import starters
from pincite.question.parse import MAX_QUESTION_CHARS, RuleParser

_THINGS = ("fee", "rent", "premium", "notice period", "liability cap", "dose", "side effects", "warranty")
_UNWANTED = ("deductible", "service charge", "renewal term", "nausea", "deposit", "the travel costs")
_CUES = (
    "What is the {thing}, not the {unwanted}?",
    "What is the {thing} other than the {unwanted}?",
    "What is the {thing} (excluding {unwanted})?",
    "What is the {thing}? Ignore the {unwanted}.",
    "What is the {thing}? I don't mean the {unwanted}.",
    "What is the {thing}, leaving aside {unwanted}?",
    "What is the {thing} rather than the {unwanted}?",
    "What is the {thing} apart from the {unwanted}?",
)
_WORDS = st.sampled_from(
    (*_THINGS, *_UNWANTED, *"What is the not if and when ? , ; Consider Acme's lease Does it".split(),
     "excluding", "other than", "page 3", "Section 4", '"', "(", ")", "é", "合同", "’s")
)  # fmt: skip


@settings(deadline=None)
@given(st.sampled_from(_CUES), st.sampled_from(_THINGS), st.sampled_from(_UNWANTED))
def test_what_is_not_wanted_never_reaches_retrieval(cue, thing, unwanted):
    read = question(cue.format(thing=thing, unwanted=unwanted))
    searched = {stem for term in read.retrieval.terms for wording in term.wordings for stem in wording}
    searched |= set(stems(read.retrieval.said))
    assert read.generation.excluded
    assert searched.isdisjoint(telling(stems(unwanted)) - set(stems(thing)))
    assert not set(stems(thing)).isdisjoint(searched)


@settings(deadline=None)
@given(st.lists(_WORDS, min_size=1, max_size=25))
def test_any_words_are_read_and_always_alike(words):
    asked = " ".join(words)
    assert question(asked) == question(asked)
    assert question(asked).retrieval.terms or question(asked).clarification


@settings(deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_read_or_refused_as_input(text):
    try:
        read = question(text)
    except InputError:
        return
    assert read.generation.asked == " ".join(text.split())


@settings(deadline=None)
@given(st.lists(_WORDS, min_size=1, max_size=25))
def test_excluded_words_that_stand_nowhere_else_are_not_searched_for(words):
    read = question(" ".join(words))
    said = Counter(stems(" ".join(words)))
    unwanted = Counter(stem for each in read.generation.excluded for stem in stems(each))
    searched = {stem for term in read.retrieval.terms for stem in term.own}
    assert searched.isdisjoint(stem for stem in telling(unwanted) if said[stem] == unwanted[stem])


@pytest.mark.parametrize(
    "asked",
    [
        "What is the monthly fee under the Acme lease, not the deposit, if notice is given on page 3?",
        "if " * 600 + "?",
        "the agreement between " * 80 + "?",
        "and what is " * 150 + "?",
        "(" * 900 + "fee",
        '"' * 1900,
        "is not to be " * 140 + "?",
        "x" * MAX_QUESTION_CHARS,
        "Acme " * 390 + "lease",
        "a, " * 600,
        "other than " * 170,
    ],
)
def test_question_is_read_in_a_few_milliseconds(asked):
    parser = RuleParser(starters())
    parser.read("What is the fee?")
    seconds = min(_seconds(parser, asked) for _ in range(3))
    # Five milliseconds for questions that people ask, some thirty for the longest that are taken. A pattern
    # that runs away needs seconds; a busy machine, twice as long.
    assert seconds < (0.02 if len(asked) < 200 else 0.2)


def _seconds(parser: RuleParser, asked: str) -> float:
    start = time.process_time()
    parser.read(asked)
    return time.process_time() - start
