"""The working process of a job: adds and asks one document after the other, until none is left.

Started by `jobs/members.py` as `python -m pincite.job_worker ORDERS`, and of no use by hand. It works on the
library that PINCITE_LIBRARY names. A line of its input has it look for a document; it ends when its input
ends, so it never outlives whoever started it. What is done to a document is in `done_to`.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from pydantic import BaseModel, ConfigDict

from pincite.answer.answers import Failure
from pincite.dialogue.spending import taken_down
from pincite.errors import ConfigError, PinciteError, ProviderError, StoreError
from pincite.extract.job_requests import Request, request_of, restored
from pincite.jobs.disk import require_free
from pincite.jobs.item_worker import Stopped, added_only, failed_with, finished_of, never, work_items
from pincite.logs import about, as_json, log
from pincite.protocols import Store
from pincite.records.bounds import Over, bounded
from pincite.records.completion import Usage
from pincite.records.job import Claimed, Finished
from pincite.records.library import Identity
from pincite.service import Library
from pincite.stores.opening import open_store
from pincite.stores.place import Place, place_of
from pincite.telemetry import span

_ERRORS = 2

# Whoever started it says when there is something to do; this is for what that one misses.
_SECONDS_BETWEEN_LOOKS = 30.0
# For the document, a lock of its version, and two that say that the work and a call go on; one to spare.
_CONNECTIONS = 5
# For how long a document is tried again whose library is out of reach, before another worker may try.
_PAUSES_SECONDS = (0.1, 0.5, 2.0, 5.0)


class _Orders(BaseModel):
    """What `jobs/members.py` says."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    worker: str
    jobs: tuple[str, ...]
    threads: int
    waits: bool


def main() -> None:
    orders = _Orders.model_validate_json(sys.argv[1])
    woken = threading.Event()
    threading.Thread(target=_listen, args=(woken,), daemon=True).start()
    said = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    if as_json():
        _keep_to_lines()
    os.dup2(_ERRORS, sys.stdout.fileno())  # whatever a model prints is not a message of ours
    try:
        place, sources = place_of(os.environ["PINCITE_LIBRARY"]), os.environ.get("PINCITE_SOURCES")
        kept = None if sources == "none" else sources
        with open_store(place, sources=kept, connections=_CONNECTIONS) as store:
            items = ItemWork(store, place, orders.threads)
            rest = _until(woken) if orders.waits else never
            work_items(store.jobs(), orders.worker, items.do, orders.jobs, rest)
    except PinciteError as error:
        print(Failure.of(error).model_dump_json(by_alias=True), file=said, flush=True)
        sys.exit(error.exit_code)


def done_to(library: Library, request: Request, claimed: Claimed, file: bytes | None) -> Finished:
    """What a job does to one document: it is added, if it is a file, and asked."""
    came = _came_of(library, claimed, file, wait=request.kind == "add")
    if request.kind == "add":
        return added_only(came.held, came.unread)
    return finished_of(library.rows([each.name for each in came.held], request.fields, unread=came.unread))


@dataclass(slots=True)
class ItemWork:
    """Does documents of any job of a library, each with the settings of its job."""

    store: Store
    place: Place
    threads: int
    _opened: tuple[str, Library] | None = field(default=None, init=False)
    """The settings of the last document, and the library with them."""

    def do(self, claimed: Claimed, stopped: Stopped) -> Finished:
        """What came of it; whatever goes wrong with one document does not stop the others."""
        job, item, attempt = claimed.job, claimed.item, claimed.attempt
        told_of = span("job document", job=job, item=item, attempt=attempt)
        with told_of as told, taken_down() as spent, bounded(None, stopped), about(job=job, item=item):
            finished = self._finished(claimed)
            for pause in _PAUSES_SECONDS:
                if finished.ended != "interrupted" or stopped():
                    break
                log("library unavailable", "warning", attempt=attempt, reason=finished.reason)
                time.sleep(pause)
                finished = self._finished(claimed)
            told.note(ended=finished.ended)
            log("job document", attempt=attempt, ended=finished.ended)
        return replace(finished, usage=sum((each.usage for each in spent), Usage()))

    def _finished(self, claimed: Claimed) -> Finished:
        try:
            library, request = self._library(claimed), request_of(claimed.request)
        except PinciteError as error:  # nor could any other document of the job be asked
            return Finished("stop", str(error))
        try:
            require_free(library.settings.library, library.settings.least_free_megabytes)
            file = self.store.jobs().file(claimed) if claimed.sha256 else None
            return done_to(library, request, claimed, file)
        except (ConfigError, ProviderError) as error:  # so does every other document of the job
            return Finished("stop", str(error))
        except PinciteError as error:
            return failed_with(error)
        except Over:  # nobody waits for it: what was said so far is dropped
            return Finished("again")
        except Exception as error:  # a bug of ours or of a plug-in: the other documents go on
            if not as_json():
                traceback.print_exc()
            return Finished("failed", f"Bug in Pincite: {type(error).__name__}: {error}. Please report it.")

    def _library(self, claimed: Claimed) -> Library:
        if self._opened is None or self._opened[0] != claimed.settings:
            settings = restored(claimed.settings)
            settings = settings.model_copy(
                update={"library": self.place, "threads": settings.threads or self.threads}
            )
            self._opened = claimed.settings, Library(settings, self.store)
        return self._opened[1]


@dataclass(frozen=True, slots=True)
class _Came:
    """The documents that came of an item, and why others of it could not be read."""

    held: list[Identity]
    unread: dict[str, PinciteError]


def _came_of(library: Library, claimed: Claimed, file: bytes | None, *, wait: bool) -> _Came:
    if file is not None:
        added = library.add_bytes(file, claimed.name, wait=wait)
    elif claimed.path and not claimed.sha256:
        added = library.add(claimed.path, name=claimed.name, wait=wait)
    else:
        return _Came([library.current(claimed.name)], {})
    came = _Came([], {})
    for each in added:
        # What could not be stored has an identity all the same.
        if isinstance(each.error, StoreError):
            raise each.error
        if each.error:
            # By its name, with what it came attached to: a row of results tells nobody's folders.
            came.unread[each.path.replace(claimed.path, claimed.name, 1)] = each.error
        elif each.identity:
            came.held.append(each.identity)
    return came


def _keep_to_lines() -> None:
    """Have standard error for lines of JSON alone: what models print goes nowhere."""
    lines = os.fdopen(os.dup(_ERRORS), "w", encoding="utf-8", buffering=1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, _ERRORS)
    os.close(nowhere)
    sys.stderr = lines


def _listen(woken: threading.Event) -> None:
    while os.read(sys.stdin.fileno(), 1024):
        woken.set()
    os._exit(0)


def _until(woken: threading.Event) -> Callable[[], bool]:
    def rest() -> bool:
        woken.wait(_SECONDS_BETWEEN_LOOKS)
        woken.clear()
        return True

    return rest


if __name__ == "__main__":
    main()
