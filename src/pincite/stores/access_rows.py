"""Hold API keys, and replies to requests that must not be done twice."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from pincite.records.api_keys import ApiKey, Begun, KeptReply, OnceKey
from pincite.stores.database import Database, Row


@dataclass(frozen=True, slots=True)
class AccessRows:
    """The keys and the requests of one library."""

    database: Database

    def add_key(self, key: ApiKey) -> None:
        with self.database.writing():
            self.database.run(
                "insert_api_key",
                id=key.id,
                name=key.name,
                right=key.right,
                collections=json.dumps(list(key.collections)),
                secret_sha256=key.secret_sha256,
                created_at=key.created_at,
            )

    def keys(self) -> list[ApiKey]:
        return [_key(row) for row in self.database.rows("api_keys")]

    def key(self, id: str) -> ApiKey | None:
        row = self.database.row("api_key", id=id)
        return _key(row) if row else None

    def count_keys(self) -> int:
        return self.database.number("count_api_keys")

    def revoke_key(self, id: str, at: str) -> None:
        with self.database.writing():
            self.database.run("revoke_api_key", id=id, at=at)

    def begin(self, once: OnceKey, request_sha256: str, worker: str, now: float, until: float) -> Begun:
        """What is known of a request; one that is new is taken down as begun by the worker."""
        with self.database.writing():
            self.database.run("drop_expired_once", now=now)
            said = {"request_sha256": request_sha256, "worker": worker, "expires_at": until}
            self.database.run("begin_once", **asdict(once), **said)
            begun = self._begun(once)
        return begun or Begun(request_sha256, worker, None)

    def finish(self, once: OnceKey, worker: str, reply: KeptReply, until: float) -> None:
        with self.database.writing():
            said = {"status": reply.status, "media_type": reply.media_type, "body": reply.body}
            self.database.run("finish_once", **asdict(once), worker=worker, expires_at=until, **said)

    def drop(self, once: OnceKey, worker: str) -> None:
        """Nothing came of a request, so it may be done again."""
        with self.database.writing():
            self.database.run("drop_once", **asdict(once), worker=worker)

    def _begun(self, once: OnceKey) -> Begun | None:
        row = self.database.row("request_once", **asdict(once))
        if row is None:
            return None
        request_sha256, worker, status, media_type, body = row
        reply = None if status is None else KeptReply(status, media_type, body)
        return Begun(request_sha256, worker, reply)


def _key(row: Row) -> ApiKey:
    id, name, right, collections, created_at, revoked_at, secret_sha256 = row
    return ApiKey(id, name, right, tuple(json.loads(collections)), created_at, revoked_at, secret_sha256)
