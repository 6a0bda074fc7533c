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
