"""What a generator proposes: a value and where it says the proof stands. Nobody trusts it yet."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, SerializeAsAny

LONGEST_QUOTE = 2_000


class Citation(BaseModel):
    """Where a generator says that the proof stands: line numbers and a short quote."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: str
    lines: tuple[int, int]
    quote: Annotated[str, Field(min_length=1, max_length=LONGEST_QUOTE)]


class Claim(BaseModel):
    """A value, its own words, and at least one citation."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    answer_type: str
    value: SerializeAsAny[BaseModel]
    original: str
    citations: Annotated[tuple[Citation, ...], Field(min_length=1)]
    qualifiers: tuple[str, ...] = ()
    score: float = 0.0
