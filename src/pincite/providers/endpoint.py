"""Call a model behind HTTP: patiently, within a time, and with a plain word for all that can go wrong.

A key is read from an environment variable when it is needed and goes into one header: it stands in no
setting, no error and no trace. Redirections are not followed, because they would carry it elsewhere.
"""

from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from pincite.errors import ProviderError
from pincite.providers.faults import Fault, fault_of_status, redacted, waiting_time
from pincite.providers.keys import checked_url, key_in

_MOST_BYTES = 64 * 1024 * 1024
_READ_BYTES = 64 * 1024

Reply = TypeVar("Reply", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Calls:
    """How patiently an endpoint is called, and how much is sent to it at once."""

    timeout_seconds: float = 30.0
    attempts: int = 4
    first_wait_seconds: float = 0.5
    """Before the second attempt; each wait after that is twice as long."""
    longest_wait_seconds: float = 30.0
    parallel: int = 4
    batch_texts: int = 64
    batch_chars: int = 100_000

    __pydantic_config__ = ConfigDict(extra="forbid")

    def __post_init__(self) -> None:
        if min(self.timeout_seconds, self.attempts, self.parallel, self.batch_texts, self.batch_chars) <= 0:
            raise ValueError("times and numbers of calls must be above 0")
        if min(self.first_wait_seconds, self.longest_wait_seconds) < 0:
            raise ValueError("a wait cannot be below 0 seconds")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One service, as its user named it. Without `key_variable` it is called without a key."""

    provider: str
    base_url: str
    key_variable: str
    calls: Calls

    def post(self, path: str, body: Mapping[str, object], reply: type[Reply]) -> Reply:
        """What the service answers, in the form that was agreed upon, or a ProviderError."""
        url = checked_url(self.base_url) + path
        key = key_in(self.key_variable, self.provider) if self.key_variable else ""
        request = urllib.request.Request(url, json.dumps(body).encode(), _headers(key), method="POST")
        for attempt in range(1, self.calls.attempts + 1):
            content = self._answer(request, str(body.get("model", "")), key)
            if not isinstance(content, Fault):
                return self._read(content, reply)
            wait = self._wait(content, attempt)
            if wait is None:
                raise content.error
            time.sleep(wait)
        raise AssertionError("the last attempt neither answered nor failed")

    def _wait(self, fault: Fault, attempt: int) -> float | None:
        """How long to wait before the next attempt; None when there is to be none."""
        if not fault.error.retryable or attempt == self.calls.attempts:
            return None
        if fault.wait_seconds is not None:
            return fault.wait_seconds if fault.wait_seconds <= self.calls.longest_wait_seconds else None
        # Not all at the same moment, where many wait for the same service.
        wait: float = self.calls.first_wait_seconds * 2 ** (attempt - 1) * random.uniform(0.75, 1.25)
        return min(wait, self.calls.longest_wait_seconds)

    def _answer(self, request: urllib.request.Request, model: str, key: str) -> bytes | Fault:
        deadline = time.monotonic() + self.calls.timeout_seconds
        try:
            with _opener().open(request, timeout=self.calls.timeout_seconds) as response:
                return self._content(response, deadline)
        except urllib.error.HTTPError as error:
            said = _excerpt(error, deadline)
            return fault_of_status(
                self.provider, error.code, redacted(said, key), model, self.key_variable
            ).after(waiting_time(_header(error.headers, "Retry-After")))
        except TimeoutError:
            return Fault(self._too_slow())
        except (OSError, http.client.HTTPException) as error:
            if isinstance(getattr(error, "reason", None), TimeoutError):
                return Fault(self._too_slow())
            return Fault(self._unreachable(error, key))

    def _content(self, response: http.client.HTTPResponse, deadline: float) -> bytes:
        """All of the answer. The time is one for the whole of it, or a trickle would never end."""
        content = bytearray()
        while part := response.read1(_READ_BYTES):
            content += part
            if time.monotonic() > deadline:
                raise TimeoutError
            if len(content) > _MOST_BYTES:
                raise ProviderError(f"{self.provider} sent more than {_MOST_BYTES:,} bytes.", hint=_CHECK_URL)
        if response.length:
            raise http.client.IncompleteRead(bytes(content), response.length)
        return bytes(content)

    def _read(self, content: bytes, reply: type[Reply]) -> Reply:
        try:
            return reply.model_validate_json(content)
        except ValidationError as error:
            problem = error.errors(include_url=False, include_input=False, include_context=False)[0]
            where = ".".join(str(part) for part in problem["loc"])
            what = "no JSON" if problem["type"] == "json_invalid" else f"{where or 'it'}: {problem['msg']}"
            raise ProviderError(
                f"{self.provider} answered in a form that is not understood ({what}).", hint=_CHECK_URL
            ) from None

    def _too_slow(self) -> ProviderError:
        return ProviderError(
            f"{self.provider} did not answer within {self.calls.timeout_seconds:g} seconds.",
            hint="Try again later, or set the option `calls: {timeout_seconds: …}`.",
            retryable=True,
        )

    def _unreachable(self, error: Exception, key: str) -> ProviderError:
        reason = getattr(error, "reason", None) or error
        said = redacted(" ".join(str(reason).split()) or type(error).__name__, key)
        return ProviderError(
            f"{self.provider} cannot be reached at {self.base_url}: {said}.",
            hint="Check the network and the option `base_url`, or try again later.",
            retryable=True,
        )


_CHECK_URL = "Check the option `base_url`: another kind of service may answer there."


def _headers(key: str) -> dict[str, str]:
    headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "pincite"}
    return headers | {"Authorization": f"Bearer {key}"} if key else headers


def _opener() -> urllib.request.OpenerDirector:
    """Speaks HTTP and HTTPS, through the proxy of the environment, and nothing else: no files, no
    redirections."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    return opener


def _excerpt(error: urllib.error.HTTPError, deadline: float) -> str:
    """The start of what a service says about its refusal."""
    if time.monotonic() > deadline:
        return ""
    try:
        return error.read(4096).decode("utf-8", "replace")
    except (OSError, http.client.HTTPException):
        return ""


def _header(headers: Message | None, name: str) -> str:
    return (headers.get(name) or "") if headers else ""
