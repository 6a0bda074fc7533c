"""Say with a local model whether a passage answers a question and where, and put passages in that order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pincite.models.network import threads_for
from pincite.models.pairs import ANSWERABLE, NO, YES, Pair, Raw, pair_model
from pincite.models.tokens import shown_heading
from pincite.models.weight_files import READER, calibration, folder_of, version_of
from pincite.protocols import AnswerKind
from pincite.records.evidence import Excerpt, Extract, RawScores


@dataclass(frozen=True, slots=True)
class LocalReader:
    """The reader that comes with the package, or one in the folder `weights` made by the same training."""

    weights: str = ""
    threads: int = 0
    """How many passages are read at a time; 0 for one on each core."""
    name: ClassVar[str] = "local"

    @property
    def version(self) -> str:
        return version_of(folder_of(self.weights), READER)

    def read(self, question: str, excerpts: Sequence[Excerpt], kind: AnswerKind = "default") -> list[Extract]:
        read = iter(raw_answers(self, question, excerpts))
        curve = calibration(folder_of(self.weights)).curve(kind)
        # Nothing answers where nothing is written, whatever the heading promises.
        return [
            _extract(raw, curve.chance(raw.scores[ANSWERABLE]), kind) if raw else Extract(0.0) for raw in read
        ]


def raw_answers(reader: LocalReader, question: str, excerpts: Sequence[Excerpt]) -> list[Raw | None]:
    """What the model says of each excerpt, in their order; None for one without text."""
    pairs = [
        Pair(question, shown_heading(each.heading, each.text), each.text, each.marked)
        for each in excerpts
        if each.text.strip()
    ]
    if not pairs:
        return [None] * len(excerpts)
    read = iter(pair_model(folder_of(reader.weights)).read(pairs, threads_for(reader.threads)))
    return [next(read) if each.text.strip() else None for each in excerpts]


def _extract(raw: Raw, score: float, kind: AnswerKind) -> Extract:
    scores = raw.scores
    if len(scores) <= NO:  # weights made before the reader said yes and no
        return Extract(score, raw.short if kind == "value" else raw.long)
    said = RawScores(scores[ANSWERABLE], raw.sharp, scores[YES], scores[NO], raw.short, raw.long)
    return Extract(score, raw.short if kind == "value" else raw.long, said)


# Below whatever the model gives, and a number that can be compared.
_NOTHING_THERE = -1e6


@dataclass(frozen=True, slots=True)
class LocalReranker:
    """The reader's raw scores: as chances, many passages would be equally near to 0."""

    weights: str = ""
    threads: int = 0
    """How many passages are read at a time; 0 for one on each core."""
    name: ClassVar[str] = "local"

    def rerank(self, question: str, passages: Sequence[str]) -> list[float]:
        reader = LocalReader(self.weights, self.threads)
        read = raw_answers(reader, question, [Excerpt(passage) for passage in passages])
        return [raw.scores[ANSWERABLE] if raw else _NOTHING_THERE for raw in read]
