"""How often each set is seen in an epoch, and with which negatives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from training.corpus import Gold, Range, Row

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


PORTIONS = {
    "cuad": Portion(visits=2, positives=2, near_hard=3, near=0.7, far_hard=0, far=0.3, swaps=0.7, loose=True),
    "topic_cuad": Portion(
        share=0.6, positives=2, near_hard=2.5, near=0.5, far_hard=0, far=0.3, swaps=1, loose=True
    ),
    "topic_contractnli": Portion(
        share=0.8, positives=2, near_hard=2, near=0.3, far_hard=0, swaps=1, loose=True
    ),
    "topic_maud": Portion(share=0.35, positives=2, near_hard=2, near=0.3, far_hard=0, swaps=1, loose=True),
    "silent_cuad": Portion(share=0.3, near_hard=2.5, near=0.5, loose=True),
    "silent_contractnli": Portion(share=0.12, near_hard=2, near=0.5, loose=True),
    "silent_maud": Portion(share=0.3, near_hard=2, near=0.5, loose=True),
    "maud": Portion(visits=2, positives=3, near_hard=5, near=2, far_hard=0, far=0),
    "contractnli": Portion(positives=2, near_hard=4, near=1, far_hard=0, far=0.2),
    "contractnli_doc": Portion(positives=2, near_hard=3, near=1, far_hard=0, far=0.2),
    "privacy_qa": Portion(visits=2, positives=3, near_hard=5, near=2, far_hard=0, far=0),
    "heading_cuad": Portion(share=0.8, near_hard=2, near=0.3, far_hard=0, far=0.3, swaps=0.7, loose=True),
    "heading_maud": Portion(share=0.3, near_hard=2, near=0.3, far_hard=0, far=0.3, swaps=0.7, loose=True),
    "heading_contractnli": Portion(near_hard=2, near=0.3, far_hard=0, far=0.3, swaps=0.7, loose=True),
    "heading_privacy_qa": Portion(near_hard=2, near=0.3, far_hard=0, far=0, swaps=0.7),
    "squad11_train": Portion(share=0.6, near_hard=0.6, far_hard=0.1),
    "squad2_dev_rest": Portion(share=3, near_hard=0.3, far_hard=0),
    "squad2_half": Portion(share=3, near_hard=0.3, far_hard=0),
    "adversarial_qa_answerability": Portion(share=2, near_hard=0, far_hard=0),
    "squad_altered": Portion(share=0.8),
    "squad_shortened": Portion(share=0.8),
    "qamr": Portion(share=0.35, near_hard=0, far_hard=0.4),
    "medquad": Portion(positives=2, near_hard=1, far_hard=2, far=0.5),
    "pubmedqa": Portion(near_hard=0, far_hard=2),
    "boolq_qgen": Portion(share=0.5, near_hard=0, far_hard=1),
    "peerread_title": Portion(share=0.3, near_hard=0, far_hard=1),
}
_NONE = Portion()
_SUBJECTS = ("topic_", "silent_")
CLAIM_SHARES = {
    "mnli_train": 0.9,
    "snli_train": 0.4,
    "snli_dev": 0.4,
    "snli_test": 0.4,
    "snli_counterfactual": 0.7,
    "answers": 0.5,
    "wice": 4,
    "wice_lines": 3,
    "foolmetwice": 3,
    "fever_symmetric": 2,
    "summedits": 3,
    "begin": 2,
    "contractnli": 3,
    "contractnli_windows": 2,
    "contractnli_train_spans": 2,
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

    @classmethod
    def empty(cls) -> Pairs:
        return cls([], [], [], [], [], [], [])

    def add(self, question: int, gold: Gold, bare: bool, label: int, loose: bool = False) -> None:
        self.loose.append(loose)
        self.question.append(question)
        self.passage.append(gold.passage)
        self.bare.append(bare)
        self.label.append(label)
        # A span was counted with the heading in place.
        self.start.append(-1 if bare else gold.start)
        self.end.append(-1 if bare else gold.end)


@dataclass(frozen=True, slots=True)
class Draw:
    """What passages are drawn from, and by which chance."""

    negatives: Negatives
    banned: NDArray[np.bool_]
    """Passages of the validation fold and what repeats them."""
    random: Random
    plain: bool = False
    """Without our own subjects, swapped questions and hidden words: the mix of the other reader."""


def epoch(rows: Sequence[Row], draw: Draw) -> Pairs:
    """The pairs of one epoch, in no order."""
    pairs = Pairs.empty()
    beside = _beside(rows)
    for number, row in enumerate(rows):
        portion = PORTIONS.get(row.source, Portion())
        if draw.plain:
            if row.source.startswith(_SUBJECTS):
                continue
            portion = replace(portion, swaps=0.0, loose=False)
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
            pairs.add(random.choice(other.questions), Gold(gold.passage), row.bare, 0, portion.loose)


def _visit(
    pairs: Pairs, question: int, row: Row, portion: Portion, draw: Draw, number: int
) -> Sequence[Gold]:
    """Ask a row's question once: of passages that answer it, which are given back, and of others."""
    random = draw.random
    first = row.positives[: 2 * portion.positives]
    shown = random.sample(first, min(portion.positives, len(first)))
    for gold in shown:
        pairs.add(question, gold, row.bare, 1, portion.loose)
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
    for passage in chosen:
        pairs.add(question, Gold(passage), row.bare, 0, portion.loose)
    return shown


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
