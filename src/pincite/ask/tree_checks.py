"""Prove the place of every node of a tree: it stands under its parent in the document, too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pincite.answer.verdicts import Cause, Judged, Verdict
from pincite.records.document import Block, Cell, Document
from pincite.records.evidence import Proof
from pincite.structure.list_outline import Place
from pincite.structure.list_runs import runs_of, tree_places

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
