"""A table over documents, and two documents compared field by field, as the world sees them.

The JSON form is fixed as `pincite.table/2`. A cell is in one of five states, which never blur: what failed
is not called silent, and what is only likely is not called answered. Items and leads are those of an answer.

The JSON form is fixed as `pincite.comparison/2`. Both cells of a field are those of a table over documents,
with all that proves them; what cannot be told is said to be open, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import ConfigDict, Field, model_validator

from pincite.answer.answers import Evidence, Failure, Item, Lead, read_as_typed
from pincite.answer.checks import Chance, Published
from pincite.errors import BATCH_EXIT_CODE, WAITING_EXIT_CODE, Waiting

TABLE_SCHEMA: Literal["pincite.table/2"] = "pincite.table/2"
CellState = Literal["answered", "probable", "to_review", "not_stated", "failed"]
Standing = Literal["answered", "probable", "decided", "to_review", "not_stated", "waiting", "failed"]
DecisionKind = Literal["accepted", "picked", "typed", "not_stated"]
Cardinality = Literal["one", "many", "table"]
STANDINGS: tuple[Standing, ...] = get_args(Standing)


class FieldRules(Published):
    """What a value must be like; one that is not makes its cell one to review, and is never dropped."""

    required: bool = False
    minimum: str | None = None
    """A number, or a day as ISO writes it."""
    maximum: str | None = None
    pattern: str | None = None
    """A regular expression that the whole value matches, as the document writes it."""
    choices: list[str] = Field(default_factory=list)


class TableField(Published):
    """A column: its name, and the question that is asked of every document."""

    name: str
    question: str
    answer_type: str | None
    """The kind of value that is demanded; null where the wording of the question decides."""
    of: Literal["document", "family"] = "document"
    """Whether each document is asked by itself, or each contract together with all that changed it."""
    cardinality: Cardinality = "one"
    """One value, many that stand anywhere in the document, all of which is read for them, or a table."""
    hints: list[str] = Field(default_factory=list)
    """Other words to search with; they judge nothing."""
    rules: FieldRules | None = None


class Decision(Published):
    """What a person decided about a cell; what code proved of it stays beside it, unchanged."""

    kind: DecisionKind
    """Accepted as it was, another of its leads, a value of their own with its place, or not stated at all."""
    value: str = Field(repr=False)
    """In words, as the document says it; empty where it is not stated."""
    evidence: list[Evidence]
    by: str
    at: str
    """When, in UTC."""
    note: str = Field(default="", repr=False)
    """What the reviewer wrote beside it."""


class Walked(Published):
    """How much of a document was read for a field that may stand anywhere in it."""

    blocks: int
    """Sentences, bullets, rows and headings that were read."""
    of_blocks: int
    parts: int
    """The parts of the document that were read one by one."""
    of_parts: int


class Cell(Published):
    """What one document says of one field."""

    state: CellState
    items: list[Item]
    """The values; of a cell to review all sides of a conflict, or what is proved of a longer list."""
    leads: list[Lead]
    """The likeliest passages, best first, where no value is sure enough."""
    chance: Chance | None
    """That the items answer; to review, that the first lead does; not stated, that it is there after all."""
    reason: str = Field(repr=False)
    """Why somebody must look at it, what was read, or what failed; else what to know, or nothing."""
    error: Failure | None
    run: str
    """The run in which it was asked, for `pincite why`; empty where none was recorded."""
    decision: Decision | None = None
    """The last one that was made about it; None where nobody has."""
    earlier: list[Decision] = Field(default_factory=list)
    """The decisions before the last one, the oldest first."""
    replaced: list[Item] = Field(default_factory=list)
    """Of a family, the values that are in force no longer, the last one first."""
    walked: Walked | None = None
    """None where the field was asked as one question, and not part by part."""

    @property
    def standing(self) -> Standing:
        """The state, or that somebody has decided, or that a batch is still to bring it."""
        if self.decision:
            return "decided"
        is_waiting = self.error is not None and self.error.error_class == Waiting.__name__
        return "waiting" if is_waiting else self.state

    @property
    def confirmed(self) -> bool:
        """Whether somebody else had decided the same before the last decision."""
        last = self.decision
        if last is None:
            return False
        return any(each.by != last.by and each.value == last.value for each in self.earlier)

    @model_validator(mode="before")
    @classmethod
    def _of_its_type(cls, given: Any) -> Any:
        """The items read back as what they are: a clause has the same form as a text."""
        if not isinstance(given, dict):
            return given
        lists = [name for name in ("items", "replaced") if isinstance(given.get(name), list | tuple)]
        return given | {name: [read_as_typed(item) for item in given[name]] for name in lists}

    @model_validator(mode="after")
    def _is_what_it_says(self) -> Self:
        if self.state in {"answered", "probable"} and not self.items:
            raise ValueError(f"a cell that is {self.state} has an item")
        if self.state in {"not_stated", "failed"} and (self.items or self.leads):
            raise ValueError(f"a cell that is {self.state} has no items or leads")
        if (self.state == "failed") != (self.error is not None):
            raise ValueError("a cell has an error if it failed, and only then")
        return self

    @classmethod
    def failed(cls, error: Failure, run: str = "") -> Self:
        """What an outage or a file that cannot be read leaves."""
        said = f"{error.message} {error.hint}".strip()
        return cls(state="failed", items=[], leads=[], chance=None, reason=said, error=error, run=run)


class Row(Published):
    """One document with a cell for every field, by the field's name."""

    document: str
    version: str | None
    """The version that was asked; null where the file could not be read."""
    family: list[str] = Field(default_factory=list)
    """What changed the same contract, and was asked with it; empty where each document is asked by itself."""
    cells: dict[str, Cell]


