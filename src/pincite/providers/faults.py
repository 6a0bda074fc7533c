"""Call a service patiently and with its key; say what a refusal means, and nothing it should not repeat."""

from __future__ import annotations

import functools
import json
import os
import random
import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar
from urllib.parse import urlsplit

from pydantic import ConfigDict

from pincite.errors import ConfigError, ProviderError
from pincite.records.bounds import bounds

_MOST_SAID = 200
_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504, 529})
_USED_UP = re.compile(r"insufficient_quota|exceeded your current quota|billing|credit|payment", re.IGNORECASE)
_NO_MODEL = re.compile(
    r"model_not_found|model\b.*\b(?:not|unknown|invalid|exist|support)|no such model", re.IGNORECASE
)
# Services repeat a wrong key with its middle starred out: "sk-ab********yz".
_MASKED = re.compile(r"\S*\*{3,}\S*")


@dataclass(frozen=True, slots=True)
class Fault:
    """An attempt that failed, and how long the service asks to wait before the next, if it says so."""

    error: ProviderError
    wait_seconds: float | None = None
    final: bool = False
    """Whether another attempt is no use now, though later it may be."""

    def after(self, wait_seconds: float | None) -> Fault:
        if wait_seconds is None or not self.error.retryable:
            return self
        if wait_seconds >= 1:
            self.error.hint = f"It asks to wait for {wait_seconds:,.0f} seconds."
        return replace(self, wait_seconds=wait_seconds)


def fault_of_status(provider: str, status: int, said: str, model: str, variable: str) -> Fault:
    """What an HTTP status means. `said` is the body, in which no key may stand any more."""
    words = _words(said)
    quoted = f" It says: {words}" if words else ""
    named = f"the model {model!r}" if model else "the model"
    if status in (401, 403):
        what = f"the key in {variable}" if variable else "a call without a key"
        hint = f"Check the key: export {variable}=…" if variable else "Set the option `key_variable`."
        return Fault(ProviderError(f"{provider} refused {what} (HTTP {status}).", hint=hint))
    if status == 402 or (status == 429 and _USED_UP.search(said)):
        message = f"The quota at {provider} is used up (HTTP {status}).{quoted}"
        return Fault(ProviderError(message, hint="Check the plan and the billing of the account."))
    if status == 404 or (status in (400, 422) and _NO_MODEL.search(said)):
        message = (
            f"{provider} does not know {named}, or nothing answers at that address (HTTP {status}).{quoted}"
        )
        return Fault(ProviderError(message, hint="Check the options `model` and `base_url`."))
    if status == 429:
        message = f"{provider} gets too many requests (HTTP 429).{quoted}"
        return Fault(
            ProviderError(message, hint="Try again later, or lower `calls: parallel`.", retryable=True)
        )
    if status in _AGAIN:
        message = f"{provider} is not working (HTTP {status}).{quoted}"
        return Fault(ProviderError(message, hint="Try again later.", retryable=True))
    if 300 <= status < 400:
        message = (
            f"{provider} redirects to another address (HTTP {status}); Pincite does not send the key there."
        )
        return Fault(ProviderError(message, hint="Set the option `base_url` to the address that answers."))
    message = f"{provider} refused the request (HTTP {status}).{quoted}"
    return Fault(ProviderError(message, hint="Check the options of the stage."))


def redacted(said: str, key: str) -> str:
    """What was said without the key, whole or starred out."""
    return _MASKED.sub("[key]", said.replace(key, "[key]") if key else said)


def waiting_time(header: str) -> float | None:
    """The seconds that a `Retry-After` asks for, as a number or as a date; None when it asks for nothing."""
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(header) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None


def _words(said: str) -> str:
    """The message in a body, short and in one line."""
    try:
        found = _message(json.loads(said))
    except (ValueError, RecursionError):
        found = said
    line = " ".join("".join(c if c.isprintable() else " " for c in found or said).split())
    return line if len(line) <= _MOST_SAID else f"{line[:_MOST_SAID]}…"


def _message(body: object) -> str:
    """Services put it under one of a few names, some of them one level down."""
    if isinstance(body, str):
        return body
    if isinstance(body, Mapping):
        return next(
            (text for name in ("message", "detail", "error") if (text := _message(body.get(name)))), ""
        )
    return ""


T = TypeVar("T")


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


def patiently(calls: Calls, attempt: Callable[[], T | Fault]) -> T:
    """What an attempt gives, or the error of the last one."""
    for number in range(1, calls.attempts + 1):
        given = attempt()
        if not isinstance(given, Fault):
            return given
        # Where the time of the question is up, that is why the service did not answer.
        bounds().go_on()
        wait = _wait(calls, given, number)
        if wait is None:
            raise given.error from None
        time.sleep(bounds().seconds_left(wait))
        bounds().go_on()
    raise AssertionError("the last attempt neither answered nor failed")


@functools.cache
def turns(service: str, parallel: int) -> threading.BoundedSemaphore:
    """To be held during a call: so many at once, whoever in this process calls the service."""
    return threading.BoundedSemaphore(parallel)


def _wait(calls: Calls, fault: Fault, attempt: int) -> float | None:
    """How long to wait before the next attempt; None when there is to be none."""
    if fault.final or not fault.error.retryable or attempt == calls.attempts:
        return None
    if fault.wait_seconds is not None:
        return fault.wait_seconds if fault.wait_seconds <= calls.longest_wait_seconds else None
    # Not all at the same moment, where many wait for the same service.
    wait: float = calls.first_wait_seconds * 2 ** (attempt - 1) * random.uniform(0.75, 1.25)
    return min(wait, calls.longest_wait_seconds)


_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")


def key_in(variable: str, provider: str) -> str:
    """The key that the variable holds, or a ConfigError, which never shows what it holds."""
    if not _VARIABLE.fullmatch(variable) or variable != variable.upper():
        # Most likely the key itself, so it is not repeated.
        raise ConfigError(
            f"The option `key_variable` for {provider} is not the name of an environment variable.",
            hint="Put the key into a variable such as PROVIDER_API_KEY, and its name into the option.",
        )
    key = os.environ.get(variable, "").strip()
    if not key:
        raise ConfigError(
            f"{provider} needs a key, and the environment variable {variable} is not set.",
            hint=f"Run: export {variable}=…",
        )
    if not all("!" <= character <= "~" for character in key):
        raise ConfigError(
            f"The environment variable {variable} does not hold a key for {provider}: "
            "it has spaces or characters that no key has.",
            hint=f"Copy the key again: export {variable}=…",
        )
    return key


def checked_url(base_url: str) -> str:
    """The address without a slash at its end, or a ConfigError. One with a password in it is refused."""
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or re.search(r"[\s\x00-\x1f\x7f-\U0010ffff]", base_url):
        raise ConfigError(
            f"The option `base_url` is not the address of a service: {base_url.rpartition('@')[2]!r}.",
            hint="Write it as https://host/v1",
        )
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ConfigError(
            f"The option `base_url` for {parts.hostname} holds more than an address.",
            hint="Leave out user, password and what follows a question mark; put the key into a variable.",
        )
    return base_url.rstrip("/")
