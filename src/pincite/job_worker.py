"""The working process of a job: adds and asks one document after the other, until none is left.

Started by `jobs/crew.py` as `python -m pincite.job_worker ORDERS`, and of no use by hand. It works on the
library that PINCITE_LIBRARY names, and ends when its input ends, so it never outlives whoever started it.
What is done to a document is in `asked_of`.
"""

from __future__ import annotations

import os
import sys
import threading
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pydantic import BaseModel, ConfigDict

from pincite.answer.answers import Failure
from pincite.answer.document_tables import Table
from pincite.dialogue.spending import taken_down
from pincite.errors import ConfigError, PinciteError, ProviderError, StoreError
from pincite.extract.job_requests import Request, request_of
from pincite.extract.job_settings import restored
from pincite.jobs.item_results import failed_with, finished_of
from pincite.jobs.item_worker import Stopped, work_items
from pincite.logs import log
from pincite.protocols import Store
from pincite.records.bounds import Over, bounded
from pincite.records.completion import Usage
from pincite.records.job import Claimed, Finished
from pincite.service import Library
from pincite.stores.opening import open_store
from pincite.stores.place import Place, place_of


class _Orders(BaseModel):
    """What `jobs/crew.py` says."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    worker: str
    jobs: tuple[str, ...]
    threads: int


def main() -> None:
    orders = _Orders.model_validate_json(sys.argv[1])
    threading.Thread(target=_end_with_input, daemon=True).start()
    said = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a model prints is not a message of ours
    try:
        place = place_of(os.environ["PINCITE_LIBRARY"])
        with open_store(place) as store:
            items = ItemWork(store, place, orders.threads)
            work_items(store.jobs(), orders.worker, items.do, orders.jobs)
    except PinciteError as error:
        print(Failure.of(error).model_dump_json(by_alias=True), file=said, flush=True)
        sys.exit(error.exit_code)


def asked_of(library: Library, request: Request, claimed: Claimed) -> Table:
    """What a job does to one document: it is added, if it is a file, and asked."""
    names, unread = _added(library, claimed)
    return library.table(names, request.fields, unread=unread)


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
        with taken_down() as spent, bounded(None, stopped):
            finished = self._finished(claimed)
        log("job document", job=claimed.job, item=claimed.item, attempt=claimed.attempt, ended=finished.ended)
        return replace(finished, usage=sum((each.usage for each in spent), Usage()))

    def _finished(self, claimed: Claimed) -> Finished:
        try:
            library, request = self._library(claimed), request_of(claimed.request)
        except PinciteError as error:  # nor could any other document of the job be asked
            return Finished("stop", str(error))
        try:
            return finished_of(asked_of(library, request, claimed))
        except (ConfigError, ProviderError) as error:  # so does every other document of the job
            return Finished("stop", str(error))
        except PinciteError as error:
            return failed_with(error)
        except Over:  # nobody waits for it: what was said so far is dropped
            return Finished("again")
        except Exception as error:  # a bug of ours or of a plug-in: the other documents go on
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


def _added(library: Library, claimed: Claimed) -> tuple[Sequence[str], dict[str, PinciteError]]:
    """The names of the documents that came of an item, and why others of it could not be read."""
    if not claimed.path:
        return [library.current(claimed.name).name], {}
    names: list[str] = []
    unread: dict[str, PinciteError] = {}
    for each in library.add(claimed.path, name=claimed.name):
        # What could not be stored has an identity all the same.
        if isinstance(each.error, StoreError):
            raise each.error
        if each.error:
            # By its name, with what it came attached to: a row of results tells nobody's folders.
            unread[each.path.replace(claimed.path, claimed.name, 1)] = each.error
        elif each.identity:
            names.append(each.identity.name)
    return names, unread


def _end_with_input() -> None:
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os._exit(0)


if __name__ == "__main__":
    main()
