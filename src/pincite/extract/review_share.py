"""Count how often people found right what a table says, and how sure that share is.

Only cells that somebody decided about count, so it is the share of those that were looked at. A value counts
as right where it was accepted as it is, and a lead where the likeliest passage is the one that was taken.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.answer.document_tables import Cell, Review, Share, Table
from pincite.extract.cell_words import is_accepted_as_it_is
from pincite.records.wilson import wilson


def reviewed(table: Table) -> Table:
    """The table with what its decisions say of its answers."""
    return table.model_copy(update={"review": review_of(table)})


def review_of(table: Table) -> Review | None:
    """None where nobody decided about any cell."""
    decided = [cell for _, _, cell in table.cells() if cell.decision]
    if not decided:
        return None
    answered = [is_accepted_as_it_is(cell) for cell in decided if cell.state == "answered"]
    leads = [_is_first_lead(cell) for cell in decided if cell.leads and not cell.items]
    return Review(
        decided=len(decided),
        confirmed=sum(cell.confirmed for cell in decided),
        answers=_share(answered),
        leads=_share(leads),
    )


def in_words(review: Review) -> list[str]:
    """What the decisions say, a sentence for each share."""
    told = [("answers", review.answers), ("likeliest passages", review.leads)]
    said = [
        f"Of {share.of:,} {noun} that were reviewed, {share.right:,} were right: {share.share:.0%} "
        f"(95 % interval {share.low:.0%} to {share.high:.0%})."
        for noun, share in told
        if share
    ]
    second = f"{review.confirmed:,} of {review.decided:,} decisions were confirmed by a second reviewer."
    return [*said, *([second] if review.confirmed else [])]


def _share(right: Sequence[bool]) -> Share | None:
    if not right:
        return None
    share = sum(right) / len(right)
    low, high = wilson(share, len(right))
    return Share(right=sum(right), of=len(right), share=share, low=low, high=high)


def _is_first_lead(cell: Cell) -> bool:
    """Whether the likeliest passage was taken; a value that was typed counts where it is within it."""
    decision = cell.decision
    if decision is None or not decision.evidence:
        return False
    taken, first = decision.evidence[0], cell.leads[0].evidence[0]
    same = taken.version == first.version
    return same and first.start <= taken.start and taken.end <= first.end
