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


@dataclass(frozen=True, slots=True)
class OnceKey:
    """What names a request that must not be done twice: who sent it, where, and the key they chose."""

    owner: str
    collection: str
    key: str


@dataclass(frozen=True, slots=True)
class KeptReply:
    """What was answered to a request, so that the same request again gets the same reply."""

    status: int
    media_type: str
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Begun:
    """A request with a key as the library knows it: the same request or another, done or being done."""

    request_sha256: str
    worker: str
    """The serving process that began with it."""
    reply: KeptReply | None
    """None while it is being done."""
