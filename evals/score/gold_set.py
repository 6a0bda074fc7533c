"""Which rows of a public set are asked: folds by the ids of documents, samples by the ids of rows.

Also the statements that verifiers are measured by.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal

from pincite.quality.questions import GoldSet

Fold = Literal["train", "validation"]
FoldChoice = Literal["train", "validation", "all"]
_VALIDATION_BELOW = 64


def within(gold: GoldSet, fold: FoldChoice, limit: int | None = None) -> GoldSet:
    """The rows of one fold, the first `limit` of them in the order of the set, with their documents."""
    chosen = {s.name for s in gold.sources if fold == "all" or fold_of(s.key) == fold}
    return gold.of([row for row in gold.rows if row.document in chosen][:limit])


def sampled(gold: GoldSet, count: int | None) -> GoldSet:
    """So many rows, chosen by their ids alone: the same ones in every run, and spread over the whole set."""
    if count is None or count >= len(gold.rows):
        return gold
    drawn = sorted(gold.rows, key=lambda row: hashlib.sha256(f"quick {row.id}".encode()).digest())[:count]
    chosen = {row.id for row in drawn}
    return gold.of([row for row in gold.rows if row.id in chosen])


def fold_of(key: str) -> Fold:
    """The fold of a document, by its id alone: nothing else may decide what is fitted on."""
    return "validation" if hashlib.sha256(key.encode()).digest()[0] < _VALIDATION_BELOW else "train"


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
