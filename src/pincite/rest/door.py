"""Let in who may come in: the right host and origin, a key, not too often, and no body that is too large."""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite.access import PREFIX, bearer
from pincite.records.api_keys import ServerLimits
from pincite.records.limits import MEGABYTE
from pincite.rest.callers import Caller
from pincite.rest.desk import Desk
from pincite.rest.problems import Refused
from pincite.rest.web_routes import is_page

# They say nothing of any library, and whoever looks after the machine has no key at hand.
_FOR_ANYBODY = frozenset({"/v1/health", "/v1/ready", "/openapi.json"})
_KEY_NAMES = frozenset(
    {"key", "api_key", "apikey", "api-key", "access_token", "token", "authorization", "bearer"}
)
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_BEARER = {"WWW-Authenticate": 'Bearer realm="pincite"'}
# A thousand characters of a name may be twelve bytes each.
_LONGEST_QUERY = 14_000
_KEY = re.compile(rf"{PREFIX}_[0-9a-f]+_[0-9a-f]{{20}}")
_MOST_CALLERS = 10_000
UPLOADS = "/v1/documents"
# Beside the file: boundaries, a name and a password.
_AROUND_A_FILE = 64_000
# Of a body that is refused so much is let go by: many clients hear a refusal only once they have sent all.
_LET_GO_BY, _LET_GO_SECONDS = 16 * MEGABYTE, 5.0


@dataclass(frozen=True, slots=True)
class Door:
    """Stands before the application: what it refuses costs neither a body nor a thread."""

    app: ASGIApp
    desk: Desk
    hosts: frozenset[str] | None
    """The names by which the server may be called; None for any, where keys protect it anyway."""
    _rates: Rates = field(init=False)
    _refusals: Rates = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_rates", Rates(self.desk.limits.requests_per_minute))
        object.__setattr__(self, "_refusals", Rates(self.desk.limits.refusals_per_minute))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            self._check_host(headers)
            if not _opens_the_page(scope, headers):
                _check_origin(headers)
            _check_query(scope)
            caller = await self._caller(scope, headers)
            scope["state"]["caller"] = caller
            if not _is_for_anybody(scope["path"]):
                self._check_rate(caller)
        elif scope["type"] != "lifespan":
            raise Refused(404, "NotFound", "There is nothing of this kind here.")
        await self.app(scope, receive, send)

    def _check_host(self, headers: Headers) -> None:
        """A page elsewhere whose name was made to lead here (DNS rebinding) comes with its own name."""
        if self.hosts is not None and _host_name(headers.get("host", "")) not in self.hosts:
            raise Refused(
                421,
                "OtherHost",
                "This server is not called by that name.",
                hint="Use http://127.0.0.1, or start it with --host-name NAME.",
            )

    async def _caller(self, scope: Scope, headers: Headers) -> Caller:
        address = str((scope.get("client") or ("",))[0])
        if _is_for_anybody(scope["path"]):
            # Not even the key is looked at: the server lives, also while its library is out of reach.
            return Caller(address, None)
        sent = headers.get("authorization", "")
        keys, given = self.desk.main.keys, bearer(sent)
        key = await self.desk.recognise(lambda: keys.recognised(given)) if given else None
        if key:
            return Caller(address, key)
        needed = bool(sent) or not self.desk.is_open or await self.desk.recognise(keys.any_made)
        if not needed:
            return Caller(address, None)
        if waits := self._refusals.take(address):
            raise Refused(
                429, "TooManyWrongKeys", "Too many requests without a good key.", after_seconds=waits
            )
        wrong = "This key is unknown or revoked." if sent else "This server needs a key."
        raise Refused(401, "NoKey", wrong, hint="Send the header Authorization: Bearer KEY", headers=_BEARER)

    def _check_rate(self, caller: Caller) -> None:
        if waits := self._rates.take(caller.told):
            most = self.desk.limits.requests_per_minute
            raise Refused(
                429, "TooManyRequests", f"More than {most:,} requests in a minute.", after_seconds=waits
            )


def _is_for_anybody(path: str) -> bool:
    return path in _FOR_ANYBODY or is_page(path)


def _opens_the_page(scope: Scope, headers: Headers) -> bool:
    """Whether somebody followed a link here: the page holds no data, and no other page may frame it."""
    navigates = scope["method"] == "GET" and headers.get("sec-fetch-mode") == "navigate"
    return navigates and is_page(scope["path"])


