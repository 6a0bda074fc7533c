"""Put one prompt to a service through its SDK within a time, and say plainly what came of it and its cost.

A service that does not offer what a rung needs, or whose context is too small, says so with an error; that
is an outcome like any other. All other errors mean the same for every service.

Redirections are not followed, because they would carry the key elsewhere.
"""

from __future__ import annotations

import functools
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from pydantic import ConfigDict

from pincite.errors import ConfigError, ProviderError
from pincite.providers.faults import (
    Calls,
    Fault,
    fault_of_status,
    key_in,
    patiently,
    redacted,
    turns,
    waiting_time,
)
from pincite.records.bounds import bounds
from pincite.records.completion import Completion, Rung, Usage

T = TypeVar("T")
Send = Callable[[bool], Completion]
"""Sends the prompt, with the switch that keeps a model from thinking or without it."""

UNUSABLE: Final = (ValueError, RecursionError, OSError)
"""What an SDK raises, besides its own errors, for an answer that it cannot read or that does not come."""
_MOST_SAID = 4096
_DECLINES = frozenset({400, 404, 405, 422, 501})
_ABOUT_LENGTH = re.compile(
    r"too long|context (?:length|size|window)|maximum context|too many tokens|exceeds the available",
    re.IGNORECASE,
)
_ABOUT_THINKING = re.compile(r"think|reasoning|chat_template|extra (?:inputs|fields)", re.IGNORECASE)
_ABOUT_RUNG = re.compile(
    r"schema|response_?format|response_?mime|output_config|output_format|\bjson\b|grammar|guided|structured"
    r"|\btools?\b|tool_choice|function.?call|extra (?:inputs|fields)",
    re.IGNORECASE,
)


def _is_here(address: str) -> bool:
    """Whether an address is one of this machine."""
    host = urlsplit(address).hostname or ""
    return host == "localhost" or host.startswith("127.") or host == "::1"


@dataclass(frozen=True, slots=True)
class Line:
    """One model of one service, as the user named it. Without `key_variable` it is called without a key."""

    provider: str
    place: str
    model: str
    key_variable: str
    calls: Calls

    def key(self) -> str:
        """The key, or a ProviderError that says which variable it should stand in."""
        if not self.key_variable:
            return ""
        try:
            return key_in(self.key_variable, self.provider)
        except ConfigError as error:
            raise ProviderError(error.message, hint=error.hint) from None

    def converse(self, rung: Rung, send: Send, errors: tuple[type[Exception], ...]) -> Completion:
        """The reply, or why there is none on this rung; a ProviderError when there is none on any."""
        learned = _learned(self.place, self.model)
        if learned.quiet:
            said = self._sent(rung, lambda: send(True), errors)
            if not declines_quiet(said):
                return said
            learned.quiet = False
        return self._sent(rung, lambda: send(False), errors)

    def call(self, send: Callable[[], T], errors: tuple[type[Exception], ...]) -> T:
        """What a call gives that is no prompt; a ProviderError when it gives nothing."""

        def attempt() -> T | Fault:
            try:
                with turns(self.place, self.calls.parallel):
                    return send()
            except ProviderError as error:
                return Fault(error)
            except errors as error:
                return self._fault(error)

        return patiently(self.calls, attempt)

    def _sent(
        self, rung: Rung, send: Callable[[], Completion], errors: tuple[type[Exception], ...]
    ) -> Completion:
        def attempt() -> Completion | Fault:
            try:
                with turns(self.place, self.calls.parallel):
                    return send()
            except ProviderError as error:
                return Fault(error)
            except errors as error:
                return self.declined(status_of(error), self._said(error), rung) or self._fault(error)

        return patiently(self.calls, attempt)

    def declined(self, status: int, said: str, rung: Rung) -> Completion | None:
        """What a service will not do; None where something is wrong with it."""
        if status not in _DECLINES and status != 413:
            return None
        if status == 413 or _ABOUT_LENGTH.search(said):
            return Completion(said, "length")
        if status != 404 and _ABOUT_THINKING.search(said):
            return Completion(said, "unsupported")
        if rung != "prompt" and status != 404 and _ABOUT_RUNG.search(said):
            return Completion(said, "unsupported")
        return None

    def _fault(self, error: Exception) -> Fault:
        status = status_of(error)
        if status:
            wait = waiting_time(_header(error, "retry-after"))
            said = self._said(error)
            return fault_of_status(self.provider, status, said, self.model, self.key_variable).after(wait)
        if any("timeout" in type(cause).__name__.lower() for cause in _causes(error)):
            return Fault(self._too_slow())
        if any(isinstance(cause, (ValueError, RecursionError)) for cause in _causes(error)):
            return Fault(self.not_understood(" ".join(str(error).split())[:200]))
        cause = list(_causes(error))[-1]
        # Where nobody listens on this machine, nobody will in a second.
        refused = isinstance(cause, ConnectionRefusedError) and _is_here(self.place)
        return Fault(self._unreachable(cause), final=refused)

    def not_understood(self, what: str) -> ProviderError:
        return ProviderError(
            f"{self.provider} answered in an unknown form ({redacted(what, self._held())}).",
            hint="Check the option `base_url`: it may point to another kind of service.",
        )

    def _too_slow(self) -> ProviderError:
        return ProviderError(
            f"{self.provider} did not answer within {self.calls.timeout_seconds:g} seconds.",
            hint="Try again later, or set the option `calls: {timeout_seconds: …}` of the model.",
            retryable=True,
        )

    def _unreachable(self, error: BaseException) -> ProviderError:
        said = redacted(" ".join(str(error).split()) or type(error).__name__, self._held())
        at = "" if self.place in self.provider else f" at {self.place}"
        return ProviderError(
            f"{self.provider} cannot be reached{at}: {said}.",
            hint="Check the address and whether the service runs.",
            retryable=True,
        )

    def _said(self, error: Exception) -> str:
        """What the service says of the error, in which no key stands any more."""
        response = getattr(error, "response", None)
        return redacted(str(getattr(response, "text", "") or "")[:_MOST_SAID], self._held())

    def _held(self) -> str:
        try:
            return self.key()
        except ProviderError:
            return ""


