"""Keep all processes that share a library from calling a provider more often at once than is allowed.

Who has a call is in the library. A holder says every few seconds that its call goes on; one that is silent
for a lease, by the clock of whoever waits, has lost it (as with documents of jobs, `lease_watch`).
"""

from __future__ import annotations

import hashlib
import os
import random
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from pincite.errors import StoreError
from pincite.jobs.lease_watch import LeaseWatch
from pincite.protocols import CallRegister, LanguageModel
from pincite.records.bounds import bounds
from pincite.records.call_slot import CallSlot
from pincite.records.completion import Completion, Prompt, Rung
from pincite.records.job import Lease

LEASE_SECONDS = 30.0
_BEATS_PER_LEASE = 6
_PAUSE_SECONDS = (0.02, 0.15)


@dataclass(frozen=True, slots=True)
class CallLimits:
    """How many calls each provider gets at once, by its name."""

    register: CallRegister
    most: Mapping[str, int]

    def through(self, model: LanguageModel) -> LanguageModel:
        """The model, which waits for its turn where its provider has a limit."""
        provider = getattr(model, "provider", "") or model.name.partition("/")[0]
        most = self.most.get(provider)
        if most is None:
            return model
        return LimitedModel(model, CallTurns(self.register, _key(provider, model), most))


@dataclass(slots=True)
class CallTurns:
    """The calls that one key of a provider allows at once."""

    register: CallRegister
    key: str
    most: int
    lease_seconds: float = LEASE_SECONDS
    _watch: LeaseWatch = field(default_factory=LeaseWatch, init=False)

    @contextmanager
    def one(self) -> Iterator[None]:
        """Meanwhile, one of the calls is ours; others are waited for."""
        slot = self._taken()
        ended = threading.Event()
        beating = threading.Thread(target=self._beat, args=(slot, ended), daemon=True)
        beating.start()
        try:
            yield
        finally:
            ended.set()
            beating.join()
            with suppress(StoreError):  # it lapses instead
                self.register.free(slot)

    def _taken(self) -> CallSlot:
        holder = uuid.uuid4().hex
        while (slot := self.register.take(self.key, self.most, holder)) is None:
            self._take_away_lapsed()
            bounds().go_on()
            time.sleep(random.uniform(*_PAUSE_SECONDS))
        return slot

    def _take_away_lapsed(self) -> None:
        taken = {each.number: each for each in self.register.taken(self.key)}
        leases = [
            Lease(each.number, each.holder, 0, each.beat, self.lease_seconds) for each in taken.values()
        ]
        for lease in self._watch.lapsed(leases):
            self.register.lapse(taken[lease.item])

    def _beat(self, slot: CallSlot, ended: threading.Event) -> None:
        while not ended.wait(self.lease_seconds / _BEATS_PER_LEASE):
            with suppress(StoreError):  # the next one may get through
                self.register.beat(slot)


@dataclass(frozen=True, slots=True)
class LimitedModel:
    """A language model that is called only when it is its turn."""

    model: LanguageModel
    turns: CallTurns

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def rungs(self) -> Sequence[Rung]:
        return self.model.rungs

    def complete(self, prompt: Prompt) -> Completion:
        with self.turns.one():
            return self.model.complete(prompt)


def limited(
    register: Callable[[], CallRegister],
    most: Mapping[str, int],
    through: Callable[[LanguageModel], LanguageModel] | None,
) -> Callable[[LanguageModel], LanguageModel] | None:
    """What every language model is asked through: its turn first, where there are limits, then `through`."""
    if not most:
        return through
    limits = CallLimits(register(), most)
    if through is None:
        return limits.through
    inner = through
    return lambda model: limits.through(inner(model))


def _key(provider: str, model: LanguageModel) -> str:
    """The same for all who call with the same key; it tells nothing of the key itself."""
    place = str(getattr(model, "base_url", ""))
    secret = os.environ.get(str(getattr(model, "key_variable", "")), "")
    hashed = hashlib.sha256(f"{place} {secret}".encode()).hexdigest()
    return f"{provider} {hashed[:16]}"
