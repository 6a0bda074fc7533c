"""Take no more of a request's body than is allowed, and wait no longer for it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite.records.api_keys import ServerLimits
from pincite.records.limits import MEGABYTE
from pincite.rest.problems import Refused

UPLOADS = "/v1/documents"
# Beside the file: boundaries, a name and a password.
_AROUND_A_FILE = 64_000


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
            if counted > allowed.size:
                raise allowed.refusal()
            is_whole = not message.get("more_body", False)
            return message

        return receive_some
