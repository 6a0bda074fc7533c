"""A store of vectors in memory, for tests that need nothing else of a library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pincite.errors import StoreError


@dataclass
class InMemory:
    """Keeps vectors by model; refuses them when it is full."""

    full: bool = False
    kept: dict[str, dict[str, bytes]] = field(default_factory=dict)

    def vectors(self, hashes: Sequence[str], model: str) -> dict[str, bytes]:
        held = self.kept.get(model, {})
        return {content_hash: held[content_hash] for content_hash in hashes if content_hash in held}

    def keep_vectors(self, model: str, vectors: Mapping[str, bytes]) -> None:
        if self.full:
            raise StoreError("There is no space left.")
        self.kept.setdefault(model, {}).update(vectors)
