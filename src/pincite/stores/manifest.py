"""Say which rows of which file are the vector index of a model, and from which state of the library.

A manifest is replaced at once, so whoever reads it finds the index before a change or after it.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from pincite.stores.lock import opener


@dataclass(frozen=True, slots=True)
class Manifest:
    """Which rows of which file count, and the state of the library that they were made from."""

    library: int
    model: str
    size: int
    """Bytes of a vector as it is stored."""
    erased: int
    """Nothing that was forgotten up to this generation is in the file."""
    file: str
    rows: int = 0
    last: int = 0
    """Every vector up to this number is in the file, unless it was gone by then."""

    def __post_init__(self) -> None:
        numbers = (self.library, self.size, self.erased, self.rows, self.last)
        if not all(isinstance(number, int) and number >= 0 for number in numbers):
            raise ValueError(f"a manifest holds what is no number: {numbers}")
        if not isinstance(self.model, str) or Path(str(self.file)).name != self.file:
            raise ValueError(f"a manifest names no file beside it: {self.file!r}")


def read_manifest(path: Path) -> Manifest | None:
    """None where there is none, or none that can be read."""
    try:
        return Manifest(**json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Put the manifest in the place of the one before, at once."""
    path = folder / manifest_name(manifest.model)
    new = path.with_suffix(".new")
    with open(new, "w", encoding="utf-8", opener=opener) as file:
        file.write(json.dumps(asdict(manifest)))
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def manifest_name(model: str) -> str:
    return f"{hashlib.sha256(model.encode()).hexdigest()[:16]}.json"
