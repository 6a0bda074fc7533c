"""What is done for a question: which documents are read and why, by which paths, under which checks."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.records.library import Identity


@dataclass(frozen=True, slots=True)
class Chosen:
    """A document that a question may be about: how well its names fit, and which of them do."""

    identity: Identity
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class Choice:
    """The documents that the question's own words name, best first.

    Only where the choice is `certain` are the other documents left unread.
    """

    documents: tuple[Chosen, ...] = ()
    certain: bool = False
    clarification: str = ""
    """What to ask back where the question means one document and several fit alike."""
    spent: tuple[str, ...] = ()
    """Words of the question that did no more than name the document: no place in it has to repeat them."""

    @property
    def identities(self) -> tuple[Identity, ...]:
        return tuple(chosen.identity for chosen in self.documents)


@dataclass(frozen=True, slots=True)
class Plan:
    """All that was settled before anything was read; the same question and library give the same plan."""

    choice: Choice
    shortlist: tuple[Identity, ...]
    """Read closely, in this order."""
    everything: tuple[Identity, ...]
    """Read block by block before anything is called not found."""
    held: int
    """How many documents there were to choose from."""
    scope: tuple[str, ...] = ()
    """The pages and sections that the question limits itself to; empty means the whole of each document."""
    paths: tuple[str, ...] = ()
    places: int = 0
    """How many places of each document are handed on, with the context around each."""
    checks: tuple[str, ...] = ()

    @property
    def left_out(self) -> int:
        return self.held - len(self.everything)
