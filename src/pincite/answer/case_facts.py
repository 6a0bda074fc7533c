"""What is known of one document so far: exact values with their places, for the top of every prompt.

The record is made anew from the library for every prompt. No value is ever rounded, shortened or put into
other words: a fact is shown whole or not at all, and how many are not shown is said. The JSON form is fixed
as `pincite.case-facts/2`; a record of another form is refused, and made anew from what the library holds.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field, ValidationError, model_validator

from pincite.answer.answers import Item, TypedValue, read_as_typed
from pincite.answer.checks import Published
from pincite.errors import StoreError

FACTS_SCHEMA: Literal["pincite.case-facts/2"] = "pincite.case-facts/2"


class CaseFact(Published):
    """One proved value of a field, as the document has it."""

    field: str
    type: str
    value: TypedValue = Field(repr=False)
    original: str = Field(repr=False)
    limits: list[str] = Field(repr=False)
    page: int | None
    lines: tuple[int, int]

    @model_validator(mode="before")
    @classmethod
    def _of_its_type(cls, given: Any) -> Any:
        return read_as_typed(given)

    @classmethod
    def of(cls, field: str, item: Item) -> Self:
        place = item.evidence[0]
        return cls(
            field=field,
            type=item.type,
            value=item.value,
            original=item.original,
            limits=item.limits,
            page=place.page,
            lines=place.lines,
        )

    def to_line(self) -> str:
        """The fact as one line of JSON, every character as it is."""
        return json.dumps(self.model_dump(mode="json"), ensure_ascii=False)


class CaseFacts(Published):
    """All facts of one version of a document, in the order in which they were found."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Annotated[Literal["pincite.case-facts/2"], Field(alias="schema")] = FACTS_SCHEMA
    document: str
    version: str
    facts: list[CaseFact]

    def to_json(self) -> str:
        return self.model_dump_json(by_alias=True)

    @classmethod
    def read(cls, written: str) -> Self:
        """The record as it was written, or a StoreError where it has another form: nothing is guessed."""
        try:
            return cls.model_validate_json(written)
        except ValidationError as error:
            raise StoreError(
                f"These case facts have another form than {FACTS_SCHEMA}.",
                hint="They are made anew from the library: extract again.",
            ) from error

    def to_prompt(self, most_chars: int) -> str:
        """The newest facts for which there is room, each on its own line; empty where there are none."""
        lines = _with_room([each.to_line() for each in self.facts], most_chars)
        left_out = len(self.facts) - len(lines)
        more = [f"({left_out:,} earlier facts are not shown here.)"] if left_out else []
        return "\n".join([*more, *lines])


def _with_room(lines: Sequence[str], most_chars: int) -> list[str]:
    shown: list[str] = []
    for line in reversed(lines):
        most_chars -= len(line) + 1
        if most_chars < 0:
            break
        shown.append(line)
    return shown[::-1]
