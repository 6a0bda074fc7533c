"""Start the server: only where it is safe to, and so that it ends in good order."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TextIO

import uvicorn

from pincite import telemetry
from pincite.addresses import bound, is_loopback, url_of
from pincite.errors import ConfigError
from pincite.rest.app import application
from pincite.rest.audit import LOG
from pincite.rest.desk import Desk
from pincite.rest.door import LOOPBACK
from pincite.rest.log_lines import handler_for
from pincite.service import Library

_SECONDS_TO_END = 20
_BACKLOG = 512


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
