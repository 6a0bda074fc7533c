"""Tell whether a place states a sum or a number itself, and not one of what is added up or counted."""

from __future__ import annotations

import itertools

from pincite.answer.answers import Item
from pincite.language.vocabulary import stems
from pincite.values.types import Number

_SUMS = frozenset(stems("total totals sum aggregate altogether combined together"))
# "the total of all fees" and "fees in total", but not "the total liability … the fees".
_NEAR = 4


def states_sum(noun: str, item: Item) -> bool:
    """Whether the place speaks of a total of just this."""
    said, head = stems(item.evidence[0].snippet), _head(noun)
    totals = [at for at, stem in enumerate(said) if stem in _SUMS]
    things = [at for at, stem in enumerate(said) if stem == head]
    return any(abs(total - thing) <= _NEAR for total, thing in itertools.product(totals, things))


def states_number(noun: str, item: Item) -> bool:
    """Whether the number counts just this: "3 copies" are no conditions."""
    unit = item.value.unit if isinstance(item.value, Number) else None
    return bool(unit) and _head(unit or "") in stems(noun)


def _head(noun: str) -> str:
    """The word that says what it is: "fees" of "fees for services"."""
    return next(iter(stems(noun)), "")
