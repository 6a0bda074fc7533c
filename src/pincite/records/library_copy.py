"""A copy of a whole library in another place that was proved."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LibraryCopy:
    """What was copied, and by what it was proved."""

    documents: int
    versions: int
    files: int
    runs: int
    rows: int
    chain_head: str
    """The hash of the last entry of the chain, the same on both sides; empty where nothing was recorded."""
    chain_intact: bool
    """Whether the chain holds; where it does not, it did not before, either."""
    resumed: bool
    """Whether an earlier copy that was interrupted was gone on with."""
