"""Read when the part of a document that a place stands in is dated."""

from __future__ import annotations

import re

from pincite.decide.conflicts.places import Place, blocks_of_part
from pincite.values.registered import find
from pincite.values.types import DateValue

_DATED = re.compile(
    r"\b(?:dated|date|as of|made (?:on|as of)|entered into|issued|version|effective"
    r"|valid (?:from|as of)|of|from)\b",
    re.IGNORECASE,
)
_OPENING_BLOCKS = 5
_LONGEST_BARE = 40


def date_of(place: Place) -> str:
    """The date, in ISO form, in the heading or the first lines of the part; empty when there is none.

    A bare line that is little more than a date dates a letter; elsewhere the words must say so.
    """
    for part in blocks_of_part(place)[:_OPENING_BLOCKS]:
        if part.block.number == place.block.number and part.block.kind != "heading":
            continue
        readings = [r for r in find("date", part.text) if not r.ambiguous]
        for reading in readings:
            bare = len(part.text) <= _LONGEST_BARE or part.block.kind == "heading"
            if isinstance(reading.value, DateValue) and (bare or _DATED.search(part.text[: reading.start])):
                return reading.value.iso
    return ""
