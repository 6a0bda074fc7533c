"""The answer as the world sees it: eight outcomes, items with their evidence, and what was read.

The JSON form is fixed as `pincite.answer/3`: decimals are strings, unknown keys are refused, and an
item cannot exist without evidence. What code proved of an item (`proof`) and who judged that it answers
(`judgement`) stand apart.
"""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    SerializeAsAny,
    ValidationError,
    WithJsonSchema,
    model_validator,
)

from pincite import errors
from pincite.answer.checks import Chance, Check, Decided, Judgement, Published
from pincite.answer.claims import AnySignals, Method, Role
from pincite.answer.verdicts import Grade as Grade
from pincite.errors import PinciteError, UnverifiedError
from pincite.records.levels import Strictness as Strictness
from pincite.values.registered import value_types
from pincite.values.types import Value

SCHEMA: Literal["pincite.answer/3"] = "pincite.answer/3"
Outcome = Literal[
    "answered",
    "probable",
    "not_found",
    "conflict",
    "incomplete",
    "needs_clarification",
    "unverified",
    "failed",
]
V = TypeVar("V", bound=BaseModel)
MOST_LEADS = 5
"""Of one document."""

EXIT_CODES: dict[Outcome, int] = {
    "answered": 0,
    "not_found": 10,
    "conflict": 11,
    "incomplete": 12,
    "needs_clarification": 13,
    "unverified": 14,
    "probable": 15,
}
LEAST_PROBABLE = 0.5
"""The chance from which on what is below the bar is shown as an item, and not as a lead."""


def _typed(value: object) -> BaseModel:
    """A value read back from JSON as the first type whose form it has; of two with one form see below."""
    if isinstance(value, BaseModel):
        return value
    for known in value_types().values():
        try:
            return known.model.model_validate(value)
        except ValidationError:
            continue
    raise ValueError(f"{value!r} is no value of a known answer type")


def read_as_typed(item: Any) -> Any:
    """The item with its value as one of its own type: a clause has the same form as a text."""
    if not isinstance(item, dict) or not isinstance(item.get("value"), dict):
        return item
    known = value_types().get(str(item.get("type")))
    try:
        return item | {"value": known.model.model_validate(item["value"])} if known else item
    except ValidationError:
        return item


def type_of(value: BaseModel) -> str:
    """The name of a value's type; of a class that nobody registered, `text`."""
    return next((name for name, known in value_types().items() if known.model is type(value)), "text")


# Validated whole: which types there are is known when a value is read, and not when this class is made.
TypedValue = Annotated[SerializeAsAny[Value | BaseModel], PlainValidator(_typed), WithJsonSchema({})]


class EvidenceBox(Published):
    """In PDF points, origin top left, after page rotation."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


class Evidence(Published):
    """One place in one version of one document. `snippet` is always the document's own text."""

    document: str
    version: str
    name: str
    page: int | None
    page_label: str | None
    anchor: str | None
    section: str | None = Field(repr=False)
    lines: tuple[int, int]
    start: int
    end: int
    role: Role = "answer"
    """What the place is cited for: it answers, or it names, limits or scales what does."""
    snippet: str = Field(repr=False)
    grade: Grade
    boxes: list[EvidenceBox]
    recognised: bool


class Operand(Published):
    """One cited number that went into a computed answer."""

    name: str = Field(repr=False)
    value: TypedValue = Field(repr=False)
    evidence: Evidence


class Derivation(Published):
    """How a computed answer was reached."""

    formula: str = Field(repr=False)
    operands: list[Operand]
    rates: list[str]


class Lead(Published):
    """A place that may hold the answer and is none: the chance that it does, and why it is no answer."""

    evidence: Annotated[list[Evidence], Field(min_length=1)]
    chance: Chance | None
    reason: str = Field(default="", repr=False)
    """Who points at it and why that is not enough, or that it names other years than the question."""


class Item(Published):
    """One value with the places that state it. `evidence` is never empty."""

    id: str
    type: str
    value: TypedValue = Field(repr=False)
    original: str = Field(repr=False)
    """The document's own words for it."""
    limits: list[str] = Field(repr=False)
    """What limits it, or names the row and column of a cell, in the document's words."""
    evidence: Annotated[list[Evidence], Field(min_length=1)]
    proof: list[Check]
    judgement: Judgement = Field(default_factory=Judgement)
    derivation: Derivation | None
    decision: Decided | None = None
    """The last one that a person made about it; null where nobody has."""

    @model_validator(mode="after")
    def _is_not_contradicted(self) -> Self:
        if refused := [check.check for check in self.proof if check.state == "contradicted"]:
            raise ValueError(f"what is contradicted is no item: {', '.join(refused)}")
        return self

    @property
    def chance(self) -> float | None:
        """The chance that it answers, as it was judged."""
        return self.judgement.chance

    def value_as(self, kind: builtins.type[V]) -> V:
        """The value as one of that class, for code that knows what it asked for; else a TypeError."""
        if not isinstance(self.value, kind):
            raise TypeError(f"{self.id} has the type {self.type!r}: it is not a {kind.__name__}.")
        return self.value

    @property
    def apart(self) -> list[Evidence]:
        """The cited places without the words that stand in another of them, where they are shown anyway."""
        answering = [each for each in self.evidence if each.role == "answer"]
        return [
            each
            for each in self.evidence
            if each.role != "words"
            or not any(
                (place.name, place.version) == (each.name, each.version)
                and place.start <= each.start
                and each.end <= place.end
                for place in answering
            )
        ]

    @property
    def is_cell(self) -> bool:
        """Whether it is a cell of a table: cited by itself, and what names it beside it."""
        cited = self.evidence[0].snippet == self.original
        return len(self.evidence) > 1 and cited and bool(self.limits)

    @property
    def rank(self) -> float:
        """The chance, or 1 where none was measured: to order by, not to show."""
        return 1.0 if self.chance is None else self.chance

    @property
    def words(self) -> Evidence:
        """The sentence, row or list item that answers."""
        return next((place for place in self.evidence if place.role == "answer"), self.evidence[0])


