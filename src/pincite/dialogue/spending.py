"""Record what language models cost while a question was answered, no matter which stage asked them.

A judge gives a score, which has no room for tokens. So what a call took is entered
where it is made, and whoever answers the question reads it. Outside of that nothing is kept.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Protocol

from pincite.records.completion import Completion, ModelCall, Prompt, Rung, Usage
from pincite.telemetry import span

_METER: ContextVar[Meter | None] = ContextVar("meter", default=None)
_SPENT: ContextVar[list[Spent] | None] = ContextVar("spent", default=None)
_CALLS: ContextVar[list[ModelCall] | None] = ContextVar("calls", default=None)


@dataclass(frozen=True, slots=True)
class Spent:
    """What one form took to be filled in: by whom which model was asked, with which prompt and result."""

    by: str
    model: str
    prompt: str
    """The fingerprint of the instructions, and the parts that they are made of."""
    came_of_it: str
    """The rung that was kept to, or that no reply could be used."""
    usage: Usage = field(default_factory=Usage)
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class Meter:
    """All that language models took while somebody watches, whatever questions it was for."""

    usage: Usage = field(default_factory=Usage)


class Fills(Protocol):
    """What is needed of a language model here."""

    @property
    def name(self) -> str: ...

    @property
    def rungs(self) -> Sequence[Rung]: ...

    def complete(self, prompt: Prompt) -> Completion: ...


@dataclass(slots=True)
class Counting:
    """A model that is asked for one thing, perhaps several times, and what that has taken so far."""

    model: Fills
    by: str
    usage: Usage = field(default_factory=Usage)
    came_of_it: str = "no usable reply"
    notes: tuple[str, ...] = ()

    def complete(self, prompt: Prompt) -> Completion:
        started = time.perf_counter()
        with span("model call", by=self.by, model=self.model.name) as told:
            said = self.model.complete(prompt)
            told.note(input_tokens=said.usage.input_tokens, output_tokens=said.usage.output_tokens)
        self.usage += said.usage
        if (calls := _CALLS.get()) is not None:
            seconds = time.perf_counter() - started
            calls.append(ModelCall(self.by, self.model.name, prompt, said, seconds))
        if meter := _METER.get():
            meter.usage += said.usage
        return said

    def kept_to(self, rung: Rung, notes: tuple[str, ...]) -> None:
        self.came_of_it, self.notes = f"form enforced by {rung}", notes

    def entry(self, instructions: str, parts: Sequence[str] = ()) -> Spent:
        prompt = f"{fingerprint(instructions)} ({' '.join(parts)})" if parts else fingerprint(instructions)
        return Spent(self.by, self.model.name, prompt, self.came_of_it, self.usage, self.notes)


@contextmanager
def counted(model: Fills, by: str, instructions: str, parts: Sequence[str] = ()) -> Iterator[Counting]:
    """The model, whose calls are entered at the end for the one who asks, whatever comes of them.

    `parts` are the files that the instructions are made of, in their versions.
    """
    counting = Counting(model, by)
    try:
        yield counting
    finally:
        spend(counting.entry(instructions, parts))


@contextmanager
def metered() -> Iterator[Meter]:
    """What grows with every call to a language model from here on, by this thread."""
    meter = Meter()
    token = _METER.set(meter)
    try:
        yield meter
    finally:
        _METER.reset(token)


@contextmanager
def taken_down() -> Iterator[list[Spent]]:
    """A list that grows with all that is spent from here on, by this thread; an outer list gets it, too."""
    spent: list[Spent] = []
    outer = _SPENT.get()
    token = _SPENT.set(spent)
    try:
        yield spent
    finally:
        _SPENT.reset(token)
        if outer is not None:
            outer.extend(spent)


@contextmanager
def calls_heard() -> Iterator[list[ModelCall]]:
    """A list that grows with every prompt and its reply from here on, in this thread; an outer one, too."""
    calls: list[ModelCall] = []
    outer = _CALLS.get()
    token = _CALLS.set(calls)
    try:
        yield calls
    finally:
        _CALLS.reset(token)
        if outer is not None:
            outer.extend(calls)


def spend(spent: Spent) -> None:
    """Enter what was spent, where somebody takes it down; a call that was never answered took nothing."""
    entered = _SPENT.get()
    if entered is not None and spent.usage.calls:
        entered.append(spent)


def said_of(spent: Sequence[Spent]) -> list[str]:
    """One sentence for each model, prompt and result, and every note once."""
    alike: dict[tuple[str, str, str, str], Usage] = {}
    for each in spent:
        key = each.by, each.model, each.prompt, each.came_of_it
        alike[key] = alike.get(key, Usage()) + each.usage
    said = [
        f"{by}: model {model}: prompt {prompt}, {came_of_it}, {taken(usage)}"
        for (by, model, prompt, came_of_it), usage in alike.items()
    ]
    return [*said, *dict.fromkeys(f"{each.by}: {note}" for each in spent for note in each.notes)]


def taken(usage: Usage) -> str:
    """The calls, the tokens and the cost, where there are prices."""
    cached = f" ({usage.cached_tokens:,} of them cached)" if usage.cached_tokens else ""
    cost = "" if usage.cost is None else f", cost {usage.cost.normalize():f}"
    tokens = f"{usage.input_tokens:,} tokens in{cached} and {usage.output_tokens:,} out"
    return f"{usage.calls:,} calls, {tokens}{cost}"


def fingerprint(instructions: str) -> str:
    """Changes with every letter: two traces with the same one were told the same."""
    return hashlib.sha256(instructions.encode()).hexdigest()[:12]
