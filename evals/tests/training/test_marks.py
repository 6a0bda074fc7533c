"""Single sentences are asked about as well: the one that answers, and others that hold nothing of it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from evals.training.corpus import Gold, Row
from evals.training.mix import NEITHER, PORTIONS, Draw, Negatives, Pairs, Pieces, epoch

# Twenty passages of four sentences, ten tokens each.
PIECES = Pieces(
    np.array([(first, first + 10) for _ in range(20) for first in (0, 10, 20, 30)], np.int64),
    np.arange(0, 84, 4, dtype=np.int64),
)
NOTHING = np.full((2, 20), -1, np.int32)
DOCUMENT = (0, 20)


def drawn(*rows: Row, seed: int = 1, near: bool = False) -> Pairs:
    found = np.tile(np.arange(20, dtype=np.int32), (len(rows), 1)) if near else NOTHING[: len(rows)]
    return epoch(rows, Draw(Negatives(found, NOTHING, {}), np.zeros(20, bool), Random(seed), pieces=PIECES))


def marked(pairs: Pairs) -> set[tuple[int, int, int]]:
    """Passage, sentence and label of each pair that is about one sentence."""
    each = zip(pairs.passage, pairs.piece, pairs.label, strict=True)
    return {(passage, piece, label) for passage, piece, label in each if piece >= 0}


def over_seeds(*rows: Row, near: bool = False) -> set[tuple[int, int, int]]:
    return set().union(*(marked(drawn(*rows, seed=seed, near=near)) for seed in range(40)))


def test_sentence_that_holds_most_of_an_answer_is_the_one_that_answers():
    assert PIECES.holding(Gold(5, 12, 15)) == (1, [0, 2, 3])
    assert PIECES.holding(Gold(5, 18, 26)) == (2, [0, 3])


def test_answer_whose_place_is_not_known_marks_nothing():
    assert PIECES.holding(Gold(5)) == (-1, [])
    assert marked(drawn(Row("teach", (101,), (Gold(5),)))) == set()


def test_passage_of_one_sentence_is_not_asked_about_twice():
    alone = Pieces(np.array([(0, 10)], np.int64), np.array([0, 1], np.int64))
    assert alone.holding(Gold(0, 2, 4)) == (-1, [])


def test_sentence_that_answers_is_marked_with_the_place_of_the_answer():
    pairs = drawn(Row("teach", (101,), (Gold(5, 12, 15),), said=1, yes_no=True))
    at = next(n for n, piece in enumerate(pairs.piece) if piece == 1 and pairs.label[n])
    assert (pairs.start[at], pairs.end[at], pairs.said[at], pairs.passage[at]) == (12, 15, 1, 5)


def test_other_sentences_of_the_passage_are_marked_as_no_answer():
    found = over_seeds(Row("teach", (101,), (Gold(5, 12, 15),)))
    assert {(5, 0, 0), (5, 2, 0), (5, 3, 0)} <= found


@pytest.mark.parametrize("near", [False, True])
@pytest.mark.parametrize("place", [(12, 15), (18, 26), (0, 39), (5, 12)])
def test_sentence_with_words_of_the_answer_is_never_marked_as_wrong(place: tuple[int, int], near: bool):
    row = Row("teach", (101,), (Gold(5, *place),), pool=DOCUMENT, wide=DOCUMENT)
    answering = {n for n in range(4) if place[0] < 10 * n + 10 and place[1] >= 10 * n}
    wrong = {piece for passage, piece, label in over_seeds(row, near=near) if passage == 5 and not label}
    assert not wrong & answering


def test_near_miss_in_the_sentence_that_answers_is_not_marked_as_wrong():
    row = Row("teach", (101,), (Gold(5, 12, 15),), misses=(Gold(5, 16, 18), Gold(7, 2, 4)))
    found = over_seeds(row)
    assert (5, 1, 0) not in found
    assert (7, 0, 0) in found


def test_second_answer_in_the_same_passage_is_never_marked_as_wrong():
    row = Row("teach", (101,), (Gold(5, 2, 4), Gold(5, 22, 24)))
    assert not {(5, 0, 0), (5, 2, 0)} & over_seeds(row)


def test_near_miss_in_another_sentence_of_the_answer_is_not_marked_as_wrong():
    row = Row("teach", (101,), (Gold(5, 18, 26),), misses=(Gold(5, 11, 13),))
    assert (5, 1, 0) not in over_seeds(row)


def test_question_for_yes_or_no_is_answered_by_neither_where_the_passage_does_not_say():
    row = Row("teach", (101,), (Gold(5, 12, 15),), pool=DOCUMENT, said=0, yes_no=True)
    pairs = drawn(row, near=True)
    assert {said for said, label in zip(pairs.said, pairs.label, strict=True) if label} == {0}
    assert {said for said, label in zip(pairs.said, pairs.label, strict=True) if not label} == {NEITHER}


def test_of_other_questions_nobody_knows_yes_or_no():
    pairs = drawn(Row("teach", (101,), (Gold(5, 12, 15),), pool=DOCUMENT), near=True)
    assert set(pairs.said) == {-1}


def test_passage_that_does_not_answer_has_any_of_its_sentences_marked_as_no_answer():
    found = over_seeds(Row("teach", (101,), pool=DOCUMENT), near=True)
    assert {label for *_, label in found} == {0}
    assert len({piece for _, piece, _ in found}) == 4


def test_passage_shown_without_its_heading_is_not_asked_about_by_sentences():
    row = Row("teach", (101,), (Gold(5, 12, 15),), pool=DOCUMENT, bare=True)
    assert over_seeds(row, near=True) == set()


def test_lists_of_pairs_stay_of_one_length():
    pairs = drawn(Row("teach", (101,), (Gold(5, 12, 15),), pool=DOCUMENT, misses=(Gold(7, 2, 4),)), near=True)
    assert len({len(getattr(pairs, name)) for name in Pairs.__slots__}) == 1
    assert PORTIONS["teach"].marks == 1.0
