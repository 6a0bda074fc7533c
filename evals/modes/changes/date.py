"""Write another day, month or year in the form of the original date."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from pydantic import BaseModel

from evals.modes.changes.number import Rewrite
from pincite.values.months import month_number, month_places
from pincite.values.types import DateValue

_MONTHS = ("January February March April May June July August September October November December").split()
_DAY = re.compile(r"(?<![\d.,/-])(0?)(\d{1,2})(st|nd|rd|th)?(?=[\s,]|$)", re.IGNORECASE)
_WAYS = 3


def rewrites(value: BaseModel, turn: int) -> Iterator[Rewrite]:
    """Ways to write another date for the value; `turn` says with which one to begin."""
    if not isinstance(value, DateValue):
        return
    year, month, day = (int(part) for part in (*value.iso.split("-"), "0", "0")[:3])
    parts = {"day": 3, "month": 2, "year": 1}[value.precision]
    for way in range(parts * _WAYS):
        step = (turn + way) // parts % _WAYS
        match (turn + way) % parts:
            case 0:
                yield partial(_with_year, old=year, new=year + 1 + step)
            case 1:
                yield partial(_with_month, old=month, new=(month + step) % 12 + 1)
            case _:
                yield partial(_with_day, old=day, new=(day + 4 + step) % 28 + 1)


def _with_year(words: str, old: int, new: int) -> str | None:
    if str(old) in words:
        return words.replace(str(old), str(new), 1)
    short = re.sub(rf"(?<=[/.-]){old % 100:02}$", f"{new % 100:02}", words)
    return short if short != words else None


def _with_month(words: str, old: int, new: int) -> str | None:
    for start in month_places(words):
        found = re.compile(r"[^\W\d_]+").match(words, start)
        if found and found[0].title() in _names(old) and month_number(found[0]) == old:
            name = _MONTHS[new - 1] if found[0].title() == _MONTHS[old - 1] else _MONTHS[new - 1][:3]
            name = name.upper() if found[0].isupper() else name
            return words[:start] + name + words[found.end() :]
    return None


def _names(month: int) -> set[str]:
    name = _MONTHS[month - 1]
    return {name, name[:3], name[:4] if month == 9 else name}


def _with_day(words: str, old: int, new: int) -> str | None:
    for found in _DAY.finditer(words):
        if int(found[2]) == old:
            day = f"{new:02}" if found[1] else str(new)
            ending = _ordinal(new) if found[3] else ""
            return words[: found.start()] + day + ending + words[found.end() :]
    return None


def _ordinal(day: int) -> str:
    return "th" if day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
