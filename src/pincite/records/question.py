"""A question as its briefs: what finds passages, what limits it, and what the answer must look like.

A question and a sentence are read into the same record, so that one comparator can tell where they differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pincite.records.computation import Computation, Relation
from pincite.records.reading import SubjectKind
from pincite.records.span import Span

Asks = Literal["which", "count", "most", "least"]


@dataclass(frozen=True, slots=True)
class OverDocuments:
    """What every document is asked, and what is made of their answers."""

    asks: Asks
    noun: str
    """What one of the documents is called: "contract"."""
    words: tuple[str, ...]
    """What the documents are called beside that: "supply", "Acme"; none where all of them are meant."""
    field: str
    """What the field is called."""
    question: str
    """What each document is asked for it; empty where the name of the field says that."""
    kind: str | None = None
    """The kind of value that is demanded; None where the wording decides."""
    relation: Relation | None = None
    """How the value must relate to the one that is asked for; None for the most and the least."""
    value: str = ""
    """The value that is asked for, in the question's words; "yes" or "no" of a yes or no."""

    def __post_init__(self) -> None:
        if (self.asks in ("which", "count")) != (self.relation is not None):
            raise ValueError("a condition is for which and how many, and for nothing else")


AnswerShape = Literal["single", "list", "table", "tree", "nested"]
Stems = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """One thing the question asks for, with every wording that may stand for it in a document.

    `asked` is the user's own wording and `own` its stems. `wordings` says of each run of stems what it
    is worth in place of the user's own, which is worth 1. `weight` is what the term counts for: words
    that most questions share count little. A `required` term must be there: "Endorsement No. 3" is not
    answered by Endorsement No. 2. Where the term is not said but one of its `rivals` is, the text is
    about the rival: the supplier's liability is not the customer's.
    """

    asked: str
    own: Stems
    wordings: Mapping[Stems, float]
    weight: float = 1.0
    required: bool = False
    rivals: frozenset[Stems] = frozenset()
    common: bool = False
    """Whether half the sentences of any document carry it, so that to lack it says nothing."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Where the user wants the answer to be looked for; empty means everywhere."""

    pages: tuple[tuple[int, int], ...] = ()
    sections: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    """What the question calls the documents that it is about: they are chosen by it, not searched for it."""
    part: Span | None = None
    """The part of the text that is read by itself, where a document is read part by part; else None."""

    def __bool__(self) -> bool:
        """Whether only a part of a document is meant."""
        return bool(self.pages or self.sections or self.part)


@dataclass(frozen=True, slots=True)
class RetrievalBrief:
    """What finds passages."""

    terms: tuple[Term, ...]
    phrases: tuple[str, ...] = ()
    scope: Scope = field(default_factory=Scope)
    said: str = ""
    """The user's words for what is asked, without documents' names, orders, places and what is not wanted."""
    likely_sections: tuple[str, ...] = ()
    """Titles under which a planner expects the answer: looked at first, and never alone."""
    likely_words: tuple[str, ...] = ()
    """Words in which a planner expects it: to search with, and never to judge by."""
    reach: int = 1
    """How many times as many places as usual are looked at closely."""
    telling: bool = True
    """Whether a word says what is looked for; else only words that stand in questions about anything."""


@dataclass(frozen=True, slots=True)
class GenerationBrief:
    """What the answer must look like, and the user's own words."""

    asked: str
    answer_types: tuple[str, ...]
    """The kinds of value that would answer, best first: "when" prefers a date, accepts a duration."""
    answer_shape: AnswerShape
    excluded: tuple[str, ...] = ()
    """What the user says is not wanted; it never reaches retrieval."""
    denies: bool = False
    """Whether the question itself denies: "Is it prohibited?" is yes where the document says no."""
    over: OverDocuments | None = None
    """What each of several documents is asked, and what is made of that; None for other questions."""
    computation: Computation | None = None
    """What is to be computed from values of the documents; None when the documents say the answer."""
    plain: str = ""
    """The question without contractions, courtesies and orders: so it is put to models and compared."""
    asks_end: bool = False
    """Whether it is for the least or the most: then one end of a range may answer."""
    may_be_one: bool = False
    """Of a question for a list, whether one sentence may answer it all the same."""
    several: tuple[str, ...] = ()
    """The questions that it asks at once, each so that it can be asked alone; none of a single one."""
    demanded: bool = False
    """Whether the user says which kind of value it must be; else the wording gives a hint."""
    each: frozenset[str] = frozenset()
    """Of records, the stems of what each of them is of: "the rent of each site"."""
    subjects: SubjectKind | None = None
    """What the document is about that is asked for, like the parties of a contract; None for other things."""
    years_beside: frozenset[str] = frozenset()
    """Of an operand, the years of the whole question: they may settle by which year a column is called."""
    facts: str = field(default="", repr=False)
    """What was found in the document so far, value by value, for a generator that reads it part by part."""

    def __post_init__(self) -> None:
        if not self.plain:
            object.__setattr__(self, "plain", self.asked)


@dataclass(frozen=True, slots=True)
class Question:
    """One question, read by rules."""

    retrieval: RetrievalBrief
    generation: GenerationBrief
    clarification: str = ""
    """What to ask back when the question says nothing that could be looked for."""
