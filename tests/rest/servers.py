"""Servers for tests: in this process, or real ones in a process of their own on a free port."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from starlette.testclient import TestClient

import pincite
from pincite.client import Client
from pincite.records.api_keys import ServerLimits
from pincite.rest.desk import Desk
from pincite.rest.door import LOOPBACK
from pincite.rest.serving import application
from pincite.service import Library

ROOT = Path(__file__).parents[2]
AGREEMENT = (
    "1. Fees\n\nThe Customer shall pay the Supplier a monthly fee of EUR 4,500.00 for the Services.\n\n"
    "2. Term\n\nEither party may terminate it by giving sixty (60) days' written notice.\n"
)
AT_HOME = "http://127.0.0.1"
_LISTENS = re.compile(r"Pincite is at (http://\S+)")
_SECONDS_TO_START = 60


@dataclass(frozen=True, slots=True)
class Here:
    """A server in this process, and the library that it serves."""

    client: TestClient
    library: Library
    desk: Desk

    def add(self, name: str = "agreement.txt", text: str = AGREEMENT, collection: str = "default") -> None:
        self.library.under(collection=collection).add_bytes(text.encode(), name)

    def with_key(self, right: str, *collections: str) -> dict[str, str]:
        """The header of a new key."""
        return {"Authorization": f"Bearer {self.library.keys.new('test', right, collections).text}"}


@contextmanager
def served(folder: Path, **limits: int) -> Iterator[Here]:
    """A server with these limits, which callers of this machine may use."""
    library = pincite.open(folder / "library")
    allowed = replace(ServerLimits(), **limits)
    desk = Desk(library, allowed, is_open=True)
    app = application(desk, LOOPBACK)
    with TestClient(app, base_url=AT_HOME, raise_server_exceptions=True) as client:
        yield Here(client, library, desk)


@dataclass(slots=True)
class Server:
    """A real server in a process of its own."""

    folder: Path
    arguments: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    url: str = ""
    lines: list[str] = field(default_factory=list)
    """What it wrote to standard error."""
    process: subprocess.Popen[str] = field(init=False)

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *raised: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    @property
    def client(self) -> Client:
        return Client(self.url, timeout_seconds=60)

    def start(self) -> None:
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        command = ["-m", "pincite.cli.main", "--library", str(self.folder / "library"), "serve"]
        self.process = subprocess.Popen(
            [sys.executable, *command, "--port", "0", *self.arguments],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            encoding="utf-8",
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": path, "COLUMNS": "200"} | self.environment,
        )
        started = threading.Event()
        threading.Thread(target=self._read, args=(started,), daemon=True).start()
        assert started.wait(_SECONDS_TO_START), self.lines
        assert self.url, self.lines

    def kill(self) -> None:
        """As a power cut does."""
        self.process.kill()
        self.process.wait()

    def _read(self, started: threading.Event) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.lines.append(line)
            if found := _LISTENS.search(line):
                self.url = found[1]
                started.set()
        started.set()
