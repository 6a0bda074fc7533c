"""A tiny embedder for tests: texts that share words get vectors that lie close together."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from pincite import registry

EMBEDDED: list[str] = []
"""Every passage that was embedded, in order, whichever embedder did it."""

# Other words for the same, which is what an embedder knows and a word index does not.
MEANINGS = {"remuneration": "fee", "charge": "fee", "quit": "terminate", "damages": "liability"}


@dataclass(frozen=True)
class Hashing:
    """Each word adds to one place of the vector; words of one meaning add to the same place."""

    model: str = "words"
    dimensions: int = 256
    name: str = "hashing"

    @property
    def version(self) -> str:
        return self.model

    def embed(self, texts: Sequence[str], kind: str) -> np.ndarray:
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word in re.findall(r"\w+", text.lower()):
                digest = hashlib.sha256(f"{self.model} {MEANINGS.get(word, word)}".encode()).digest()
                row[int.from_bytes(digest[:4], "little") % self.dimensions] += 1.0
        if kind == "passage":
            EMBEDDED.extend(texts)
        return vectors


@dataclass(frozen=True)
class Failing:
    """Fails as it is told to."""

    fault: str
    dimensions: int = 3
    name: str = "failing"
    version: str = "1"

    def embed(self, texts: Sequence[str], kind: str) -> np.ndarray:
        if self.fault == "refused":
            raise ConnectionRefusedError("connection refused")
        wrong = {"too few": (len(texts) - 1, 3), "another size": (len(texts), 2)}
        return np.full(wrong.get(self.fault, (len(texts), 3)), np.nan if self.fault == "nan" else 1.0)


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the embedders of this file known by name, as the package of a plug-in does."""
    about = folder / "embedders-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: embedders\nVersion: 1\n")
    (about / "entry_points.txt").write_text(
        "[pincite.embedder]\nhashing = tests.embedders:Hashing\nfailing = tests.embedders:Failing\n"
    )
    monkeypatch.syspath_prepend(str(folder))
    EMBEDDED.clear()
    registry.available.cache_clear()
