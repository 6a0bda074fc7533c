"""What a reader is given and what it returns: numbered lines and questions in, one filled form for each out.

Every reader, a language model or one of ours, meets the same two records. It names places by the numbers of
lines and the words in them; all else about a place is recovered from the document by code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

from pydantic import BaseModel, JsonValue

from pincite.answer.claims import Completeness, Confidence, Method, Signals
from pincite.answer.own_signals import together
from pincite.records.document import BlockKind, Document
from pincite.records.library import Identity
from pincite.records.question import AnswerShape
from pincite.records.span import Span

ReadingKind = Literal["words", "list", "table", "yes", "no", "compute", "none", "ask_back"]
T = TypeVar("T")
_LEAST: tuple[Completeness | None, ...] = ("none", "partial", None, "complete")
_WORST: tuple[bool | None, ...] = (False, None, True)


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question as it was typed, and what code can tell of it beside; hints, never conditions."""

    text: str
    types: tuple[str, ...] = ("text",)
    """The kinds of value that may answer, likeliest first."""
    demanded: bool = False
    """Whether the user says which kind of value it must be; else `types` are a guess from the wording."""
    shape: AnswerShape = "single"
    excluded: tuple[str, ...] = ()
    """What the user says is not wanted."""
    before: tuple[tuple[str, str], ...] = ()
    """What was asked before it, each with its answer in short."""
    refused: tuple[str, ...] = ()
    """Why what was said of an earlier view was refused."""
    facts: str = field(default="", repr=False)
    """What was found in the document so far, for the top of the prompt."""


@dataclass(frozen=True, slots=True)
class ViewLine:
    """One numbered line of a view: a sentence, list item, row or title, or a part of a long one."""

    number: int
    identity: Identity
    block: int
    """The number of its block in the document."""
    span: Span
    kind: BlockKind
    text: str = field(repr=False)
    """As it is shown, without its number."""
    section: str = field(default="", repr=False)
    page: int | None = None
    stem: int | None = None
    """The number of the block that introduces the list or table it stands in; None where nothing does."""
    is_part: bool = False
    """Whether it is one of several parts of a block that is too long to be shown as one line."""


@dataclass(frozen=True, slots=True)
class View:
    """Numbered lines of one or several documents, with everything that is left out marked as such."""

    lines: tuple[ViewLine, ...]
    text: str = field(repr=False)
    documents: Mapping[Identity, Document] = field(repr=False)
    version: str = ""
    """Of the rules by which the text was made: what was fitted on another version must be fitted anew."""

    def line(self, number: int) -> ViewLine | None:
        """The line of that number; None where none was shown."""
        at = number - self.lines[0].number if self.lines else -1
        if 0 <= at < len(self.lines) and self.lines[at].number == number:
            return self.lines[at]
        return next((line for line in self.lines if line.number == number), None)

    def blocks_of(self, identity: Identity) -> frozenset[int]:
        """The numbers of a document's blocks that are shown."""
        return frozenset(line.block for line in self.lines if line.identity == identity)


@dataclass(frozen=True, slots=True)
class ReadItem:
    """One thing that a reader points at."""

    lines: tuple[int, ...]
    """The line that says it first; then any that states its scale, its currency or what a term means."""
    words: str = field(default="", repr=False)
    """The words that are meant, as they stand in a line; empty for all of it."""
    value: BaseModel | None = field(default=None, repr=False)
    """A typed value; None where the words say it."""
    answer_type: str = ""
    """The registered type of the value; empty where there is none."""
    column: str | None = field(default=None, repr=False)
    """What names the column, where the line is a row."""
    limit: str | None = field(default=None, repr=False)
    """Words of the lines that bound it: "up to", "per claim"."""
    label: str | None = field(default=None, repr=False)
    """What a formula calls it."""
    parent: int | None = None
    """Which item it stands under, counted from 1; None for one at the top."""


