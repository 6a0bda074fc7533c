"""What was found where the bytes of files are kept outside the library."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Swept:
    """How many objects there were, how many no document needed, and whose are missing."""

    objects: int = 0
    dropped: int = 0
    bytes: int = 0
    """Of what was deleted."""
    missing: tuple[str, ...] = ()
    """COLLECTION/NAME of documents whose file is not there."""