class Untold(Published):
    """A document of which it cannot be told whether it meets the conditions, and why."""

    document: str
    reason: str = Field(repr=False)


class Selection(Published):
    """Which rows were chosen, by which conditions and in which order, and what became of all others."""

    where: list[str]
    sort: str
    """The field that the rows are ordered by, with a minus for the largest first; else empty."""
    not_matching: list[str]
    untold: list[Untold]
    failed: int
    """How many cells of documents that are no rows failed."""


class Share(Published):
    """How many of those that people looked at were right, with the 95 % interval of that share (Wilson)."""

    right: int
    of: int
    share: float
    low: float
    high: float


class Review(Published):
    """What the decisions of people say of a table so far."""

    decided: int
    confirmed: int
    """How many decisions a second reviewer confirmed."""
    answers: Share | None
    """Of the cells that were answered; null where nobody looked at one."""
    probable: Share | None
    """Of the cells that were probable."""
    leads: Share | None
    """Of the cells with passages only: whether the likeliest one was right."""


class Table(Published):
    """What `table` returns: every document with every field."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Annotated[Literal["pincite.table/2"], Field(alias="schema")] = TABLE_SCHEMA
    table: str
    """The same for the same documents and fields."""
    fields: list[TableField]
    selection: Selection | None = None
    """None where all documents are rows; else the rows are those that meet the conditions."""
    rows: list[Row]
    review: Review | None = None
    """None where nobody has decided about any cell."""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        names = [field.name for field in self.fields]
        if any(list(row.cells) != names for row in self.rows):
            raise ValueError("every row has a cell for every field, in their order")
        return self

    @property
    def exit_code(self) -> int:
        """0, or that of a batch of which a part failed; first of all, that it is not finished."""
        if self.count("waiting"):
            return WAITING_EXIT_CODE
        failed = self.count("failed") + (self.selection.failed if self.selection else 0)
        return BATCH_EXIT_CODE if failed else 0

    def count(self, standing: Standing) -> int:
        """How many cells are in this state; those that somebody has decided about count as `decided`."""
        return sum(cell.standing == standing for _, _, cell in self.cells())

    def cells(self) -> Iterator[tuple[Row, TableField, Cell]]:
        """Every cell with its row and field, row by row."""
        for row in self.rows:
            for field in self.fields:
                yield row, field, row.cells[field.name]

    def to_json(self) -> str:
        """The published JSON form."""
        return self.model_dump_json(by_alias=True, indent=2)


COMPARISON_SCHEMA: Literal["pincite.comparison/2"] = "pincite.comparison/2"
Verdict = Literal["same", "changed", "only_first", "only_second", "neither", "open"]


class ComparedField(Published):
    """One field of both documents."""

    field: TableField
    verdict: Verdict
    reason: str = Field(repr=False)
    """Why it is open; else empty."""
    first: Cell
    second: Cell


class Comparison(Published):
    """What `compare` returns: every field of two documents, in their order."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Annotated[Literal["pincite.comparison/2"], Field(alias="schema")] = COMPARISON_SCHEMA
    first: str
    second: str
    fields: list[ComparedField]

    @property
    def exit_code(self) -> int:
        """0, or that of a batch of which a part failed."""
        failed = any(cell.state == "failed" for each in self.fields for cell in (each.first, each.second))
        return BATCH_EXIT_CODE if failed else 0

    def count(self, verdict: Verdict) -> int:
        """How many fields came out so."""
        return sum(each.verdict == verdict for each in self.fields)

    def to_json(self) -> str:
        """The published JSON form."""
        return self.model_dump_json(by_alias=True, indent=2)
