"""A job over many documents: its documents one by one, what bounds it, and how far it has got."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal, get_args

from pincite.records.completion import Usage

JobState = Literal["running", "paused", "cancelled", "done"]
ItemState = Literal["pending", "running", "done", "failed", "set_aside"]
ITEM_STATES: tuple[ItemState, ...] = get_args(ItemState)
Ended = Literal["done", "failed", "set_aside", "again", "interrupted", "stop"]
"""What a worker says of an attempt. `again`: a model did not answer, so it is tried again later.
`interrupted`: the library was out of reach for a while, which is not the document's fault. `stop`: the
library cannot be written, so the whole job waits."""

DEFAULT_TRIES = 3
DEFAULT_LEASE_SECONDS = 30.0
OUTAGES_IN_A_ROW = 3
"""After as many documents in a row for which a model did not answer, the job is paused."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a job may take before it is paused; None where nothing bounds it."""

    seconds: float | None = None
    tokens: int | None = None
    cost: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Spending:
    """What a job has taken so far."""

    seconds: float = 0.0
    calls: int = 0
    tokens: int = 0
    cost: Decimal | None = None
    """None while nothing had a price."""

    def plus(self, usage: Usage) -> Spending:
        """With what one document took."""
        cost = self.cost if usage.cost is None else usage.cost + (self.cost or 0)
        tokens = self.tokens + usage.input_tokens + usage.output_tokens
        return Spending(self.seconds, self.calls + usage.calls, tokens, cost)

    def over(self, budget: Budget) -> str:
        """Which limit is reached, in a sentence; empty while none is."""
        if budget.seconds is not None and self.seconds >= budget.seconds:
            return f"The time limit of {budget.seconds / 60:g} min is reached."
        if budget.tokens is not None and self.tokens >= budget.tokens:
            return f"The limit of {budget.tokens:,} tokens is reached ({self.tokens:,} were used)."
        if budget.cost is not None and self.cost is not None and self.cost >= budget.cost:
            return f"The cost limit of {budget.cost:f} is reached ({self.cost:f} was spent)."
        return ""


@dataclass(frozen=True, slots=True)
class NewItem:
    """A document of a job that is about to be submitted."""

    path: str
    """The file that is added first; empty for a document of the library."""
    name: str
    """What it is, or will be, called in the library."""
    refused: str = ""
    """Why it is set aside from the start; empty where it is not."""


@dataclass(frozen=True, slots=True)
class NewJob:
    """A job that is about to be submitted. `request`, `fields` and `settings` are JSON."""

    collection: str
    key: str
    """The same for the same work: documents, request and settings."""
    request: str = field(repr=False)
    fields: str = field(repr=False)
    settings: str = field(repr=False)
    items: tuple[NewItem, ...] = field(repr=False)
    budget: Budget = field(default_factory=Budget)
    tries: int = DEFAULT_TRIES
    lease_seconds: float = DEFAULT_LEASE_SECONDS


@dataclass(frozen=True, slots=True)
class Tally:
    """How many documents are in which state."""

    pending: int = 0
    running: int = 0
    done: int = 0
    failed: int = 0
    set_aside: int = 0

    @property
    def total(self) -> int:
        return self.pending + self.running + self.done + self.failed + self.set_aside

    @property
    def ended(self) -> int:
        """Those at which nobody works any more."""
        return self.done + self.failed + self.set_aside


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it stands now."""

    id: str
    collection: str
    state: JobState
    reason: str
    """Why it is paused; else empty."""
    submitted_at: str
    worked_at: str
    """When workers were last seen at it, in UTC; empty before the first."""
    request: str = field(repr=False)
    fields: str = field(repr=False)
    settings: str = field(repr=False)
    tries: int
    lease_seconds: float
    budget: Budget
    spent: Spending
    tally: Tally


@dataclass(frozen=True, slots=True)
class JobItem:
    """One document of a job."""

    number: int
    path: str
    name: str
    state: ItemState
    attempt: int
    """How often it was begun."""
    worker: str
    reason: str
    """Why the last attempt came to nothing; empty where none did."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt at one document."""

    item: int
    number: int
    worker: str
    started_at: str
    ended: str
    reason: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Claimed:
    """A document that a worker has taken; nobody else has it until its lease is lost."""

    item: int
    """The store's own number."""
    attempt: int
    worker: str
    path: str
    name: str
    sha256: str
    """Of the bytes that the library keeps of its file; empty where the path is read."""
    job: str
    request: str = field(repr=False)
    settings: str = field(repr=False)
    lease_seconds: float


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A row of the results: which version of which document it is about, and the row as JSON."""

    name: str
    version: str | None
    content: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Finished:
    """What came of one attempt."""

    ended: Ended
    reason: str = ""
    rows: tuple[ResultRow, ...] = ()
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Lease:
    """That a worker has a document, and how often it has said so."""

    item: int
    worker: str
    attempt: int
    beat: int
    seconds: float
    """How long the beat may stand still before the worker counts as lost."""
