"""How often each set is seen in an epoch, and with which negatives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from evals.training.corpus import Gold, Range, Row

_TRIES = 4


@dataclass(frozen=True, slots=True)
class Portion:
    """What one epoch takes of a set: the share of its rows, and per row how many of each kind of passage.

    What is left over of a whole number is a chance. `near` comes from the same document, `far` from the whole
    collection; `hard` ones look like an answer, the others are drawn blindly.
    """

    share: float = 1.0
    visits: int = 1
    """How often a row with an answer is asked, each time in another wording."""
    positives: int = 1
    near_hard: float = 0.7
    near: float = 0.0
    far_hard: float = 0.5
    far: float = 0.0
    swaps: float = 0.0
    """Per passage that answers, how many other questions of its document it is shown with, as no answer.

    Without them a passage that answers anything looks like an answer to everything.
    """
    loose: bool = False
    """Whether words of the question may be hidden: what is asked for is said more than once."""
    marks: float = 0.3
    """Per passage that is shown, how often one of its sentences is asked about with those around it."""


NEITHER = 2
"""Of a question for yes or no: the passage says neither."""
_BESIDE = 1.3
# How often the sentence that shares most words with the question is the one that is asked about in vain.
_ALIKE = 0.6
# How often a sentence of a passage that does not answer is asked about by itself, beside the whole passage.
_MARKED_SILENT = 0.6
"""Per sentence that answers, how many others of its passage are marked, as no answer."""

PORTIONS = {
    "teach": Portion(share=2, near_hard=3, near=1.2, far_hard=0.2, far=0.2, swaps=0.6, marks=1.0),
    "teach_contrast": Portion(share=3, near_hard=2, near=0.5, far_hard=0.2, far=0.2, swaps=0.8, marks=1.0),
    "cuad": Portion(
        visits=2, positives=2, near_hard=3, near=0.7, far_hard=0, far=0.3, swaps=0.7, loose=True, marks=0.4
    ),
    "topic_cuad": Portion(
        share=0.3, positives=2, near_hard=2.5, near=0.5, far_hard=0, far=0.3, swaps=1, loose=True
    ),
    "topic_contractnli": Portion(
        share=0.4, positives=2, near_hard=2, near=0.3, far_hard=0, swaps=1, loose=True
    ),
    "topic_maud": Portion(share=0.15, positives=2, near_hard=2, near=0.3, far_hard=0, swaps=1, loose=True),
    "silent_cuad": Portion(share=0.12, near_hard=2.5, near=0.5, loose=True),
    "silent_contractnli": Portion(share=0.05, near_hard=2, near=0.5, loose=True),
    "silent_maud": Portion(share=0.12, near_hard=2, near=0.5, loose=True),
    "maud": Portion(visits=2, positives=3, near_hard=5, near=2, far_hard=0, far=0),
    "contractnli": Portion(positives=2, near_hard=4, near=1, far_hard=0, far=0.2),
    "contractnli_doc": Portion(positives=2, near_hard=3, near=1, far_hard=0, far=0.2),
    "privacy_qa": Portion(visits=2, positives=3, near_hard=5, near=2, far_hard=0, far=0),
    "heading_cuad": Portion(share=0.4, near_hard=2, near=0.3, far_hard=0, far=0.3, swaps=0.7, loose=True),
    "heading_maud": Portion(share=0.15, near_hard=2, near=0.3, far_hard=0, far=0.3, swaps=0.7, loose=True),
    "heading_contractnli": Portion(near_hard=2, near=0.3, far_hard=0, far=0.3, swaps=0.7, loose=True),
    "heading_privacy_qa": Portion(near_hard=2, near=0.3, far_hard=0, far=0, swaps=0.7),
    "squad11_train": Portion(share=0.6, near_hard=0.6, far_hard=0.1),
    "squad2_dev_rest": Portion(share=3, near_hard=0.3, far_hard=0),
    "squad2_half": Portion(share=3, near_hard=0.3, far_hard=0),
    "adversarial_qa_answerability": Portion(share=2, near_hard=0, far_hard=0),
    "squad_altered": Portion(share=0.5),
    "squad_shortened": Portion(share=0.5),
    "qamr": Portion(share=0.2, near_hard=0, far_hard=0.4),
    "medquad": Portion(positives=2, near_hard=1, far_hard=2, far=0.5),
    "pubmedqa": Portion(near_hard=0, far_hard=2),
    "boolq_qgen": Portion(share=0.5, near_hard=0, far_hard=1),
    "peerread_title": Portion(share=0.3, near_hard=0, far_hard=1),
}
LATER = {
    "topic_cuad": 0.6,
    "silent_cuad": 0.3,
    "heading_cuad": 0.6,
    "cuad": 1.5,
    "teach_contrast": 2,
    "squad11_train": 0.4,
}
"""Shares of a stage that goes on from another reader."""
_NONE = Portion()
_SUBJECTS = ("topic_", "silent_")
CLAIM_SHARES = {
    "mnli_train": 0.5,
    "snli_train": 0.2,
    "snli_dev": 0.2,
    "snli_test": 0.2,
    "snli_counterfactual": 0.4,
    "answers": 0.4,
    "fever_dev_evidence": 0.5,
    "scitail": 0.5,
    "mnli_dev_matched": 0.5,
    "wice": 4,
    "wice_lines": 3,
    "foolmetwice": 3,
    "fever_symmetric": 2,
    "summedits": 3,
    "begin": 2,
    "contractnli": 3,
    "contractnli_windows": 2,
    "contractnli_train_spans": 2,
    "asked": 0.4,
}


@dataclass(frozen=True, slots=True)
class Negatives:
    """For each row the passages that look most like an answer, -1 where there are fewer."""

    near: NDArray[np.int32]
    far: NDArray[np.int32]
    mined: dict[int, Sequence[int]]
    """What a first round of training took for an answer, by row."""


@dataclass(slots=True)
class Pairs:
    """Questions put to passages: label 1 with the tokens that answer (or -1), or 0."""

    question: list[int]
    passage: list[int]
    bare: list[bool]
    label: list[int]
    start: list[int]
    end: list[int]
    loose: list[bool]
    piece: list[int]
    """Which sentence of the passage is marked; -1 where the whole passage is asked about."""
    said: list[int]
    """1 for yes, 0 for no, 2 for neither, -1 where nobody asks or knows."""

    @classmethod
    def empty(cls) -> Pairs:
        return cls([], [], [], [], [], [], [], [], [])

    def add(
        self,
        question: int,
        gold: Gold,
        bare: bool,
        label: int,
        loose: bool = False,
        piece: int = -1,
        said: int = -1,
    ) -> None:
        self.loose.append(loose)
        self.piece.append(piece)
        self.said.append(said)
        self.question.append(question)
        self.passage.append(gold.passage)
        self.bare.append(bare)
        self.label.append(label)
        # A span was counted with the heading in place.
        self.start.append(-1 if bare else gold.start)
        self.end.append(-1 if bare else gold.end)


@dataclass(frozen=True, slots=True)
class Pieces:
    """The sentences of passages, in tokens."""

    ranges: NDArray[np.int64]
    starts: NDArray[np.int64]

    def of(self, passage: int) -> NDArray[np.int64]:
        return self.ranges[self.starts[passage] : self.starts[passage + 1]]

    def holding(self, gold: Gold) -> tuple[int, list[int]]:
        """The sentence that holds most of an answer (-1: none), and those that hold nothing of it."""
        ranges = self.of(gold.passage)
        if gold.start < 0 or len(ranges) < 2:
            return -1, []
        common = np.minimum(ranges[:, 1], gold.end + 1) - np.maximum(ranges[:, 0], gold.start)
        best = int(common.argmax())
        return (best, np.flatnonzero(common <= 0).tolist()) if common[best] > 0 else (-1, [])


NO_PIECES = Pieces(np.zeros((0, 2), np.int64), np.zeros(1, np.int64))


@dataclass(frozen=True, slots=True)
class Draw:
    """What passages are drawn from, and by which chance."""

    negatives: Negatives
    banned: NDArray[np.bool_]
    """Passages of the validation fold and what repeats them."""
    random: Random
    plain: bool = False
    """Without our own subjects, swapped questions and hidden words: the mix of the other reader."""
    pieces: Pieces = NO_PIECES
    alike: Callable[[int, int, Sequence[int]], int] | None = None
    """Of some sentences of a passage the one that shares most words with a question."""
    later: bool = False
    """Whether a reader goes on from an earlier stage."""

    def portion(self, source: str) -> Portion:
        """What an epoch takes of a set."""
        portion = PORTIONS.get(source, _NONE)
        if self.later and source in LATER:
            portion = replace(portion, share=LATER[source])
        return replace(portion, swaps=0.0, loose=False) if self.plain else portion

    def tempting(self, question: int, passage: int, sentences: Sequence[int]) -> int:
        """One of these sentences: as often as not the one that looks most like an answer."""
        if self.alike is not None and self.random.random() < _ALIKE:
            return self.alike(question, passage, sentences)
        return self.random.choice(sentences)


def epoch(rows: Sequence[Row], draw: Draw) -> Pairs:
    """The pairs of one epoch, in no order."""
    pairs = Pairs.empty()
    beside = _beside(rows)
    for number, row in enumerate(rows):
        if draw.plain and row.source.startswith(_SUBJECTS):
            continue
        portion = draw.portion(row.source)
        visits = portion.visits if row.positives else 1
        for _ in range(_count(portion.share, draw.random)):
            for question in draw.random.sample(row.questions, min(visits, len(row.questions))):
                for gold in _visit(pairs, question, row, portion, draw, number):
                    _swap(pairs, gold, row, portion, beside, draw.random)
    return pairs


def _beside(rows: Sequence[Row]) -> dict[tuple[str, Range], list[Row]]:
    """Rows of one kind about one document, for sets in which questions are swapped."""
    found: defaultdict[tuple[str, Range], list[Row]] = defaultdict(list)
    for row in rows:
        if PORTIONS.get(_answered(row.source), _NONE).swaps:
            found[_answered(row.source), row.pool].append(row)
    return found


def _answered(source: str) -> str:
    """The set in which the same questions have an answer."""
    return source.replace("silent_", "topic_")


def _swap(
    pairs: Pairs,
    gold: Gold,
    row: Row,
    portion: Portion,
    beside: Mapping[tuple[str, Range], Sequence[Row]],
    random: Random,
) -> None:
    """Show a passage that answers one question with others of its document that it does not answer."""
    if not portion.swaps:
        return
    others = beside[row.source, row.pool]
    for _ in range(_count(portion.swaps, random)):
        other = random.choice(others)
        right = {one.passage for one in other.positives} | set(other.doubtful)
        if other is not row and gold.passage not in right:
            asked, said = random.choice(other.questions), NEITHER if other.yes_no else -1
            pairs.add(asked, Gold(gold.passage), row.bare, 0, portion.loose, said=said)


def _visit(
    pairs: Pairs, question: int, row: Row, portion: Portion, draw: Draw, number: int
) -> Sequence[Gold]:
    """Ask a row's question once: of passages that answer it, which are given back, and of others."""
    random = draw.random
    first = row.positives[: 2 * portion.positives]
    shown = random.sample(first, min(portion.positives, len(first)))
    for gold in shown:
        pairs.add(question, gold, row.bare, 1, portion.loose, said=row.said)
        _mark_answer(pairs, question, gold, row, portion, draw)
    right = {gold.passage for gold in row.positives} | set(row.doubtful)

    def allowed(passage: int) -> bool:
        return passage >= 0 and passage not in right and not draw.banned[passage]

    near = draw.negatives.near[number].tolist()
    mistakes = draw.negatives.mined.get(number)
    chosen = set(row.negatives)
    chosen |= _some([*mistakes, *near[:8]] if mistakes else near, portion.near_hard, allowed, random)
    chosen |= _some(draw.negatives.far[number].tolist(), portion.far_hard, allowed, random)
    chosen |= _any(row.pool, portion.near, allowed, random)
    chosen |= _any(row.wide, portion.far, allowed, random)
    chosen |= {miss.passage for miss in row.misses if allowed(miss.passage)}
    silent = NEITHER if row.yes_no else -1
    for passage in chosen:
        pairs.add(question, Gold(passage), row.bare, 0, portion.loose, said=silent)
        if not row.bare and random.random() < portion.marks * _MARKED_SILENT:
            _mark_any(pairs, question, passage, row, draw)
    for miss in row.misses:
        piece, _ = _held(draw.pieces, miss)
        if piece >= 0 and piece not in _right_pieces(row, miss.passage, draw):
            pairs.add(question, Gold(miss.passage), False, 0, piece=piece, said=silent)
    return shown


