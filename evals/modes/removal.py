"""Take out of a text every sentence that gives an answer, so that the text is silent about it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from evals.modes.edits import Edit, Edited, edited
from evals.modes.stating import anchored, stating, touched
from evals.modes.variants import LeftOut
from pincite.quality.questions import GoldRow
from pincite.records.span import Span

# With more gone, a text is silent about the rest as well, and finding nothing in it proves little.
MOST_SHARE = 0.2
_REPLACING = re.compile(
    r"(?<!\w)(?:instead|in (?:place|lieu) of|replace[sd]|supersede[sd]|"
    r"(?:is|are) (?:hereby )?amended|"
    r"(?:in|de)creased to|extended (?:to|until)|substituted)(?!\w)",
    re.IGNORECASE,
)


def without_answer(row: GoldRow, text: str) -> Edited | LeftOut:
    """The text without the sentences, list items and rows that hold some place of the answer."""
    places = stating(row, text)
    blocks = {block for place in places or () for block in touched(text, place.start, place.end)}
    if not blocks:
        return LeftOut(row.id, "no_place")
    if any(_REPLACING.search(block.of(text)) for block in _evidence(row, text)):
        return LeftOut(row.id, "replaces")
    gone = _joined(text, blocks)
    if sum(span.end - span.start for span in gone) > MOST_SHARE * len(text):
        return LeftOut(row.id, "too_much")
    return edited(text, [_cut(text, span) for span in gone])


def _evidence(row: GoldRow, text: str) -> list[Span]:
    """The sentences of the answer itself, without those around them."""
    spans = [span for answer in anchored(row, text).answers for span in answer.spans or ()]
    return [block for start, end in spans for block in touched(text, start, end)]


def _joined(text: str, blocks: Iterable[Span]) -> list[Span]:
    """The blocks in order, those with only white space between them as one."""
    joined: list[Span] = []
    for block in sorted(blocks):
        if joined and not text[joined[-1].end : block.start].strip():
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, block.end))
        else:
            joined.append(block)
    return joined


def _cut(text: str, gone: Span) -> Edit:
    """The deletion, with one of the two gaps beside it: the one that parts paragraphs stays."""
    start, end = gone.start, gone.end
    before = len(text[:start]) - len(text[:start].rstrip())
    after = len(text[end:]) - len(text[end:].lstrip())
    above, below = text.count("\n", start - before, start), text.count("\n", end, end + after)
    if (start == before or above >= below) and end + after < len(text):
        return Edit(start, end + after)
    return Edit(start - before, end)
