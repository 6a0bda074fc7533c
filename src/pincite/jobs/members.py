"""The processes that work on jobs: start them, notice when one is lost, have them look for more, end them.

A process of its own for each worker, started afresh and never forked, because PDFium and the models do not
survive a fork. What a worker has is in the library; this process only looks after its own. Should it be
killed, its workers end with it, and whoever works on the jobs next takes over what they had.

Only the time that passes here counts, by a clock that never goes backwards. So it does not matter what the
clock on the wall says, nor that of another machine.
"""

from __future__ import annotations

import json
import os
import platform
import signal
import subprocess
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field

from pincite import logs
from pincite.errors import PinciteError, StoreError
from pincite.protocols import JobQueue
from pincite.records.job import Lease


@dataclass(slots=True)
class LeaseWatch:
    """Remembers since when each lease has not been renewed."""

    clock: Callable[[], float] = time.monotonic
    _seen: dict[tuple[int, str, int], tuple[int, float]] = field(default_factory=dict, init=False)

    def lapsed(self, leases: Sequence[Lease]) -> list[Lease]:
        """Those of all leases that were not renewed for as long as they last."""
        now = self.clock()
        before, self._seen = self._seen, {}
        for lease in leases:
            key = lease.item, lease.worker, lease.attempt
            beat, since = before.get(key, (lease.beat, now))
            self._seen[key] = (beat, since) if beat == lease.beat else (lease.beat, now)
        return [each for each in leases if now - self._since(each) >= each.seconds]

    def unseen(self, seconds: float) -> None:
        """Nobody could look for so long, so it counts against nobody."""
        self._seen = {key: (beat, since + seconds) for key, (beat, since) in self._seen.items()}

    def _since(self, lease: Lease) -> float:
        return self._seen[lease.item, lease.worker, lease.attempt][1]


_SECONDS_PER_WATCH = 1.0
_MOST_FRUITLESS = 3
_SECONDS_TO_END = 5.0
# Opening a large library may have to mend its index first.
_SECONDS_TO_BEGIN = 300.0


@dataclass(frozen=True, slots=True)
class Orders:
    """What a worker is told when it starts."""

    worker: str
    jobs: tuple[str, ...]
    threads: int
    waits: bool

    def to_json(self) -> str:
        return json.dumps(asdict(self))


