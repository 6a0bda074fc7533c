"""What a generator proposes and says of its own work: a value and where the proof should stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, SerializeAsAny

Method = Literal["verbatim", "computed", "inferred", "none"]
Role = Literal[
    "answer",  # the whole sentence, row or item that answers
    "words",  # the words in it that are meant
    "stem",  # what introduces the list that it is an item of
    "head",  # what names the row or column of a cell
    "scale",
    "currency",
    "limit",
    "condition",
    "definition",
    "rule",
]
"""What a cited place is cited for."""


Completeness = Literal["complete", "partial", "none"]
"""How much of what belongs to the answer was shown, as the reader sees it."""
Confidence = Literal["sure", "likely", "guess"]
"""How sure a reader calls itself, which is no measured chance."""


class Signals(BaseModel):
    """A reader's own view of its work, as far as code does not know better; null where nobody said."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    found: bool
    complete: bool
    context_completeness: Completeness | None
    context_structured: bool | None
    """False where the lines are garbled."""
    new_keywords: list[str] = Field(repr=False)
    keywords_found: list[str] = Field(repr=False)
    conflicting_evidence: bool
    suggested_clarification: str | None = Field(repr=False)
    caveats: list[str] = Field(repr=False)
    confidence: Confidence | None
    extraction_method: Method

    @classmethod
    def nothing(cls) -> Self:
        """Before any reader has spoken."""
        return cls(
            found=False,
            complete=False,
            context_completeness=None,
            context_structured=None,
            new_keywords=[],
            keywords_found=[],
            conflicting_evidence=False,
            suggested_clarification=None,
            caveats=[],
            confidence=None,
            extraction_method="none",
        )

    @classmethod
    def unremarkable(cls) -> Self:
        """Of a reader that read all it was given and has nothing to add."""
        return cls.nothing().model_copy(update={"complete": True})

    @property
    def garbled(self) -> bool:
        return self.context_structured is False

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


LONGEST_QUOTE = 2_000
# A table is quoted whole, and by code alone: a statement of a filing has five thousand characters.
LONGEST_TABLE = 20_000


class Citation(BaseModel):
    """Where a generator says that the proof stands: line numbers and a short quote."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: str
    lines: tuple[int, int]
    quote: Annotated[str, Field(min_length=1, max_length=LONGEST_TABLE)] = Field(repr=False)
    start: int | None = None
    """Where in the text it starts, for one of several equal cells of a row; None where the lines tell."""
    role: Role = "answer"


class Claim(BaseModel):
    """A value, its own words, and at least one citation."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    answer_type: str
    value: SerializeAsAny[BaseModel] = Field(repr=False)
    original: str = Field(repr=False)
    citations: Annotated[tuple[Citation, ...], Field(min_length=1)]
    qualifiers: tuple[str, ...] = Field(default=(), repr=False)
    score: float = 0.0
    method: Literal["verbatim", "inferred"] = "verbatim"
    """Inferred: in words of the generator's own, which no quote can prove."""
    place: tuple[int, ...] = ()
    """In a tree, the numbers of the nodes on the way down: (2, 1) is the first child of the second."""


class Shown(BaseModel):
    """Lines of one version of a document, from the first up to and including the last."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: str
    lines: tuple[int, int]


class Proposal(BaseModel):
    """All that a generator has to say: claims, likeliest first, and what it thinks of its own work."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    claims: tuple[Claim, ...] = ()
    signals: AnySignals = Signals.unremarkable()
    shown: tuple[Shown, ...] | None = None
    """Of what it was given, the lines that it looked at; None for all of it with what goes with it."""
    unread: tuple[Shown, ...] = ()
    """Lines of which nothing is known, because what was said of them breaks off."""
    notes: tuple[str, ...] = ()
    """What the trace should say of how it came about: which model, by which means, for how many tokens."""
    by: str = ""
    """The language model that proposed, by its name; empty where rules did."""
