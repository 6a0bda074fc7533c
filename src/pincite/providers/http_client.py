"""The HTTP client that the SDKs of language models are given: one time for all of an answer, no detours.

Redirections are not followed, because they would carry the key elsewhere.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator
from typing import Any

from pincite.records.bounds import bounds

_MOST_BYTES = 64 * 1024 * 1024
_DEADLINE = "pincite.deadline"


@functools.cache
def http_client(timeout_seconds: float) -> Any:
    """A client of the library httpx2, which every one of the SDKs brings along."""
    import httpx2

    class Timed(httpx2.SyncByteStream):  # type: ignore[misc]  # the SDKs may not be installed
        """An answer that comes within its time or not at all: a trickle would never end otherwise."""

        def __init__(self, stream: Any, deadline: float) -> None:
            self.stream, self.deadline = stream, deadline

        def __iter__(self) -> Iterator[bytes]:
            received = 0
            for part in self.stream:
                received += len(part)
                if time.monotonic() > self.deadline:
                    raise httpx2.ReadTimeout("the answer takes too long")
                if received > _MOST_BYTES:
                    raise httpx2.ReadError(f"the answer has more than {_MOST_BYTES:,} bytes")
                yield part

        def close(self) -> None:
            self.stream.close()

    def begin(request: Any) -> None:
        seconds = bounds().seconds_left(timeout_seconds)
        request.extensions[_DEADLINE] = time.monotonic() + seconds
        if seconds < timeout_seconds:
            request.extensions["timeout"] = httpx2.Timeout(seconds).as_dict()

    def limit(response: Any) -> None:
        response.stream = Timed(response.stream, response.request.extensions[_DEADLINE])

    return httpx2.Client(
        timeout=timeout_seconds,
        follow_redirects=False,
        event_hooks={"request": [begin], "response": [limit]},
    )
