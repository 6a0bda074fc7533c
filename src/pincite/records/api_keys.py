"""An API key: who may do what in which collections of a library, and a request that is done only once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

Right = Literal["read", "write", "admin"]
RIGHTS: tuple[Right, ...] = get_args(Right)
"""Each includes those before it."""


@dataclass(frozen=True, slots=True)
class ApiKey:
    """What is known of a key; its secret is not."""

    id: str
    name: str
    right: Right
    collections: tuple[str, ...]
    """Those it is good for; none stands for all of the library."""
    created_at: str
    revoked_at: str = ""
    """Empty while it is good."""
    secret_sha256: str = field(default="", repr=False)

    def may(self, right: Right) -> bool:
        return RIGHTS.index(self.right) >= RIGHTS.index(right)

    def opens(self, collection: str) -> bool:
        return not self.collections or collection in self.collections

    def chosen(self, named: str, default: str) -> str:
        """The collection that is meant: the one that is named, or the only one of the key."""
        return named or (self.collections[0] if len(self.collections) == 1 else default)