class Tree(Published):
    """A node of an answer: its value, the item that proves it, and the nodes that stand under it."""

    value: TypedValue = Field(repr=False)
    item: Item
    children: tuple[Tree, ...] = ()


class PrecedenceRule(Published):
    """The document's own words on which side of a conflict prevails."""

    evidence: Evidence


class Conflict(Published):
    """Item ids by side; `rule` only where the document itself settles it."""

    sides: list[list[str]]
    rule: PrecedenceRule | None


class PageCoverage(Published):
    """How many pages there are and how many of them could be read."""

    total: int
    read: int
    low_quality: int
    unreadable: int
    waiting_pictures: int = 0
    """Pages with pictures that are not read yet; their text is read."""


class PathCoverage(Published):
    """How many places one retrieval path proposed."""

    name: str
    hits: int


class NearMiss(Evidence):
    """A place that came near, and the reason why it was not taken."""

    reason: str = Field(repr=False)


class DocumentCoverage(Published):
    """What came of one document, and how likely it holds what was asked; null where nobody measured that."""

    name: str
    outcome: Outcome
    chance_held: Chance | None


class Coverage(Published):
    """What was read before saying so."""

    documents: int
    pages: PageCoverage
    spans_read: int
    spans_total: int
    paths: list[PathCoverage]
    nearest: list[NearMiss]
    chance_held: Chance | None = None
    """How likely what was read holds what was asked; None where nobody measured it."""
    by_document: list[DocumentCoverage] = Field(default_factory=list)

    @classmethod
    def nothing(cls) -> Self:
        """Before anything was read."""
        pages = PageCoverage(total=0, read=0, low_quality=0, unreadable=0)
        return cls(documents=0, pages=pages, spans_read=0, spans_total=0, paths=[], nearest=[])


class Calls(Published):
    """How often language models were asked, with how many tokens, and the cost where there are prices."""

    n: int = 0
    tokens: int = 0
    cost: Decimal | None = None


class Failure(Published):
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
        return self._class.exit_code

    def as_error(self) -> PinciteError:
        """The error as it was raised, of the same class."""
        # Without `__init__`: that of some classes makes the message, which is there already.
        error = self._class.__new__(self._class)
        PinciteError.__init__(error, self.message, hint=self.hint, retryable=self.retryable)
        return error

    @property
    def _class(self) -> type[PinciteError]:
        known = getattr(errors, self.error_class, PinciteError)
        return known if isinstance(known, type) and issubclass(known, PinciteError) else PinciteError


class Answer(Published):
    """What `ask` returns, always: one of eight outcomes."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Annotated[Literal["pincite.answer/3"], Field(alias="schema")] = SCHEMA
    outcome: Outcome
    question: str
    strictness: Strictness
    method: Method
    items: list[Item]
    leads: list[Lead] = Field(default_factory=list)
    conflict: Conflict | None
    signals: AnySignals
    clarification: str | None = Field(repr=False)
    caveats: list[str] = Field(repr=False)
    coverage: Coverage
    calls: Calls = Field(default_factory=Calls)
    error: Failure | None
    run: str
    seconds: float

    @model_validator(mode="before")
    @classmethod
    def _of_its_type(cls, given: Any) -> Any:
        if not isinstance(given, dict) or not isinstance(given.get("items", ()), list | tuple):
            return given
        return given | {"items": [read_as_typed(item) for item in given.get("items", ())]}

    @model_validator(mode="after")
    def _is_what_it_says(self) -> Self:
        if self.outcome == "unverified" and self.items:
            raise ValueError("an answer that is unverified has no items")
        if self.outcome == "probable" and not self.items:
            raise ValueError("an answer that is probable has an item")
        return self

    @property
    def exit_code(self) -> int:
        if self.outcome == "failed":
            return self.error.exit_code if self.error else 1
        return EXIT_CODES[self.outcome]

    def require(self, *, allow_probable: bool = False) -> Self:
        """This answer if it was answered, or where that is allowed if it is probable.

        Of one that failed the error that made it fail is raised, of any other outcome `UnverifiedError`.
        """
        if self.outcome == "answered" or (allow_probable and self.outcome == "probable"):
            return self
        if self.error:
            raise self.error.as_error()
        raise UnverifiedError(
            f"The answer to {self.question!r} is {self.outcome}, not answered.",
            hint=self._hint(),
            leads=[*self._likely(), *self.leads],
        )

    def _likely(self) -> list[Lead]:
        """Where to look for what is only probable."""
        items = self.items if self.outcome == "probable" else []
        return [Lead(evidence=item.evidence, chance=item.chance) for item in items]

    def _hint(self) -> str:
        if self.outcome == "probable":
            return "answer.items has what is probable; require(allow_probable=True) lets it through."
        if self.leads:
            return "answer.leads has the likeliest passages."
        return "answer.coverage says what was read."

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
