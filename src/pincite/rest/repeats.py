"""Do a request with an Idempotency-Key once: the same again gets the same reply, another one is refused."""

from __future__ import annotations

import hashlib
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass

from fastapi import Request
from fastapi.responses import Response

from pincite.errors import StoreError
from pincite.records.api_keys import Begun, KeptReply, OnceKey
from pincite.rest.callers import Place
from pincite.rest.problems import Refused

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
_LONGEST = 200
_LARGEST_KEPT = 8_000_000
_HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Once:
    """One request, and what makes it the same as another."""

    place: Place
    key: str
    """Empty where the caller does not mind that it is done twice."""
    sha256: str

    @classmethod
    def of(cls, request: Request, place: Place, content: bytes) -> Once:
        """`content` is what the request says, without what changes from one sending to the next."""
        key = request.headers.get(HEADER, "")
        if len(key) > _LONGEST or not key.isprintable():
            raise Refused(
                400, "WrongIdempotencyKey", f"The header {HEADER} is longer than {_LONGEST} characters."
            )
        told = f"{request.method} {request.scope['path']}?{request.url.query}\n".encode() + content
        return cls(place, key, hashlib.sha256(told).hexdigest())

    def reply(self, work: Callable[[], Response]) -> Response:
        """What `work` replies, or what it replied before."""
        if not self.key:
            return work()
        once = OnceKey(self.place.caller.id, self.place.collection, self.key)
        store, instance = self.place.library.store.access(), self.place.desk.instance
        worker = f"{instance.id}-{uuid.uuid4().hex}"
        until = time.time() + self.place.desk.limits.once_hours * _HOUR
        begun = store.begin(once, self.sha256, worker, time.time(), until)
        if (
            begun.worker != worker
            and begun.reply is None
            and not instance.lives(begun.worker.partition("-")[0])
        ):
            store.drop(once, begun.worker)
            begun = store.begin(once, self.sha256, worker, time.time(), until)
        if begun.worker != worker:
            return self._known(begun)
        try:
            made = work()
        except BaseException:
            store.drop(once, worker)
            raise
        body = bytes(made.body)
        if made.status_code < 500 and len(body) <= _LARGEST_KEPT:
            kept = KeptReply(made.status_code, str(made.media_type), body)
            try:
                store.finish(once, worker, kept, until)
            except StoreError:  # it is done; a repetition would be done again
                return made
        else:
            store.drop(once, worker)
        return made

    def _known(self, begun: Begun) -> Response:
        if begun.request_sha256 != self.sha256:
            raise Refused(
                422,
                "IdempotencyKeyReused",
                f"This {HEADER} came before with another request.",
                hint="Choose a new one for every request.",
            )
        if begun.reply is None:
            raise Refused(409, "StillAtIt", "The same request is being worked on.", after_seconds=1)
        known = begun.reply
        return Response(known.body, known.status, {REPLAYED: "true"}, known.media_type)
