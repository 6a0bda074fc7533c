"""Store documents together, and tell what became of each as soon as that is certain."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from pincite.errors import PinciteError, StoreError
from pincite.protocols import Store
from pincite.records.library import Entry, Identity

Status = Literal["added", "updated", "unchanged", "skipped", "failed"]
_BATCH_DOCUMENTS = 50
_BATCH_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Added:
    """What became of one file. `error` is set only when the status is failed.

    One is skipped when nobody named it, as with the files of a folder, and it is hidden, no file, a link that
    is not followed, or of a kind that no parser reads; a caveat then says which.
    """

    path: str
    status: Status
    identity: Identity | None = None
    caveats: tuple[str, ...] = ()
    error: PinciteError | None = None
    within: str = ""
    """The folder or the e-mail in which it was found; empty for a file that was named itself."""
    replaced: str = ""
    """The file of the same name in another folder from which the version before was read, if so."""
    missed: bool = True
    """Whether what was skipped is missing: not so for hidden files, nor for what is added elsewhere."""


@dataclass(slots=True)
class Batch:
    """Documents that wait to be stored together: the word index costs the same for one as for many."""

    store: Store
    report: Callable[[Added], None]
    results: list[Added] = field(default_factory=list)
    _waiting: list[tuple[Entry, int]] = field(default_factory=list)
    _since: float = field(default_factory=time.monotonic)

    def settle(self, result: Added) -> None:
        """Take the result of a file of which nothing is to be stored."""
        self.results.append(result)
        self.report(result)

    def put(self, entry: Entry, result: Added) -> None:
        self._waiting.append((entry, len(self.results)))
        self.results.append(result)
        if len(self._waiting) >= _BATCH_DOCUMENTS or time.monotonic() - self._since > _BATCH_SECONDS:
            self.flush()

    def flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        changed, error = self._store([entry for entry, _ in waiting])
        for (entry, place), is_change in zip(waiting, changed, strict=True):
            if error and not self._holds(entry.identity):
                self.results[place] = replace(self.results[place], status="failed", error=error)
            elif not is_change:
                self.results[place] = replace(self.results[place], status="unchanged")
            self.report(self.results[place])
        self._since = time.monotonic()

    def _store(self, entries: Sequence[Entry]) -> tuple[Sequence[bool], PinciteError | None]:
        """Which of them were new to the library, and the error that kept some of them from being stored."""
        try:
            return self.store.add(entries) if entries else (), None
        except PinciteError as error:
            return [True] * len(entries), error

    def _holds(self, identity: Identity) -> bool:
        try:
            return self.store.current(identity.collection, identity.name) == identity
        except StoreError:  # a library that cannot even be read does not count as holding anything
            return False
