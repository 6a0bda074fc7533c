"""A question that asks for a computation: what to look up, what the question itself gives, what to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

Kind = Literal["compare", "choose", "expression", "each"]
"""`choose`: which of several is the most. `expression`: anything made of figures by plain arithmetic. `each`:
nothing is computed, the figures of several periods are asked for one by one."""
Operation = Literal["+", "−", "×", "÷", "difference", "average", "growth", "yearly growth"]
"""`difference`: how far apart two are, whichever is more. `growth`: how much the first is more than the
second, as a share of the second. `yearly growth`: the same for each of as many years as the third says."""
FIGURES = ("amount", "percentage", "number")
Scale = Literal["", "thousand", "million", "billion"]
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
    figure: bool = False
    """Whether any kind of figure will do: a row of a table rarely says in its name what it counts."""

    def __post_init__(self) -> None:
        if not (self.name and self.question):
            raise ValueError("an operand needs a name and a question")

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of value that will do; none where the wording of the question decides."""
        return FIGURES if self.figure else (self.answer_type,) if self.answer_type else ()


@dataclass(frozen=True, slots=True)
class Constant:
    """A value that the question itself gives, in its own words: "one million dollars"."""

    wording: str
    answer_type: str


@dataclass(frozen=True, slots=True)
class Expression:
    """Arithmetic with figures: what is done with which parts, in their order. A Decimal is a plain number."""

    operation: Operation
    parts: tuple[Expression | OperandQuestion | Decimal, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise ValueError(f"{self.operation!r} needs something to compute with")

    def leaves(self) -> Iterator[OperandQuestion]:
        """The operands from left to right, each as often as it is used."""
        for part in self.parts:
            if isinstance(part, Expression):
                yield from part.leaves()
            elif isinstance(part, OperandQuestion):
                yield part


Term = Expression | OperandQuestion | Decimal


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a result is to be written. No decimals: as many as are exact, or two."""

    percent: bool = False
    decimals: int | None = None
    scale: Scale = ""


@dataclass(frozen=True, slots=True)
class Computation:
    """What to compute from which values, in their order. At least one of them stands in a document."""

    kind: Kind
    inputs: tuple[OperandQuestion | Constant, ...]
    relation: Relation | None = None
    """Of a comparison: how the first value must relate to the second for a yes."""
    descending: bool = True
    """Whether the largest comes first, or is the one that is asked for."""
    stated: OperandQuestion | None = None
    """Asked first: where the documents state the result themselves, nothing is computed."""
    expression: Expression | None = None
    wishes: Wishes = Wishes()

    def __post_init__(self) -> None:
        if not self.operands:
            raise ValueError("a computation needs a value that stands in a document")
        if (self.kind == "compare") != (self.relation is not None):
            raise ValueError("a comparison, and nothing else, needs a relation")
        if (self.kind == "expression") != (self.expression is not None):
            raise ValueError("arithmetic with figures, and nothing else, needs an expression")

    @classmethod
    def of(cls, expression: Expression, wishes: Wishes, stated: OperandQuestion | None = None) -> Computation:
        """Arithmetic for which each operand is looked up once, however often it is used."""
        inputs = tuple(dict.fromkeys(expression.leaves()))
        return cls("expression", inputs, expression=expression, wishes=wishes, stated=stated)

    @property
    def operands(self) -> tuple[OperandQuestion, ...]:
        return tuple(each for each in self.inputs if isinstance(each, OperandQuestion))
