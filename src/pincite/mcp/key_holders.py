"""Who calls a tool over HTTP, and what their key opens; over standard input and output it is the user alone.

The same keys as for the server: with a right, for some collections or all. Without any key, the machine's own
callers get in, on loopback only; from the first key on everybody needs one.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar
from urllib.parse import parse_qsl

import anyio.to_thread
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pincite.access import PREFIX, Keys, bearer
from pincite.errors import ConfigError, InputError
from pincite.records.api_keys import ApiKey, Right
from pincite.records.recent import Recent
from pincite.service import Library

T = TypeVar("T")
_BEARER = {"WWW-Authenticate": 'Bearer realm="pincite"'}
_MOST_LIBRARIES = 32


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sent a request over HTTP, and the collection that it is about."""

    key: ApiKey | None
    """None where no key was ever made, and the request comes from this machine."""
    collection: str


_CALLER: ContextVar[Caller | None] = ContextVar("caller", default=None)


def caller() -> Caller | None:
    """Whose call is being done; None over standard input and output."""
    return _CALLER.get()


@dataclass(slots=True)
class Libraries:
    """The library as each caller may use it; what collections have in common is held once."""

    main: Library
    _known: Recent[str, Library] = field(default_factory=lambda: Recent(_MOST_LIBRARIES), init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def opened(self, right: Right) -> Library:
        """That of the caller, or an InputError where the key has not this right."""
        who = caller()
        if who is None:
            return self.main
        if who.key and not who.key.may(right):
            raise InputError(
                f"Your key may {who.key.right}; this tool takes the right {right!r}.",
                hint=f"Ask for a key with more rights: pincite keys new NAME --right {right}",
            )
        with self._lock:
            known = self._known.get(who.collection)
            return known or self._known.keep(who.collection, self.main.under(collection=who.collection))


def check_open(host: str, keys: Keys) -> None:
    """A ConfigError where anybody who reaches this address could read the library."""
    if not any(not each.revoked_at for each in keys.list()):
        raise ConfigError(
            f"{host} can be reached from other machines, and there is no good key: anybody could read this "
            "library.",
            hint="Make a key first: pincite keys new NAME --right read. Or leave out --host.",
        )


@dataclass(frozen=True, slots=True)
class Door:
    """Lets in who has a key; what it refuses costs neither a body nor a session."""

    app: ASGIApp
    library: Library
    is_open: bool
    """Whether callers of this machine get in without a key, as long as none was ever made."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        query = dict(parse_qsl(scope.get("query_string", b"").decode("latin-1")[:2_000]))
        given = Headers(scope=scope).get("authorization", "")
        refused = _refused_query(query)
        key = None if refused else await _looked_up(lambda: self._keys.recognised(bearer(given)))
        if not refused and key is None and (given or await self._needs_key()):
            refused = PlainTextResponse("Send a good key: Authorization: Bearer KEY\n", 401, _BEARER)
        chosen = key.chosen(query.get("collection", ""), self._own) if key else query.get("collection")
        if not refused and key and not key.opens(chosen or ""):
            refused = PlainTextResponse("Your key does not open this collection.\n", 403)
        if refused:
            await refused(scope, receive, send)
            return
        who = Caller(key, chosen or self._own)
        # A session belongs to who began it: the SDK refuses it to any other key or collection.
        scope["user"] = _user(who)
        token = _CALLER.set(who)
        try:
            await self.app(scope, receive, send)
        finally:
            _CALLER.reset(token)

    @property
    def _keys(self) -> Keys:
        return self.library.keys

    @property
    def _own(self) -> str:
        return self.library.settings.collection

    async def _needs_key(self) -> bool:
        return not self.is_open or await _looked_up(self._keys.any_made)


def _refused_query(query: dict[str, str]) -> PlainTextResponse | None:
    if any(value.startswith(f"{PREFIX}_") for value in query.values()):
        said = "A key does not belong into an address, which logs keep. Revoke it: pincite keys revoke\n"
        return PlainTextResponse(said, 400)
    return None


def _user(who: Caller) -> AuthenticatedUser:
    name = who.key.id if who.key else "local"
    return AuthenticatedUser(AccessToken(token="", client_id=name, scopes=[], subject=who.collection))


async def _looked_up(look: Callable[[], T]) -> T:
    return await anyio.to_thread.run_sync(functools.partial(look))
