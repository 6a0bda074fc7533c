"""Read the rows of the public sets, and their folds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from evals.score.gold_set import fold_of


@dataclass(frozen=True, slots=True)
class Data:
    """Where the unpacked sets lie, and how much of each is read: all of it, or a little for a dry run."""

    folder: Path
    workers: int = 1
    limit: int | None = None

    def rows(self, name: str, per_document: int = 1) -> Iterator[dict[str, Any]]:
        """The rows of a file of JSON lines, which may have several for each document."""
        limit = None if self.limit is None else self.limit * per_document
        with (self.folder / name).open(encoding="utf-8", newline="\n") as lines:
            yield from (json.loads(line) for line in islice(lines, limit) if line.strip())

    def whole(self, name: str) -> Any:
        return json.loads((self.folder / name).read_text("utf-8"))

    def text(self, name: str) -> str:
        return (self.folder / name).read_bytes().decode("utf-8")


def is_validation(key: str) -> bool:
    """Whether a document is in the validation fold, by its id alone."""
    return fold_of(key) == "validation"


def is_for_decision(key: str, below: int = 64) -> bool:
    """Whether a document is kept from the reader, so that the decision can be fitted on it."""
    return hashlib.sha256(key.encode()).digest()[1] < below
