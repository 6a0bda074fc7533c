"""A question that asks for a computation: what to look up, what the question itself gives, what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["compare", "choose", "add", "subtract", "difference", "shift", "count", "sort", "convert"]
"""`choose`: which of several is the most. `subtract`: by how much the first is more than the second;
`difference`: how far apart two are, whichever is more. `shift`: a date and a length of time."""
Relation = Literal[">", "<", ">=", "<=", "="]
UnitOfTime = Literal["", "days", "weeks", "months", "years"]


@dataclass(frozen=True, slots=True)
class OperandQuestion:
    """A value that must be found and proved in the documents, as an ordinary question about them."""

    name: str
    """What the value is called in the formula: "notice period"."""
    question: str
    answer_type: str | None = None
    """The kind of value that is needed; None when the operand question's own wording decides."""
    lists: bool = False
    """Whether all items of a list are wanted."""

    def __post_init__(self) -> None:
        if not (self.name and self.question):
            raise ValueError("an operand needs a name and a question")


@dataclass(frozen=True, slots=True)
class Constant:
    """A value that the question itself gives, in its own words: "one million dollars"."""

    wording: str
    answer_type: str


@dataclass(frozen=True, slots=True)
class Computation:
    """What to compute from which values, in their order. At least one of them stands in a document."""

    kind: Kind
    inputs: tuple[OperandQuestion | Constant, ...]
    relation: Relation | None = None
    """Of a comparison: how the first value must relate to the second for a yes."""
    descending: bool = True
    """Whether the largest comes first, or is the one that is asked for."""
    backwards: bool = False
    """Whether the length of time is taken off the date instead of added to it."""
    unit: UnitOfTime = ""
    """What the time between two dates is counted in."""
    currency: str = ""
    """Into which currency an amount is converted."""
    noun: str = ""
    """What the items of a list are called: "conditions precedent"."""
    stated: OperandQuestion | None = None
    """Asked first: where the documents state the result themselves, nothing is computed."""

    def __post_init__(self) -> None:
        if not self.operands:
            raise ValueError("a computation needs a value that stands in a document")
        if (self.kind == "compare") != (self.relation is not None):
            raise ValueError("a comparison, and nothing else, needs a relation")
        if self.kind == "convert" and not self.currency:
            raise ValueError("a conversion needs a currency to convert into")

    @property
    def operands(self) -> tuple[OperandQuestion, ...]:
        return tuple(each for each in self.inputs if isinstance(each, OperandQuestion))
