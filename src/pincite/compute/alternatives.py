"""Find the other values that a cited text gives for the same thing: the ends of a range, "or 30 days".

A sentence may give values of several things, "the premium is EUR 500 and the deductible is EUR 90", or
several of one, "EUR 500 in the first year and EUR 700 in the second". Only the first can be computed with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import BaseModel

from pincite.patterns import pattern
from pincite.records.document import CELL_GAP
from pincite.values.readings import Reading
from pincite.values.registered import find
from pincite.values.types import same

# What stands between two values where the second one is of another thing: another cell, another name for
# what follows, or another thing that happens then.
_ANOTHER_CELL = pattern(rf"[|{CELL_GAP}]")
_ANOTHER_NAME = pattern(
    r"\b(?:the|an?|its|their|his|her|such|any|each|every|all|no)\s+(?:[\w’'-]+\s+){1,6}?"
    r"(?:is|are|was|were|be|of|at|amounts? to|equals?|equal to|totals?|costs?|exceed)\b[^,;]{0,20}$"
    r"|[\w’'-]+\s*:\s*$|[.;]\s"
)
_ANOTHER_EVENT = pattern(
    r"\b(?:ends?|expires?|terminates?|commences?|begins?|starts?|continues?|lapses?|renews?|pays?|paid|receives?"
    r"|shall|will|must|may|can|is|are|was|were|has|have)\b",
    re.IGNORECASE,
)


def alternatives(answer_type: str, text: str, value: BaseModel) -> list[BaseModel]:
    """The other values of the kind that the text gives for what the value is of."""
    readings = find(answer_type, text)
    at = next((n for n, reading in enumerate(readings) if same(reading.value, value)), None)
    if at is None:
        return []
    first = last = at
    while first > 0 and not _apart(text, readings, first):
        first -= 1
    while last + 1 < len(readings) and not _apart(text, readings, last + 1):
        last += 1
    return [reading.value for reading in readings[first : last + 1] if not same(reading.value, value)]


def _apart(text: str, readings: Sequence[Reading[BaseModel]], later: int) -> bool:
    """Whether a value is of another thing than the one before it."""
    between = text[readings[later - 1].end : readings[later].start]
    return any(
        pattern.search(between) is not None for pattern in (_ANOTHER_CELL, _ANOTHER_NAME, _ANOTHER_EVENT)
    )
