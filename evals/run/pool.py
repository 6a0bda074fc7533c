"""Give units of work to processes of their own, and yield what they reply, line by line.

The processes are started afresh with a command and speak JSON lines: a unit in, any number of replies and
then an empty line out. One that ends in the middle of a unit is replaced, and the unit is given up for lost:
trying it again would most likely end the same way.
"""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Reply:
    """A line that a process wrote about a unit, or, without one, that it ended before the unit was done."""

    unit: int
    line: str | None


def work_off(command: Sequence[str], units: Sequence[str], workers: int) -> Iterator[Reply]:
    """Every reply to every unit, in the order in which they come.

    Whoever stops reading ends the processes.
    """
    waiting: queue.SimpleQueue[tuple[int, str] | None] = queue.SimpleQueue()
    for unit in enumerate(units):
        waiting.put(unit)
    count = max(1, min(workers, len(units)))
    for _ in range(count):
        waiting.put(None)
    pool = [_Worker(command, waiting) for _ in range(count)]
    replies: queue.SimpleQueue[Reply | OSError | None] = queue.SimpleQueue()
    threads = [threading.Thread(target=worker.run, args=(replies,), daemon=True) for worker in pool]
    try:
        for thread in threads:
            thread.start()
        running = count
        while running:
            reply = replies.get()
            if isinstance(reply, OSError):
                raise reply
            if reply is None:
                running -= 1
            else:
                yield reply
    finally:
        for worker in pool:
            worker.stop()
        for thread in threads:
            thread.join()


@dataclass(slots=True)
class _Worker:
    """One process at a time, and the thread that feeds it and listens to it."""

    command: Sequence[str]
    waiting: queue.SimpleQueue[tuple[int, str] | None]
    stopped: bool = False
    _process: subprocess.Popen[str] | None = None
    _starting: threading.Lock = field(default_factory=threading.Lock)

    def run(self, replies: queue.SimpleQueue[Reply | OSError | None]) -> None:
        try:
            while not self.stopped and (unit := self.waiting.get()):
                for reply in self._done(*unit):
                    replies.put(reply)
        except OSError as error:  # the process cannot be started; raised where the replies are read
            replies.put(error)
        finally:
            self._end()
            replies.put(None)

    def stop(self) -> None:
        with self._starting:
            self.stopped = True
        self._end()

    def _done(self, number: int, unit: str) -> Iterator[Reply]:
        process = self._started()
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(unit + "\n")
            process.stdin.flush()
            for line in process.stdout:
                if line == "\n":
                    return
                yield Reply(number, line)
        except (BrokenPipeError, ValueError):  # ended, by itself or because the work was stopped
            pass
        self._end()
        if not self.stopped:
            yield Reply(number, None)

    def _started(self) -> subprocess.Popen[str] | None:
        with self._starting:
            if self.stopped:
                return None
            if self._process is None or self._process.poll() is not None:
                self._process = subprocess.Popen(
                    self.command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    encoding="utf-8",
                    # An interruption at the keyboard reaches the parent alone, which then ends this one.
                    start_new_session=True,
                )
            return self._process

    def _end(self) -> None:
        process = self._process
        if process is None:
            return
        with contextlib.suppress(OSError, ValueError):
            if process.stdin:
                process.stdin.close()
        try:
            process.wait(timeout=0 if self.stopped else 5)
        except subprocess.TimeoutExpired:
            process.terminate()
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