@dataclass(frozen=True, slots=True)
class Sureness:
    """Log-probabilities of a reply, from which a chance is worked out; never shown as one."""

    none: float
    """That nothing answers."""
    number: float
    """Of the first number, with the yes or no before it."""
    second: float
    """At most that of any other first number."""
    words: float
    """Of all that comes behind the first number."""
    tokens: int
    """How many those are."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The form as a reader fills it in for one question; None is what it does not say."""

    kind: ReadingKind = "none"
    items: tuple[ReadItem, ...] = ()
    condition_lines: tuple[int, ...] = ()
    """Under what a yes or no holds."""
    rule_lines: tuple[int, ...] = ()
    """Where the document says which of several items prevails."""
    head_lines: tuple[int, ...] = ()
    row_lines: tuple[int, ...] = ()
    """Of a table, the lines that name its columns, and its rows."""
    formula: str | None = field(default=None, repr=False)
    """How the labels of the items make up the answer; nobody but code computes it."""
    whole_list: bool | None = None
    """Whether the items are all of a list as the document sets it out."""
    found: bool = False
    complete: bool = True
    context_completeness: Completeness | None = None
    context_structured: bool | None = None
    """Whether the lines are well parsed, and not garbled."""
    new_keywords: tuple[str, ...] = field(default=(), repr=False)
    keywords_found: tuple[str, ...] = field(default=(), repr=False)
    conflicting_evidence: bool = False
    suggested_clarification: str | None = field(default=None, repr=False)
    caveats: tuple[str, ...] = field(default=(), repr=False)
    confidence: Confidence | None = None
    extraction_method: Method = "none"
    own: Mapping[str, JsonValue] = field(default_factory=dict, repr=False)
    """The signals that the user added."""
    by: str = ""
    """Who filled it in."""
    unread: tuple[int, ...] = ()
    """Lines of which nothing is known, because what was said of them breaks off."""
    notes: tuple[str, ...] = field(default=(), repr=False)
    """What the trace should say of how it came about."""
    sure: Sureness | None = None
    """How sure a reader of ours was of each part; None for one that cannot tell."""

    @property
    def garbled(self) -> bool:
        return self.context_structured is False

    @property
    def signals(self) -> Signals:
        """What the reader says of its own work, as answers carry it."""
        said = Signals(
            found=self.found,
            # Items that were picked from a list are not said to be all of it.
            complete=self.complete and self.whole_list is not False,
            context_completeness=self.context_completeness,
            context_structured=self.context_structured,
            new_keywords=list(self.new_keywords),
            keywords_found=list(self.keywords_found),
            conflicting_evidence=self.conflicting_evidence,
            suggested_clarification=self.suggested_clarification,
            caveats=list(self.caveats),
            confidence=self.confidence,
            extraction_method=self.extraction_method,
        )
        return said.with_own(self.own)

    def together_with(self, others: Sequence[Reading]) -> Reading:
        """One reading of what was said of several parts of one view, each in the numbers of the whole."""
        every = [self, *others]
        told = [each for each in every if each.kind != "none"] or every
        items: list[ReadItem] = []
        for each in told:
            moved = [replace(item, parent=item.parent and item.parent + len(items)) for item in each.items]
            items += [item for item in moved if item not in items]
        lists = (len(items) > 1 and told[0].kind == "words") or any(each.kind == "list" for each in told)
        return replace(
            told[0],
            kind="list" if lists and told[0].kind in ("words", "list") else told[0].kind,
            items=tuple(items),
            condition_lines=_joined(each.condition_lines for each in told),
            rule_lines=_joined(each.rule_lines for each in told),
            head_lines=_joined(each.head_lines for each in told),
            row_lines=_joined(each.row_lines for each in told),
            found=any(each.found for each in every),
            complete=all(each.complete for each in told),
            context_completeness=min((each.context_completeness for each in told), key=_LEAST.index),
            context_structured=min((each.context_structured for each in every), key=_WORST.index),
            new_keywords=_joined(each.new_keywords for each in every),
            keywords_found=_joined(each.keywords_found for each in every),
            conflicting_evidence=any(each.conflicting_evidence for each in every),
            caveats=_joined(each.caveats for each in told),
            unread=tuple(sorted({number for each in every for number in each.unread})),
            notes=_joined(each.notes for each in every),
            own=_own(every),
        )


def _joined(lists: Iterable[Sequence[T]]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(each for some in lists for each in some))


def _own(readings: Sequence[Reading]) -> Mapping[str, JsonValue]:
    said = [each.own for each in readings if each.own]
    return together(said) if said else {}
