"""The answer as the world sees it: seven outcomes, items with their evidence, and what was read.

The JSON form is fixed as `pincite.answer/1`: decimals are strings, unknown keys are refused, and an
item cannot exist without evidence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SerializeAsAny,
    ValidationError,
    model_validator,
)

from pincite import errors
from pincite.contract.registry import value_types
from pincite.contract.signals import AnySignals, Method
from pincite.contract.verdicts import Verdict
from pincite.errors import PinciteError, UnverifiedError

SCHEMA: Literal["pincite.answer/1"] = "pincite.answer/1"
Outcome = Literal[
    "answered", "not_found", "conflict", "incomplete", "needs_clarification", "unverified", "failed"
]
Strictness = Literal["lenient", "balanced", "strict", "paranoid"]
Grade = Literal["exact", "typesetting", "hyphen", "case"]

EXIT_CODES: dict[Outcome, int] = {
    "answered": 0,
    "not_found": 10,
    "conflict": 11,
    "incomplete": 12,
    "needs_clarification": 13,
    "unverified": 14,
}


def _typed(value: object) -> object:
    """A value read back from JSON as the first type whose form it has; see `Answer` for types of one form."""
    if isinstance(value, BaseModel):
        return value
    for known in value_types().values():
        try:
            return known.model.model_validate(value)
        except ValidationError:
            continue
    raise ValueError(f"{value!r} is no value of a known answer type")


def _read_as(model: type[BaseModel], item: Any) -> Any:
    """The item with its value as `model`, where the value has that form."""
    if not isinstance(item, dict) or not isinstance(item.get("value"), dict):
        return item
    try:
        return item | {"value": model.model_validate(item["value"])}
    except ValidationError:
        return item


TypedValue = Annotated[SerializeAsAny[BaseModel], BeforeValidator(_typed)]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class EvidenceBox(_Record):
    """In PDF points, origin top left, after page rotation."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


class Evidence(_Record):
    """One place in one version of one document. `snippet` is always the document's own text."""

    document: str
    version: str
    name: str
    page: int | None
    page_label: str | None
    anchor: str | None
    section: str | None
    lines: tuple[int, int]
    start: int
    end: int
    snippet: str
    grade: Grade
    boxes: list[EvidenceBox]
    recognised: bool


class Operand(_Record):
    """One cited number that went into a computed answer."""

    name: str
    value: TypedValue
    evidence: Evidence


class Derivation(_Record):
    """How a computed answer was reached."""

    formula: str
    operands: list[Operand]
    rates: list[str]


class Item(_Record):
    """One proved value. `evidence` is never empty."""

    id: str
    value: TypedValue
    original: str
    qualifiers: list[str]
    evidence: Annotated[list[Evidence], Field(min_length=1)]
    verdicts: list[Verdict]
    confidence: float
    derivation: Derivation | None


class Tree(_Record):
    """A node of an answer: its value, the item that proves it, and the nodes that stand under it."""

    value: TypedValue
    item: Item
    children: tuple[Tree, ...] = ()


class PrecedenceRule(_Record):
    """The document's own words on which side of a conflict prevails."""

    kind: str
    evidence: Evidence


class Conflict(_Record):
    """Item ids by side; `rule` only where the document itself settles it."""

    sides: list[list[str]]
    rule: PrecedenceRule | None


class PageCoverage(_Record):
    """How many pages there are and how many of them could be read."""

    total: int
    read: int
    low_quality: int
    unreadable: int


class PathCoverage(_Record):
    """How many places one retrieval path proposed."""

    name: str
    hits: int


class NearMiss(Evidence):
    """A place that came near, and the reason why it was not taken."""

    reason: str


class Coverage(_Record):
    """What was read before saying so."""

    documents: int
    pages: PageCoverage
    spans_read: int
    spans_total: int
    paths: list[PathCoverage]
    nearest: list[NearMiss]

    @classmethod
    def nothing(cls) -> Self:
        """Before anything was read."""
        pages = PageCoverage(total=0, read=0, low_quality=0, unreadable=0)
        return cls(documents=0, pages=pages, spans_read=0, spans_total=0, paths=[], nearest=[])


class Failure(_Record):
    """An outage or bad input, never to be mistaken for "not found"."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    error_class: Annotated[str, Field(alias="class")]
    message: str
    hint: str
    retryable: bool

    @classmethod
    def of(cls, error: PinciteError) -> Self:
        return cls(
            error_class=type(error).__name__,
            message=error.message,
            hint=error.hint,
            retryable=error.retryable,
        )

    @property
    def exit_code(self) -> int:
        known = getattr(errors, self.error_class, PinciteError)
        return int(getattr(known, "exit_code", PinciteError.exit_code))


class Answer(_Record):
    """What `ask` returns, always: one of seven outcomes."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Annotated[Literal["pincite.answer/1"], Field(alias="schema")] = SCHEMA
    outcome: Outcome
    question: str
    answer_type: str
    answer_shape: str
    strictness: Strictness
    method: Method
    items: list[Item]
    conflict: Conflict | None
    signals: AnySignals
    clarification: str | None
    caveats: list[str]
    coverage: Coverage
    error: Failure | None
    run: str
    seconds: float

    @model_validator(mode="before")
    @classmethod
    def _of_its_type(cls, given: Any) -> Any:
        """The items read back as the answer's own type: a clause has the same form as a text."""
        if not isinstance(given, dict) or given.get("answer_type") not in value_types():
            return given
        model = value_types()[given["answer_type"]].model
        return given | {"items": [_read_as(model, item) for item in given.get("items", ())]}

    @property
    def exit_code(self) -> int:
        if self.outcome == "failed":
            return self.error.exit_code if self.error else 1
        return EXIT_CODES[self.outcome]

    def require(self) -> Self:
        """This answer if it was answered and proved; otherwise `UnverifiedError`."""
        if self.outcome == "answered":
            return self
        raise UnverifiedError(
            f"The answer to {self.question!r} is {self.outcome}, not answered.",
            hint=self.error.hint if self.error else "Look at answer.coverage for what was read.",
        )

    def trees(self) -> list[Tree]:
        """The items as trees, by their ids: item-2.1 stands under item-2."""
        below: dict[tuple[int, ...], list[Item]] = {}
        for item in self.items:
            below.setdefault(_place(item)[:-1], []).append(item)
        known = {(), *(_place(item) for item in self.items)}
        for above, (first, *_) in below.items():
            if above not in known:
                raise ValueError(f"{first.id} stands under an item that the answer does not have")
        return list(_trees((), below))

    def to_json(self) -> str:
        """The published JSON form."""
        return self.model_dump_json(by_alias=True, indent=2)


def _trees(above: tuple[int, ...], below: Mapping[tuple[int, ...], Sequence[Item]]) -> tuple[Tree, ...]:
    return tuple(
        Tree(value=item.value, item=item, children=_trees(_place(item), below))
        for item in below.get(above, ())
    )


def _place(item: Item) -> tuple[int, ...]:
    return tuple(int(number) for number in item.id.removeprefix("item-").split("."))
