"""A reader that is right for seven rows of ten, silent for some of the others and wrong for the rest."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from evals.modes.liar import Liar
from evals.modes.oracle import Oracle, none
from evals.score.observation import Place
from pincite.answer.view_and_form import AskedQuestion, Reading, View
from pincite.quality.questions import GoldRow
from pincite.read.view import MOST_CHARS
from pincite.records.library import Held

_RIGHT, _SILENT = 70, 15


@dataclass(slots=True)
class Mixed:
    """What it is for a row is settled by the row's id, so that every run has the same rows wrong."""

    row: GoldRow
    held: Held
    name: str = "mixed"
    _inner: Oracle | Liar | None = field(init=False)
    version: ClassVar[str] = ""
    most_chars: ClassVar[int] = MOST_CHARS

    def __post_init__(self) -> None:
        drawn = int(hashlib.sha256(self.row.id.encode()).hexdigest(), 16) % 100
        if drawn < _RIGHT:
            self._inner = Oracle(self.row, self.held, self.name)
        else:
            self._inner = None if drawn < _RIGHT + _SILENT else Liar(self.row, self.held, self.name)

    @property
    def proposed(self) -> tuple[Place, ...]:
        return self._inner.proposed if self._inner else ()

    def read(self, asked: Sequence[AskedQuestion], view: View) -> list[Reading]:
        return self._inner.read(asked, view) if self._inner else [none(self.name) for _ in asked]
