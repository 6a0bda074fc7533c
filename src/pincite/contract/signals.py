"""What a generator says of its own work beside its claims."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict

Method = Literal["verbatim", "computed", "inferred", "none"]


class Signals(BaseModel):
    """The generator's own view of its work, as far as code does not know better."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    extraction_method: Method
    confidence: float
    found: bool
    complete: bool
    context_complete: bool
    context_well_parsed: bool
    new_keywords: list[str]
    keywords_found: list[str]
    conflicting_evidence: bool
    suggested_clarification: str | None

    @classmethod
    def nothing(cls) -> Self:
        """Before any generator has spoken."""
        return cls(
            extraction_method="none",
            confidence=0.0,
            found=False,
            complete=False,
            context_complete=False,
            context_well_parsed=False,
            new_keywords=[],
            keywords_found=[],
            conflicting_evidence=False,
            suggested_clarification=None,
        )

    @classmethod
    def unremarkable(cls) -> Self:
        """Of a generator that read all it was given and has nothing to add."""
        return cls.nothing().model_copy(
            update={"complete": True, "context_complete": True, "context_well_parsed": True}
        )
