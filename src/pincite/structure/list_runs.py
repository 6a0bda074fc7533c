"""Follow a list or table through the blocks of a document, also where something cuts it in two.

The generator gives the items that stand together, the check of completeness looks at what follows them, and
the check of relevance asks whether an item belongs to a list: one rule for all three.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, takewhile, zip_longest

from pincite.records.document import FURNITURE, Block, Document
from pincite.structure.lead_ins import is_row, lead_in
from pincite.structure.list_outline import (
    Mark,
    Place,
    follows,
    opens,
    places,
    read_mark,
    resumes,
    stands_under,
)
from pincite.structure.table_parts import goes_on

# How many blocks may stand between two parts of one list: a footer, a header, a note, a title.
MOST_BETWEEN = 5
# How often a list may be cut before it is no longer followed.
MOST_CUTS = 3
_LONGEST_PAGE_LINE = 120
ANNOUNCES_MORE = re.compile(r"(?:[;,]|\b(?:and|or|and/or))\s*$", re.IGNORECASE)
SAYS_CONTINUED = re.compile(
    r"\b(?:cont(?:inued|inuation|[’']?d|\.)|carried (?:over|forward))(?!\w)", re.IGNORECASE
)
_COLUMN_GAP = re.compile(r"\S(?:\s{3,}|\t|\s*\|\s*)(?=\S)")


def run_after(document: Document, before: Block | None) -> list[Block]:
    """The items that stand together right after a block, or at the document's start; none when none do."""
    return list(_run(document, before.number if before else 0))


def run_of(document: Document, item: Block) -> list[Block]:
    """The items that stand together with this one."""
    number, blocks = item.number, document.blocks
    while number > 1 and _belongs(document, blocks[number - 2], blocks[number - 1]):
        if _is_another(document, blocks[max(number - 3, 0) : number - 1], blocks[number - 1]):
            break
        number -= 1
    run = list(_run(document, number - 1))
    return run if item in run else list(_run(document, item.number - 1))


def runs_of(document: Document, blocks: Sequence[Block]) -> list[Block]:
    """These blocks and all items that stand together with them, in the order of the text."""
    found: dict[int, Block] = {}
    for block in blocks:
        if block.number not in found:
            run = run_of(document, block) if _is_item(document, block) else [block]
            found |= {item.number: item for item in run}
    return [found[number] for number in sorted(found)]


def resumption(document: Document, items: Sequence[Block], after: Sequence[Block]) -> Block | None:
    """Where in what follows the list or table goes on; None when it has ended."""
    between: list[Block] = []
    for block in after:
        if _is_entry(document, block, items[-1]):
            return block if _goes_on(document, items, between, block) else None
        between.append(block)
        if len(between) > MOST_BETWEEN:
            break
    return None


def announced(document: Document, lead: Block, after: Sequence[Block]) -> Block | None:
    """The first item of the list that "…:" announces, where only what pages carry stands between."""
    if not lead.span.of(document.text).endswith(":"):
        return None
    for block in after:
        if _is_item(document, block):
            mark = _mark(document, block)
            return block if mark is None or opens(mark) else None
        if not _is_page_line(document, block):
            return None
    return None


def following(document: Document, last: Block) -> tuple[Block, ...]:
    """The start of what stands after a block, without headers, footers and notes."""
    after = document.blocks[last.number : last.number + 2 * MOST_BETWEEN]
    return tuple(block for block in after if block.kind not in FURNITURE)


def whole(document: Document, items: Sequence[Block]) -> list[Block]:
    """The items with those of the parts that follow, as far as the list goes on."""
    found = list(items)
    for _ in range(MOST_CUTS):
        at = resumption(document, found, following(document, found[-1])) if found else None
        if at is None:
            break
        found += [block for block in run_of(document, at) if block.number >= at.number]
    return found


def first_part(document: Document, items: Sequence[Block]) -> list[Block]:
    """The part that a list starts with: an earlier one where these items only go on with it."""
    part = list(items)
    for _ in range(MOST_CUTS):
        earlier = _earlier(document, part) if part else []
        if not earlier:
            break
        part = earlier
    return part


def tree_places(document: Document, items: Sequence[Block]) -> list[Place]:
    """The place of each item; a list that starts anew behind other text stands under none before it.

    What introduces a list, where it is given too, has the list under it.
    """
    parts: list[list[Block]] = []
    leads: list[Block | None] = []
    for item, after in zip_longest(items, items[1:]):
        if after is not None and not _is_item(document, item) and lead_in(document, after) == item:
            parts.append([])
            leads.append(item)
        elif parts and (not parts[-1] or _goes_on_with(document, parts[-1], item)):
            parts[-1].append(item)
        else:
            parts.append([item])
            leads.append(None)
    found: list[Place] = []
    for part, lead in zip(parts, leads, strict=True):
        before = found[-1][0] if found else 0
        inner = places(document, part)
        if lead is None:
            found += [(place[0] + before, *place[1:]) for place in inner]
        else:
            found += [(before + 1,), *((before + 1, *place) for place in inner)]
    return found


