"""An epoch holds answers and wrong passages in the planned numbers, and never validation text."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from evals.training.corpus import Gold, Row
from evals.training.mix import PORTIONS, Draw, Negatives, epoch

DOCUMENT = (0, 20)


def negatives(rows: int) -> Negatives:
    near = np.tile(np.arange(20, dtype=np.int32), (rows, 1))
    return Negatives(near, np.full((rows, 20), -1, np.int32), {})


def drawn(row: Row, banned: set[int] | None = None, seed: int = 3):
    marks = np.array([number in (banned or set()) for number in range(20)])
    return epoch([row], Draw(negatives(1), marks, Random(seed)))


def test_a_row_with_an_answer_is_asked_in_several_wordings():
    pairs = drawn(Row("cuad", (101, 102, 103), (Gold(5, 1, 4),), pool=DOCUMENT))
    right = [q for q, label in zip(pairs.question, pairs.label, strict=True) if label]
    assert len(right) == PORTIONS["cuad"].visits
    assert len(set(right)) == len(right)


@pytest.mark.parametrize("seed", range(20))
def test_negatives_are_neither_right_nor_doubtful_nor_of_the_validation_fold(seed):
    row = Row("cuad", (101,), (Gold(5, 1, 4),), pool=DOCUMENT, doubtful=(6, 7))
    banned = {0, 1, 2, 3}
    pairs = drawn(row, banned, seed)
    wrong = {p for p, label in zip(pairs.passage, pairs.label, strict=True) if not label}
    assert wrong
    assert not wrong & ({5, 6, 7} | banned)


def test_a_row_without_an_answer_brings_negatives_only():
    pairs = drawn(Row("cuad", (101, 102), pool=DOCUMENT))
    assert len(pairs.label) >= 3
    assert not any(pairs.label)


def test_mistakes_of_the_reader_are_drawn_before_other_passages():
    rows = [Row("cuad", (101,), pool=(0, 0))]
    known = Negatives(np.full((1, 20), -1, np.int32), np.full((1, 20), -1, np.int32), {0: [11, 12, 13]})
    pairs = epoch(rows, Draw(known, np.zeros(20, bool), Random(1)))
    assert set(pairs.passage) == {11, 12, 13}


def test_a_span_is_dropped_where_the_passage_is_shown_without_its_heading():
    pairs = drawn(Row("heading_privacy_qa", (101,), (Gold(5, 1, 4),), pool=DOCUMENT, bare=True), seed=2)
    assert pairs.label
    assert set(pairs.start) == {-1}


def test_the_same_seed_draws_the_same_epoch():
    row = Row("cuad", (101, 102, 103), (Gold(5, 1, 4),), pool=DOCUMENT)
    assert drawn(row, seed=9) == drawn(row, seed=9)


def test_a_passage_that_answers_one_question_is_shown_with_another_of_its_document():
    rows = [
        Row("topic_cuad", (101,), (Gold(5),), group="One"),
        Row("silent_cuad", (202,), group="Two"),
    ]
    empty = np.full((2, 20), -1, np.int32)
    shown = [epoch(rows, Draw(Negatives(empty, empty, {}), np.zeros(20, bool), Random(n))) for n in range(20)]
    swapped = [
        (q, p, label)
        for one in shown
        for q, p, label in zip(one.question, one.passage, one.label, strict=True)
    ]
    assert (202, 5, 0) in swapped
    assert (202, 5, 1) not in swapped


def test_a_passage_that_may_answer_the_other_question_is_not_shown_with_it():
    rows = [
        Row("topic_cuad", (101,), (Gold(5),), group="One"),
        Row("topic_cuad", (202,), (Gold(7),), group="Two", doubtful=(5,)),
    ]
    empty = np.full((2, 20), -1, np.int32)
    shown = [epoch(rows, Draw(Negatives(empty, empty, {}), np.zeros(20, bool), Random(n))) for n in range(20)]
    assert not [
        1 for one in shown for q, p in zip(one.question, one.passage, strict=True) if (q, p) == (202, 5)
    ]


def test_the_plain_mix_knows_no_subjects_of_our_own():
    rows = [
        Row("topic_cuad", (101,), (Gold(5),), pool=DOCUMENT),
        Row("cuad", (202,), (Gold(6),), pool=DOCUMENT),
    ]
    draw = Draw(negatives(2), np.zeros(20, bool), Random(1), plain=True)
    pairs = epoch(rows, draw)
    assert set(pairs.question) == {202}
    assert not any(pairs.loose)