def _held(pieces: Pieces, gold: Gold) -> tuple[int, list[int]]:
    return pieces.holding(gold) if pieces is not NO_PIECES else (-1, [])


def _right_pieces(row: Row, passage: int, draw: Draw) -> set[int]:
    """The sentences of a passage that hold some of an answer of the row."""
    if draw.pieces is NO_PIECES:
        return set()
    every = set(range(len(draw.pieces.of(passage))))
    golds = [gold for gold in row.positives if gold.passage == passage]
    return set().union(*(every - set(_held(draw.pieces, gold)[1]) for gold in golds))


def _mark_answer(pairs: Pairs, question: int, gold: Gold, row: Row, portion: Portion, draw: Draw) -> None:
    """Ask about the sentence that answers, and about others of its passage."""
    if row.bare or draw.random.random() >= portion.marks:
        return
    piece, others = _held(draw.pieces, gold)
    if piece < 0:
        return
    right = _right_pieces(row, gold.passage, draw)
    others = [each for each in others if each not in right]
    pairs.add(question, gold, False, 1, portion.loose, piece, row.said)
    silent = NEITHER if row.yes_no else -1
    near = [each for each in others if abs(each - piece) <= 2] or others
    for _ in range(_count(_BESIDE, draw.random)):
        if others:
            wrong = draw.tempting(question, gold.passage, near)
            pairs.add(question, Gold(gold.passage), False, 0, portion.loose, wrong, silent)
            near = others


