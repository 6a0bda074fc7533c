"""A property that documents state as a typed value: the words for it, and the types its value may have."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.records.question import Stems


@dataclass(frozen=True, slots=True)
class Attribute:
    """A block that says one of the `wordings` together with a value of one of the `types` states it."""

    concept: str
    wordings: frozenset[Stems]
    types: tuple[str, ...]
