"""What a person decided about one item or lead of an answer; what code proved of it stays as it was."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import Field

from pincite.answer.answers import Evidence
from pincite.answer.checks import Published

ReviewKind = Literal["accepted", "rejected", "withdrawn"]
REVIEW_KINDS: tuple[ReviewKind, ...] = get_args(ReviewKind)


class Review(Published):
    """A judgement of a person, which is no proof: only ever added, and the last about a part counts."""

    part: str
    """The id of an item ("item-1"), or the number of a lead ("lead-1")."""
    kind: ReviewKind
    """It answers, it does not, or what the reviewer had said before no longer holds."""
    evidence: list[Evidence]
    """The places that the part cites: with them the review goes when their document is purged."""
    by: str
    at: str
    """When, in UTC."""
    note: str = Field(default="", repr=False)
    """What the reviewer wrote beside it."""
