"""A language model, an embedder and a batch service on loopback, as OpenAI's HTTP interface describes them.

A script answers each request and every request is recorded, so that a test can say what a model was shown.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Request:
    """One chat completion that was asked for; `batched` where it came in a file of a batch."""

    body: dict[str, Any]
    batched: bool = False

    @property
    def messages(self) -> list[str]:
        return [_words_of(message["content"]) for message in self.body["messages"]]

    @property
    def text(self) -> str:
        """All that the model was shown, in its order."""
        return "\n".join(self.messages)

    @property
    def form(self) -> dict[str, Any] | None:
        """The JSON schema that the service is told to enforce; None where it is told of none."""
        asked = self.body.get("response_format") or {}
        return (asked.get("json_schema") or {}).get("schema")

    @property
    def pictures(self) -> int:
        return json.dumps(self.body["messages"]).count("data:image/")


def _words_of(content: str | list[dict[str, Any]]) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "") for part in content)


@dataclass(frozen=True)
class Reply:
    """What the model says, why it ends, or the error of the service."""

    text: str = ""
    finish: str = "stop"
    refusal: str | None = None
    status: int = 200

    def body(self) -> dict[str, Any]:
        if self.status != 200:
            return {"error": {"message": self.text, "type": "invalid_request_error"}}
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": "scripted",
            "choices": [
                {
                    "index": 0,
                    "finish_reason": self.finish,
                    "message": {"role": "assistant", "content": self.text, "refusal": self.refusal},
                }
            ],
            "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
        }


Script = Callable[[Request], "Reply | str | None"]


@dataclass
class ModelServer:
    """`script` answers a chat; None of it is an outage. Vectors depend on the words of a text alone."""

    script: Script = field(default=lambda _: None)
    requests: list[Request] = field(default_factory=list)
    embedded: list[str] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    batches: dict[str, dict[str, Any]] = field(default_factory=dict)
    # What the batch service does with the line of a request of its n-th batch; None has the script answer.
    batch_fault: Callable[[int, Request], dict[str, Any] | None] = field(default=lambda *_: None)
    address: str = ""

    def chat(self, body: dict[str, Any], batched: bool = False) -> Reply:
        request = Request(body, batched)
        self.requests.append(request)
        said = self.script(request)
        if said is None:
            return Reply("the model is down", status=500)
        return Reply(said) if isinstance(said, str) else said

    def embed(self, texts: list[str]) -> list[list[float]]:
        self.embedded.extend(texts)
        return [[float(1 + sum(map(ord, text)) * (n + 1) % 97) for n in range(8)] for text in texts]

    def submit(self, asked: dict[str, Any]) -> dict[str, Any]:
        number = len(self.batches) + 1
        good: list[dict[str, Any]] = []
        bad: list[dict[str, Any]] = []
        for line in self.files[asked["input_file_id"]].decode().splitlines():
            one = json.loads(line)
            request = Request(one["body"], True)
            fault = self.batch_fault(number, request)
            shared = {"id": f"r-{len(good) + len(bad)}", "custom_id": one["custom_id"]}
            if fault is not None:
                self.requests.append(request)
                bad.append({**shared, "response": None, "error": fault})
                continue
            reply = self.chat(one["body"], batched=True)
            response = {"status_code": reply.status, "request_id": "x", "body": reply.body()}
            (good if reply.status == 200 else bad).append({**shared, "response": response, "error": None})
        out, err = f"file-out-{number}", f"file-err-{number}"
        self.files[out] = "".join(json.dumps(row) + "\n" for row in good).encode()
        self.files[err] = "".join(json.dumps(row) + "\n" for row in bad).encode()
        batch = {
            "id": f"batch_{number}",
            "object": "batch",
            "endpoint": asked["endpoint"],
            "input_file_id": asked["input_file_id"],
            "completion_window": asked["completion_window"],
            "metadata": asked.get("metadata"),
            "status": "completed",
            "created_at": 1_900_000_000 + number,
            "output_file_id": out if good else None,
            "error_file_id": err if bad else None,
            "request_counts": {"total": len(good) + len(bad), "completed": len(good), "failed": len(bad)},
        }
        self.batches[batch["id"]] = batch
        return batch

    def keep(self, upload: bytes) -> dict[str, Any]:
        """The file in a multipart upload."""
        found = re.search(rb'name="file"[^\n]*\r\n(?:[^\r\n]+\r\n)*\r\n(.*?)\r\n--', upload, re.DOTALL)
        assert found is not None
        name = f"file-{len(self.files) + 1}"
        self.files[name] = found[1]
        return {
            "id": name,
            "object": "file",
            "bytes": len(found[1]),
            "created_at": 1,
            "filename": "requests.jsonl",
            "purpose": "batch",
            "status": "processed",
        }


@contextmanager
def started() -> Iterator[ModelServer]:
    served = ModelServer()
    http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(served))
    http.daemon_threads = True
    thread = threading.Thread(target=http.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    served.address = f"http://127.0.0.1:{http.server_address[1]}"
    try:
        yield served
    finally:
        http.shutdown()
        http.server_close()


def _handler(served: ModelServer) -> type[BaseHTTPRequestHandler]:
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if path == "/v1/models":
                return self._json({"object": "list", "data": [{"id": "scripted", "object": "model"}]})
            if path == "/v1/batches":
                batches = list(served.batches.values())
                return self._json({"object": "list", "data": batches, "has_more": False})
            if path.startswith("/v1/batches/"):
                return self._json(served.batches[path.rpartition("/")[2]])
            if path.startswith("/v1/files/"):
                return self._send(200, served.files[path.split("/")[3]], "application/jsonl")
            return self._json({"error": {"message": "no such thing"}}, 404)

        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            with lock:
                if self.path == "/v1/files":
                    return self._json(served.keep(content))
                asked = json.loads(content)
                if self.path == "/v1/batches":
                    return self._json(served.submit(asked))
                if self.path.endswith("/embeddings"):
                    made = served.embed(asked["input"])
                    rows = [{"object": "embedding", "index": n, "embedding": v} for n, v in enumerate(made)]
                    return self._json({"object": "list", "data": rows, "model": "scripted", "usage": {}})
                if self.path.endswith("/chat/completions"):
                    reply = served.chat(asked)
                    return self._json(reply.body(), reply.status)
            return self._json({"error": {"message": "no such thing"}}, 404)

        def _json(self, value: object, status: int = 200) -> None:
            self._send(status, json.dumps(value).encode(), "application/json")

        def _send(self, status: int, content: bytes, kind: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    return Handler
