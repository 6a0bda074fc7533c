"""Decide by code whether a list or table is all there: bounded by what follows it, or truncated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from pincite.answer.verdicts import Judged
from pincite.records.document import Block, Document
from pincite.records.evidence import Overlap
from pincite.records.library import Identity
from pincite.structure.list_outline import Mark, Place, follows, opens, read_mark, resumes
from pincite.structure.list_runs import ANNOUNCES_MORE, announced, resumption, tree_places
from pincite.structure.table_parts import adds_up


@dataclass(frozen=True, slots=True)
class Listing:
    """The blocks that the items of an answer rest on, in the order of the text."""

    identity: Identity
    document: Document
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a list ends. `resumed` is where it goes on; a list that is cut and goes on nowhere has None."""

    bounded: bool
    reason: str = field(repr=False)
    resumed: Block | None = None


def listing_of(judged: Sequence[Judged]) -> Listing | None:
    """What the items of one document rest on; None when no quote of theirs was found."""
    proofs = [j.proofs[0] for j in judged if j.proofs]
    if not proofs:
        return None
    first = proofs[0]
    blocks = {
        block.number: block
        for proof in proofs
        if proof.document is first.document
        for block in proof.document.blocks_of(proof.span)
    }
    return Listing(first.identity, first.document, tuple(blocks[number] for number in sorted(blocks)))


def ending(listing: Listing, overlap: Overlap) -> Ending:
    """Bounded or truncated, by the last item and the start of what follows it."""
    document, last = listing.document, listing.blocks[-1]
    resumed = resumption(document, listing.blocks, overlap.blocks)
    if resumed and adds_up(document, listing.blocks, resumed):
        return Ending(True, f"the list ends with {_opening(document, last)!r}: the row after it adds it up")
    if resumed:
        where = f"on page {resumed.page}" if resumed.page else f"at {_opening(document, resumed)!r}"
        return Ending(False, f"the list goes on {where}", resumed)
    if last.kind == "sentence" and last.span.of(document.text).endswith(":"):
        start = announced(document, last, overlap.blocks)
        return Ending(False, f"the list that {_opening(document, last)!r} announces was not found yet", start)
    if last.kind != "table_row" and ANNOUNCES_MORE.search(last.span.of(document.text)):
        return Ending(False, "the last item announces another one")
    if problem := _gap(listing):
        return Ending(False, problem)
    what = _what_follows(overlap)
    return Ending(True, f"the list ends with {_opening(document, last)!r}: {what} follows")


def _what_follows(overlap: Overlap) -> str:
    if not overlap.blocks:
        return "nothing"
    return {"heading": "a heading", "table_row": "a table", "bullet": "another list"}.get(
        overlap.blocks[0].kind, "ordinary text"
    )


def _gap(listing: Listing) -> str:
    """What is missing inside: a list that an item announces and has not, or a number that was left out."""
    document = listing.document
    items = [block for block in listing.blocks if block.kind == "bullet"]
    texts = [item.span.of(document.text) for item in items]
    where = tree_places(document, items)
    for place, after, text in zip(where, [*where[1:], ()], texts, strict=False):
        if text.endswith(":") and len(after) <= len(place):
            return f"what {_short(text)!r} announces is not in the list"
    for item, text in zip(items, texts, strict=True):
        if _runs_into_page(document, item):
            return f"{_short(text)!r} crosses a page break and may have ended before it"
    # Paragraphs numbered 14., 15. count through a document; letters start with (a).
    first = read_mark(texts[0]) if texts else None
    if first is not None and first.style != "." and not opens(first):
        return f"everything before {first.label!r} is missing"
    before: dict[Place, Mark] = {}
    for place, text in zip(where, texts, strict=True):
        mark, sibling = read_mark(text), before.get(place[:-1])
        if mark is not None and sibling is not None and place[-1] > 1 and _leaves_out(sibling, mark):
            return f"something is missing between {sibling.label!r} and {mark.label!r}"
        if mark is not None:
            before[place[:-1]] = mark
    return ""


def _runs_into_page(document: Document, item: Block) -> bool:
    """Whether an item goes on with a capital letter on the next page, as another text would start there."""
    lines = document.lines_of(item.span)
    for above, below in pairwise(lines):
        start = below.span.of(document.text).strip()[:1]
        if above.page != below.page and start.isupper() and above.span.of(document.text).rstrip()[-1:] != "-":
            return True
    return False


def _leaves_out(earlier: Mark, later: Mark) -> bool:
    """Whether numbers are left out between two neighbours: (b) and (d). A list that starts again does not."""
    if follows(earlier, later) or not resumes(earlier, later):
        return False
    return any(
        (count := later.count(kind)) is not None and count > before + 1 for kind, before in earlier.counts
    )


def _opening(document: Document, block: Block) -> str:
    return _short(block.span.of(document.text))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:39] + "…"
