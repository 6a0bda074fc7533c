"""Questions about one document that a reader is shown together: fields of a table, operands of a formula.

The first of them that is asked has all of them read, in one view and at most one more; the others take what
was read for them. Each is then proved and answered as a question of its own.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pincite.answer.view_and_form import AskedQuestion, Reading, View
from pincite.records.completion import ModelCall
from pincite.records.evidence import Found
from pincite.records.library import Held, Identity
from pincite.records.question import Question
from pincite.retrieve.read import Readings
from pincite.retrieve.search import Retrieved

MOST_TOGETHER = 10


@dataclass(frozen=True, slots=True)
class Put:
    """A question as it is put to the library: its text, the type that is demanded, other words to search."""

    text: str
    answer_type: str | None = None
    hints: tuple[str, ...] = ()


@dataclass(slots=True)
class Searched:
    """A document as it was searched for one question."""

    held: Held
    question: Question
    """As the document's words weigh it."""
    searched: Question
    """In the words to search with, not weighed yet."""
    retrieved: Retrieved
    readings: Readings


@dataclass(slots=True)
class ReadTogether:
    """What was read for one of the questions."""

    document: Searched
    first: tuple[View, Reading]
    second: tuple[View, Reading] | None = None
    scanned: Retrieved | None = None
    """What the scan before the second view found."""


@dataclass(slots=True)
class SharedReading:
    """Several questions, and by document and question what was read for them so far."""

    put: tuple[Put, ...] = ()
    """The questions as they will be put; what they are searched with is worked out when the first one is."""
    questions: tuple[tuple[Question, Question], ...] = ()
    """The same, parsed: each with the words to search with."""
    read: dict[tuple[Identity, AskedQuestion], ReadTogether] = field(default_factory=dict)
    calls: dict[Identity, tuple[str, list[ModelCall]]] = field(default_factory=dict)
    """By document the run that had them read, and what models were asked: for the records of the others."""

    def of(self, identity: Identity, asked: AskedQuestion) -> ReadTogether | None:
        return self.read.get((identity, asked))


def in_turn(found: Iterable[Sequence[Found]]) -> list[Found]:
    """The best place for each question, then the second best for each, and so on; each place once."""
    places: dict[int, Found] = {}
    for row in itertools.zip_longest(*found):
        for each in row:
            if each is not None:
                places.setdefault(each.block, each)
    return list(places.values())