def _check_origin(headers: Headers) -> None:
    """A page of another site may not send requests here; there are no cookies that it could use either."""
    origin = headers.get("origin")
    crosses = headers.get("sec-fetch-site") in ("cross-site", "same-site")
    if crosses or (origin is not None and urlsplit(origin).netloc.lower() != headers.get("host", "").lower()):
        raise Refused(403, "OtherOrigin", "Pages of other sites may not send requests to this server.")


def _check_query(scope: Scope) -> None:
    """Addresses are kept by browsers, proxies and logs: a key in one is known to all of them."""
    query = scope.get("query_string", b"").decode("latin-1")
    if len(query) > _LONGEST_QUERY:
        raise Refused(414, "LongQuery", f"The query has more than {_LONGEST_QUERY:,} characters.")
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name.lower() in _KEY_NAMES or _KEY.match(value):
            raise Refused(
                400,
                "KeyInQuery",
                "A key does not belong into an address, which logs keep.",
                hint="Revoke it (pincite keys revoke) and send a new one as Authorization: Bearer KEY",
            )


def _host_name(host: str) -> str:
    """Without the port, and without the brackets of an IPv6 address."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


@dataclass(slots=True)
class Rates:
    """A bucket for each caller: a request takes one drop, and it fills again within a minute.

    Of callers without end, such as the addresses of an attack, only the last ones are known.
    """

    per_minute: int
    now: Callable[[], float] = time.monotonic
    _buckets: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict, init=False)
    """By caller how much is left, and when that was."""

    def take(self, caller: str) -> float:
        """How long the caller has to wait, in seconds: 0 where it may go on at once."""
        now = self.now()
        left, since = self._buckets.pop(caller, (float(self.per_minute), now))
        left = min(float(self.per_minute), left + (now - since) * self.per_minute / 60)
        waits = 0.0 if left >= 1 else (1 - left) * 60 / self.per_minute
        self._buckets[caller] = (left - 1 if not waits else left, now)
        while len(self._buckets) > _MOST_CALLERS:
            self._buckets.popitem(last=False)
        return waits


@dataclass(frozen=True, slots=True)
class _Allowed:
    """How many bytes a body may have, and what to do about more."""

    size: int
    hint: str

    def refusal(self) -> Refused:
        said = f"The body is larger than {self.size:,} bytes."
        return Refused(413, "LargeBody", said, hint=f"{self.hint} in the settings of the server.")


@dataclass(frozen=True, slots=True)
class BodyLimits:
    """Counts what arrives, whatever the request says of its length."""

    app: ASGIApp
    limits: ServerLimits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        uploads = scope["method"] == "POST" and scope["path"].rstrip("/") == UPLOADS
        allowed = _Allowed(self.limits.json_kilobytes * 1_000, "Send less, or raise server.json_kilobytes")
        if uploads:
            most = self.limits.upload_megabytes * MEGABYTE + _AROUND_A_FILE
            allowed = _Allowed(most, "Split the file, or raise server.upload_megabytes")
        said = Headers(scope=scope).get("content-length", "0")
        if not said.isdecimal():
            raise Refused(400, "WrongLength", "The length of the body is not a number.")
        if int(said) > allowed.size:
            await _let_go_by(receive)
            raise allowed.refusal()
        await self.app(scope, self._counted(receive, allowed), send)

    def _counted(self, receive: Receive, allowed: _Allowed) -> Receive:
        give_up = time.monotonic() + self.limits.upload_seconds
        counted, is_whole = 0, False

        async def receive_some() -> Message:
            nonlocal counted, is_whole
            if is_whole:  # what comes now is that the caller has left, for which nobody waits
                return await receive()
            left = min(float(self.limits.idle_seconds), give_up - time.monotonic())
            try:
                message = await asyncio.wait_for(receive(), max(0.0, left))
            except TimeoutError:
                raise Refused(408, "SlowBody", "The body of the request arrived too slowly.") from None
            counted += len(message.get("body", b""))
            is_whole = not message.get("more_body", False)
            if counted > allowed.size:
                if not is_whole:
                    await _let_go_by(receive)
                raise allowed.refusal()
            return message

        return receive_some


async def _let_go_by(receive: Receive) -> None:
    """Take what is sent, and keep nothing of it."""
    left = _LET_GO_BY
    with suppress(TimeoutError):
        async with asyncio.timeout(_LET_GO_SECONDS):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if not message.get("more_body", False):
                    return
