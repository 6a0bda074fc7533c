"""Tell day from month in dates written in figures, by another date that is written the same way."""

from __future__ import annotations

import re
from dataclasses import replace

from pincite.values.readings import Reading
from pincite.values.types import DateValue

_NUMERIC = re.compile(r"(?P<a>[0-9]{1,2})(?P<mark>[-/.])(?P<b>[0-9]{1,2})(?P=mark)(?P<year>[0-9]{4})")


def alike(one: str, other: str) -> bool:
    """Whether both are two numbers and a year, with the same mark between them."""
    a, b = _NUMERIC.fullmatch(one), _NUMERIC.fullmatch(other)
    return a is not None and b is not None and a["mark"] == b["mark"]


def is_either_way(written: str) -> bool:
    """Whether either number may be the month."""
    found = _NUMERIC.fullmatch(written)
    return bool(found) and found is not None and _either(int(found["a"]), int(found["b"]))


def other_way(reading: Reading[DateValue], written: str, like: str) -> Reading[DateValue]:
    """The date with day and month in the order in which `like`, which is clear, has them."""
    found, model = _NUMERIC.fullmatch(written), _NUMERIC.fullmatch(like)
    if found is None or model is None or int(model["a"]) == int(model["b"]):
        return reading
    day_first = int(model["a"]) > 12
    day, month = (found["a"], found["b"]) if day_first else (found["b"], found["a"])
    value = DateValue(iso=f"{found['year']}-{int(month):02}-{int(day):02}", precision="day")
    return replace(reading, value=value, ambiguous="")


def _either(a: int, b: int) -> bool:
    return a <= 12 and b <= 12 and a != b
