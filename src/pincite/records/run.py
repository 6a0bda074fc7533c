"""What happened during one request: steps, hits, rejections, timings."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

from pincite.records.bounds import bounds
from pincite.records.candidate import Candidate

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Step:
    """One stage's turn: which, how long, and in a few words what came of it."""

    name: str
    stage: str
    seconds: float


@dataclass(slots=True)
class Run:
    """One request. The only record that grows; it is frozen into the store at the end."""

    id: str
    steps: list[Step] = field(default_factory=list)
    decisions: list[str] = field(default_factory=list, repr=False)
    candidates: list[Candidate] = field(default_factory=list)
    likeliest: float | None = None
    """The best chance that a reading model gave a passage; None where none has read."""

    def step(self, name: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do one step of the story and write it down, whether it succeeds or fails."""
        bounds().go_on()
        started = time.perf_counter()
        try:
            return work(*args, **kwargs)
        finally:
            stage = getattr(work, "__self__", work)
            name_of_stage = getattr(stage, "__qualname__", type(stage).__qualname__)
            self.steps.append(Step(name, name_of_stage, time.perf_counter() - started))

    def decide(self, decision: str) -> None:
        """Record why the request went the way it did."""
        self.decisions.append(decision)
