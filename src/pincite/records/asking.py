"""One question to a library, with everything that is said beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pincite.records.bounds import never
from pincite.records.completion import ModelCall
from pincite.records.excerpt import ReadPassage
from pincite.records.library import Identity
from pincite.records.span import Span


def _tell_nobody(read: int, documents: int) -> None:
    """For a question whose progress nobody follows."""


@dataclass(frozen=True, slots=True)
class PartAsked:
    """A part of a document that is read whole, and what was found in the parts before it."""

    span: Span
    facts: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Asking:
    """The question, the documents it is put to (all where none is named), and what its answer must carry."""

    question: str
    documents: tuple[str, ...] | None = None
    answer_type: str | None = None
    """The kind of value that is wanted; None where the wording decides."""
    unread: tuple[str, ...] = ()
    """What belongs to what is asked and could not be read."""
    progress: Callable[[int, int], None] = _tell_nobody
    guessed: bool = False
    """Whether rules made the question up from two: then its answer must be surer than another."""
    decisions: tuple[str, ...] = ()
    """How the question came to be worded so: for the record of the run."""
    calls: tuple[ModelCall, ...] = field(default=(), repr=False)
    """What language models were asked to word it so, for the record of the run, too."""
    caveats: tuple[str, ...] = ()
    """What whoever reads the answer must know of that."""
    timeout_seconds: float | None = None
    """None where it may take as long as it takes."""
    is_cancelled: Callable[[], bool] = never
    of_a_cell: bool = False
    """Whether it is asked for a cell of a table: then it is about these documents, and about no others."""
    hints: tuple[str, ...] = ()
    """Other words to search with; they judge nothing."""
    part: PartAsked | None = None
    """The part of the one document that is asked by itself; None where all of it is."""
    read: tuple[ReadPassage, ...] | None = None
    """What a reader made of every passage of the one document; None where it has still to choose."""
    identity: Identity | None = None
    """The very version whose parts are read: its name may mean another one meanwhile."""
    models: Callable[[Any], Any] | None = None
    """Puts something between the question and every language model that is asked; None: they are asked."""
