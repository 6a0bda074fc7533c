"""Tell when an answer is a list, whether it is all there, and whether its items stand where it says.

What follows a list or table in the document bounds it, or shows that it is truncated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from pincite.answer.verdicts import Cause, Judged, Verdict
from pincite.decide.outcome import Decision
from pincite.records.document import Block, Cell, Document
from pincite.records.evidence import Overlap, Proof
from pincite.records.library import Identity
from pincite.records.question import AnswerShape, Question
from pincite.structure.list_outline import Mark, Place, follows, opens, read_mark, resumes
from pincite.structure.list_runs import (
    ANNOUNCES_MORE,
    announced,
    are_sisters,
    clause_of,
    is_clause,
    is_listed,
    is_under,
    resumption,
    runs_of,
    sisters_of,
    tree_places,
)
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


def leaves_out_clauses(listing: Listing, following: Block | None) -> bool:
    """Whether a list is of numbered clauses, and others are counted with them, there or behind a cut."""
    document, given = listing.document, {block.number for block in listing.blocks}
    if following and any(are_sisters(document, block, following) for block in listing.blocks):
        return True
    sisters = [other for block in listing.blocks for other in sisters_of(document, block)]
    return any(other.number not in given for other in sisters)


def ends_before(listing: Listing, following: Block) -> bool:
    """Whether a list of clauses has ended: what follows is numbered elsewhere, like 7.1 after 6.3."""
    document = listing.document
    last = clause_of(document, listing.blocks[-1])
    return last is not None and is_clause(document, following) and not is_under(document, following, last)


def is_of_list(decision: Decision) -> bool:
    """Whether what is given introduces a list or is an item of one; a numbered clause is neither."""
    proof = decision.kept[0].proofs[0]
    blocks = proof.document.blocks_of(proof.span)
    following = proof.document.blocks[blocks[-1].number : blocks[-1].number + 1]
    last = blocks[-1].span.of(proof.document.text).rstrip()
    introduces = last.endswith(":") or ANNOUNCES_MORE.search(last) is not None
    return introduces or any(is_listed(proof.document, block) for block in (blocks[0], *following))


def only_introduces(question: Question, decision: Decision) -> bool:
    """Whether a sentence is given as the answer that says nothing without the list behind it."""
    single = question.generation.answer_shape == "single" and decision.outcome == "answered"
    kept = decision.kept[0].claim if single and decision.kept else None
    return kept is not None and kept.answer_type == "text" and kept.original.rstrip().endswith(":")


def of_one_row(question: Question, items: Sequence[Judged]) -> bool:
    """Whether several answers stand in one row or sentence: those are no items of a list that can be cut."""
    proofs = [each.proofs[0] for each in items]
    blocks = {block for proof in proofs for block in proof.document.blocks_of(proof.span)}
    if len(items) < 2 or len(blocks) > 1 or question.generation.answer_shape != "list":
        return False
    kind = next(iter(blocks)).kind
    return kind == "table_row" or (kind == "sentence" and not list_follows(items[0]))


def list_follows(kept: Judged) -> bool:
    """Whether a list or table stands right behind a sentence."""
    document = kept.proofs[-1].document
    number = document.blocks_of(kept.proofs[-1].span)[-1].number
    following = document.blocks[number : number + 1]
    return any(block.kind in ("bullet", "table_row") for block in following)


def as_given(question: Question, decision: Decision) -> Question:
    """The question with the shape that its answer turned out to have: a list may be nested."""
    nested = any(len(kept.claim.place) > 1 for kept in decision.kept)
    is_list = question.generation.answer_shape == "list"
    return shaped(question, "tree") if is_list and nested else question


def shaped(question: Question, shape: AnswerShape) -> Question:
    return replace(question, generation=replace(question.generation, answer_shape=shape))


TREE = "tree"


def placed(judged: Sequence[Judged]) -> list[Judged]:
    """The same claims; each that stands under another has a verdict on whether the document says so too."""
    nodes = {j.claim.place: j for j in judged if j.proofs and j.claim.place}
    if not any(len(place) > 1 for place in nodes):
        return list(judged)
    document = next(iter(nodes.values())).proofs[0].document
    # With their neighbours, so that a claim which was refused leaves no gap in the outline.
    blocks = runs_of(document, [_block(j.proofs[0]) for j in nodes.values()])
    where = dict(zip((block.number for block in blocks), tree_places(document, blocks), strict=True))
    return [_judged(each, nodes, where) if len(each.claim.place) > 1 else each for each in judged]


def _judged(node: Judged, nodes: Mapping[Place, Judged], where: Mapping[int, Place]) -> Judged:
    if not node.proofs or any(verdict.check == TREE for verdict in node.verdicts):
        return node
    parent = nodes.get(node.claim.place[:-1])
    problem = _problem(node.proofs, parent.proofs[0], where) if parent else "the item above it was not found"
    reason = problem or "the document lists it under the same item"
    cause: Cause = "misplaced" if problem else ""
    verdict = Verdict(check=TREE, passed=not problem, score=float(not problem), reason=reason, cause=cause)
    return replace(node, verdicts=(*node.verdicts, verdict))


def _problem(proofs: Sequence[Proof], above: Proof, where: Mapping[int, Place]) -> str:
    """Why a node does not stand under another; empty when it does."""
    proof = proofs[0]
    document, block, parent = proof.document, _block(proof), _block(above)
    if above.document is not document:
        return "the item above it is in another document"
    cell = document.cell_of(proof.span)
    if cell is not None and block.kind == "table_row":
        return _problem_in_table(document, cell, proofs, above)
    if parent.kind == "heading" and parent.section is not None and block != parent:
        path = document.section_path(block.section)
        return "" if path and path[-1].id == parent.section else "it is under another heading"
    under = block == parent or where[block.number][:-1] == where[parent.number]
    return "" if under else "the document lists it under another item"


def _problem_in_table(document: Document, cell: Cell, proofs: Sequence[Proof], above: Proof) -> str:
    table, name = document.table_of(proofs[0].span), document.cell_of(above.span)
    if table is None or document.table_of(above.span) != table:
        return "the name of its row is in another table"
    if name is None:
        return "" if _block(above) == _block(proofs[0]) else "it is in another row"
    is_title = name.columns == table.columns > 1
    if is_title:
        titles = [
            c.row
            for c in table.cells
            if c.columns == table.columns and table.header_rows <= c.row <= cell.row
        ]
        return "" if titles and titles[-1] == name.row else "it is under another title"
    if not (name.row < cell.row + cell.rows and cell.row < name.row + name.rows):
        return "it is in another row"
    cited = [proof.span for proof in proofs[1:]]
    if any(head.span not in cited for head in table.headers_of(cell)):
        return "the name of its column is not cited"
    return ""


def _block(proof: Proof) -> Block:
    return proof.document.blocks_of(proof.span)[0]