def is_listed(document: Document, block: Block) -> bool:
    """Whether a block is an item of a list or a row, which say little by themselves."""
    return _is_item(document, block) and not is_clause(document, block)


def is_clause(document: Document, block: Block) -> bool:
    """Whether a block is a numbered clause, which says something by itself: 6.2, and not (b)."""
    mark = _mark(document, block)
    return mark is not None and mark.style == "decimal"


def clause_of(document: Document, block: Block) -> Block | None:
    """The numbered clause that a block is, or stands under in its list; None where there is none."""
    run = run_of(document, block)
    clauses = [other for other in run if other.number <= block.number and is_clause(document, other)]
    return clauses[-1] if clauses else None


def parts_of(document: Document, clause: Block) -> list[Block]:
    """What stands under a numbered clause, up to the next one: (a) and 6.1.1 under 6.1."""
    behind = [other for other in run_of(document, clause) if other.number > clause.number]
    return list(
        takewhile(lambda other: not is_clause(document, other) or is_under(document, other, clause), behind)
    )


def sisters_of(document: Document, clause: Block) -> list[Block]:
    """The numbered clauses that stand together with one and are counted with it."""
    return [other for other in run_of(document, clause) if are_sisters(document, clause, other)]


def are_sisters(document: Document, one: Block, other: Block) -> bool:
    """Whether two numbered clauses are counted together: 6.1 and 6.2, and not 7.1."""
    first, second = _mark(document, one), _mark(document, other)
    if one == other or first is None or second is None or not first.style == second.style == "decimal":
        return False
    return first.path[:-1] == second.path[:-1]


def is_under(document: Document, block: Block, other: Block) -> bool:
    """Whether the numbers say so: 3.1.2 stands under 3.1."""
    mark, above = _mark(document, block), _mark(document, other)
    return mark is not None and above is not None and stands_under(mark, above)


def columns_of(document: Document, block: Block) -> int:
    """How many columns a row that was typed by hand has."""
    return len(_COLUMN_GAP.findall(block.span.of(document.text))) + 1


def _run(document: Document, index: int) -> Iterator[Block]:
    run: list[Block] = []
    for block in islice(document.blocks, index, None):
        belongs = _belongs(document, run[-1], block) if run else _is_item(document, block)
        belongs = belongs or _is_next_clause(document, run, block)
        if not belongs or (len(run) > 1 and _is_behind(document, run[-2:], block)):
            return
        yield block
        run.append(block)


def _belongs(document: Document, before: Block, block: Block) -> bool:
    """Whether two neighbours are items of one list or rows of one table."""
    if not _is_item(document, before) or not _is_item(document, block):
        return False
    if "table_row" in (before.kind, block.kind):
        same = document.table_of(before.span) == document.table_of(block.span)
        return before.kind == block.kind and same and before.section == block.section
    if before.kind == block.kind == "bullet" and before.section == block.section:
        return True
    one, other = _mark(document, before), _mark(document, block)
    if one is None or other is None:
        return one is other and before.section == block.section
    if block.kind == "bullet" and opens(other):
        return True
    return follows(one, other) or stands_under(other, one) or (one.style, other.style) == ("decimal",) * 2


def _is_next_clause(document: Document, run: Sequence[Block], block: Block) -> bool:
    """Whether 3.2 comes behind the list that stands under 3.1."""
    mark = _mark(document, block)
    if mark is None or mark.style != "decimal" or not _is_item(document, block):
        return False
    clauses = (m for m in (_mark(document, item) for item in reversed(run)) if m and m.style == "decimal")
    return any(follows(clause, mark) for clause in islice(clauses, MOST_BETWEEN))


def _is_behind(document: Document, last: Sequence[Block], block: Block) -> bool:
    """Whether a list has ended before a block, which stands right behind it."""
    return _is_title_behind(document, last, block) or _is_another(document, last, block)


def _is_another(document: Document, last: Sequence[Block], block: Block) -> bool:
    """Whether a block opens another list: 1. after "(1) …; and (2) … ." stands under none of them."""
    marks = [_mark(document, item) for item in (*last, block)]
    if len(marks) < 3 or not all(mark and not mark.is_symbol for mark in marks):
        return False
    one, two, new = (mark for mark in marks if mark)
    is_new = opens(new) and new.style != two.style and not stands_under(new, two)
    return follows(one, two) and is_new and _is_closed(document, last)


def _is_title_behind(document: Document, last: Sequence[Block], block: Block) -> bool:
    """Whether a block with the next number is the title of what comes after a list that says it has ended."""
    marks = [_mark(document, item) for item in (*last, block)]
    counted = all(a and b and not a.is_symbol and follows(a, b) for a, b in pairwise(marks))
    return counted and _is_closed(document, last) and block.span.of(document.text)[-1] not in ".;,:"