@dataclass(slots=True)
class Members:
    """The workers that this process has started."""

    queue: JobQueue
    command: Sequence[str]
    """Starts a worker; its orders are added at the end."""
    library: str = field(repr=False)
    """The place of the library, which a worker finds in PINCITE_LIBRARY."""
    most: int
    jobs: tuple[str, ...] = ()
    """Which jobs are worked on, by their ids; none stands for all of the library."""
    waits: bool = False
    """Whether they wait for more documents when none is left."""
    sources: str | None = None
    """Where the bytes of files are kept outside the library, if they are."""
    _running: dict[str, subprocess.Popen[str]] = field(default_factory=dict, init=False)
    _ended: dict[str, tuple[int, PinciteError | None]] = field(default_factory=dict, init=False)
    """By worker how it ended and what it said, until what it had is given back."""
    _watch: LeaseWatch = field(default_factory=LeaseWatch, init=False)
    _watched_at: float = field(default=float("-inf"), init=False)
    _idle_since: dict[str, float] = field(default_factory=dict, init=False)
    """By worker since when it has had no document although some wait."""
    _fruitless: int = field(default=0, init=False)
    """How many workers in a row ended without having had a document."""
    _blind_since: float | None = field(default=None, init=False)

    def __len__(self) -> int:
        return len(self._running) + len(self._ended)

    def look_after(self) -> tuple[int, int]:
        """Take over what is lost, and start as many as are needed; how many documents wait and are done.

        A StoreError that is worth another try means that the library could not be looked at. Any other error
        is one that no worker can go on with.
        """
        try:
            self._bury()
            self._take_over_lapsed()
            pending, running = self.queue.open_items(self.jobs)
        except StoreError as error:
            if error.retryable and self._blind_since is None:
                self._blind_since = time.monotonic()
            raise
        if not pending:
            self._idle_since = {}
        while pending and len(self._running) < min(self.most, pending + running):
            self._start()
        return pending, running

    def wake(self) -> None:
        """Have those that wait look for a document now."""
        for process in self._running.values():
            assert process.stdin is not None
            with suppress(OSError):  # it has just ended, which `look_after` notices
                process.stdin.write("\n")
                process.stdin.flush()

    def stop(self) -> None:
        """End all workers, and give back what they had."""
        for process in self._running.values():
            process.terminate()
        for worker, process in self._running.items():
            try:
                process.wait(_SECONDS_TO_END)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            with suppress(StoreError):  # its lease runs out instead
                self.queue.release(worker)
        self._running.clear()

    def _start(self) -> None:
        worker = f"{platform.node()[:40]}-{os.getpid()}-{uuid.uuid4().hex[:8]}"
        threads = max(1, (os.cpu_count() or 1) // self.most)
        process = subprocess.Popen(
            [*self.command, Orders(worker, self.jobs, threads, self.waits).to_json()],
            stdin=subprocess.PIPE,  # its end is how a worker learns that this process is gone
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("PINCITE_DEBUG") or logs.as_json() else subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            # An interruption at the keyboard reaches this process alone, which then ends the workers.
            start_new_session=True,
            # Not among its orders, which anybody on this machine may read: it may hold a password.
            env=os.environ | {"PINCITE_LIBRARY": self.library, "PINCITE_SOURCES": self.sources or "none"},
        )
        self._running[worker] = process
        logs.log("worker started", worker=worker, started=process.pid)

    def _bury(self) -> None:
        """Give back what workers had that have ended, and raise what no worker can go on with."""
        for worker, process in list(self._running.items()):
            if process.poll() is not None:
                self._ended[worker] = process.returncode, _reported(process)
                del self._running[worker]
        for worker, (code, error) in list(self._ended.items()):
            had = {lease.worker for lease in self.queue.leases(self.jobs)}
            if error is not None:
                self.queue.release(worker)
            else:
                self.queue.crashed(worker, _how_it_ended(code))
            del self._ended[worker]
            logs.log("worker ended", "warning" if code else "info", worker=worker, code=code)
            self._fruitless = 0 if code == 0 or worker in had else self._fruitless + 1
            if error is not None and not error.retryable:
                raise error
            if self._fruitless >= _MOST_FRUITLESS:
                raise error or _cannot_start(code)

    def _take_over_lapsed(self) -> None:
        now = time.monotonic()
        if now - self._watched_at < _SECONDS_PER_WATCH:
            return
        leases = self.queue.leases(self.jobs)
        self._watched_at = now
        if self._blind_since is not None:
            # Nobody could say here that they are at work, so nobody is lost for it.
            self._watch.unseen(now - self._blind_since)
            self._blind_since = None
        for lease in self._watch.lapsed(leases):
            # One of ours that says nothing hangs: what it had is given to another.
            if process := self._running.get(lease.worker):
                process.kill()
            if self.queue.lapse(lease):
                logs.log("worker lost", "warning", worker=lease.worker, item=lease.item)
        idle = self._running.keys() - {lease.worker for lease in leases}
        self._idle_since = {worker: self._idle_since.get(worker, now) for worker in idle}
        for worker, since in self._idle_since.items():
            if now - since > _SECONDS_TO_BEGIN:
                self._running[worker].kill()


def _reported(process: subprocess.Popen[str]) -> PinciteError | None:
    """What a worker said that it could not go on for; None where it said nothing."""
    assert process.stdout is not None
    assert process.stdin is not None
    with suppress(OSError):
        process.stdin.close()
    *_, last = ["", *process.stdout.read().splitlines()]
    process.stdout.close()
    from pydantic import ValidationError

    from pincite.answer.answers import Failure

    try:
        return Failure.model_validate_json(last).as_error()
    except ValidationError:
        return None


def _how_it_ended(code: int) -> str:
    if code >= 0:
        return f"The process that worked on it ended unexpectedly (exit code {code})."
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = "unknown"
    return f"The process that worked on it ended unexpectedly (signal {-code}, {name})."


def _cannot_start(code: int) -> StoreError:
    return StoreError(
        f"Workers end as soon as they are started (exit code {code}).",
        hint="Set PINCITE_DEBUG=1 to see what they say.",
    )
