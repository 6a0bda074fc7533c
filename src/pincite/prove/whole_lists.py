"""Prove that a list which says it is whole has every sibling of its run, also where a page cuts it in two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pincite.answer.answers import Item
from pincite.answer.checks import Check
from pincite.prove.against import Ground, Grounds, checked, ground_of, span_of
from pincite.records.document import Block, Document
from pincite.structure.lead_ins import is_row
from pincite.structure.list_runs import first_part, is_listed, runs_of, tree_places, whole


def prove_list(items: Sequence[Item], grounds: Grounds) -> Check | None:
    """What holds of items that are said to be all; None where there are none."""
    if not items:
        return None
    told = [(item.evidence[0].name, item.evidence[0].start, item.original) for item in items]
    if len(set(told)) < len(told):
        return checked("list", "contradicted", "an item is given twice")
    if not are_blocks(items, grounds):
        return checked("list", "open", "they are named in one sentence: that there are no others is judged")
    # What each of several documents says once is no list of theirs.
    counts = Counter(item.evidence[0].name for item in items)
    items = [item for item in items if len(counts) == 1 or counts[item.evidence[0].name] > 1]
    if not items:
        return None
    states = [
        siblings(ground.document, blocks)
        for ground, blocks in _by_document(items, grounds)
        if ground.document is not None
    ]
    wrong = next((each for each in states if each.state == "contradicted"), None)
    if wrong:
        return wrong
    if not states:
        return checked("list", "open", "that nothing is left out needs the file to prove")
    return next((each for each in states if each.state == "open"), states[0])


def are_blocks(items: Sequence[Item], grounds: Grounds) -> bool:
    """Whether every item is a sentence, bullet or row of its own, and not one of several things in one."""
    seen: set[tuple[str, int]] = set()
    for item in items:
        place = next((each for each in item.evidence if each.role == "answer"), item.evidence[0])
        ground = ground_of(place, grounds)
        blocks = ground.blocks_of(span_of(place)) if ground else ()
        numbers = {(place.version, block.number) for block in blocks}
        if not numbers or numbers & seen:
            return False
        seen |= numbers
    return True


def _by_document(items: Sequence[Item], grounds: Grounds) -> list[tuple[Ground, list[Block]]]:
    found: dict[int, tuple[Ground, list[Block]]] = {}
    for item in items:
        for place in item.evidence:
            ground = ground_of(place, grounds)
            if ground is None or place.role != "answer":
                continue
            found.setdefault(id(ground), (ground, []))[1].extend(ground.blocks_of(span_of(place)))
    return list(found.values())


def siblings(document: Document, given: Sequence[Block]) -> Check:
    """Whether some blocks are all items of the list that they are of."""
    listed = sorted(
        {block.number: block for block in given if is_listed(document, block)}.values(), key=_number
    )
    if not listed:
        return checked(
            "list", "open", "the items are named here and there: that there are no others is judged"
        )
    start = first_part(document, listed[:1])
    run = whole(document, runs_of(document, [*start, *listed]))
    places = dict(zip((block.number for block in run), tree_places(document, run), strict=True))
    parents = {places[block.number][:-1] for block in listed if block.number in places}
    known = {block.number for block in listed}
    lacking = [
        block
        for block in run
        if block.number not in known
        and not _is_head(document, listed, block)
        and places[block.number][:-1] in parents
        and is_listed(document, block)
        # The parent of given items is their stem, and no sibling of theirs.
        and places[block.number] not in parents
    ]
    if lacking:
        return checked(
            "list",
            "contradicted",
            f"it says that it is whole and leaves out “{_opening(document, lacking[0])}”",
        )
    return checked(
        "list", "proved", f"every item of the list is given, and it ends with “{_opening(document, run[-1])}”"
    )


def _is_head(document: Document, given: Sequence[Block], block: Block) -> bool:
    """Whether a row names the columns of others, as on every page of a long table: it has no figures."""
    table = document.table_of(block.span)
    if table is not None and table.header_rows:
        cells = [cell for cell in table.cells if block.span.covers(cell.span)]
        if cells and all(cell.row < table.header_rows for cell in cells):
            return True
    rows = [each for each in given if each.kind == "table_row" or is_row(document, each)]
    figures = [any(map(str.isdigit, each.span.of(document.text))) for each in (*rows, block)]
    return bool(rows) and not figures[-1] and all(figures[:-1])


def _number(block: Block) -> int:
    return block.number


def _opening(document: Document, block: Block) -> str:
    line = " ".join(block.span.of(document.text).split())
    return line if len(line) <= 60 else f"{line[:59]}…"
