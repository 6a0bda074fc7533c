"""Start the server: only where it is safe to, and so that it ends in good order."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, TextIO

import uvicorn
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.types import ASGIApp

from pincite import __version__, telemetry
from pincite.addresses import bound, is_loopback, url_of
from pincite.errors import ConfigError
from pincite.rest import (
    ask_routes,
    document_routes,
    job_routes,
    page_routes,
    proof_routes,
    server_routes,
    table_routes,
    web_routes,
)
from pincite.rest.audit import LOG, Audited, handler_for
from pincite.rest.desk import Desk
from pincite.rest.door import LOOPBACK, BodyLimits, Door
from pincite.rest.problems import documented, tell_problems
from pincite.service import Library

_ROUTES = (
    server_routes,
    web_routes,
    ask_routes,
    proof_routes,
    table_routes,
    job_routes,
    page_routes,
    document_routes,
)
_ABOUT = """Answers about documents, each pinned to the exact place that proves it and checked by code.

Send your key as `Authorization: Bearer KEY`. Errors are `application/problem+json` (RFC 9457)."""
_SECONDS_TO_END = 20
_BACKLOG = 512


def application(desk: Desk, hosts: frozenset[str] | None) -> ASGIApp:
    """All of the server; `hosts` are the names by which it may be called, None for any."""
    app = FastAPI(
        title="Pincite",
        version=__version__,
        description=_ABOUT,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
    )
    app.state.desk = desk
    library = str(desk.main.settings.library)
    tell_problems(app, library)
    for room in _ROUTES:
        app.include_router(room.router)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]  # as FastAPI's own manual has it
    return Audited(Door(BodyLimits(app, desk.limits), desk, hosts), desk.metrics, library)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    desk: Desk = app.state.desk
    desk.start()
    try:
        yield
    finally:
        desk.close()


def _openapi(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        schema = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes
        )
        documented(schema)
        schema["components"]["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
        schema["security"] = [{"key": []}]
        app.openapi_schema = schema
    return app.openapi_schema


@dataclass(frozen=True, slots=True)
class Address:
    """Where the server listens, and by which other names it may be called."""

    host: str = "127.0.0.1"
    port: int = 8000
    names: Sequence[str] = ()

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return is_loopback(self.host)

    @property
    def url(self) -> str:
        return url_of(self.host, self.port)

    @property
    def hosts(self) -> frozenset[str] | None:
        if not self.is_loopback and not self.names:
            return None
        return LOOPBACK | {self.host.lower()} | {each.lower() for each in self.names}


def serve(library: Library, address: Address, started: Callable[[str], None]) -> None:
    """Serve until the process is told to end; `started` hears the address once requests are taken."""
    keys = library.keys
    if not address.is_loopback and not any(not each.revoked_at for each in keys.list()):
        raise ConfigError(
            f"{address.host} can be reached from other machines, and there is no good key: anybody could "
            "read and change this library.",
            hint="Make a key first: pincite keys new NAME --right read. Or leave out --host.",
        )
    listening = bound(address.host, address.port)
    desk = Desk(library, library.settings.server, address.is_loopback)
    _log_to(sys.stderr)
    config = uvicorn.Config(
        application(desk, address.hosts),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="on",
        http="h11",
        ws="none",
        limit_concurrency=desk.limits.connections,
        backlog=_BACKLOG,
        timeout_graceful_shutdown=_SECONDS_TO_END,
    )
    at = replace(address, port=listening.getsockname()[1])
    server = _Server(config, desk, lambda: started(at.url))
    server.run(sockets=[listening])


class _Server(uvicorn.Server):
    """Tells when it has started, and has long work stop as soon as it is to end."""

    def __init__(self, config: uvicorn.Config, desk: Desk, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._desk, self._tell = desk, started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._desk.closing.set()
        await super().shutdown(sockets)
        # uvicorn would send itself once more what it was told to end by, and end as if it had failed.
        self._captured_signals.clear()


def _log_to(stream: TextIO) -> None:
    """A line for each request, and for what any package warns of, such as a parser of bodies."""
    handler = handler_for(stream)
    for log, level in (
        (LOG, logging.INFO),
        (logging.getLogger(), logging.WARNING),
        (logging.getLogger("uvicorn.error"), logging.WARNING),
        (logging.getLogger(telemetry.LOGGER), logging.WARNING),
    ):
        log.handlers, log.propagate = [handler], False
        log.setLevel(level)
