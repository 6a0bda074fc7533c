"""Processes, HTTP, records and quotes: what tests need and what knows nothing of the product."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from functools import partial
from pathlib import Path
from types import SimpleNamespace as Record
from typing import Any, ClassVar, NamedTuple, Self
from urllib.parse import urlencode

import yaml
from pydantic import BaseModel

ROOT = Path(__file__).parents[2]


class Claim(NamedTuple):
    """What a model says: words that it takes for the answer, out of a quote of the lines it was shown."""

    quote: str
    words: str = ""
    type: str = "text"
    value: Mapping[str, Any] | None = None
    limits: Sequence[str] = ()
    method: str = "verbatim"
    lines: tuple[int, int] | None = None


@dataclass(frozen=True)
class Names:
    """Of a thing with names, JSON or an object: a record of attributes in other names.

    `renamed` is pairs of names, as in `old:new`. What is under a name in `spread` gives its own names to the
    record around it; what is under one in `kept` stays as it is.
    """

    renamed: str
    spread: str
    kept: str

    def record(self, thing: Any) -> Any:
        if isinstance(thing, BaseModel):
            thing = thing.model_dump(mode="json", by_alias=True)
        elif is_dataclass(thing):
            thing = {one.name: getattr(thing, one.name) for one in fields(thing)}
        if isinstance(thing, list | tuple):
            return [self.record(one) for one in thing]
        if not isinstance(thing, Mapping):
            return thing
        made, renamed = Record(), dict(pair.split(":") for pair in self.renamed.split())
        for name, value in thing.items():
            inner = value if name in self.kept.split() else self.record(value)
            if name in self.spread.split() and isinstance(inner, Record):
                vars(made).update(vars(inner))
            else:
                setattr(made, renamed.get(name, name), inner)
        return made


class Wrapped:
    """A thing with verbs of its own beside those in a table, each a function of the thing."""

    verbs: Mapping[str, Callable[..., Any]]

    def __init__(self, api: Any) -> None:
        self.api = api

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.api.close()

    def __getattr__(self, verb: str) -> Any:
        return partial(self.verbs[verb], self.api) if verb in self.verbs else getattr(self.api, verb)


@contextmanager
def only_environment(env: Mapping[str, str]) -> Iterator[None]:
    """These variables and no others, for as long as this lasts."""
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(env)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@dataclass(frozen=True)
class Program:
    """A module run in processes of its own, from the root of the repository.

    It finds none of the variables of this process whose names begin with `private`, is told by the option
    `place` where it works, and by the variable `config` of a file of settings.
    """

    module: str
    place: str
    private: str
    config: str
    record: Callable[[Any], Any]

    def environment(self, config: Path | None = None, **more: str) -> dict[str, str]:
        named = {self.config: str(config)} if config else {}
        return {name: v for name, v in os.environ.items() if not name.startswith(self.private)} | named | more

    def run(self, *words: str, library: Path | str = "", said: str = "", **env: Any) -> Record:
        """A command from its start to its end, told `said` on standard input."""
        command, env = self._command(words, library), self.environment(**env)
        done = subprocess.run(
            command, input=said, capture_output=True, text=True, env=env, timeout=100, cwd=ROOT
        )
        return Record(code=done.returncode, out=done.stdout, err=done.stderr)

    def told(self, *words: str, library: Path | str = "") -> Any:
        """A record of the JSON that a command prints, with its exit code and what it said beside it."""
        done = self.run(*words, library=library)
        said = json.loads(done.out) if done.out.startswith("{") else {}
        return self.record(said | {"code": done.code, "err": done.err})

    @contextmanager
    def serving(
        self, client: Callable[[str], Any], words: Sequence[str], library: Path | str, **env: Any
    ) -> Iterator[Any]:
        """A client of the address that a command says it serves, on standard error."""
        process = subprocess.Popen(
            self._command(words, library),
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
            env=self.environment(**env),
            cwd=ROOT,
        )
        assert process.stderr is not None
        try:
            found = (re.search(r"http://[\d.]+:\d+", line) for line in process.stderr)
            address = next(match[0] for match in found if match)
            threading.Thread(target=process.stderr.read, daemon=True).start()
            yield client(address)
        finally:
            process.terminate()
            process.wait(20)

    def tool(self, command: str, tool: str, *, library: Path | str, **arguments: Any) -> str:
        """What a tool gives to a client of the Model Context Protocol, over standard input and output."""
        client = {"name": "t", "version": "1"}
        hello = {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": client}
        calls = [
            {"id": 1, "method": "initialize", "params": hello},
            {"method": "notifications/initialized"},
            {"id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}},
        ]
        with subprocess.Popen(
            self._command([command], library),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self.environment(),
            cwd=ROOT,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for call in calls:
                process.stdin.write(json.dumps({"jsonrpc": "2.0", **call}) + "\n")
            process.stdin.flush()
            said = next(line for line in process.stdout if json.loads(line).get("id") == 2)
            process.stdin.close()
        return json.dumps(json.loads(said)["result"]["structuredContent"], ensure_ascii=False)

    def _command(self, words: Sequence[str], library: Path | str) -> list[str]:
        where = [self.place, str(library)] if library else []
        return [sys.executable, "-m", self.module, *where, *words]


class Http:
    """A server, spoken to by HTTP alone; what is not in `routes` is got under its own name."""

    routes: ClassVar[Mapping[str, str]] = {}
    root = ""
    upload = ("", "")

    def __init__(self, address: str) -> None:
        self.address, self.key = address, ""

    def call(self, route: str, **query: str) -> tuple[int, bytes]:
        method, path = self.routes.get(route, f"GET /{route}").split()
        return self.send(method, f"{path}?{urlencode(query)}")

    def send(self, method: str, path: str, body: Any = None, kind: str = "") -> tuple[int, bytes]:
        """The status and the content of a reply; a body that is not bytes goes as JSON."""
        content = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        headers = {"Content-Type": kind or "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        asked = urllib.request.Request(self.address + self.root + path, content, headers, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=60) as reply:
                return reply.status, reply.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def add(self, name: str, content: bytes) -> int:
        """The status of a file sent as a form would send it, under the path and field of `upload`."""
        path, field = self.upload
        mark = "x" * 30
        head = f'--{mark}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'
        body = head.encode() + content + f"\r\n--{mark}--\r\n".encode()
        return self.send("POST", path, body, f"multipart/form-data; boundary={mark}")[0]


def lines_of(quote: str, lines: Mapping[int, str]) -> tuple[int, int] | None:
    """The shortest run of numbered lines that holds a quote, up to spacing."""
    wanted = " ".join(quote.split())
    numbers = list(lines)
    for length in range(1, 6):
        for place in range(len(numbers) - length + 1):
            run = numbers[place : place + length]
            if wanted in " ".join(" ".join(lines[n] for n in run).split()):
                return run[0], run[-1]
    return None


def nearest(question: str, items: Sequence[Any], lines: Mapping[int, str]) -> list[Any]:
    """Of items with `lines` the one whose line, with the one above it, shares most words with a question."""

    def shared(item: Any) -> int:
        n = item["lines"][0]
        return len(set(re.findall(r"\w{4,}", f"{lines.get(n - 1)} {lines.get(n)}".lower())) & wanted)

    wanted = set(re.findall(r"\w{4,}", question.lower()))
    return sorted(items, key=shared, reverse=True)[:1]


def sentences_by_line(document: Any) -> dict[tuple[int, int], list[str]]:
    """By a first and a last line of a document the sentences that stand in these lines alone."""
    every = [(block, document.lines_of(block.span)) for block in document.blocks]
    last = len(document.lines)
    return {
        (a, b): [
            " ".join(block.span.of(document.text).replace("-\n", "").split())
            for block, lines in every
            if a <= lines[0].number and lines[-1].number <= b
        ]
        for a in range(1, min(last, 9) + 1)
        for b in (a, a + 1)
    }


def first(pattern: str, text: str) -> str:
    """The group of the first match; nothing where there is none."""
    found = re.search(pattern, text, re.MULTILINE)
    return found[1] if found else ""


def fault(errors: tuple[type[Exception], ...], call: Callable[[], Any]) -> Exception | None:
    """What somebody is told of a call that cannot be done; None where it can."""
    try:
        call()
    except errors as error:
        return error
    return None


def holding(words: str, text: str, ranges: Sequence[Any]) -> list[Any]:
    """Those ranges of a text that hold some words."""
    return [one for one in ranges if words in text[one.start : one.end]]


def to_yaml(value: Any) -> str:
    return yaml.safe_dump(value, sort_keys=False)
