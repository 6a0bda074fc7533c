"""What a planner may see of a document and what it may advise: names, profile and titles, no sentence."""

from __future__ import annotations

from dataclasses import dataclass, field

from pincite.records.library import Identity
from pincite.records.question import AnswerShape

MOST_DOCUMENTS = 60
MOST_TITLES = 400
"""Of all documents together."""
MOST_SUBJECTS = 6
LONGEST_NAME = 100
"""Characters of one name or title: more than that is no name."""


@dataclass(frozen=True, slots=True)
class Overview:
    """One document from outside. A document that nobody opened yet is known by its name alone."""

    identity: Identity
    type: str = ""
    language: str = ""
    pages: int = 0
    subjects: tuple[str, ...] = field(default=(), repr=False)
    titles: tuple[str, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        if len(self.subjects) > MOST_SUBJECTS or len(self.titles) > MOST_TITLES:
            raise ValueError("an overview shows a bounded number of subjects and titles")
        for name in (*self.subjects, *self.titles):
            if len(name) > LONGEST_NAME or "\n" in name:
                raise ValueError(f"an overview shows names of up to {LONGEST_NAME} characters, not {name!r}")


@dataclass(frozen=True, slots=True)
class Advice:
    """Where a planner would look first, and what kind of answer it expects. Nothing is left unread for it."""

    documents: tuple[Identity, ...] = ()
    sections: tuple[str, ...] = field(default=(), repr=False)
    """Titles, as they stand in an overview."""
    keywords: tuple[str, ...] = field(default=(), repr=False)
    answer_type: str | None = None
    """None where the planner leaves it to the rules."""
    answer_shape: AnswerShape | None = None
    wide: bool = False
    """Whether more places than usual should be looked at closely."""
