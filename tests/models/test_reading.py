"""How texts become tokens, windows and scores, shown with a tokenizer and a model that are made here."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from pincite.models.network import threads_for
from pincite.models.pairs import Pair, PairModel
from pincite.models.tokens import (
    MAX_QUESTION_TOKENS,
    MAX_TOKENS,
    OVERLAP_TOKENS,
    pair_windows,
    shown_heading,
    single,
)
from pincite.records.recent import Recent
from pincite.records.span import Span

WORDS = ["fee", "the", "is", "##s", "eur", "5", "00", ",", ".", "section"]
IDS = {"[PAD]": 0, "[UNK]": 100, "[CLS]": 101, "[SEP]": 102} | {
    word: number for number, word in enumerate(WORDS, start=200)
}


@pytest.fixture
def tokenizer() -> Tokenizer:
    return made_tokenizer()


def made_tokenizer() -> Tokenizer:
    made = Tokenizer(models.WordPiece(IDS, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return made


@dataclass
class Fees:
    """A model that likes the word "fee", and points at the first and at the last one."""

    seen: list[int] = field(default_factory=list)
    threads: set[int] = field(default_factory=set)

    def run(self, names: None, feed: Mapping[str, np.ndarray]) -> Sequence[np.ndarray]:
        ids = feed["input_ids"]
        assert all(part.shape == ids.shape and part.dtype == np.int64 for part in feed.values())
        assert len(ids) == 1
        self.seen.append(ids.shape[1])
        self.threads.add(threading.get_ident())
        own = (ids == IDS["fee"]) & (feed["token_type_ids"] == 1)
        count = own.sum(axis=1).astype(np.float32)
        ends = np.stack([own * -np.arange(ids.shape[1]), own * np.arange(ids.shape[1])], axis=2)
        return [
            np.stack([count, -count, count * 0], axis=1),
            (ends + own[:, :, None] * 1000).astype(np.float32),
        ]


def model(tokenizer: Tokenizer) -> tuple[PairModel, Fees]:
    fees = Fees()
    return PairModel(tokenizer, fees), fees


def test_pair_is_written_as_in_training(tokenizer: Tokenizer):
    (window,) = pair_windows(tokenizer, "the fee", "section 5", "fee is 5")

    assert window.ids == (101, 201, 200, 102, 209, 205, 200, 202, 205, 102)
    assert window.kinds == (0, 0, 0, 0, 1, 1, 1, 1, 1, 1)
    assert window.first == 6
    assert window.places == ((0, 3), (4, 6), (7, 8))


def test_text_alone_has_one_kind_and_is_cut_where_training_ended(tokenizer: Tokenizer):
    assert single(tokenizer, "the fee").ids == (101, 201, 200, 102)
    assert len(single(tokenizer, "fee " * 1000).ids) == MAX_TOKENS


def test_token_inside_a_word_stands_for_the_whole_word(tokenizer: Tokenizer):
    (window,) = pair_windows(tokenizer, "the", "", "the fees")

    assert window.ids[window.first :] == (201, 200, 203, 102)
    assert window.span(1, 1) == window.span(2, 2) == Span(4, 8)


def test_accent_is_not_cut_off_its_letter(tokenizer: Tokenizer):
    text = "the fe\u0301e\u0301 is 5"

    (window,) = pair_windows(tokenizer, "the", "", text)

    assert window.ids[window.first + 1] == IDS["fee"]
    assert window.span(1, 1) == Span(4, 9)


@given(text=st.text(st.sampled_from("fe 5,.\n\u0301\u200b\x00é𝟓🏳️\u200d—漢"), max_size=60))
def test_whatever_is_pointed_at_are_characters_of_the_text(text: str):
    (window,) = pair_windows(made_tokenizer(), "the", "", text)

    for number in range(len(window.places)):
        span = window.span(number, number)
        assert span is None or span.end <= len(text)
        assert span is None or span.of(text).strip()


def test_half_a_character_of_a_terminal_does_not_stop_the_reading(tokenizer: Tokenizer):
    (window,) = pair_windows(tokenizer, "the \ud800 fee", "", "\udcff fee")

    assert window.span(1, 1) == Span(2, 5)


@pytest.mark.parametrize("count", [1, 300, 441, 442, 443, 600, 1000, 3000])
def test_windows_hold_every_token_and_overlap_and_are_no_longer_than_a_model_reads(
    tokenizer: Tokenizer, count: int
):
    windows = pair_windows(tokenizer, "the fee", "", " ".join(str(number) for number in range(count)))

    starts = [[place[0] for place in window.places] for window in windows]
    assert len(set(itertools.chain.from_iterable(starts))) == count
    assert all(len(window.ids) <= MAX_TOKENS for window in windows)
    assert all(len(set(a) & set(b)) >= OVERLAP_TOKENS for a, b in itertools.pairwise(starts))
    assert len(windows) == 1 or all(len(window.ids) == MAX_TOKENS for window in windows)


def test_question_that_is_too_long_leaves_room_for_the_passage(tokenizer: Tokenizer):
    (window,) = pair_windows(tokenizer, "fee " * 2000, "", "the fee")

    assert window.first == MAX_QUESTION_TOKENS + 2
    assert len(window.places) == 2


def test_empty_passage_is_one_window_without_a_place(tokenizer: Tokenizer):
    (window,) = pair_windows(tokenizer, "fee", "", "")
    assert window.places == ()


def test_best_window_of_a_long_text_counts_and_points_into_the_text(tokenizer: Tokenizer):
    reads, _ = model(tokenizer)
    text = "the " * 900 + "fee is 5 fee"

    (raw,) = reads.read([Pair("fee", "", text)], 1)

    assert raw.scores == (2.0, 0.0, 0.0)
    assert raw.long
    assert raw.long.of(text) == "fee is 5 fee"


def test_value_is_sought_in_fewer_words_than_a_clause(tokenizer: Tokenizer):
    reads, _ = model(tokenizer)
    text = "fee " + "the " * 40 + "fee"

    (raw,) = reads.read([Pair("is", "", text)], 1)

    assert raw.long == Span(0, len(text))
    assert raw.short
    assert raw.short.of(text) == "fee"


def test_words_of_the_question_and_the_heading_are_never_pointed_at(tokenizer: Tokenizer):
    reads, _ = model(tokenizer)

    (raw,) = reads.read([Pair("fee fee", "fee", "the fee is 5")], 1)

    assert raw.long == Span(4, 7)


@pytest.mark.parametrize("threads", [1, 4])
def test_each_text_is_read_alone_and_what_comes_stands_in_the_order_asked(tokenizer: Tokenizer, threads: int):
    reads, fees = model(tokenizer)
    texts = ["the", "fee fee fee", "fee", "the the the the fee fee", "fee fee"]

    scores = [raw.scores[0] for raw in reads.read([Pair("is", "", text) for text in texts], threads)]

    assert scores == [0.0, 3.0, 1.0, 2.0, 2.0]
    assert sorted(fees.seen) == [5, 5, 6, 7, 10]
    assert len(fees.threads) <= threads


def test_pair_that_was_read_is_not_read_again(tokenizer: Tokenizer):
    reads, fees = model(tokenizer)
    pairs = [Pair("is", "", "fee"), Pair("is", "", "the"), Pair("is", "", "fee")]

    first = reads.read(pairs, 1)
    again = reads.read(pairs, 1)

    assert first == again
    assert len(fees.seen) == 2


def test_memory_is_bounded_and_what_was_used_last_stays():
    made: list[str] = []

    def shout(keys: Sequence[str]) -> list[str]:
        made.extend(keys)
        return [key.upper() for key in keys]

    recent: Recent[str, str] = Recent(2)
    recent.each(["a", "b"], shout)
    recent.each(["a", "c"], shout)

    assert recent.each(["a", "c"], shout) == ["A", "C"]
    assert recent.each(["b"], shout) == ["B"]
    assert made == ["a", "b", "c", "b"]


def test_more_keys_than_are_remembered_all_get_their_value():
    recent: Recent[int, int] = Recent(2)
    assert recent.each(range(5), lambda keys: [key * 2 for key in keys]) == [0, 2, 4, 6, 8]


@pytest.mark.parametrize(
    ("heading", "text", "shown"),
    [
        ("3. Fees", "The fee is EUR 5.", "3. Fees"),
        ("3. Fees", "3. Fees\n\nThe fee is EUR 5.", ""),
        ("3. Fees", "  3.Fees: The fee", ""),
        ("Fees  and\ncosts", "The fee", "Fees and costs"),
        ("x" * 200, "The fee", "x" * 80),
        ("", "The fee", ""),
    ],
)
def test_heading_is_shown_where_the_passage_does_not_begin_with_it(heading: str, text: str, shown: str):
    assert shown_heading(heading, text) == shown


def test_threads_are_those_asked_for_or_one_for_each_core():
    assert threads_for(3) == 3
    assert threads_for(0) >= 1