def _mark_any(pairs: Pairs, question: int, passage: int, row: Row, draw: Draw) -> None:
    """Ask about any sentence of a passage that does not answer."""
    count = 0 if draw.pieces is NO_PIECES else len(draw.pieces.of(passage))
    if count > 1:
        silent = NEITHER if row.yes_no else -1
        piece = draw.tempting(question, passage, range(count))
        pairs.add(question, Gold(passage), False, 0, piece=piece, said=silent)


def _count(expected: float, random: Random) -> int:
    whole = int(expected)
    return whole + (random.random() < expected - whole)


def _some(
    candidates: Sequence[int], expected: float, allowed: Callable[[int], bool], random: Random
) -> set[int]:
    count = _count(expected, random) if expected else 0
    if not count:
        return set()
    fitting = [passage for passage in candidates if allowed(passage)]
    return set(random.sample(fitting, min(count, len(fitting))))


def _any(pool: tuple[int, int], expected: float, allowed: Callable[[int], bool], random: Random) -> set[int]:
    count = _count(expected, random) if expected and pool[1] > pool[0] else 0
    found: set[int] = set()
    for _ in range(count * _TRIES):
        passage = random.randrange(*pool)
        if allowed(passage):
            found.add(passage)
        if len(found) == count:
            break
    return found
