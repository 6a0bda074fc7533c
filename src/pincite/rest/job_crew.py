"""Have jobs worked on beside the requests, from the start of the server to its end."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from pincite.errors import PinciteError
from pincite.jobs.crew import alone
from pincite.service import Library
from pincite.stores.place import folder_of

_SECONDS_BETWEEN_LOOKS = 30.0
_SECONDS_TO_END = 15.0


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
            self._wanted.wait(_SECONDS_BETWEEN_LOOKS)
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
