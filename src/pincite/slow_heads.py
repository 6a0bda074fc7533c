"""Close connections on which the head of a request does not arrive in time; uvicorn would wait for ever.

Whoever opens many connections and sends a byte now and then would keep everybody else out.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


def impatient(seconds: float) -> type[H11Protocol]:
    """A protocol for uvicorn that gives a head so many seconds, from its first byte or the connection on."""

    class Impatient(H11Protocol):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self._gives_up: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
            super().connection_made(transport)
            self._watch()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state is h11.IDLE:
                self._watch()
            else:
                self._rest()

        def connection_lost(self, exc: Exception | None) -> None:
            self._rest()
            super().connection_lost(exc)

        def _watch(self) -> None:
            if self._gives_up is None:
                self._gives_up = self.loop.call_later(seconds, self._close)

        def _rest(self) -> None:
            if self._gives_up is not None:
                self._gives_up.cancel()
                self._gives_up = None

        def _close(self) -> None:
            self._gives_up = None
            if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
                self.transport.close()

    return Impatient
