"""Make one cell of what all parts of a document give: every value once, with all its places.

Parts overlap, so the same sentence may be found twice, and a contract says the same in several places. What
two parts read differently from the same words is kept twice, and somebody must look.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pincite.answer.answers import MOST_LEADS, Evidence, Item, Lead
from pincite.answer.document_tables import Cell, CellState, Walked
from pincite.extract.part_units import Unit
from pincite.language.how_many import how_many
from pincite.values.types import Clause, Text

_BROKEN_OFF = "incomplete"


def merged(units: Sequence[Unit], walked: Walked) -> Cell:
    """The cell: answered where something is proved and nothing is left open in any part."""
    items = once([item for unit in units for item in unit.items])
    leads = _leads([lead for unit in units for lead in unit.leads], items)
    state, reason = _state(units, items, leads, walked)
    caveats = dict.fromkeys(caveat for unit in units for caveat in unit.caveats)
    return Cell(
        state=state,
        items=items,
        leads=leads,
        chance=_chance(units, items, leads),
        reason=" ".join(part for part in (reason, *caveats) if part),
        error=None,
        run=next((unit.run for unit in units if unit.items), units[-1].run if units else ""),
        walked=walked,
    )


def once(items: Iterable[Item]) -> list[Item]:
    """Each value once, in the order of the text, with the places of all that say it."""
    kept: list[Item] = []
    for item in items:
        at = next((number for number, known in enumerate(kept) if _same(known, item)), None)
        if at is None:
            kept.append(item)
        else:
            kept[at] = _with_places(kept[at], item)
    kept.sort(key=lambda item: item.evidence[0].start)
    return [item.model_copy(update={"id": f"item-{number}"}) for number, item in enumerate(kept, start=1)]


def _same(one: Item, other: Item) -> bool:
    """Whether two items say the same: the same value under the same conditions, or the same words."""
    if one.type != other.type:
        return False
    if isinstance(one.value, Text | Clause) and isinstance(other.value, Text | Clause):
        return _plain(one.value.text) == _plain(other.value.text)
    return one.value == other.value and one.qualifiers == other.qualifiers


def _with_places(item: Item, other: Item) -> Item:
    """The surer of the two, with the places of both: each place once."""
    best, second = (item, other) if item.rank >= other.rank else (other, item)
    places = {_place(each): each for each in (*best.evidence, *second.evidence)}
    return best.model_copy(update={"evidence": list(places.values())})


def _place(evidence: Evidence) -> tuple[int, int]:
    return evidence.start, evidence.end


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold().rstrip(".;,")


def _leads(leads: Sequence[Lead], items: Sequence[Item]) -> list[Lead]:
    """The likeliest places of all parts that no item rests on."""
    taken = [_place(evidence) for item in items for evidence in item.evidence]
    found: dict[tuple[int, int], Lead] = {}
    for lead in leads:
        place = _place(lead.evidence[0])
        if not any(start < place[1] and place[0] < end for start, end in taken):
            found.setdefault(place, lead)
    return sorted(found.values(), key=_unlikeliness)[:MOST_LEADS]


def _unlikeliness(lead: Lead) -> tuple[bool, float]:
    """What somebody claims comes first, then what is likeliest."""
    return not lead.why, 0.0 if lead.chance is None else -lead.chance


def _state(
    units: Sequence[Unit], items: Sequence[Item], leads: Sequence[Lead], walked: Walked
) -> tuple[CellState, str]:
    if any(unit.outcome == _BROKEN_OFF for unit in units):
        return "to_review", "A reply of the model broke off: there may be more than is listed."
    if doubtful := _contradicting(items):
        return "to_review", f"{how_many(doubtful, 'passage')} can be read in two ways."
    if leads:
        beside = "more values" if items else "it"
        return "to_review", f"{how_many(len(leads), 'passage')} may state {beside}; none is sure enough."
    if items:
        return "answered", ""
    read = f"Not found: {walked.blocks:,} of {how_many(walked.of_blocks, 'passage')} were read."
    is_open = any(unit.has_unread_pages for unit in units) or walked.blocks < walked.of_blocks
    return ("to_review" if is_open else "not_stated"), read


def _contradicting(items: Sequence[Item]) -> int:
    """How many places have two values that were read from the very same words."""
    seen: dict[tuple[int, int, str], int] = {}
    for item in items:
        key = (*_place(item.evidence[0]), " ".join(item.original.split()))
        seen[key] = seen.get(key, 0) + 1
    return sum(count > 1 for count in seen.values())


def _chance(units: Sequence[Unit], items: Sequence[Item], leads: Sequence[Lead]) -> float | None:
    if items:
        chances = [item.confidence for item in items]
        return None if None in chances else min(chance for chance in chances if chance is not None)
    if leads:
        return leads[0].chance
    return max((unit.chance_held for unit in units if unit.chance_held is not None), default=None)
