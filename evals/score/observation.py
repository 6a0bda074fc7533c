"""What came of asking one gold question, in a form that can be kept, with what only sets are measured by."""

from __future__ import annotations

from pincite.quality import observing
from pincite.quality.observing import ObservedItem, Place

__all__ = ["Observation", "ObservedItem", "Place"]


class Observation(observing.Observation):
    """One row as it was answered. `key` tells what was asked of what, with which settings and code."""

    key: str
    presence: float = 0.0
    """How sure it is that the document carries the answer, from 0 to 1, whatever the outcome."""
    candidate: ObservedItem | None = None
    """The likeliest candidate, shown or not; its confidence is its chance. None: no chance is known."""
    proposed: tuple[Place, ...] | None = None
    """Where a proposer of known honesty pointed, empty when it had nothing to say; None without one."""
    nearest: tuple[Place, ...] = ()
    paths: tuple[str, ...] = ()
    """The retrieval paths that had found the place of the first item; empty when none was returned."""
    passages: tuple[Place, ...] = ()
    """What retrieval proposed, best first, where only retrieval was measured."""
    cost: float = 0.0
    calls: int | None = None
    """How often a reader of known honesty was asked; None without one."""
    identical: int = 0
    """How many of these calls showed and asked the very same as another."""
    placed: bool | None = None
    """Whether a view could show where the gold answer stands; None where the gold does not say."""
    whole: bool | None = None
    """Of an oracle: whether one view showed all that it had to point at."""
    values: tuple[str, ...] = ()
    """Of an oracle: what the prover says of each typed value that it proposed."""
    forged: str = ""
    """Of a forger: what it forged; empty where there was nothing to forge."""
    believed: bool | None = None
    """Of an oracle: whether all that it proposed is answered; of a forger: whether what it forged left."""
    watched: tuple[str, ...] = ()
    """By item what the watchman says of it: holds, refused or unread."""
