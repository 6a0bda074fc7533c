"""Read each document in a process of its own, which is killed when it hangs, crashes or takes too much.

The process is started afresh (never forked, and not by `multiprocessing`, which would run the caller's
script a second time). It is a guard against files that break a parser, not a cage: it may do whatever
its user may do.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pincite.errors import ConfigError, InputError, PinciteError
from pincite.ingest.watch import PageRead
from pincite.jobs import transport
from pincite.jobs.one_file import PURE, Job, Reading, seconds_allowed
from pincite.jobs.transport import memory_with_children
from pincite.records.bounds import bounds
from pincite.records.limits import MEGABYTE

DEBUG_VARIABLE = "PINCITE_DEBUG"
# A process that took more is ended, too: Python gives little back of what it has taken once.
_MOST_KEPT = 300 * MEGABYTE
# How often the memory is looked at: native code can take a gigabyte in a fraction of a second. Elsewhere
# another program has to be asked for it.
_TICK_SECONDS = 0.02 if sys.platform == "linux" else 1.0
_START_SECONDS = 120.0
_READ_BYTES = 1 << 20
_WRITE_BYTES = 1 << 16
_LEAST_PRIORITY = 19
_SENSELESS = b"?"
_ANOTHER_COPY = "It may be damaged: get a fresh copy, or print it to a new PDF and pass that."


@dataclass(slots=True)
class Readers:
    """The processes that read documents: one at work, and one being started for the next document."""

    peak_bytes: int = 0
    """The most memory that the last document took."""
    yields: bool = False
    """Whether they leave the processor to whatever else is running."""
    _waiting: list[_Worker] = field(default_factory=list)

    def read(self, job: Job, told: PageRead = lambda page, pages: None, *, more: bool = False) -> Reading:
        """The whole document, or an InputError. With `more` to come, the next process starts meanwhile."""
        worker = self._next() or self._started(job.parser)
        # Its process goes on to the next document, because starting one takes half a second.
        stays = job.parser in PURE
        try:
            if more and not stays:
                self._waiting.append(self._started(job.parser))
            kind, content = worker.read(job, told)
        finally:
            self.peak_bytes = worker.peak_bytes
            small = worker.has_answered and worker.peak_bytes < _MOST_KEPT
            if stays and small and not self._waiting:
                self._waiting.append(worker)
            else:
                worker.end()
        # Only now, so that what the process took is free before the document is built here.
        return _answer(job, kind, content)

    def expect(self, parser: str) -> None:
        """Start the process for a document that is about to be read, where none is waiting."""
        if not self._waiting:
            self._waiting.append(self._started(parser))

    def close(self) -> None:
        """End the process that is waiting, if there is one."""
        while worker := self._next():
            worker.end()

    def _started(self, parser: str) -> _Worker:
        worker = _start(parser)
        if self.yields and hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):  # it may have ended, which is told when it is asked to read
                os.setpriority(os.PRIO_PROCESS, worker.process.pid, _LEAST_PRIORITY)
        return worker

    def _next(self) -> _Worker | None:
        # Another thread may take the last one between a look and a step.
        try:
            return self._waiting.pop()
        except IndexError:
            return None


def _start(parser: str) -> _Worker:
    if not sys.executable:
        raise _not_started("there is no Python interpreter to start")
    # Without -P, and with "" in the path, a module in the current folder would be run instead of ours.
    path = os.pathsep.join(entry for entry in sys.path if entry)
    try:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "pincite.jobs.worker", parser],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get(DEBUG_VARIABLE) else subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": path},
            bufsize=0,
            process_group=0,  # Ctrl-C is for us, and what it starts itself can be ended with it
        )
    except OSError as error:
        raise _not_started(error.strerror or str(error)) from error
    return _Worker(process)


def _not_started(reason: str) -> ConfigError:
    return ConfigError(
        f"The process that reads documents could not be started: {reason}.",
        hint=f"Run it again with {DEBUG_VARIABLE}=1 for the details, or set `isolated: false`.",
    )


@dataclass(slots=True)
class _Worker:
    """One reading process, from the side that started it."""

    process: subprocess.Popen[bytes]
    peak_bytes: int = 0
    has_answered: bool = False
    _is_ready: bool = False
    _inbox: transport.Inbox = field(default_factory=transport.Inbox)

    def read(self, job: Job, told: PageRead) -> tuple[bytes, bytes | memoryview]:
        """What it answers: the kind of the message, and its content."""
        self.has_answered = False
        since, pages_read = time.monotonic(), 0
        for kind, content in self._messages(transport.message(transport.JOB, transport.job_parts(job))):
            now = time.monotonic()
            match kind:
                case transport.READY:
                    self._is_ready, since = True, now
                case transport.PAGE:
                    since, pages_read = now, int.from_bytes(content[:8], "little")
                    told(pages_read, int.from_bytes(content[8:], "little"))
                case b"":
                    bounds().go_on()
                    self._check(job, now - since, pages_read)
                case _:
                    self.has_answered = True
                    self._look()
                    return kind, content
        raise self._ended(job)

    def end(self) -> None:
        """Kill it with all that it started, and leave nothing of it behind."""
        # It may have ended by itself, for which macOS has the second error.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        self.process.wait()

    def _messages(self, parts: Iterable[bytes]) -> Iterator[tuple[bytes, bytes | memoryview]]:
        """Send the job; all that comes back until the process ends, and an empty message now and then."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        source, sink = self.process.stdout.fileno(), self.process.stdin.fileno()
        os.set_blocking(sink, False)
        unsent, looked = deque(memoryview(part) for part in parts if part), time.monotonic()
        with selectors.DefaultSelector() as selector:
            selector.register(source, selectors.EVENT_READ)
            selector.register(sink, selectors.EVENT_WRITE)
            while True:
                for key, _ in selector.select(_TICK_SECONDS):
                    if key.fd == sink:
                        _write(sink, unsent)
                        if not unsent:
                            selector.unregister(sink)
                    elif piece := os.read(source, _READ_BYTES):
                        self._inbox.add(piece)
                    else:
                        return
                try:
                    yield from self._inbox.messages()
                except ValueError:  # whatever writes there, it is not our own code
                    yield _SENSELESS, b""
                if time.monotonic() - looked >= _TICK_SECONDS:
                    looked = time.monotonic()
                    yield b"", b""

    def _check(self, job: Job, seconds: float, pages_read: int) -> None:
        """Refuse a document that is taking too long or too much memory."""
        limits = job.limits
        if not self._is_ready:
            if seconds > _START_SECONDS:
                raise _not_started(f"it was not ready after {_START_SECONDS:.0f} s")
            return
        allowed = seconds_allowed(job)
        if seconds > allowed:
            raise _too_slow(job, allowed, pages_read)
        resident = self._look()
        # What we hold of it ourselves counts as well: the file, and what has come back so far.
        taken = len(job.content) + max(self.peak_bytes, resident + len(self._inbox))
        if taken > limits.memory_megabytes * MEGABYTE:
            raise _too_large(job)

    def _look(self) -> int:
        """What the process has in use now."""
        memory = memory_with_children(self.process.pid)
        self.peak_bytes = max(self.peak_bytes, memory.peak)
        return memory.resident

    def _ended(self, job: Job) -> PinciteError:
        status = self.process.wait()
        if not self._is_ready:
            return _not_started(f"it ended at once, with status {status}")
        if status >= 0:
            return InputError(f"{job.name} made its parser stop (status {status}).", hint=_ANOTHER_COPY)
        # What a library does in native code when it is refused memory.
        if -status == signal.SIGABRT and self.peak_bytes > job.limits.memory_megabytes * MEGABYTE // 2:
            return _too_large(job)
        if -status == signal.SIGKILL:
            return InputError(
                f"{job.name} was not read completely: something stopped the process that was reading it.",
                hint="The machine may have run out of memory: close other programs and add it again.",
                retryable=True,
            )
        name = signal.Signals(-status).name if -status in set(signal.Signals) else "unknown"
        return InputError(f"{job.name} crashed its parser (signal {-status}, {name}).", hint=_ANOTHER_COPY)


