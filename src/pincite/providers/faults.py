"""Say what a service's refusal means, whether to try again, and nothing that it should not repeat."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from pincite.errors import ProviderError

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
