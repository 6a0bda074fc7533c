"""What a serving process holds: one warm library, the threads that work with it, and the crew for jobs.

Models are loaded when it starts, and uploaded documents made ready for search by meaning behind it: otherwise
the first question would wait for the models, and the first about each document for its vectors.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import TypeVar

from fastapi import Request

from pincite.drawing import Drawing
from pincite.errors import PinciteError
from pincite.jobs.crew import alone
from pincite.records.api_keys import ServerLimits
from pincite.records.bounds import Over, bounded
from pincite.records.levels import Strictness
from pincite.records.recent import Recent
from pincite.rest.metrics import Metrics
from pincite.rest.problems import Refused
from pincite.service import Library
from pincite.stores.place import folder_of

T = TypeVar("T")
_MOST_LIBRARIES = 32
_LOOKERS, _DOORKEEPERS = 4, 2
_SECONDS_BETWEEN_LOOKS = 0.5
_MOST_FOLLOWERS = 200
_SECONDS_BETWEEN_JOBS = 30.0
_QUESTION = "What is the notice period?"
_SECONDS_TO_END = 15.0


@dataclass(slots=True)
class Desk:
    """One for each serving process; all requests share it."""

    main: Library
    limits: ServerLimits
    is_open: bool
    """Whether callers of this machine get in without a key, as long as none was ever made."""
    _libraries: Recent[tuple[str, Strictness], Library] = field(
        default_factory=lambda: Recent(_MOST_LIBRARIES), init=False
    )
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _threads: ThreadPoolExecutor = field(init=False)
    _lookers: ThreadPoolExecutor = field(init=False)
    _doorkeepers: ThreadPoolExecutor = field(init=False)
    _taken: int = field(default=0, init=False)
    _uploads: int = field(default=0, init=False)
    _followers: Counter[str] = field(default_factory=Counter, init=False)
    """By caller how many jobs are followed."""
    drawing: Drawing = field(init=False)
    writing: Drawing = field(init=False)
    """A process for reports, for which pages do not wait."""
    crew: JobCrew = field(init=False)
    readying: Readying = field(init=False)
    metrics: Metrics = field(default_factory=Metrics, init=False)
    closing: threading.Event = field(default_factory=threading.Event, init=False)

    def __post_init__(self) -> None:
        self._threads = ThreadPoolExecutor(self.limits.threads, "pincite-request")
        self._lookers = ThreadPoolExecutor(_LOOKERS, "pincite-look")
        self._doorkeepers = ThreadPoolExecutor(_DOORKEEPERS, "pincite-door")
        self.drawing = Drawing(self.main.settings, self.limits.page_seconds)
        self.writing = Drawing(self.main.settings, self.limits.report_seconds)
        self.crew = JobCrew(self.main, self.limits.job_workers)
        self.readying = Readying(self.main, self.library)

    @property
    def collection(self) -> str:
        """The one that is meant where a request names none."""
        return self.main.settings.collection

    def library(self, collection: str, strictness: Strictness | None = None) -> Library:
        """The library with this collection and strictness; what they have in common is held once."""
        asked = collection, strictness or self.main.settings.strictness
        with self._lock:
            known = self._libraries.get(asked)
            return known or self._libraries.keep(
                asked, self.main.under(collection=asked[0], strictness=asked[1])
            )

    def forgotten(self) -> None:
        """Something was deleted: what libraries remember of it goes, too."""
        with self._lock:
            self._libraries.clear()
        self.drawing.restart()
        self.writing.restart()

    def start(self) -> None:
        """Go on with jobs, and load what questions need."""
        self.crew.start()
        self.readying.start()

    async def recognise(self, work: Callable[[], T]) -> T:
        """What `work` returns that tells who a caller is: it waits behind nothing that a caller asks for."""
        return await asyncio.get_running_loop().run_in_executor(self._doorkeepers, copy_context().run, work)

    async def look(self, work: Callable[[], T]) -> T:
        """What `work` returns that only looks something up: it does not wait behind questions."""
        return await asyncio.get_running_loop().run_in_executor(self._lookers, copy_context().run, work)

    async def run(self, work: Callable[[], T]) -> T:
        """What `work` returns, done in one of the threads; refused where too much waits already."""
        if self._taken >= self.limits.threads + self.limits.most_waiting:
            raise Refused(503, "Busy", "Too many requests are waiting.", after_seconds=2)
        self._taken += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, copy_context().run, work)
        finally:
            self._taken -= 1

    @contextmanager
    def uploading(self) -> Iterator[None]:
        """An upload while it arrives; refused where too many do: each lies on a disk meanwhile."""
        if self._uploads >= self.limits.uploads:
            raise Refused(503, "Busy", "Too many files arrive at once.", after_seconds=5)
        self._uploads += 1
        try:
            yield
        finally:
            self._uploads -= 1

    def require_room_to_follow(self, caller: str) -> None:
        """A refusal where many follow jobs: each looks into the library twice a second."""
        if self._followers[caller] >= self.limits.followers or self._followers.total() >= _MOST_FOLLOWERS:
            raise Refused(503, "Busy", "Too many jobs are followed already.", after_seconds=5)

    @contextmanager
    def following(self, caller: str) -> Iterator[None]:
        """A caller while they follow a job."""
        self._followers[caller] += 1
        try:
            yield
        finally:
            self._followers[caller] -= 1
            self._followers += Counter()  # forgets who follows nothing

    async def run_for(self, request: Request, work: Callable[[threading.Event], T]) -> T:
        """The same; the event that `work` is given is set when the caller has left."""
        left = threading.Event()
        doing = asyncio.ensure_future(self.run(lambda: work(left)))
        while not doing.done():
            await asyncio.wait({doing}, timeout=_SECONDS_BETWEEN_LOOKS)
            if not doing.done() and (self.closing.is_set() or await request.is_disconnected()):
                left.set()
        return await doing

    def close(self) -> None:
        """End the crew first: what it has is given back, and the next start goes on with it."""
        self.closing.set()
        self.crew.close()
        self.readying.close()
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._lookers.shutdown(wait=True, cancel_futures=True)
        self._doorkeepers.shutdown(wait=True, cancel_futures=True)
        self.drawing.close()
        self.writing.close()
        self.main.close()


class _Ending(BaseException):
    """The server ends: workers are ended, and what they had is given back."""


@dataclass(slots=True)
class JobCrew:
    """A thread that looks after workers while documents of jobs wait.

    Workers are processes that end with this one. Killed or not, the next start finds what is left to do.
    """

    library: Library
    workers: int
    _wanted: threading.Event = field(default_factory=threading.Event, init=False)
    _ending: threading.Event = field(default_factory=threading.Event, init=False)
    _thread: threading.Thread | None = field(default=None, init=False)

    def start(self) -> None:
        self._wanted.set()
        self._thread = threading.Thread(target=self._run, name="pincite-jobs", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """There may be something to do."""
        self._wanted.set()

    def close(self) -> None:
        self._ending.set()
        self._wanted.set()
        if self._thread:
            self._thread.join(_SECONDS_TO_END)

    def _run(self) -> None:
        while not self._ending.is_set():
            # Looked at now and then also without being asked: another process may have submitted a job.
            self._wanted.wait(_SECONDS_BETWEEN_JOBS)
            self._wanted.clear()
            try:
                alone(folder_of(self.library.settings.library), self._work, self._waits)
            except _Ending:
                return
            except PinciteError as error:  # the jobs are paused with this reason
                self.library.notice(f"Jobs were stopped: {error}")

    def _work(self) -> None:
        self.library.jobs.work(workers=self.workers, told=self._look)

    def _waits(self) -> bool:
        return not self._ending.is_set() and self.library.jobs.waits()

    def _look(self) -> None:
        if self._ending.is_set():
            raise _Ending


@dataclass(slots=True)
class Readying:
    """A thread that does what `pincite work` does, for one collection after the other."""

    library: Library
    of_collection: Callable[[str], Library]
    _waiting: queue.SimpleQueue[str] = field(default_factory=queue.SimpleQueue, init=False)
    _ending: threading.Event = field(default_factory=threading.Event, init=False)
    _thread: threading.Thread | None = field(default=None, init=False)

    def start(self) -> None:
        # Without local models there is nothing to load and no vector to make; a service is left to questions.
        if not self.library.settings.local_models or self.library.read_only:
            return
        self._thread = threading.Thread(target=self._run, name="pincite-readying", daemon=True)
        self._thread.start()

    def changed(self, collection: str) -> None:
        """Documents of the collection may lack vectors, or have pictures that are not read."""
        self._waiting.put(collection)

    def close(self) -> None:
        self._ending.set()
        self._waiting.put("")
        if self._thread:
            self._thread.join(_SECONDS_TO_END)

    def _run(self) -> None:
        with self.library.preparing(_QUESTION):
            pass
        while collection := self._waiting.get():
            if self._ending.is_set():
                return
            # What fails here is asked for again by a question, and told then.
            with suppress(Over, PinciteError), bounded(None, self._ending.is_set):
                self.of_collection(collection).work()
