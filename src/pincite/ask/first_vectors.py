"""Search by meaning before all vectors are made: among the passages that words find.

The vectors of a whole document take longer than the rest of a question. Those of what words find best take a
second; they are kept, so that none of them is made again. What is judged of an answer then is judged as
without vectors: how near a passage is to the question tells little as long as its rivals are unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from pincite.jobs.embedding import Embedding
from pincite.protocols import Fusion, Path
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.retrieve.search import in_order
from pincite.retrieve.vectors import PassageVectors
from pincite.structure.excerpts import Cut

MOST = 32
"""How many passages are compared by meaning."""


@dataclass(frozen=True, slots=True)
class FirstVectors:
    """The vectors of the passages that words find best."""

    embedding: Embedding
    paths: Sequence[Path]
    fusion: Fusion

    def of(self, question: Question, held: Held) -> PassageVectors:
        """Those of the passages that hold something found, then of others as they stand, up to `MOST`."""
        cut = Cut.of(held.document)
        found = in_order(question, held, self.paths, self.fusion.fuse)
        chosen = dict.fromkeys(chain((cut.at_block(each.block) for each in found), cut.passages))
        return self.embedding.of_some(held, cut, list(chosen)[:MOST])
