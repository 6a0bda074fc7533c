"""A store of vectors in memory, for tests that need nothing else of a library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from pincite.errors import StoreError
from pincite.records.document import Passage
from pincite.records.library import Identity


@dataclass
class InMemory:
    """Keeps vectors by model; refuses them when it is full."""

    full: bool = False
    kept: dict[str, dict[str, bytes]] = field(default_factory=dict)
    held: dict[str, Identity] = field(default_factory=dict)

    def vectors(self, hashes: Sequence[str], model: str) -> dict[str, bytes]:
        held = self.kept.get(model, {})
        return {content_hash: held[content_hash] for content_hash in hashes if content_hash in held}

    def keep_vectors(self, model: str, vectors: Mapping[str, bytes]) -> None:
        if self.full:
            raise StoreError("There is no space left.")
        self.kept.setdefault(model, {}).update(vectors)

    @contextmanager
    def making_vectors(self, identity: Identity) -> Iterator[bool]:
        self.held[identity.name] = identity
        yield True

    def hold_passages(self, identity: Identity, passages: Sequence[Passage]) -> None:
        self.held[identity.name] = identity

    def current(self, collection: str, name: str) -> Identity | None:
        return self.held.get(name)
