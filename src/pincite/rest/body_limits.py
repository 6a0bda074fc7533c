"""Take no more of a request's body than is allowed, and wait no longer for it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite.records.limits import MEGABYTE
from pincite.records.server_limits import ServerLimits
from pincite.rest.problems import Refused

UPLOADS = "/v1/documents"
# Beside the file: boundaries, a name and a password.
_AROUND_A_FILE = 64_000


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
        allowed = self.limits.json_kilobytes * 1_000
        if uploads:
            allowed = self.limits.upload_megabytes * MEGABYTE + _AROUND_A_FILE
        said = Headers(scope=scope).get("content-length", "0")
        if not said.isdecimal():
            raise Refused(400, "WrongLength", "The length of the body is not a number.")
        if int(said) > allowed:
            raise _too_large(allowed)
        await self.app(scope, self._counted(receive, allowed), send)

    def _counted(self, receive: Receive, allowed: int) -> Receive:
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
            if counted > allowed:
                raise _too_large(allowed)
            is_whole = not message.get("more_body", False)
            return message

        return receive_some


def _too_large(allowed: int) -> Refused:
    return Refused(
        413,
        "LargeBody",
        f"The body is larger than {allowed:,} bytes.",
        hint="Split the file, or raise server.upload_megabytes in the settings of the server.",
    )
