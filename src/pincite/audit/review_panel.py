"""Show in a report what people decided about an item or a lead, apart from what code proved of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.reviews import Review
from pincite.language.line_ends import on_one_line
from pincite.markup import Markup, element

_KINDS = {
    "accepted": "Accepted as an answer",
    "rejected": "Rejected: it does not answer the question",
    "withdrawn": "What was decided before was withdrawn",
}


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The reviews of one answer, the oldest first."""

    reviews: Sequence[Review]

    def beside(self, part: str, card: Markup) -> Markup:
        """The card with what was decided about it under it; the last review first, because it counts."""
        found = [each for each in self.reviews if each.part == part]
        return element("div", {"class": "reviewed"}, card, _panel(found)) if found else card


def _panel(reviews: Sequence[Review]) -> Markup:
    *earlier, last = reviews
    before = (f"Decided before: {_said(each)}" for each in reversed(earlier))
    return element(
        "section", {"class": "decision"},
        element("h4", {}, "Decided by a person, not proved"),
        element("p", {}, _said(last)),
        *([element("p", {}, f"Note: {on_one_line(last.note)}")] if last.note else []),
        *(element("p", {"class": "reason"}, each) for each in before),
    )  # fmt: skip


def _said(review: Review) -> str:
    when = review.at[:16].replace("T", " ")
    return f"{_KINDS[review.kind]}, by {on_one_line(review.by)}, {when} UTC."
