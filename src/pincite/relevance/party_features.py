"""What tells whether the names that a contract introduces are its parties: all of them, and no others.

A list of names at the beginning is found by its form. Whether it is whole depends on signs that can be
counted: two are more often all than one, a list in which each has a short name was meant as a list, and who
signs at the end was introduced at the beginning.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from pincite.records.reading import Subject

_LEAST_END = 2_000
_SHARE_OF_END = 0.2


def party_features(text: str, parties: Sequence[Subject]) -> dict[str, float]:
    """The signs of a list of parties, which has one at least."""
    count = len(parties)
    ending = _letters(text[-max(_LEAST_END, int(len(text) * _SHARE_OF_END)) :])
    return {
        "parties": float(count),
        "are_two": float(count == 2),
        "with_short_name": sum(bool(each.aliases) for each in parties) / count,
        "begins_at": math.log1p(parties[0].span.start),
        "at_the_end": sum(_letters(each.name) in ending for each in parties) / count,
    }


def _letters(words: str) -> str:
    """Only what cannot be set in another way: signatures are in capitals, over several lines."""
    return "".join(filter(str.isalnum, words.casefold()))
