"""Call a model behind HTTP: patiently, within a time, and with a plain word for all that can go wrong.

A key is read from an environment variable when it is needed and goes into one header: it stands in no
setting, no error and no trace. Redirections are not followed, because they would carry it elsewhere.
"""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from pincite.errors import ProviderError
from pincite.providers.faults import (
    Calls,
    Fault,
    checked_url,
    fault_of_status,
    key_in,
    patiently,
    redacted,
    waiting_time,
)
from pincite.records.bounds import bounds

_MOST_BYTES = 64 * 1024 * 1024
_READ_BYTES = 64 * 1024

Reply = TypeVar("Reply", bound=BaseModel)


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
        model = str(body.get("model", ""))
        return self._read(patiently(self.calls, lambda: self._answer(request, model, key)), reply)

    def _answer(self, request: urllib.request.Request, model: str, key: str) -> bytes | Fault:
        seconds = bounds().seconds_left(self.calls.timeout_seconds)
        deadline = time.monotonic() + seconds
        try:
            with _opener().open(request, timeout=seconds) as response:
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
                f"{self.provider} answered in an unknown form ({what}).", hint=_CHECK_URL
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


_CHECK_URL = "Check the option `base_url`: it may point to another kind of service."


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
