"""Give every request an id and strict headers, and write a line about it: who, what, when, how it ended.

What was asked, what a document says and what was answered are not in it; the id of a run leads to them for
those who may read the library.
"""

from __future__ import annotations

import json
import logging
import time
import traceback
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TextIO
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite.errors import PinciteError
from pincite.logs import as_json
from pincite.rest.metrics import Metrics, known_method, what_of
from pincite.rest.problems import bug, problem_of, problem_of_error
from pincite.rest.web_routes import is_page
from pincite.telemetry import span, trace_ids

LOG = logging.getLogger("pincite.access")
REQUEST_ID = "X-Request-ID"
_NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
# The server gives data, never a page with what a document holds: so nothing in a reply may run or be framed.
_STRICT = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": _NOTHING_RUNS,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
Line = Mapping[str, str | int | float]


@dataclass(frozen=True, slots=True)
class Audited:
    """The outermost layer: nothing leaves without its headers and its line."""

    app: ASGIApp
    metrics: Metrics
    library: str
    """Where the library is, which is told to no caller."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        state = scope.setdefault("state", {})
        state["request"] = uuid.uuid4().hex
        began, sent = time.monotonic(), {"status": 0, "bytes": 0}

        async def send_strictly(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _STRICT.items():
                    headers.setdefault(name, value)
                headers[REQUEST_ID] = state["request"]
                sent["status"] = message["status"]
            elif message["type"] == "http.response.body":
                sent["bytes"] += len(message.get("body", b""))
            await send(message)

        what, method = what_of(scope["path"]), known_method(scope["method"])
        parent = Headers(scope=scope).get("traceparent", "")
        with span(f"{method} {what}", parent, method=method, request=state["request"]) as told:
            fault = ""
            try:
                fault = await self._answered(scope, receive, send_strictly, sent)
            finally:
                told.note(status=sent["status"], **_of_a_question(state))
                if fault or sent["status"] >= 500:
                    told.fail(fault.partition(" ")[0] or str(sent["status"]))
                seconds = time.monotonic() - began
                self.metrics.done(method, scope["path"], sent["status"], seconds, state.get("outcome", ""))
                LOG.info(_line(scope, sent, seconds, fault))

    async def _answered(self, scope: Scope, receive: Receive, send: Send, sent: dict[str, int]) -> str:
        """Where a bug of ours came up; empty where there was none."""
        request = scope["state"]["request"]
        try:
            await self.app(scope, receive, send)
        except HTTPException as refused:  # of a layer outside of the application's own handlers
            await problem_of(refused, request)(scope, receive, send)
        except PinciteError as error:  # of the same: the library cannot be asked whose a key is
            await problem_of_error(error, request, self.library)(scope, receive, send)
        except Exception as error:  # told to the log by its place, and to the caller by its id
            if not sent["status"]:
                await problem_of(bug(), request)(scope, receive, send)
            return _where(error)
        return ""


def _of_a_question(state: dict[str, str]) -> dict[str, str]:
    return {name: state[name] for name in ("run", "outcome") if state.get(name)}


def _line(scope: Scope, sent: dict[str, int], seconds: float, fault: str) -> Line:
    state = scope["state"]
    caller = state.get("caller")
    said = {
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "request": state["request"],
        "method": scope["method"],
        # Of the query only the document's name: it may hold words that somebody searches for.
        "path": scope.get("raw_path", b"").decode("ascii", "replace")[:500],
        "document": parse_qs(scope["query_string"].decode("latin-1")).get("name", [""])[0][:500],
        "status": sent["status"],
        "seconds": round(seconds, 4),
        "bytes": sent["bytes"],
        "address": (scope.get("client") or ("",))[0],
        "key": caller.id if caller else "",
        "key_name": caller.name if caller else "",
        "collection": state.get("collection", ""),
        "run": state.get("run", ""),
        "outcome": state.get("outcome", ""),
        "fault": fault,
        **trace_ids(),
    }
    return {key: value for key, value in said.items() if value != ""}


def _where(error: Exception) -> str:
    """The place and not the message, which may quote a document."""
    *_, last = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {last.filename.rpartition('/')[2]}, line {last.lineno}"


def handler_for(stream: TextIO) -> logging.Handler:
    """Short lines at a terminal, unless `PINCITE_LOG=json` asks for JSON there, too."""
    handler = logging.StreamHandler(stream)
    if stream.isatty() and not as_json():
        handler.setFormatter(ForPeople())
        handler.addFilter(_is_worth_watching)
    else:
        handler.setFormatter(AsJson())
    return handler


class AsJson(logging.Formatter):
    """One object a line. Without a traceback, whose last line may quote a document."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(
            _line_of(record) or {"level": record.levelname.lower(), "message": record.getMessage()}
        )


class ForPeople(logging.Formatter):
    """When, what was requested, how it ended and how long it took; or the warning as it is."""

    def format(self, record: logging.LogRecord) -> str:
        line = _line_of(record)
        if line is None:
            return f"{record.levelname.lower()}: {record.getMessage()}"
        at = datetime.fromisoformat(str(line["at"])).astimezone().strftime("%H:%M:%S")
        ended = " · ".join(str(line[key]) for key in ("outcome", "key_name", "fault") if key in line)
        asked = f"{line['method']} {line['path']}"
        return _printable(f"{at}  {line['status']}  {line['seconds']:>6.2f} s  {asked}  {ended}".rstrip())


def _line_of(record: logging.LogRecord) -> Line | None:
    """What a request left behind; None for what a package warns of."""
    return record.msg if isinstance(record.msg, Mapping) else None


def _is_worth_watching(record: logging.LogRecord) -> bool:
    """Not the files of the page itself, a dozen each time that somebody opens it."""
    line = _line_of(record)
    return line is None or int(line["status"]) >= 400 or not is_page(str(line["path"]))


def _printable(text: str) -> str:
    """Without signs that a terminal would obey."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)
