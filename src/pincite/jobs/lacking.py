"""Tell which documents lack vectors of an embedder, without making any."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.protocols import Embedder, Store
from pincite.records.library import Identity


@dataclass(frozen=True, slots=True)
class Pending:
    """A document whose vectors are not all made, and how many passages lack one."""

    identity: Identity
    passages: int


def pending(store: Store, model: str, collection: str) -> list[Pending]:
    """The documents of a collection whose vectors are not all made, in order of name."""
    lacking = store.without_vectors(collection, model)
    return [Pending(each, store.lacking_vectors(each, model)) for each in lacking]


def model_name(embedder: Embedder) -> str:
    """What the vectors of an embedder are kept under; it starts with the embedder's own name."""
    return f"{embedder.name}/{embedder.version}/{embedder.dimensions}"
