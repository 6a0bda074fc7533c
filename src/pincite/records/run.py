"""What happened during one request: steps, hits, rejections, timings."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from pincite.records.bounds import bounds
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