@dataclass(slots=True)
class _Learned:
    """Whether a model takes the switch that keeps it from thinking; known once it was asked."""

    quiet: bool = True


@functools.cache
def _learned(place: str, model: str) -> _Learned:
    return _Learned()


def declines_quiet(said: Completion) -> bool:
    """Whether a service says that it does not take the switch that keeps a model from thinking."""
    return said.stopped == "unsupported" and bool(_ABOUT_THINKING.search(said.text))


def status_of(error: Exception) -> int:
    """The HTTP status of an SDK's error, 0 when there was no answer."""
    return int(getattr(getattr(error, "response", None), "status_code", 0) or 0)


def _header(error: Exception, name: str) -> str:
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    return headers.get(name) or ""


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error, what caused it, and so on down."""
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or current.__context__


_MOST_BYTES = 64 * 1024 * 1024
_DEADLINE = "pincite.deadline"


@functools.cache
def http_client(timeout_seconds: float) -> Any:
    """A client of the library httpx2, which every one of the SDKs brings along."""
    import httpx2

    class Timed(httpx2.SyncByteStream):  # type: ignore[misc]  # the SDKs may not be installed
        """An answer that comes within its time or not at all: a trickle would never end otherwise."""

        def __init__(self, stream: Any, deadline: float) -> None:
            self.stream, self.deadline = stream, deadline

        def __iter__(self) -> Iterator[bytes]:
            received = 0
            for part in self.stream:
                received += len(part)
                if time.monotonic() > self.deadline:
                    raise httpx2.ReadTimeout("the answer takes too long")
                if received > _MOST_BYTES:
                    raise httpx2.ReadError(f"the answer has more than {_MOST_BYTES:,} bytes")
                yield part

        def close(self) -> None:
            self.stream.close()

    def begin(request: Any) -> None:
        seconds = bounds().seconds_left(timeout_seconds)
        request.extensions[_DEADLINE] = time.monotonic() + seconds
        if seconds < timeout_seconds:
            request.extensions["timeout"] = httpx2.Timeout(seconds).as_dict()

    def limit(response: Any) -> None:
        response.stream = Timed(response.stream, response.request.extensions[_DEADLINE])

    return httpx2.Client(
        timeout=timeout_seconds,
        follow_redirects=False,
        event_hooks={"request": [begin], "response": [limit]},
    )


_PER = Decimal(1_000_000)


@dataclass(frozen=True, slots=True)
class Prices:
    """For a million tokens each, in a currency of the user's choice."""

    input: Decimal
    output: Decimal
    cached: Decimal | None = None
    """For what the service had read before; None where it costs as much as any other."""
    as_of: date | None = None
    """The day on which you looked the prices up; a forecast says it."""
    batch: Decimal = Decimal("0.5")
    """What a request in a batch costs, as a share of these prices."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    def __post_init__(self) -> None:
        cached = self.input if self.cached is None else self.cached
        if min(self.input, self.output, cached, self.batch) < 0:
            raise ValueError("a price cannot be below 0")

    def of(self, usage: Usage) -> Decimal:
        cached = self.input if self.cached is None else self.cached
        fresh = usage.input_tokens - usage.cached_tokens
        return (fresh * self.input + usage.cached_tokens * cached + usage.output_tokens * self.output) / _PER


def in_batch(usage: Usage, prices: Prices | None) -> Usage:
    """The same usage at the price of a batch."""
    return usage if prices is None else replace(usage, cost=prices.of(usage) * prices.batch)


def priced(usage: Usage, prices: Prices | None) -> Usage:
    return usage if prices is None else replace(usage, cost=prices.of(usage))