def _write(sink: int, unsent: deque[memoryview]) -> None:
    """Send what can be sent now, and leave the rest."""
    try:
        unsent[0] = unsent[0][os.write(sink, unsent[0][:_WRITE_BYTES]) :]
    except BlockingIOError:
        return
    except BrokenPipeError:  # it has ended, which is about to be read from its output
        unsent.clear()
        return
    if not unsent[0]:
        unsent.popleft()


def _answer(job: Job, kind: bytes, content: bytes | memoryview) -> Reading:
    try:
        if kind == transport.ERROR:
            raise transport.error_from(content)
        if kind == transport.OUT_OF_MEMORY:
            raise _too_large(job)
        if kind == transport.BUG:
            raise InputError(
                f"{job.name} could not be read: its parser failed ({str(content, 'utf-8', 'replace')}).",
                hint=f"{_ANOTHER_COPY} {DEBUG_VARIABLE}=1 shows where it failed.",
            )
        if len(job.content) + transport.weight(content) > job.limits.memory_megabytes * MEGABYTE:
            raise _too_large(job)
        return transport.reading_from(content)
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise InputError(f"{job.name} made its parser send back nonsense.", hint=_ANOTHER_COPY) from error


def _too_slow(job: Job, allowed: int, pages_read: int) -> InputError:
    got = f" after page {pages_read:,}" if pages_read else ""
    return InputError(
        f"{job.name} took longer than {allowed:,} s{got or ' to read'} and was stopped.",
        hint=f"Split it into parts, or raise limits.seconds (now {job.limits.seconds}) in the settings file.",
    )


def _too_large(job: Job) -> InputError:
    allowed = job.limits.memory_megabytes
    return InputError(
        f"{job.name} needs more than {allowed:,} MB of memory to read.",
        hint=f"Split it into parts, or raise limits.memory_megabytes (now {allowed}) in the settings file.",
    )
