"""A set of gold questions with the documents they are about, and the fold that each document is in."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from evals.score.gold import GoldRow
from pincite.errors import InputError

Fold = Literal["train", "validation"]
FoldChoice = Literal["train", "validation", "all"]
_VALIDATION_BELOW = 64


@dataclass(frozen=True, slots=True)
class Source:
    """A document of a set: a file, or text that is read as one.

    `name` is what rows call it; `key` is the id by which the set knows it, which decides the fold.
    """

    key: str
    name: str
    path: Path | None = None
    text: str | None = None

    def content(self) -> bytes:
        if self.text is not None:
            return self.text.encode()
        assert self.path is not None
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise InputError(f"{self.path} cannot be read: {error.strerror}.", hint="See --data.") from error


@dataclass(frozen=True, slots=True)
class GoldSet:
    """Questions and documents, as far as one split and fold hold them."""

    name: str
    split: str
    sources: tuple[Source, ...]
    rows: tuple[GoldRow, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)
    """How many rows of the split cannot be asked, by the reason why; folds and limits do not change it."""

    def within(self, fold: FoldChoice, limit: int | None = None) -> GoldSet:
        """The rows of one fold, the first `limit` of them in the order of the set, with their documents."""
        chosen = {s.name for s in self.sources if fold == "all" or fold_of(s.key) == fold}
        rows = [row for row in self.rows if row.document in chosen][:limit]
        return self.of(rows)

    def of(self, rows: Iterable[GoldRow]) -> GoldSet:
        """The same set with these rows, and only the documents that they are about."""
        kept = tuple(rows)
        asked = {row.document for row in kept}
        return replace(self, sources=tuple(s for s in self.sources if s.name in asked), rows=kept)


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim about a source and whether the source supports it: what a verifier is measured by."""

    id: str
    dataset: str
    source: str
    claim: str
    supported: bool
    key: str
    """What decides the fold, so that one source never stands on both sides."""


def fold_of(key: str) -> Fold:
    """The fold of a document, by its id alone: nothing else may decide what is fitted on."""
    return "validation" if hashlib.sha256(key.encode()).digest()[0] < _VALIDATION_BELOW else "train"
