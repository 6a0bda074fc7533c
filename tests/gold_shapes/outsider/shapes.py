"""What a gold question expects: the answer's shape, and for each part the words that prove it.

Every quote stands exactly once in its document; line breaks and spacing may differ.
Values have the form of the public JSON, with decimals as strings.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

DOCUMENTS = Path(__file__).parent / "documents"

Value = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """A question about one document, named by its file."""

    id: str
    document: str
    question: str
    answer_type: str

    @property
    def text(self) -> str:
        """The document's text, form feeds included."""
        return (DOCUMENTS / self.document).read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Node:
    """One part of a tree: what it says, the words that prove it, its own parts."""

    text: str
    quote: str
    children: tuple["Node", ...] = ()
    value: Value | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree(Gold):
    """An answer with parts inside parts, or a table of records."""

    answer_shape: Literal["tree", "table", "nested"]
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Defined(Gold):
    """A value that is named in one place and given in another.

    `named_by` answers in the question's terms, `defined_by` leads from there to the value,
    in that order. `formula` is set where the definition must be worked out.
    """

    value: Value
    original: str
    named_by: str
    defined_by: tuple[str, ...]
    qualifiers: tuple[str, ...] = ()
    formula: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualified(Gold):
    """A value with what limits it, in the document's own words."""

    value: Value
    original: str
    quote: str
    qualifiers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Operand:
    """One value that goes into a computation."""

    value: Value
    quote: str


@dataclass(frozen=True, slots=True)
class Rate:
    """One unit of `source` is `factor` units of `target`; `quote` where the document gives the rate."""

    source: str
    target: str
    factor: str
    date: str
    quote: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Computed(Gold):
    """An answer that code works out from quoted operands."""

    operation: Literal["compare", "sum", "difference", "count", "sort", "date plus duration"]
    formula: str
    operands: tuple[Operand, ...]
    result: Value | tuple[Value, ...]
    rate: Rate | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict(Gold):
    """A question that the document answers in two ways.

    `rule` is None where the document does not say which side holds; `prevails` is then None too,
    and otherwise the index of the side that the rule puts first.
    """

    sides: tuple[Operand, ...]
    rule_kind: Literal["amendment", "notwithstanding", "order_of_precedence", "later_date"] | None
    rule: str | None
    prevails: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PagedList(Gold):
    """A list near a page break: all its items, and what follows the last one.

    `items_per_page` counts the items on each page; where the list ends with its page there
    is one page only.
    """

    items: tuple[str, ...]
    items_per_page: tuple[int, ...]
    followed_by: str
