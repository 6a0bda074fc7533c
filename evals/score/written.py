"""Read an answer that is written in words as the one value that it is: "ten years" is P10Y.

All of it must be that value and nothing else, and be clear: "ten years after the sale" and "03/04/2024" stay
words, and are compared as words.
"""

from __future__ import annotations

import re
from typing import Any

from pincite.values.registered import find

_BOOLEANS = {"yes": True, "no": False, "true": True, "false": False}
# The more telling form first: a date is no number, and what has a currency is no plain one.
_KINDS = ("date", "date_range", "duration", "percentage", "amount", "iban", "number")
_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_ISO_LENGTH = re.compile(r"P(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?<=\w\w)")
_AROUND = " .\t\n"


def written_value(written: str) -> tuple[str, dict[str, Any]] | None:
    """The type and the value that the words say; None where they say more, less or nothing of the kind."""
    words = written.strip(_AROUND)
    if words.lower() in _BOOLEANS:
        return "boolean", {"value": _BOOLEANS[words.lower()]}
    if _ISO_DAY.fullmatch(words):
        return "date", {"iso": words, "precision": "day"}
    if _ISO_LENGTH.fullmatch(words):
        return "duration", {"iso8601": words}
    for kind in _KINDS:
        readings = find(kind, words)
        if len(readings) == 1 and (readings[0].start, readings[0].end) == (0, len(words)):
            clear = not readings[0].ambiguous
            return (kind, readings[0].value.model_dump(mode="json")) if clear else None
    return None
