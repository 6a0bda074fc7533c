"""What a generator says of its own work beside its claims."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, SerializeAsAny

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
    new_keywords: list[str] = Field(repr=False)
    keywords_found: list[str] = Field(repr=False)
    conflicting_evidence: bool
    suggested_clarification: str | None = Field(repr=False)

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

    def own_values(self) -> Mapping[str, JsonValue]:
        """What was said of the signals that the user added, by their names; empty where there are none."""
        return {}

    def with_own(self, values: Mapping[str, JsonValue]) -> Signals:
        """These signals with values for the user's own ones."""
        if not values:
            return self
        ours = {name: getattr(self, name) for name in Signals.model_fields}
        return SignalsWithOwn(**ours, own=dict(values))


class SignalsWithOwn(Signals):
    """Our signals and those that the user added; read back also where nobody registered them."""

    own: Annotated[dict[str, JsonValue], Field(min_length=1)]

    def own_values(self) -> Mapping[str, JsonValue]:
        return self.own


def _read(given: Any) -> Any:
    return SignalsWithOwn.model_validate(given) if isinstance(given, dict) and "own" in given else given


AnySignals = Annotated[SerializeAsAny[Signals], BeforeValidator(_read)]
"""Signals with or without own ones."""
