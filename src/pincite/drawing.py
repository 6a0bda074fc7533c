"""Have pages and reports drawn in a process of their own, which a file can crash without harm to a server.

PDFium can do one thing at a time, so one process draws for everybody; it is started when something is first
asked for, and again after a file that took too long or broke it.
"""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

from pincite.answer.answers import Failure
from pincite.errors import InputError
from pincite.extract.job_requests import kept
from pincite.settings import Settings
from pincite.stores.place import secret_of

_COMMAND = ("-P", "-m", "pincite.page_drawer")
_READ_BYTES = 1 << 16
_VERBS = {"report": "report", "certificate": "certify"}


@dataclass(frozen=True, slots=True)
class PageAsked:
    """A page of a document, and which of its words are highlighted."""

    collection: str
    name: str
    page: int
    marks: str
    """`none`, or `read` for everything that was read on it."""
    spans: Sequence[tuple[int, int]] = ()
    dpi: int = 110

    def to_json(self) -> str:
        said = {"collection": self.collection, "name": self.name, "page": self.page, "marks": self.marks}
        return json.dumps({"what": "page", **said, "spans": list(self.spans), "dpi": self.dpi})


@dataclass(frozen=True, slots=True)
class FileAsked:
    """What a run leaves to hand on."""

    what: Literal["report", "certificate"]
    collection: str
    run: str

    def to_json(self) -> str:
        return json.dumps({"what": self.what, "collection": self.collection, "run": self.run})


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture of a page."""

    content: bytes
    """A PNG."""
    points: str | None
    """WIDTHxHEIGHT of the page in PDF points; None where the picture shows more than the page."""


@dataclass(slots=True)
class Drawing:
    """The process that draws, from the side that asks."""

    settings: Settings
    seconds: float
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    _turn: threading.Lock = field(default_factory=threading.Lock, init=False)

    def draw(self, asked: PageAsked) -> Drawn:
        """The picture, or the error that says why there is none."""
        failed = InputError(
            f"Page {asked.page} of {asked.name} took too long to draw, or cannot be drawn.",
            hint="Its text can still be read.",
        )
        points, content = self._made(asked, failed)
        return Drawn(content, None if points == "-" else points)

    def write(self, asked: FileAsked) -> bytes:
        """The file, or the error that says why there is none."""
        failed = InputError(
            f"The {asked.what} of {asked.run} took too long, or a page that it cites cannot be drawn.",
            hint=f"Write it on the machine of the library: pincite {_VERBS[asked.what]} {asked.run}",
        )
        return self._made(asked, failed)[1]

    def _made(self, asked: PageAsked | FileAsked, failed: InputError) -> tuple[str, bytes]:
        """The size that came with it, and its bytes."""
        with self._turn:
            process = self._started()
            try:
                status, points, content = self._answer(process, asked)
            except (TimeoutError, OSError, EOFError) as error:
                self._end()
                raise failed from error
        if status == b"made":
            return points.decode(), content
        raise Failure.model_validate_json(content).as_error()

    def restart(self) -> None:
        """Forget what the process has read."""
        with self._turn:
            self._end()

    close = restart

    def _where(self) -> dict[str, str]:
        library, sources = secret_of(self.settings.library), self.settings.sources or "none"
        return {"PINCITE_LIBRARY": library, "PINCITE_SOURCES": sources}

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process and self._process.poll() is None:
            return self._process
        path = os.pathsep.join(entry for entry in sys.path if entry)
        self._process = subprocess.Popen(
            [sys.executable, *_COMMAND],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("PINCITE_DEBUG") else subprocess.DEVNULL,
            # Its environment is its own, its arguments anybody on this machine may read.
            env=os.environ | {"PYTHONPATH": path} | self._where(),
            bufsize=0,
            process_group=0,
        )
        assert self._process.stdin is not None
        # Not as an argument, which every user of the machine can read.
        with suppress(OSError):  # it ended at once, as the first answer will tell
            self._process.stdin.write(kept(self.settings).encode() + b"\n")
        return self._process

    def _answer(
        self, process: subprocess.Popen[bytes], asked: PageAsked | FileAsked
    ) -> tuple[bytes, bytes, bytes]:
        """`made` or `error`, the size of the page, and what came with it.

        It comes as a line with kind, length and size, then so many bytes.
        """
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(asked.to_json().encode() + b"\n")
        give_up, received, wanted = time.monotonic() + self.seconds, bytearray(), -1
        with selectors.DefaultSelector() as watching:
            watching.register(process.stdout, selectors.EVENT_READ)
            while wanted < 0 or len(received) < wanted:
                if not watching.select(max(0.0, give_up - time.monotonic())):
                    raise TimeoutError
                piece = os.read(process.stdout.fileno(), _READ_BYTES)
                if not piece:
                    raise EOFError
                received += piece
                if wanted < 0 and (line := received.find(b"\n")) >= 0:
                    kind, length, points = received[:line].split()
                    del received[: line + 1]
                    wanted = int(length)
        return bytes(kind), bytes(points), bytes(received)

    def _end(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe:
                    pipe.close()
        self._process = None
