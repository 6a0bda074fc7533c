"""The command line, the server and the tools of MCP, each in a process of its own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace as Record
from typing import Any

from tests.mission.product.library import answer, environment

WITHOUT_MODELS = {"PINCITE_LOCAL_MODELS": "false"}
LOGGED = {"PINCITE_LOG": "json", **WITHOUT_MODELS}


def _given(config: Path | None, env: Mapping[str, str] | None) -> dict[str, str]:
    return environment(**(env or {}), **({"PINCITE_CONFIG": str(config)} if config else {}))


def run(
    *words: str,
    library: Path | str,
    said: str = "",
    config: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Record:
    """A command in a process of its own, as a user types it."""
    command = [sys.executable, "-m", "pincite", "--library", str(library), *words]
    done = subprocess.run(
        command, input=said, capture_output=True, text=True, env=_given(config, env), timeout=100
    )
    return Record(code=done.returncode, out=done.stdout, err=done.stderr)


def ask_by_command(library: Path | str, question: str) -> Record:
    return answer(json.loads(run("ask", question, "--json", library=library).out))


def review(library: Path | str, table: str, said: str, by: str) -> Record:
    return run("review", table, "--all", "--by", by, library=library, said=said)


def work_once(library: Path | str) -> Record:
    """A worker that ends when nothing is left to do."""
    return run("worker", "--once", "--workers", "1", library=library)


def run_python(code: str) -> Record:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(), timeout=100
    )
    return Record(code=done.returncode, out=done.stdout, err=done.stderr)


def server_address(line: str) -> str | None:
    found = re.search(r"http://[\d.]+:\d+", line)
    return found[0] if found else None


class Http:
    """The server, spoken to by HTTP alone."""

    def __init__(self, address: str, key: str = "") -> None:
        self.address, self.key = address, key

    def call(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, bytes]:
        content = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        sent = {
            "Content-Type": "application/json",
            **({"Authorization": f"Bearer {self.key}"} if self.key else {}),
            **(headers or {}),
        }
        asked = urllib.request.Request(self.address + path, content, sent, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=60) as reply:
                return reply.status, reply.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def ask(self, question: str, of: str | None = None) -> tuple[int, Record]:
        status, said = self.call(
            "POST", "/v1/ask", {"question": question} | ({"documents": [of]} if of else {})
        )
        raw = json.loads(said)
        return status, answer(raw) if "outcome" in raw else Record(outcome=None, raw=raw)

    def add(self, name: str, content: bytes) -> int:
        mark = "x" * 30
        head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode()
        body = head + content + f"\r\n--{mark}--\r\n".encode()
        return self.call(
            "POST", "/v1/documents", body, {"Content-Type": f"multipart/form-data; boundary={mark}"}
        )[0]


@contextmanager
def server(
    library: Path | str, config: Path | None = None, env: Mapping[str, str] | None = None
) -> Iterator[Http]:
    """`serve` in a process of its own, on a free port of loopback."""
    command = [sys.executable, "-m", "pincite", "--library", str(library), "serve", "--port", "0"]
    process = subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        env=_given(config, env),
    )
    try:
        address = next(filter(None, map(server_address, process.stderr)))
        threading.Thread(target=process.stderr.read, daemon=True).start()
        yield Http(address)
    finally:
        process.terminate()
        process.wait(20)


def ask_by_mcp(library: Path | str, question: str) -> str:
    """What the tool `ask` gives to a client of the Model Context Protocol, over standard input and output."""
    calls = [
        {"id": 1, "method": "initialize", "params": {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}},  # noqa: E501
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "ask", "arguments": {"question": question}}},
    ]  # fmt: skip
    command = [sys.executable, "-m", "pincite", "--library", str(library), "mcp"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
    ) as process:
        for call in calls:
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **call}) + "\n")
        process.stdin.flush()
        said = next(line for line in process.stdout if json.loads(line).get("id") == 2)
        process.stdin.close()
    return json.dumps(json.loads(said)["result"]["structuredContent"], ensure_ascii=False)
