"""Find the document's own rule on which of two places prevails, with the words that state it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from pincite.decide.conflicts.amending import amendment_of, as_amended, is_operative
from pincite.decide.conflicts.overriding import gives_way, overrides
from pincite.decide.conflicts.places import Place
from pincite.decide.conflicts.ranking import ranked_first
from pincite.decide.conflicts.superseding import later_governs, specific_governs

Kind = Literal[
    "amendment", "as_amended", "notwithstanding", "order_of_precedence", "later_date", "specific_over_general"
]
Finding = tuple[Place, Place]
"""The place that prevails, and the place that says so."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Why a place prevails over another: the kind of rule and the block that states it."""

    kind: Kind
    prevailing: Place
    words: Place


def rule_between(a: Place, b: Place) -> Rule | None:
    """The rule that settles two places; None where there is none, or where two rules disagree."""
    found = [Rule(kind, *finding) for kind, look in _RULES if (finding := look(a, b)) is not None]
    if len({id(rule.prevailing) for rule in found}) != 1:
        return None
    return found[0]


def _by_amendment(a: Place, b: Place) -> Finding | None:
    first, second = amendment_of(a), amendment_of(b)
    if first and second:
        if first.later_than(second):
            return a, first.words
        if second.later_than(first):
            return b, second.words
        # In one amendment what it says of the past does not stand against what it ordains.
        if is_operative(a) != is_operative(b) and a.identity == b.identity:
            return (a, first.words) if is_operative(a) else (b, second.words)
        return None
    if first and first.amends(b):
        return a, first.words
    return (b, second.words) if second and second.amends(a) else None


def _as_amended(a: Place, b: Place) -> Finding | None:
    first, second = as_amended(a), as_amended(b)
    if first and not second:
        return a, first
    return (b, second) if second and not first else None


def _by_overriding(a: Place, b: Place) -> Finding | None:
    found = [
        (winner, words)
        for winner, loser in ((a, b), (b, a))
        if (words := overrides(winner, loser) or gives_way(loser, winner))
    ]
    return found[0] if len(found) == 1 else None


_RULES: tuple[tuple[Kind, Callable[[Place, Place], Finding | None]], ...] = (
    ("amendment", _by_amendment),
    ("as_amended", _as_amended),
    ("notwithstanding", _by_overriding),
    ("order_of_precedence", ranked_first),
    ("later_date", later_governs),
    ("specific_over_general", specific_governs),
)
