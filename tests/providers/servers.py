"""A real HTTP server on this machine that speaks the services' languages, and fails as it is told to."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.embedders import Hashing

KEY = "sk-test-9f8e7d6c5b4a"
SIZE = 64
Body = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What goes over the line: a status, headers and bytes; slowly, or cut short."""

    status: int = 200
    content: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    seconds_before: float = 0.0
    seconds_per_byte: float = 0.0
    bytes_missing: int = 0


Fault = Callable[[Answer], Answer]
"""Makes of the right answer another one."""
Right = Callable[[str, Body, dict[str, str]], Answer]


@dataclass
class Service:
    """One server. `faults` are used up one by one; after that it answers rightly."""

    faults: list[Fault] = field(default_factory=list)
    asked: list[tuple[str, Body, dict[str, str]]] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    url: str = ""
    right: Right | None = None
    """What it answers where nothing goes wrong; None for the vectors and scores of this module."""
    _turn: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def counted(self) -> Iterator[None]:
        with self._turn:
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            yield
        finally:
            with self._turn:
                self.at_once -= 1

    def answer(self, path: str, body: Body, headers: dict[str, str]) -> Answer:
        with self._turn:
            self.asked.append((path, body, headers))
            fault = self.faults.pop(0) if self.faults else None
        right = (self.right or _right)(path, body, headers)
        return fault(right) if fault else right

    def always(self, fault: Fault) -> None:
        self.faults = [fault] * 50


def _right(path: str, body: Body, headers: dict[str, str]) -> Answer:
    hosted = path.split("/")[1] in ("openai", "voyage", "cohere")
    if hosted and headers.get("Authorization") != f"Bearer {KEY}":
        said = f"Incorrect API key provided: {headers.get('Authorization')}, sk-te****4a."
        return Answer(401, json.dumps({"error": {"message": said, "code": "invalid_api_key"}}).encode())
    if path not in _SPEAKS:
        return Answer(404, b'{"detail": "Not Found"}')
    if body.get("model") == "unknown":
        return Answer(404, b'{"error": {"message": "The model `unknown` does not exist"}}')
    return Answer(200, json.dumps(_SPEAKS[path](body)).encode())


def _rows(texts: list[str], kind: str) -> list[list[float]]:
    vectors = Hashing(dimensions=SIZE).embed(texts, "query")
    # Another vector for the same text where the service is told that it is a question.
    return [[*row[1:], row[0]] if kind == "query" else list(row) for row in vectors.tolist()]


def _openai(body: Body) -> Body:
    rows = _rows(body["input"], "")
    data = [{"object": "embedding", "index": n, "embedding": row} for n, row in enumerate(rows)]
    return {"object": "list", "data": data[::-1], "model": body["model"], "usage": {"total_tokens": 3}}


def _voyage(body: Body) -> Body:
    rows = _rows(body["input"], body["input_type"])
    return {"object": "list", "data": [{"index": n, "embedding": row} for n, row in enumerate(rows)]}


def _cohere(body: Body) -> Body:
    assert body["embedding_types"] == ["float"]
    kind = {"search_query": "query", "search_document": "passage"}[body["input_type"]]
    return {"id": "1", "embeddings": {"float": _rows(body["texts"], kind)}, "texts": body["texts"]}


def _scores(question: str, passages: list[str]) -> list[tuple[int, float]]:
    wanted = set(re.findall(r"\w+", question.lower()))
    shares = [len(wanted & set(re.findall(r"\w+", p.lower()))) / len(wanted) for p in passages]
    return sorted(enumerate(shares), key=lambda scored: -scored[1])


def _reranked(body: Body) -> list[Body]:
    scored = _scores(body["query"], body["documents"])
    return [{"index": index, "relevance_score": score} for index, score in scored]


def _tei(body: Body) -> list[Body]:
    return [{"index": index, "score": score} for index, score in _scores(body["query"], body["texts"])]


_SPEAKS: dict[str, Callable[[Body], object]] = {
    "/openai/v1/embeddings": _openai,
    "/own/v1/embeddings": _openai,
    "/voyage/v1/embeddings": _voyage,
    "/voyage/v1/rerank": lambda body: {"object": "list", "data": _reranked(body)},
    "/cohere/v2/embed": _cohere,
    "/cohere/v2/rerank": lambda body: {"results": _reranked(body), "id": "1"},
    "/tei/rerank": _tei,
    "/jina/v1/rerank": lambda body: {"results": _reranked(body), "model": body["model"]},
}


@contextmanager
def serving() -> Iterator[Service]:
    service = Service()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            is_json = "json" in self.headers.get("Content-Type", "json")
            body = json.loads(content) if is_json else {"file": content.decode()}
            with service.counted():
                answer = service.answer(self.path, body, dict(self.headers))
                time.sleep(answer.seconds_before)
            self._send(answer)

        def do_GET(self) -> None:
            if service.right:
                self._send(service.answer(self.path, {}, dict(self.headers)))
                return
            service.asked.append((self.path, {}, dict(self.headers)))
            self._send(Answer(200, b"{}"))

        def _send(self, answer: Answer) -> None:
            self.send_response(answer.status)
            if "Content-Type" not in answer.headers:
                self.send_header("Content-Type", "application/json")
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.content) + answer.bytes_missing))
            self.end_headers()
            try:
                for start in range(
                    0, len(answer.content), step := 64 if answer.seconds_per_byte else 1 << 20
                ):
                    self.wfile.write(answer.content[start : start + step])
                    self.wfile.flush()
                    time.sleep(answer.seconds_per_byte * step)
            except OSError:  # whoever asked has gone
                pass
            self.close_connection = bool(answer.bytes_missing)

        def log_message(self, *arguments: object) -> None:
            """Says nothing on standard error."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    service.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
