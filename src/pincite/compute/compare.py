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
    best, name = values[0], values[0].name
    formulas: list[str] = []
    used: list[str] = []
    for other in values[1:]:
        pair = on_one_scale(best, ">", other, rates)
        if isinstance(pair, Refused):
            return pair
        if not pair.sign:
            return _open(pair)
        formulas.append(pair.told(pair.sign))
        used += pair.rates
        if pair.sign == "=":
            name = SAME
        elif (pair.sign == "<") == descending:
            best, name = other, other.name
    return Computed(Text(text=name), "; ".join(formulas), tuple(dict.fromkeys(used)))


def _open(pair: Pair) -> Refused:
    return Refused(f"The documents do not settle which is larger: {pair.told('or')}.")
