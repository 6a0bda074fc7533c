"""Run the server over standard input and output or over HTTP: where it is safe, and until it is to end.

Over standard input and output the SDK keeps the wire to itself: all else that is printed goes to standard
error.
"""

from __future__ import annotations

import hmac
import os
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass

import anyio
import uvicorn
from mcp.server import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pincite import telemetry
from pincite.addresses import bound, is_loopback, url_of
from pincite.errors import INTERRUPTED_EXIT_CODE, ConfigError
from pincite.mcp.calling import Calls

KEY_VARIABLE = "PINCITE_MCP_KEY"
PATH = "/mcp"
_SHORTEST_KEY = 24
_SECONDS_TO_END, _SECONDS_TO_SEND_SPANS = 5, 2
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Address:
    """Where the server listens, and the key that a client must send; empty for none."""

    host: str
    port: int
    key: str = ""

    def __repr__(self) -> str:
        return f"Address({self.host!r}, {self.port}, key={'***' if self.key else ''!r})"

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return is_loopback(self.host)

    def check(self) -> None:
        """A ConfigError where anybody could read the library, or where the key is easily guessed."""
        if self.key and len(self.key) < _SHORTEST_KEY:
            raise ConfigError(
                f"The key in {KEY_VARIABLE} has fewer than {_SHORTEST_KEY} characters.", hint=_make_a_key()
            )
        if not self.is_loopback and not self.key:
            raise ConfigError(
                f"{self.host} can be reached from other machines, and there is no key: anybody could read "
                "this library.",
                hint=f"Leave out --host, or {_make_a_key()[0].lower()}{_make_a_key()[1:]}",
            )


def over_stdio(server: MCPServer[object], calls: Calls, close: Callable[[], None]) -> None:
    """Serve one client until it closes its end, or until a signal; `close` closes the library."""
    anyio.run(_over_stdio, server, calls, close)
    calls.stop(_SECONDS_TO_END)


def over_http(
    server: MCPServer[object], calls: Calls, address: Address, started: Callable[[str], None]
) -> None:
    """Serve any number of clients until a signal; `started` hears the address once requests are taken."""
    address.check()
    listening = bound(address.host, address.port)
    config = uvicorn.Config(
        _app(server, address),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_SECONDS_TO_END,
    )
    url = f"{url_of(address.host, listening.getsockname()[1])}{PATH}"
    _Server(config, calls, lambda: started(url)).run(sockets=[listening])
    calls.stop(_SECONDS_TO_END)


async def _over_stdio(server: MCPServer[object], calls: Calls, close: Callable[[], None]) -> None:
    async with anyio.create_task_group() as group:
        group.start_soon(_end_on_signal, calls, close)
        await server.run_stdio_async()
        group.cancel_scope.cancel()


async def _end_on_signal(calls: Calls, close: Callable[[], None]) -> None:
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for number in signals:
            calls.stop(_SECONDS_TO_END)
            close()
            telemetry.flush(_SECONDS_TO_SEND_SPANS)
            sys.stderr.flush()
            # A thread waits for the next line of the client and cannot be woken: to exit as usual would
            # wait for it.
            os._exit(INTERRUPTED_EXIT_CODE if number == signal.SIGINT else 0)


class _Server(uvicorn.Server):
    """Tells when it has started, and has calls stop as soon as it is to end."""

    def __init__(self, config: uvicorn.Config, calls: Calls, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._calls, self._tell = calls, started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._calls.stop(0)
        await super().shutdown(sockets)


@dataclass(frozen=True, slots=True)
class _Keyed:
    """Lets in only who sends the key in its header; what it refuses costs neither a body nor a session."""

    app: ASGIApp
    key: str

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scheme, _, given = Headers(scope=scope).get("authorization", "").partition(" ")
            same = hmac.compare_digest(given.strip().encode(), self.key.encode())
            if scheme.lower() != "bearer" or not same:
                refused = PlainTextResponse(
                    "This server needs its key: Authorization: Bearer KEY\n",
                    status_code=401,
                    headers={"WWW-Authenticate": 'Bearer realm="pincite"'},
                )
                await refused(scope, receive, send)
                return
        await self.app(scope, receive, send)


def _app(server: MCPServer[object], address: Address) -> ASGIApp:
    # A page elsewhere whose name was made to lead here (DNS rebinding) comes with its own name; on a public
    # address, which may have any name, the key keeps it out.
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=address.is_loopback,
        allowed_hosts=[f"{host}:*" for host in (*_LOOPBACK, address.host)],
        allowed_origins=[f"http://{host}:*" for host in _LOOPBACK],
    )
    app = server.streamable_http_app(
        streamable_http_path=PATH, host=address.host, transport_security=security
    )
    return _Keyed(app, address.key) if address.key else app


def _make_a_key() -> str:
    make = "python -c 'import secrets; print(secrets.token_urlsafe(32))'"
    return f"Make a key with {make}, set it as {KEY_VARIABLE}, and give it to your client."
