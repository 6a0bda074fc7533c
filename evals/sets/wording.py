"""Read the few forms in which public sets write a normalised value: a length of time, a number."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import Any

_LENGTH = re.compile(r"(\d+)\s*(day|week|month|year)s?", re.I)
_LETTER = {"day": "D", "week": "W", "month": "M", "year": "Y"}
_NUMBER = re.compile(r"-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")


def duration_value(written: str) -> dict[str, Any] | None:
    """A whole number of one unit ("60 days"); None for whatever says more or less than that."""
    found = _LENGTH.fullmatch(written.strip())
    return {"iso8601": f"P{int(found[1])}{_LETTER[found[2].lower()]}"} if found else None


def plain_number(written: str) -> Decimal | None:
    """A number with digits alone, grouped by commas or not; None for anything else."""
    if not _NUMBER.fullmatch(written.strip()):
        return None
    try:
        return Decimal(written.strip().replace(",", ""))
    except InvalidOperation:
        return None
