"""A copy of a library that was proved."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class BackUp:
    """A copy that was proved: how much it holds, and the hash of the file."""

    file: Path
    documents: int
    sources: int
    bytes: int
    sha256: str
    schema: int
    keys_revoked: int = 0
    """Of a library that was restored: API keys that open it no more."""
