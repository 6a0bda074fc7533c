"""Decide what each paragraph of a Word file is: heading, list item, text.

An author who used heading styles is taken at their word. Where at most one paragraph has one, which is
then the title of the document, headings are recognised as in every other format: by number, font and
capitals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pincite.ingest import headings, numbering
from pincite.ingest.layout import PieceKind
from pincite.ingest.numbering import Mark
from pincite.ingest.office.content import Aside, Grid, Item, Shown
from pincite.ingest.office.story import Draft
from pincite.ingest.rows import Row


def settled(items: Sequence[Draft | Grid | Aside]) -> Iterator[Item]:
    """The items of a body with their kinds and anchors.

    `¶ n` counts the paragraphs of the body that show something, in the order of the text: those in
    frames and text boxes with the others, those in tables not, since a cell has an anchor of its own.
    """
    drafts = [item for item in items if isinstance(item, Draft)]
    ranks = _ranks(drafts)
    found_by = _recognised(drafts, ranks)
    is_styled = _is_styled(drafts)
    number = above = 0
    for item in items:
        if isinstance(item, Grid):
            yield item
            continue
        if isinstance(item, Aside):
            yield Shown(item.text, item.kind, _near(number, item), inside=item.inside)
            continue
        how, rank = found_by[number], ranks[number]
        number += 1
        if how:
            above = 1 if item.is_title else item.level
            yield Shown(item.text, "heading", f"¶ {number}", above, how, rank)
        else:
            # The title of a clause stands under the styled heading before it, however it is numbered.
            level = max(above + 1, _depth(item.text)) if is_styled else 0
            yield Shown(item.text, _kind(item), f"¶ {number}", level)


def _near(number: int, aside: Aside) -> str:
    """Where something unseen stood, which is no paragraph that counts."""
    if not number:
        return "before ¶ 1"
    return f"after ¶ {number}" if aside.inside is None else f"¶ {number}"


def _recognised(drafts: Sequence[Draft], ranks: Sequence[int]) -> list[str]:
    """For each paragraph how it was found to be a heading; empty for one that is none."""
    styled = ["style" if _is_stated(draft) else "" for draft in drafts]
    if _is_styled(drafts):
        return styled
    marks = [numbering.mark(draft.text) for draft in drafts]
    rows = [
        Row(draft.text, apart=True, rank=rank, tabular=numbering.in_columns(_after(mark, draft.text)))
        for draft, mark, rank in zip(drafts, marks, ranks, strict=True)
    ]
    found = headings.recognise(rows, marks)
    return [
        stated or (how if draft.kind == "text" and not numbering.is_ruling(draft.text) else "")
        for draft, stated, how in zip(drafts, styled, found, strict=True)
    ]


def _is_styled(drafts: Sequence[Draft]) -> bool:
    """Whether the author used heading styles for more than the title of the document."""
    return sum(_is_stated(draft) and not draft.is_title for draft in drafts) > 1


def _is_stated(draft: Draft) -> bool:
    return bool(draft.level or draft.is_title) and _has_words(draft.text)


def _depth(text: str) -> int:
    mark = numbering.mark(text)
    return mark.label.count(".") + 1 if mark is not None and mark.style == "decimal" else 1


def _has_words(text: str) -> bool:
    return any(map(str.isalpha, text))


def _after(mark: Mark | None, text: str) -> str:
    return text[mark.end :] if mark is not None else text


def _ranks(drafts: Sequence[Draft]) -> list[int]:
    """How far each paragraph stands out by size, then by weight, from what most of the text looks like."""
    weights: Counter[tuple[int, bool]] = Counter()
    for draft in drafts:
        weights[draft.size, draft.is_bold] += len(draft.text)
    usual = weights.most_common(1)[0][0] if weights else (0, False)
    louder = sorted(
        {(draft.size, draft.is_bold) for draft in drafts if (draft.size, draft.is_bold) > usual}, reverse=True
    )
    rank_of = {look: rank for rank, look in enumerate(louder, start=1)}
    return [
        rank_of.get((draft.size, draft.is_bold), 0) if len(draft.text) <= headings.MAX_HEADING_CHARS else 0
        for draft in drafts
    ]


def _kind(draft: Draft) -> PieceKind:
    """A numbered clause is text and may have a title of its own; an item of a list is cited whole."""
    if draft.kind != "text":
        return draft.kind
    mark = numbering.mark(draft.text)
    if mark is None:
        return "bullet" if draft.is_item else "text"
    if mark.style in ("decimal", "bare", "keyword"):
        return "text"
    if mark.style == "number" and numbering.run_in_title(draft.text):
        return "text"
    return "bullet"
