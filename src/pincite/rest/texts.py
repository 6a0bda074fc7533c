"""Texts as requests may hold them: of a length that makes sense, and nothing that no store can keep."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from pincite.extract.fields import MOST_FIELDS
from pincite.extract.schemas import STARTERS
from pincite.values.registered import value_types


class Body(BaseModel):
    """A request: what it does not know is refused, so that a slip is told and nothing is fetched by it."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def kept(text: str) -> str:
    """The text as it is, if a store can keep it."""
    if "\x00" in text:
        raise ValueError("must not contain the character NUL")
    return text


def _known_type(name: str) -> str:
    if name not in value_types():
        raise ValueError(f"must be one of {', '.join(sorted(value_types()))}")
    return name


Words = Annotated[str, StringConstraints(min_length=1, max_length=4_000), AfterValidator(kept)]
Question = Annotated[str, StringConstraints(min_length=1, max_length=8_000), AfterValidator(kept)]
Names = Annotated[list[Words], Field(min_length=1, max_length=1_000)]
Fields = Annotated[list[Words], Field(min_length=1, max_length=MOST_FIELDS)]
AnswerType = Annotated[Words, AfterValidator(_known_type)]
Starter = Literal["commercial-contracts", "nda", "drug-labels", "insurance-policies"]
Id = Annotated[str, StringConstraints(min_length=1, max_length=100)]

assert set(get_args(Starter)) == set(STARTERS)
