"""Put passages in order with the local reader: by how likely each answers the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pincite.models.pairs import ANSWERABLE
from pincite.models.reader import LocalReader, raw_answers
from pincite.records.evidence import Excerpt

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
