"""The tokens of a marked sentence are of the question's kind, and nothing else of the passage is."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from pincite.models.tokens import MAX_TOKENS, pair_windows
from pincite.records.span import Span

ASKED, HEADING = "When is it off ?", "Heat"
TEXT = "Heat is on at six. It is off at ten. Both hold in winter."


@cache
def tokenizer() -> Tokenizer:
    """Every word is a token of its own, so that what is marked can be read off."""
    words = Tokenizer(WordLevel({"[UNK]": 7}, unk_token="[UNK]"))
    words.pre_tokenizer = Whitespace()
    return words


def marked_words(text: str, marked: Span | None, heading: str = HEADING) -> list[str]:
    """The words of the text whose tokens are of the question's kind."""
    found = []
    for window in pair_windows(tokenizer(), ASKED, heading, text, marked):
        kinds = window.kinds[window.first : -1]
        found += [text[a:b] for (a, b), kind in zip(window.places, kinds, strict=True) if not kind]
    return found


def span_of(words: str, text: str = TEXT) -> Span:
    return Span(text.index(words), text.index(words) + len(words))


def test_words_of_the_marked_sentence_are_of_the_questions_kind():
    assert marked_words(TEXT, span_of("It is off at ten.")) == ["It", "is", "off", "at", "ten", "."]


def test_nothing_is_marked_where_no_sentence_is_meant():
    assert marked_words(TEXT, None) == []


def test_question_heading_and_ends_keep_their_kinds_whatever_is_marked():
    (plain,) = pair_windows(tokenizer(), ASKED, HEADING, TEXT)
    (marked,) = pair_windows(tokenizer(), ASKED, HEADING, TEXT, span_of("It is off at ten."))
    front = plain.first
    assert plain.kinds[:front] == marked.kinds[:front] == (0,) * 7 + (1,)
    assert plain.kinds[-1] == marked.kinds[-1] == 1
    assert plain.ids == marked.ids
    assert plain.places == marked.places


def test_token_that_only_touches_the_sentence_is_not_marked():
    assert marked_words("six.It is off", Span(4, 13)) == ["It", "is", "off"]


def test_marked_sentence_is_marked_in_every_window_that_holds_it():
    text = "word " * 500 + "It is off . " + "word " * 500
    marked = span_of("It is off .", text)
    windows = pair_windows(tokenizer(), ASKED, HEADING, text, marked)
    assert len(windows) > 2
    assert all(len(window.ids) <= MAX_TOKENS and len(window.ids) == len(window.kinds) for window in windows)
    assert set(marked_words(text, marked)) == {"It", "is", "off", "."}


@pytest.mark.parametrize("heading", ["", HEADING])
@given(words=st.lists(st.sampled_from(["a", "bb", "ccc"]), min_size=1, max_size=40), data=st.data())
def test_marked_are_exactly_the_words_that_share_characters_with_the_sentence(heading: str, words, data):
    text = " ".join(words)
    start = data.draw(st.integers(0, len(text) - 1))
    marked = Span(start, data.draw(st.integers(start + 1, len(text))))
    (window,) = pair_windows(tokenizer(), ASKED, heading, text, marked)
    kinds = window.kinds[window.first : -1]
    assert [a < marked.end and b > marked.start for a, b in window.places] == [not kind for kind in kinds]
