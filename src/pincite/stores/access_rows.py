"""Hold API keys."""

from __future__ import annotations

import json
from dataclasses import dataclass

from pincite.records.api_keys import ApiKey
from pincite.stores.database import Database, Row


@dataclass(frozen=True, slots=True)
class AccessRows:
    """The keys of one library."""

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


def _key(row: Row) -> ApiKey:
    id, name, right, collections, created_at, revoked_at, secret_sha256 = row
    return ApiKey(id, name, right, tuple(json.loads(collections)), created_at, revoked_at, secret_sha256)
