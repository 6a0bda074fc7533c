"""Compare values, and tell which of several is the most; refuse where the documents leave it open."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.compute.ranges import holds
from pincite.compute.rates import RateTable
from pincite.compute.results import Computed, Known, Refused
from pincite.compute.scales import Pair, on_one_scale
from pincite.records.computation import Relation
from pincite.values.types import Boolean, Text

SAME = "neither: they are the same"
_SHOWN: dict[Relation, str] = {">": ">", "<": "<", ">=": "≥", "<=": "≤", "=": "="}
_DENIED: dict[Relation, str] = {">": "≤", "<": "≥", ">=": "<", "<=": ">", "=": "≠"}


def compare(left: Known, relation: Relation, right: Known, rates: RateTable | None) -> Computed | Refused:
    """Yes or no, with the comparison that says so."""
    pair = on_one_scale(left, relation, right, rates)
    if isinstance(pair, Refused):
        return pair
    held = holds(pair.left, relation, pair.right)
    if held is None:
        return _open(pair)
    sign = pair.sign or (_SHOWN if held else _DENIED)[relation]
    return Computed(Boolean(value=held), pair.told(sign), pair.rates)


def choose(values: Sequence[Known], descending: bool, rates: RateTable | None) -> Computed | Refused:
    """The name of the value that is the most (or the least) of all; SAME when two share that place."""
    best = values[0]
    for other in values[1:]:
        pair = on_one_scale(best, ">", other, rates)
        if isinstance(pair, Pair) and pair.sign == ("<" if descending else ">"):
            best = other
    # The formula begins with the one that is chosen, and holds it against every other.
    told: list[Pair] = []
    for other in (each for each in values if each is not best):
        pair = on_one_scale(best, ">", other, rates)
        if isinstance(pair, Refused):
            return pair
        if pair.sign not in ("=", ">" if descending else "<"):
            return _open(pair)
        told.append(pair)
    name = SAME if any(pair.sign == "=" for pair in told) else best.name
    used = dict.fromkeys(rate for pair in told for rate in pair.rates)
    return Computed(Text(text=name), "; ".join(pair.told(pair.sign) for pair in told), tuple(used))


def _open(pair: Pair) -> Refused:
    return Refused(f"The documents do not settle which is larger: {pair.told('or')}.")