def _is_item(document: Document, block: Block) -> bool:
    """Whether a block is a list item, a numbered clause or a row."""
    if block.kind in ("bullet", "table_row"):
        return True
    mark = _mark(document, block)
    if block.kind in ("sentence", "heading") and mark is not None and mark.style == "decimal":
        return True
    return block.kind == "sentence" and columns_of(document, block) > 1 and is_row(document, block)


def _is_entry(document: Document, block: Block, last: Block) -> bool:
    """Whether a block may go on with what `last` is part of: an item with items, a row with rows."""
    rows = (last.kind == "table_row", _mark(document, last) is None)
    return _is_item(document, block) and rows == (block.kind == "table_row", _mark(document, block) is None)


def _goes_on(document: Document, items: Sequence[Block], between: Sequence[Block], block: Block) -> bool:
    if not between and _belongs(document, items[-1], block):
        return len(items) < 2 or not _is_behind(document, items[-2:], block)
    if items[-1].kind == "table_row":
        return goes_on(document, items[-1], block, _is_cut_only(document, items, between, block))
    mark = _mark(document, block)
    if mark is None:
        same = columns_of(document, block) == columns_of(document, items[0])
        return same and _is_cut_only(document, items, between, block)
    return _counts_on(document, items, between, block, mark)


def _counts_on(
    document: Document, items: Sequence[Block], between: Sequence[Block], block: Block, mark: Mark
) -> bool:
    marks = _open_marks(document, items)
    is_next = any(follows(open_mark, mark) for open_mark in marks)
    starts_again = opens(mark) and any(resumes(open_mark, mark) for open_mark in marks)
    if block.kind == "heading" or not (is_next or starts_again):
        return is_next and block.kind == "heading" and items[-1].kind == "heading" and not between
    unfinished = ANNOUNCES_MORE.search(items[-1].span.of(document.text)) is not None
    if _is_closed(document, items):
        return False
    if _is_cut_only(document, items, between, block):
        return is_next or unfinished or _is_continued(document, between)
    if any(other.kind == "heading" for other in between):
        return False
    introduces = bool(between) and between[-1].span.of(document.text).endswith(":")
    return (is_next and not mark.is_symbol) or (unfinished and not introduces)


def _is_cut_only(document: Document, items: Sequence[Block], between: Sequence[Block], block: Block) -> bool:
    """Whether nothing but what pages carry stands between: their headers and footers, a title "continued"."""
    if _is_continued(document, between):
        return True
    turned = items[-1].page != block.page or "\f" in document.text[items[-1].span.end : block.span.start]
    return turned and all(_is_page_line(document, other) for other in between)


def _is_page_line(document: Document, block: Block) -> bool:
    """Whether a block may be a header or footer that was not recognised as one."""
    text = block.span.of(document.text)
    if block.kind == "caption" or len(text) > _LONGEST_PAGE_LINE or text[-1] in ":;!?":
        return False
    return read_mark(text) is None and (text[-1] != "." or len(text.split()) < 4)


def _is_continued(document: Document, between: Sequence[Block]) -> bool:
    return any(
        len(text) <= _LONGEST_PAGE_LINE and SAYS_CONTINUED.search(text)
        for text in (block.span.of(document.text) for block in between)
    )


def _is_closed(document: Document, items: Sequence[Block]) -> bool:
    """Whether the list itself says that it has ended: "…; and" before the last item, and a full stop."""
    texts = [item.span.of(document.text).rstrip() for item in items[-2:]]
    joined = re.search(r"\b(?:and|or|and/or)$", texts[0], re.IGNORECASE) is not None
    return len(texts) > 1 and joined and texts[1].endswith(".")


def _open_marks(document: Document, items: Sequence[Block]) -> list[Mark]:
    """The marks of the last item and of those it stands under."""
    where = places(document, items)
    found, path = [], where[-1]
    for item, place in zip(reversed(items), reversed(where), strict=True):
        mark = _mark(document, item)
        if place == path[: len(place)] and mark is not None:
            found.append(mark)
    return found


def _earlier(document: Document, items: Sequence[Block]) -> list[Block]:
    """The part before these items with which they go on; none when they start the list themselves."""
    first = items[0]
    before = document.blocks[max(first.number - 2 - MOST_BETWEEN, 0) : first.number - 1]
    for block in reversed(before):
        if _is_entry(document, block, first):
            part = run_of(document, block)
            return part if resumption(document, part, following(document, part[-1])) == first else []
    return []


def _goes_on_with(document: Document, part: Sequence[Block], item: Block) -> bool:
    last, mark = part[-1], _mark(document, item)
    if item.number == last.number + 1 or (mark is None and not _is_item(document, item)):
        return True
    if mark is not None and not mark.is_symbol and any(follows(m, mark) for m in _open_marks(document, part)):
        return True
    return resumption(document, part, following(document, last)) == item


def _mark(document: Document, block: Block) -> Mark | None:
    return None if block.kind == "table_row" else read_mark(block.span.of(document.text))
