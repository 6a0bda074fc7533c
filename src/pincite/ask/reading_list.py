"""The documents that may be read for one question, and how each is got."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pincite.ask.choose_documents import without_names
from pincite.ask.library_scan import Outline, Shelves
from pincite.ask.one_document import Examinations
from pincite.records.library import Held, Identity
from pincite.records.question import Question
from pincite.records.run import Choice, Plan


@dataclass(frozen=True, slots=True)
class ReadingList:
    """What may be read for one question: a shortlist first, everything before a "not found"."""

    shortlist: tuple[Identity, ...]
    everything: tuple[Identity, ...]
    load: Callable[[Identity], Held]
    read_again: Callable[[Identity, Sequence[int]], Identity] | None = None
    """Has pages of a document read in another way; None where nothing may be changed."""
    plan: Plan | None = None
    """How these documents came to be read; None where nobody chose them."""
    part_of: Mapping[str, str] = field(default_factory=dict)
    """By the name of a document that which the user said it is part of."""
    choose: Callable[[Question], Choice] | None = None
    """The documents that a part of the question names; None where nothing is to be chosen."""
    progress: Callable[[int, int], None] = lambda read, documents: None
    """Is told how many documents have been read, and of how many."""

    shelves: Shelves | None = None
    """The words of documents that were read before; None where nothing is remembered."""
    scanned: Callable[[Outline], None] = lambda outline: None
    """Is told of each document that was scanned without being loaded."""

    examinations: Examinations | None = None
    """What came of the shortlist when each of it was asked; None where none of it is asked twice."""

    among: int = 1
    """Of how many documents that are asked one by one this is the reading list of one."""

    def only(self, identity: Identity) -> ReadingList:
        """The reading list with one of the documents that are to be read."""
        one, quietly = (identity,), lambda read, documents: None
        return replace(self, shortlist=one, everything=one, among=len(self.shortlist), progress=quietly)

    def about(self, question: Question) -> tuple[Question, ReadingList]:
        """The reading list for a part of the question, or what to ask back where it means one of several."""
        choice = self.choose(question) if self.choose else Choice()
        if choice.clarification:
            return replace(question, clarification=choice.clarification), self
        if not choice.certain:
            return question, self
        within = replace(self, shortlist=choice.identities, everything=choice.identities)
        return without_names(question, choice.spent), within

    def with_version(self, old: Identity, new: Identity) -> ReadingList:
        shortlist = tuple(new if each == old else each for each in self.shortlist)
        return replace(
            self, shortlist=shortlist, everything=tuple(new if e == old else e for e in self.everything)
        )
