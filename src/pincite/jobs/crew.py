"""Have processes work on jobs: start them, notice when one is lost, and end when nothing is left to do.

A process of its own for each worker, started afresh and never forked, because PDFium and the models do not
survive a fork. What a worker has is in the library; this process only looks after the workers. Should it be
killed, its workers end with it, and whoever works on the jobs next takes over what they had.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from pincite.errors import PinciteError, StoreError
from pincite.jobs.lease_watch import LeaseWatch
from pincite.protocols import JobQueue

_TICK_SECONDS = 0.2
_SECONDS_PER_COUNT = 2.0
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

    def to_json(self) -> str:
        return json.dumps({"worker": self.worker, "jobs": self.jobs, "threads": self.threads})


@dataclass(slots=True)
class Crew:
    """Some workers at a time, as long as documents wait."""

    queue: JobQueue
    command: Sequence[str]
    """Starts a worker; its orders are added at the end."""
    library: str
    """The place of the library, which a worker finds in PINCITE_LIBRARY."""
    workers: int
    jobs: tuple[str, ...] = ()
    """Which jobs are worked on, by their ids; none stands for all of the library."""
    told: Callable[[], object] = lambda: None
    """Called several times a second while the work goes on."""
    make_room: Callable[[], None] = lambda: None
    """Frees some room on a full disk, so that a reason can be written down."""
    _members: dict[str, subprocess.Popen[str]] = field(default_factory=dict, init=False)
    _watch: LeaseWatch = field(default_factory=LeaseWatch, init=False)
    _counted_at: float = field(default_factory=time.monotonic, init=False)
    _watched_at: float = field(default=float("-inf"), init=False)
    _idle_since: dict[str, float] = field(default_factory=dict, init=False)
    """By worker since when it has had no document."""
    _fruitless: int = field(default=0, init=False)
    """How many workers in a row ended without having had a document."""

    def run(self) -> None:
        """Until no document of a running job is left, by whomever it is done."""
        try:
            while self._goes_on():
                self.told()
                time.sleep(_TICK_SECONDS)
        except PinciteError as error:
            self._stop()
            self._pause(error)
            raise
        finally:
            self._stop()
        self.told()

    def _goes_on(self) -> bool:
        try:
            self._look_after_members()
            self._take_over_lapsed()
            self._count_time()
            pending, running = self.queue.open_items(self.jobs)
        except StoreError as error:
            if error.retryable:
                return True
            raise
        while pending and len(self._members) < min(self.workers, pending + running):
            self._start()
        return bool(pending or running or self._members)

    def _start(self) -> None:
        worker = f"{os.getpid()}-{uuid.uuid4().hex[:8]}"
        threads = max(1, (os.cpu_count() or 1) // self.workers)
        orders = Orders(worker, self.jobs, threads)
        self._members[worker] = subprocess.Popen(
            [*self.command, orders.to_json()],
            stdin=subprocess.PIPE,  # its end is how a worker learns that this process is gone
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("PINCITE_DEBUG") else subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            # An interruption at the keyboard reaches this process alone, which then ends the workers.
            start_new_session=True,
            # Not among its orders, which anybody on this machine may read: it may hold a password.
            env=os.environ | {"PINCITE_LIBRARY": self.library},
        )

    def _look_after_members(self) -> None:
        for worker, process in list(self._members.items()):
            if process.poll() is None:
                continue
            error = _reported(process)
            had = {lease.worker for lease in self.queue.leases(self.jobs)}
            if error is not None:
                self.queue.release(worker)
            else:
                self.queue.crashed(worker, _how_it_ended(process.returncode))
            del self._members[worker]
            self._fruitless = 0 if process.returncode == 0 or worker in had else self._fruitless + 1
            if error is not None and not error.retryable:
                raise error
            if self._fruitless >= _MOST_FRUITLESS:
                raise error or _cannot_start(process.returncode)

    def _take_over_lapsed(self) -> None:
        now = time.monotonic()
        if now - self._watched_at < _SECONDS_PER_WATCH:
            return
        self._watched_at = now
        leases = self.queue.leases(self.jobs)
        for lease in self._watch.lapsed(leases):
            # One of ours that says nothing hangs: what it had is given to another.
            if process := self._members.get(lease.worker):
                process.kill()
            self.queue.lapse(lease)
        idle = self._members.keys() - {lease.worker for lease in leases}
        self._idle_since = {worker: self._idle_since.get(worker, now) for worker in idle}
        for worker, since in self._idle_since.items():
            if now - since > _SECONDS_TO_BEGIN:
                self._members[worker].kill()

    def _count_time(self) -> None:
        now = time.monotonic()
        if now - self._counted_at >= _SECONDS_PER_COUNT:
            self.queue.worked(now - self._counted_at, self.jobs)
            self._counted_at = now

    def _pause(self, error: PinciteError) -> None:
        """Write down why the work stopped; on a full disk with the room that was kept for that."""
        self.make_room()
        with suppress(StoreError):
            self.queue.pause(self.jobs, str(error))

    def _stop(self) -> None:
        """End all workers, and give back what they had."""
        for process in self._members.values():
            process.terminate()
        for worker, process in self._members.items():
            try:
                process.wait(_SECONDS_TO_END)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            with suppress(StoreError):  # its lease runs out instead
                self.queue.release(worker)
        self._members.clear()


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
