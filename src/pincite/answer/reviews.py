"""What a person decided about one item or lead of an answer; what code proved of it stays as it was."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, get_args

from pydantic import Field

from pincite.answer.answers import Evidence
from pincite.answer.checks import Decided, Published

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


def standing(reviews: Iterable[Review]) -> dict[str, Review]:
    """The last review of each part that nobody withdrew."""
    last = {each.part: each for each in reviews}
    return {part: each for part, each in last.items() if each.kind != "withdrawn"}


def with_decisions(answer: Any, reviews: Iterable[Review]) -> Any:
    """A recorded answer as JSON, each of its items with the decision that stands."""
    stands = standing(reviews)
    if not isinstance(answer, dict) or not stands:
        return answer
    items = [item | {"decision": _told(stands.get(item["id"]))} for item in answer.get("items", ())]
    return answer | {"items": items}


def _told(review: Review | None) -> dict[str, str] | None:
    return Decided(by=review.by, at=review.at, says=review.kind).model_dump() if review else None
