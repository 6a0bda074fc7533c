"""Gold questions in their one form: what is asked of which document, and what a true answer holds.

Of a single answer, `answers` holds every acceptable one; of a list, table or tree, each item that a complete
answer holds. The `spans` of an entry are the places where it stands: any one of them proves it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, field_validator, model_validator

from pincite.errors import InputError

Position = Literal["front", "middle", "back", "none"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class GoldAnswer(_Record):
    """One item of the truth. What is not known of it is None or empty, and is not scored."""

    value: dict[str, Any] | None = None
    text: str = ""
    spans: tuple[tuple[int, int], ...] | None = None
    page: int | None = None
    quote: str = ""


class Strata(_Record):
    """Where a question belongs, so that a weak corner cannot hide in an average."""

    doc_type: str = ""
    field: str = ""
    position: Position = "none"

    @field_validator("position", mode="before")
    @classmethod
    def _nowhere(cls, given: object) -> object:
        return "none" if given is None else given


class GoldRow(_Record):
    """One question with its truth. `absent` says that the document does not carry the answer."""

    id: str
    document: str
    question: str
    answer_type: str | None = None
    answer_shape: str | None = None
    absent: bool = False
    answers: tuple[GoldAnswer, ...] = ()
    strata: Strata = Strata()
    note: str = ""

    @model_validator(mode="after")
    def _has_truth(self) -> GoldRow:
        if self.absent == bool(self.answers):
            raise ValueError("a row is absent, or it has answers")
        return self


def position_of(start: int, length: int) -> Position:
    """The third of a text in which a place stands."""
    thirds: tuple[Position, Position, Position] = ("front", "middle", "back")
    return thirds[min(2, 3 * start // max(1, length))]


@dataclass(frozen=True, slots=True)
class Source:
    """A document of a set: a file, or text that is read as one.

    `name` is what rows call it; `key` is the id by which the set knows it.
    """

    key: str
    name: str
    path: Path | None = None
    text: str | None = None

    def content(self) -> bytes:
        if self.text is not None:
            return self.text.encode()
        assert self.path is not None
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise InputError(f"{self.path} cannot be read: {error.strerror}.", hint="See --data.") from error


@dataclass(frozen=True, slots=True)
class GoldSet:
    """Questions and the documents that they are about."""

    name: str
    split: str
    sources: tuple[Source, ...]
    rows: tuple[GoldRow, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)
    """How many rows cannot be asked, by the reason why; a choice among the rows does not change it."""

    def of(self, rows: Iterable[GoldRow]) -> GoldSet:
        """The same set with these rows, and only the documents that they are about."""
        kept = tuple(rows)
        asked = {row.document for row in kept}
        return replace(self, sources=tuple(s for s in self.sources if s.name in asked), rows=kept)
