"""Read the few forms in which public sets write a normalised value: a length of time."""

from __future__ import annotations

import re
from typing import Any

_LENGTH = re.compile(r"(\d+)\s*(day|week|month|year)s?", re.I)
_LETTER = {"day": "D", "week": "W", "month": "M", "year": "Y"}


def duration_value(written: str) -> dict[str, Any] | None:
    """A whole number of one unit ("60 days"); None for whatever says more or less than that."""
    found = _LENGTH.fullmatch(written.strip())
    return {"iso8601": f"P{int(found[1])}{_LETTER[found[2].lower()]}"} if found else None
