"""Judges of known honesty: one that knows the gold, and one that agrees with whatever is proposed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from pincite.ask.model_claims import Judges

from evals.modes.mode import JudgedBy
from evals.modes.proposing import places_of
from evals.score.observation import Place
from pincite.ask.support import told_of
from pincite.protocols import Chooser
from pincite.quality.questions import GoldRow
from pincite.records.library import Held
from pincite.records.span import Span

_SAID = {"Yes.": True, "No.": False}


class Proposer(Protocol):
    """Who says where it points."""

    @property
    def proposed(self) -> tuple[Place, ...]: ...


@dataclass(frozen=True, slots=True)
class Knowing:
    """Chooses the sentences that hold a gold answer, and for a yes or no only where it is the gold's."""

    row: GoldRow
    held: Held
    name: ClassVar[str] = "knowing"

    def choose(self, question: str, answer: str, sentences: Sequence[str]) -> list[int]:
        document = self.held.document
        right = set()
        for gold in self.row.answers:
            said = (gold.value or {}).get("value")
            if isinstance(said, bool) and _SAID.get(answer, said) is not said:
                continue
            for start, end in places_of(self.row, gold, self.held):
                right |= {told_of(document, block) for block in document.blocks_of(Span(start, end))}
        return [at for at, sentence in enumerate(sentences) if sentence in right]


@dataclass(frozen=True, slots=True)
class Agreeing:
    """Chooses whatever was proposed, and nothing else."""

    proposer: Proposer
    held: Held
    name: ClassVar[str] = "agreeing"

    def choose(self, question: str, answer: str, sentences: Sequence[str]) -> list[int]:
        document = self.held.document
        places = [Span(place.start, place.end) for place in self.proposer.proposed]
        own = {told_of(document, block) for place in places for block in document.blocks_of(place)}
        return [at for at, sentence in enumerate(sentences) if sentence in own]


def judges_for(by: JudgedBy, row: GoldRow, held: Held, proposer: Proposer, *, lies: bool) -> Judges:
    """The judges of one row; who lies agrees with itself."""
    agreeing = Agreeing(proposer, held)
    itself: Chooser = agreeing if lies else Knowing(row, held)
    if by == "itself":
        return Judges(own=(itself,))
    if by == "nobody":
        return Judges()
    return Judges(own=(itself,), other=Knowing(row, held) if by == "honest" else agreeing)
