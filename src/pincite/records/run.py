"""One question with all that is said beside it, what is planned and done for it, and what happened."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from pincite.records.bounds import bounds, never
from pincite.records.completion import ModelCall
from pincite.records.evidence import ReadPassage
from pincite.records.library import Identity
from pincite.records.span import Span
from pincite.telemetry import span

if TYPE_CHECKING:
    from pincite.records.candidate import Candidate
    from pincite.records.completion import ModelCall
    from pincite.records.evidence import Found, PathReport
    from pincite.records.library import Identity
    from pincite.records.question import Question

P = ParamSpec("P")
T = TypeVar("T")
_MOST_SEARCHES, _MOST_PLACES, _MOST_SPANS = 200, 20, 500


@dataclass(frozen=True, slots=True)
class Step:
    """One stage's turn: which, how long, and in a few words what came of it."""

    name: str
    stage: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Searched:
    """What the paths found in one document for one wording of a question, and the best places of all."""

    identity: Identity
    seconds_into: float
    reports: tuple[PathReport, ...]
    places: tuple[Found, ...] = field(repr=False)


@dataclass(slots=True)
class Run:
    """One request. The only record that grows; it is frozen into the store at the end."""

    id: str
    steps: list[Step] = field(default_factory=list)
    decisions: list[str] = field(default_factory=list, repr=False)
    candidates: list[Candidate] = field(default_factory=list)
    likeliest: float | None = None
    """The best chance that a reading model gave a passage; None where none has read."""
    questions: list[Question] = field(default_factory=list, repr=False)
    """What was asked, as its briefs: the question itself, then what had to be found for it."""
    searches: list[Searched] = field(default_factory=list, repr=False)
    unlisted_searches: int = 0
    """Searches beyond the limit of what is recorded."""
    calls: list[ModelCall] = field(default_factory=list, repr=False)
    """What language models were asked, and their replies."""
    spans: int = 0
    """How many spans were made of it; of a scan of a whole library, the first ones."""
    of_a_cell: bool = False
    """Whether it was asked to fill a cell of a table, and by nobody."""
    started: float = field(default_factory=time.perf_counter, repr=False)

    def step(self, name: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do one step of the story and write it down, whether it succeeds or fails."""
        bounds().go_on()
        started = time.perf_counter()
        try:
            with self.stage(name):
                return work(*args, **kwargs)
        finally:
            stage = getattr(work, "__self__", work)
            name_of_stage = getattr(stage, "__qualname__", type(stage).__qualname__)
            self.steps.append(Step(name, name_of_stage, time.perf_counter() - started))

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Have what is done inside seen by who follows traces."""
        self.spans += 1
        if self.spans > _MOST_SPANS:
            yield
            return
        with span(name):
            yield

    def search(self, identity: Identity, reports: Sequence[PathReport], places: Sequence[Found]) -> None:
        """Record what was found in a document; of a scan of a whole library, the first documents."""
        if len(self.searches) >= _MOST_SEARCHES:
            self.unlisted_searches += 1
            return
        into = time.perf_counter() - self.started
        self.searches.append(Searched(identity, into, tuple(reports), tuple(places[:_MOST_PLACES])))

    def decide(self, decision: str) -> None:
        """Record why the request went the way it did."""
        self.decisions.append(decision)


def _tell_nobody(read: int, documents: int) -> None:
    """For a question whose progress nobody follows."""


@dataclass(frozen=True, slots=True)
class PartAsked:
    """A part of a document that is read whole, and what was found in the parts before it."""

    span: Span
    facts: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Asking:
    """The question, the documents it is put to (all where none is named), and what its answer must carry."""

    question: str
    documents: tuple[str, ...] | None = None
    answer_type: str | None = None
    """The kind of value that is wanted; None where the wording decides."""
    unread: tuple[str, ...] = ()
    """What belongs to what is asked and could not be read."""
    progress: Callable[[int, int], None] = _tell_nobody
    guessed: bool = False
    """Whether rules made the question up from two: then its answer must be surer than another."""
    decisions: tuple[str, ...] = ()
    """How the question came to be worded so: for the record of the run."""
    calls: tuple[ModelCall, ...] = field(default=(), repr=False)
    """What language models were asked to word it so, for the record of the run, too."""
    caveats: tuple[str, ...] = ()
    """What whoever reads the answer must know of that."""
    timeout_seconds: float | None = None
    """None where it may take as long as it takes."""
    is_cancelled: Callable[[], bool] = never
    of_a_cell: bool = False
    """Whether it is asked for a cell of a table: then it is about these documents, and about no others."""
    hints: tuple[str, ...] = ()
    """Other words to search with; they judge nothing."""
    part: PartAsked | None = None
    """The part of the one document that is asked by itself; None where all of it is."""
    read: tuple[ReadPassage, ...] | None = None
    """What a reader made of every passage of the one document; None where it has still to choose."""
    identity: Identity | None = None
    """The very version whose parts are read: its name may mean another one meanwhile."""
    models: Callable[[Any], Any] | None = None
    """Puts something between the question and every language model that is asked; None: they are asked."""
    shared: Any = None
    """The `SharedReading` of the questions that are read in one view with it; None where it is alone."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """The whole question that was asked, its outcome, and what the user was told.

    `told` holds the words of the document that answered, or what was asked back; nothing where neither was.
    """

    question: str
    outcome: str
    told: tuple[str, ...] = field(default=(), repr=False)

    @property
    def asked_back(self) -> bool:
        """Whether the next message is the reply to what was asked back."""
        return self.outcome == "needs_clarification"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A document that a question may be about: how well its names fit, and which of them do."""

    identity: Identity
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class Choice:
    """The documents that the question's own words name, best first.

    Only where the choice is `certain` are the other documents left unread.
    """

    documents: tuple[Chosen, ...] = ()
    certain: bool = False
    clarification: str = ""
    """What to ask back where the question means one document and several fit alike."""
    spent: tuple[str, ...] = ()
    """Words of the question that did no more than name the document: no place in it has to repeat them."""

    @property
    def identities(self) -> tuple[Identity, ...]:
        return tuple(chosen.identity for chosen in self.documents)


@dataclass(frozen=True, slots=True)
class Plan:
    """All that was settled before anything was read; the same question and library give the same plan."""

    choice: Choice
    shortlist: tuple[Identity, ...]
    """Read closely, in this order."""
    everything: tuple[Identity, ...]
    """Read block by block before anything is called not found."""
    held: int
    """How many documents there were to choose from."""
    scope: tuple[str, ...] = ()
    """The pages and sections that the question limits itself to; empty means the whole of each document."""
    paths: tuple[str, ...] = ()
    places: int = 0
    """How many places of each document are handed on, with the context around each."""
    checks: tuple[str, ...] = ()

    @property
    def left_out(self) -> int:
        return self.held - len(self.everything)


MOST_DOCUMENTS = 60
MOST_TITLES = 400
"""Of all documents together."""
MOST_SUBJECTS = 6
LONGEST_NAME = 100
"""Characters of one name or title: more than that is no name."""


@dataclass(frozen=True, slots=True)
class Overview:
    """One document from outside. A document that nobody opened yet is known by its name alone."""

    identity: Identity
    type: str = ""
    language: str = ""
    pages: int = 0
    subjects: tuple[str, ...] = field(default=(), repr=False)
    titles: tuple[str, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        if len(self.subjects) > MOST_SUBJECTS or len(self.titles) > MOST_TITLES:
            raise ValueError("an overview shows a bounded number of subjects and titles")
        for name in (*self.subjects, *self.titles):
            if len(name) > LONGEST_NAME or "\n" in name:
                raise ValueError(f"an overview shows names of up to {LONGEST_NAME} characters, not {name!r}")


@dataclass(frozen=True, slots=True)
class Advice:
    """Where a planner would look first, and what kind of answer it expects. Nothing is left unread for it."""

    documents: tuple[Identity, ...] = ()
    sections: tuple[str, ...] = field(default=(), repr=False)
    """Titles, as they stand in an overview."""
    keywords: tuple[str, ...] = field(default=(), repr=False)
    answer_type: str | None = None
    """None where the planner leaves it to the rules."""
    wide: bool = False
    """Whether more places than usual should be looked at closely."""
