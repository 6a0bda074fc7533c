"""A proposer that is right for seven rows of ten, silent for some of the others and wrong for the rest."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from evals.modes.liar import Liar
from evals.modes.oracle import Oracle
from evals.score.observation import Place
from pincite.answer.claims import Proposal
from pincite.quality.questions import GoldRow
from pincite.records.document import Document
from pincite.records.evidence import Found
from pincite.records.library import Held, Identity
from pincite.records.question import Question

_RIGHT, _SILENT = 70, 15


@dataclass(slots=True)
class Mixed:
    """What it is for a row is settled by the row's id, so that every run has the same rows wrong."""

    row: GoldRow
    held: Held
    _inner: Oracle | Liar | None = field(init=False)

    def __post_init__(self) -> None:
        drawn = int(hashlib.sha256(self.row.id.encode()).hexdigest(), 16) % 100
        if drawn < _RIGHT:
            self._inner = Oracle(self.row, self.held)
        else:
            self._inner = None if drawn < _RIGHT + _SILENT else Liar(self.row, self.held)

    @property
    def lies(self) -> bool:
        return isinstance(self._inner, Liar)

    @property
    def proposed(self) -> tuple[Place, ...]:
        return self._inner.proposed if self._inner else ()

    def propose(
        self, question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
    ) -> Proposal:
        return self._inner.propose(question, found, documents) if self._inner else Proposal()
