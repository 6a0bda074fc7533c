"""What became of past answers in a new version of their document, as the world sees it.

The JSON form is fixed as `pincite.reanchoring/1`. Nothing here is a new answer: a status says what became
of the words that an answer cites, and both wordings are the documents' own.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from pincite.answer.answers import Evidence, Outcome, TypedValue
from pincite.answer.checks import Published

REANCHORING_SCHEMA: Literal["pincite.reanchoring/1"] = "pincite.reanchoring/1"
Kept = Literal["holds", "moved", "changed", "vanished"]
"""What became of a passage. Holds: the same words at the same place. Moved: the same words elsewhere.
Changed: other words, or another value. Vanished: nothing like it."""
Status = Literal["holds", "moved", "changed", "vanished", "silent"]
"""Silent: the old answer had no passage, so nothing can be said of it."""


class WordRun(Published):
    """Words that both wordings have, or only the old one, or only the new one."""

    kind: Literal["same", "old", "new"]
    text: str = Field(repr=False)


class ReanchoredPlace(Published):
    """One cited passage: where it was, and what stands there now."""

    status: Kept
    old: Evidence
    new: Evidence | None
    """Null where it vanished."""
    old_wording: str = Field(repr=False)
    """The whole sentence or row that was cited from."""
    new_wording: str | None = Field(repr=False)
    words: list[WordRun] = Field(repr=False)
    """Both wordings as one, the differing words marked; empty where they are the same or one is lacking."""
    certain: bool
    """False where the same words stand in several places and it cannot be told which one is meant."""
    also: list[Evidence]
    """Other places of the new version with the same words, at most five."""
    note: str = Field(repr=False)
    """What else a reader should know; else empty."""


class ReanchoredItem(Published):
    """One value of a past answer."""

    id: str
    type: str
    value: TypedValue = Field(repr=False)
    original: str = Field(repr=False)
    status: Kept
    value_read_again: bool
    """Whether code read the same value from the new passage, as it did from the old one."""
    note: str = Field(repr=False)
    places: list[ReanchoredPlace]


class ReanchoredAnswer(Published):
    """One past answer; the same answer to the same question is given once."""

    run: str
    asked_at: str
    question: str
    outcome: Outcome
    asked: int
    """How often it was asked with this result."""
    status: Status
    note: str = Field(repr=False)
    items: list[ReanchoredItem]


class Reanchoring(Published):
    """What `reanchor` returns: every past answer of the old version, the newest first."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Annotated[Literal["pincite.reanchoring/1"], Field(alias="schema")] = REANCHORING_SCHEMA
    old: str
    old_version: str
    new: str
    new_version: str
    answers: list[ReanchoredAnswer]

    def count(self, status: Status) -> int:
        """How many answers came out so."""
        return sum(each.status == status for each in self.answers)

    def to_json(self) -> str:
        """The published JSON form."""
        return self.model_dump_json(by_alias=True, indent=2)
