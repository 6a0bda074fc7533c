"""The batch APIs of Anthropic and OpenAI on a local server, which counts what it was paid for."""

from __future__ import annotations

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.form_filling import FEE, NOTHING, filled, item
from tests.providers.servers import Answer, Body, Service
from tests.providers.speaking import Speaker

Fate = Callable[[str], str]
"""By the text of a request what becomes of it: succeeded, errored, expired, cancelled, missing or a stop."""
_FEE = re.compile(r"(\d+): [^\n]*?(a monthly fee of (EUR ([\d,]+\.\d\d)))")
_STOPS = ("length", "refusal")
_LIVE = ("/anthropic/v1/messages", "/openai/v1/responses", "/own/v1/chat/completions")
_TYPES = {400: "invalid_request_error", 500: "api_error", 529: "overloaded_error"}


@dataclass
class Lot:
    """One batch of requests by their names."""

    id: str
    requests: dict[str, Body]
    wire: str
    metadata: dict[str, str] | None = None
    made_at: float = field(default_factory=time.time)
    results: dict[str, Any] = field(default_factory=dict)
    ended: str = ""
    problem: str = ""
    looks: int = 0


@dataclass
class Desk:
    """Answers every wire: single calls at once, batches when they are looked at often enough."""

    fate: Fate = lambda text: "succeeded"
    looks_needed: int = 1
    """How often a batch must be looked at before it has ended."""
    keeps_marks: bool = True
    lists: bool = True
    twice: bool = False
    """Every result comes twice, in the opposite order, among others of nobody."""
    error: tuple[int, str] = (500, "it broke")
    """What is said of a request that errors."""
    refuses: str = ""
    """Why every batch fails as a whole; empty where it is worked on."""
    lots: dict[str, Lot] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    paid: Counter[str] = field(default_factory=Counter)
    """How often each request was answered for money."""
    live: Counter[str] = field(default_factory=Counter)
    url: str = ""
    _turn: threading.RLock = field(default_factory=threading.RLock)

    def __call__(self, path: str, body: Body, headers: dict[str, str]) -> Answer:
        with self._turn:
            address = urlsplit(path)
            if address.path in _LIVE:
                self.live[_text(body)] += 1
                self.paid[_text(body)] += 1
                return self._spoken(address.path, body, headers)
            wire, _, rest = address.path.lstrip("/").partition("/v1/")
            if wire == "anthropic":
                return self._anthropic(rest, body, headers)
            return self._openai(wire, rest, body, headers, parse_qs(address.query))

    def _spoken(self, path: str, body: Body, headers: dict[str, str], stop: str = "end") -> Answer:
        return Speaker(text=_said(_text(body)), stop=stop)(path, body, headers)

    def _anthropic(self, rest: str, body: Body, headers: dict[str, str]) -> Answer:
        parts = rest.split("/")
        if rest == "messages/batches" and body:
            requests = {each["custom_id"]: each["params"] for each in body["requests"]}
            return _json(self._anthropic_form(self._open(requests, "anthropic", None)))
        if rest == "messages/batches":
            found = [self._anthropic_form(lot) for lot in self._listed(headers)]
            return _json({"data": found, "has_more": False, "first_id": None, "last_id": None})
        lot = self.lots.get(parts[2])
        if lot is None:
            return _json({"type": "error", "error": {"type": "not_found_error", "message": "gone"}}, 404)
        if parts[-1] == "results":
            lines = [{"custom_id": name, "result": result} for name, result in self._results(lot)]
            return Answer(200, _lines(lines), {"Content-Type": "application/binary"})
        self.work(lot, headers)
        return _json(self._anthropic_form(lot))

    def _listed(self, headers: dict[str, str]) -> list[Lot]:
        """The newest first. Batches go on while somebody lists them."""
        for lot in self.lots.values():
            self.work(lot, headers)
        return list(reversed(self.lots.values()))

    def _anthropic_form(self, lot: Lot) -> Body:
        counts = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
        if lot.ended:
            counts |= Counter(result["type"] for result in lot.results.values())
        counts["processing"] += len(lot.requests) - sum(counts.values())
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(lot.made_at))
        return {
            **{"id": lot.id, "type": "message_batch", "created_at": at, "expires_at": at, "ended_at": None},
            **{"processing_status": "ended" if lot.ended else "in_progress", "request_counts": counts},
            **{"results_url": f"{self.url}/elsewhere", "archived_at": None, "cancel_initiated_at": None},
        }

    def _openai(
        self, wire: str, rest: str, body: Body, headers: dict[str, str], query: dict[str, list[str]]
    ) -> Answer:
        parts = rest.split("/")
        if rest == "files":
            id = f"file-{len(self.files) + 1}"
            self.files[id] = "\n".join(re.findall(r'^\{"custom_id".*\}$', body["file"], re.MULTILINE))
            form = {
                "id": id,
                "object": "file",
                "bytes": 1,
                "created_at": 1,
                "filename": "f",
                "status": "processed",
            }
            return _json(form | {"purpose": "batch"})
        if parts[0] == "files":
            return Answer(200, self.files[parts[1]].encode(), {"Content-Type": "application/binary"})
        if rest == "batches" and body:
            asked = [json.loads(line) for line in self.files[body["input_file_id"]].splitlines()]
            metadata = body.get("metadata") if self.keeps_marks else None
            lot = self._open({each["custom_id"]: each["body"] for each in asked}, wire, metadata)
            return _json(self._openai_form(lot))
        if rest == "batches" and not self.lists:
            return _json({"error": {"message": "nothing is here"}}, 404)
        if rest == "batches":
            found = [] if "after" in query else [self._openai_form(lot) for lot in self._listed(headers)]
            return _json({"object": "list", "data": found, "has_more": False})
        lot = self.lots.get(parts[1])  # type: ignore[assignment]
        if lot is None:
            return _json({"error": {"message": "no such batch"}}, 404)
        self.work(lot, headers)
        return _json(self._openai_form(lot))

    def _openai_form(self, lot: Lot) -> Body:
        form = {
            **{"id": lot.id, "object": "batch", "endpoint": "/v1/responses", "input_file_id": "file-1"},
            **{"completion_window": "24h", "created_at": int(lot.made_at), "metadata": lot.metadata},
            **{"status": lot.ended or "in_progress"},
            **{"request_counts": {"total": len(lot.requests), "completed": 0, "failed": 0}},
        }
        if lot.problem:
            problem = {
                "code": lot.problem,
                "message": f"{lot.problem}: too much",
                "line": None,
                "param": None,
            }
            return form | {"errors": {"object": "list", "data": [problem]}}
        if lot.ended:
            results = self._results(lot)
            good = [
                each for _, each in results if each["response"] and each["response"]["status_code"] == 200
            ]
            bad = [each for _, each in results if each not in good]
            self.files[f"{lot.id}-out"] = _lines(good).decode()
            self.files[f"{lot.id}-err"] = _lines(bad).decode()
            form |= {"output_file_id": f"{lot.id}-out" if good else None}
            form |= {"error_file_id": f"{lot.id}-err" if bad else None}
        return form

    def _open(self, requests: dict[str, Body], wire: str, metadata: dict[str, str] | None) -> Lot:
        prefix = "msgbatch" if wire == "anthropic" else "batch"
        lot = Lot(f"{prefix}_{len(self.lots) + 1}", requests, wire, metadata)
        self.lots[lot.id] = lot
        return lot

    def work(self, lot: Lot, headers: dict[str, str]) -> None:
        lot.looks += 1
        if lot.ended or lot.looks < self.looks_needed:
            return
        if self.refuses:
            lot.ended, lot.problem = "failed", self.refuses
            return
        for name, body in lot.requests.items():
            fate = self.fate(_text(body))
            if fate != "missing":
                lot.results[name] = self._come_to(lot, name, body, fate, headers)
        lot.ended = "completed"

    def _come_to(self, lot: Lot, name: str, body: Body, fate: str, headers: dict[str, str]) -> Any:
        if fate in ("succeeded", *_STOPS):
            self.paid[_text(body)] += 1
            stop = fate if fate in _STOPS else "end"
            path = next(each for each in _LIVE if each.startswith(f"/{lot.wire}/"))
            said = json.loads(self._spoken(path, body, headers, stop).content)
            if lot.wire == "anthropic":
                return {"type": "succeeded", "message": said}
            response = {"status_code": 200, "request_id": "r", "body": said}
            return {"id": "batch_req", "custom_id": name, "response": response, "error": None}
        status, words = self.error
        if lot.wire == "anthropic":
            kind = "canceled" if fate == "cancelled" else fate
            error = {"type": "error", "error": {"type": _TYPES[status], "message": words}}
            return {"type": kind} | ({"error": error} if fate == "errored" else {})
        form = {"id": "batch_req", "custom_id": name, "response": None, "error": None}
        if fate == "errored":
            response = {"status_code": status, "request_id": "r", "body": {"error": {"message": words}}}
            return form | {"response": response}
        return form | {"error": {"code": f"batch_{fate}", "message": f"This request {fate}."}}

    def _results(self, lot: Lot) -> list[tuple[str, Any]]:
        found = list(lot.results.items())
        if not self.twice or not found:
            return found
        strange = f"pincite-0000-{len(found)}"
        last = found[0][1]
        other = last if lot.wire == "anthropic" else last | {"custom_id": strange}
        return [*reversed(found), (strange, other), *found]


def behind(service: Service, **behaviour: Any) -> Desk:
    """The service has batches from now on."""
    desk = Desk(**behaviour, url=service.url)
    service.right = desk
    return desk


def _text(body: Body) -> str:
    """All that a request asks: the same for the same request."""
    return json.dumps(body, ensure_ascii=False)


def _said(asked: str) -> str:
    """A reply that gives the fee that stands in the lines, or none; to a judge, that it is so."""
    if '"supported"' in asked:
        return json.dumps({"supported": "yes", "why": "It says so."})
    lines = asked.replace("\\n", "\n")
    fee = _FEE.search(lines)
    if not fee:
        return NOTHING
    line, _, original, amount = fee.groups()
    return filled(item(int(line), original, FEE | {"value": amount.replace(",", "")}))


def _json(body: object, status: int = 200) -> Answer:
    return Answer(status, json.dumps(body).encode())


def _lines(rows: list[Any]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()
