"""What came of one part of a document for one field, in the form in which the library keeps it."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field, ValidationError, model_validator

from pincite.answer.answers import Answer, Item, Lead, Outcome, read_as
from pincite.answer.warrants import Chance, Published
from pincite.records.evidence import ReadPassage

READ_SCHEMA: Literal["pincite.read-unit/1"] = "pincite.read-unit/1"
UNIT_SCHEMA: Literal["pincite.unit/1"] = "pincite.unit/1"


class ReadUnit(Published):
    """What our own reader made of the passages of a part."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Annotated[Literal["pincite.read-unit/1"], Field(alias="schema")] = READ_SCHEMA
    passages: tuple[ReadPassage, ...]

    def to_json(self) -> str:
        return self.model_dump_json(by_alias=True)

    @classmethod
    def read(cls, written: str) -> Self | None:
        """A unit as it was kept; None where it has another form, so that its part is read again."""
        try:
            return cls.model_validate_json(written)
        except ValidationError:
            return None


class Unit(Published):
    """The items and leads of a part, and what else a cell must know of it."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Annotated[Literal["pincite.unit/1"], Field(alias="schema")] = UNIT_SCHEMA
    outcome: Outcome
    """Incomplete where a reply broke off, so that some lines are not known."""
    items: list[Item]
    leads: list[Lead]
    chance_held: Chance | None
    caveats: list[str] = Field(repr=False)
    has_unread_pages: bool
    """Whether some page has no readable text, or pictures that wait to be read."""
    run: str

    @model_validator(mode="before")
    @classmethod
    def _of_its_type(cls, given: Any) -> Any:
        if not isinstance(given, dict) or not isinstance(given.get("items"), list | tuple):
            return given
        return given | {"items": [read_as("text", item) for item in given["items"]]}

    @classmethod
    def of(cls, answer: Answer) -> Self:
        pages = answer.coverage.pages
        return cls(
            outcome=answer.outcome,
            items=answer.items,
            leads=answer.leads,
            chance_held=answer.coverage.chance_held,
            caveats=answer.caveats,
            has_unread_pages=pages.unreadable > 0 or pages.waiting_pictures > 0,
            run=answer.run,
        )

    def to_json(self) -> str:
        return self.model_dump_json(by_alias=True)

    @classmethod
    def read(cls, written: str) -> Self | None:
        """A unit as it was kept; None where it has another form, so that its part is asked again."""
        try:
            return cls.model_validate_json(written)
        except ValidationError:
            return None
