"""Read which years, quarters and lengths of time a question, or the head of a column, speaks of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from pincite.language.vocabulary import stems
from pincite.patterns import pattern
from pincite.values.date import find_dates
from pincite.values.duration import find_durations

Stand = Literal[-1, 0, 1]
"""Differs, not said, agrees."""

_YEAR = pattern(
    r"(?<![\w.,/])(?P<full>(?:19|20)\d\d)(?:\s?[/–-]\s?(?P<next>(?:19|20)?\d\d))?(?![\d,]|\.\d)"
    r"|\b(?:FY|CY|F|H[12]|Q[1-4]|[1-4]Q)\s?['’]?(?P<short>(?:20)?\d\d)(?:\s?/\s?(?P<then>\d\d))?\b",
    re.IGNORECASE,
)
_FISCAL = pattern(r"\b(?:FY|CY)\s?['’]?(?P<year>(?:20)?\d\d)\b", re.IGNORECASE)
_CALLED = pattern(r"\b(?:fiscal(?: year)?|FY) ?((?:19|20)\d\d)\b", re.IGNORECASE)
_QUARTER = pattern(
    r"\bQ(?P<a>[1-4])(?!\d)|\b(?P<b>[1-4])Q|\b(?P<c>first|second|third|fourth|1st|2nd|3rd|4th) quarter",
    re.IGNORECASE,
)
_ORDER = {
    "first": "1",
    "1st": "1",
    "second": "2",
    "2nd": "2",
    "third": "3",
    "3rd": "3",
    "fourth": "4",
    "4th": "4",
}
WHOLE_YEAR = "12"
_WHOLE_YEARS = frozenset({"P52W", "P53W", "P12M", "P1Y"})
LATEST_UNCLEAR_DAY = (3, 7)
"""Companies call a year that ends between January and the first days of March by either year."""
_LENGTHS = (
    ("3", pattern(r"\b(?:three|3)[- ]months?\b|\bquarter(?:ly|s)?\b|\bQ[1-4](?!\d)|\b[1-4]Q", re.IGNORECASE)),
    ("6", pattern(r"\b(?:six|6)[- ]months?\b|\bhalf[- ]year\b|\bH[12](?!\d)", re.IGNORECASE)),
    ("9", pattern(r"\b(?:nine|9)[- ]months?\b", re.IGNORECASE)),
    (
        WHOLE_YEAR,
        pattern(r"\b(?:twelve|12)[- ]months?\b|\byears? ended\b|\b(?:full|fiscal)[- ]year|\bFY", re.I),
    ),
)  # fmt: skip
# Current assets, liabilities, taxes and the current portion of a debt are lines of any year.
_LATEST = pattern(
    r"\b(?:latest|currently|current(?!\s+(?:assets?|liabilit|portion|matur|ratio|tax|income tax|accounts?\b))"
    r"|most recent|newest|last reported|this year|now)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Times:
    """The times that a text names; what it does not name is empty."""

    years: frozenset[str] = frozenset()
    spread: frozenset[str] = frozenset()
    """Years that are named as one over two: "2017/18" is "2017/2018"."""
    quarters: frozenset[str] = frozenset()
    lengths: frozenset[str] = frozenset()
    """In months."""
    latest: bool = False
    dated: frozenset[str] = frozenset()
    """Years that are part of a day or month, where the year that is meant may be called otherwise."""
    either: frozenset[str] = frozenset()
    """Years that it may be called by as well: a year that ends in January 2019 may be 2018 or 2019."""


def times_of(text: str) -> Times:
    """Every time that a text names."""
    years: set[str] = set()
    spread: set[str] = set()
    for found in _YEAR.finditer(text):
        first = _in_full(found["full"] or found["short"], "20")
        behind = found["next"] or found["then"]
        last = _in_full(behind, first[:2]) if behind else first
        if int(last) == int(first) + 1 and "/" in found[0]:
            spread.add(f"{first}/{last}")
        else:
            years |= {first, last}
    quarters = {_quarter(found) for found in _QUARTER.finditer(text)}
    lengths = frozenset(length for length, said in _LENGTHS if said.search(text))
    return Times(
        frozenset(years), frozenset(spread), frozenset(quarters), lengths, bool(_LATEST.search(text))
    )


def dated_years(text: str) -> frozenset[str]:
    """The years of the days and months that a text names: "February 2, 2019" is in 2019."""
    return frozenset(found.value.iso[:4] for found in find_dates(text))


def last_day(words: str) -> date | None:
    """The one day that the head of a column names; None where it names none or several."""
    days = {
        date.fromisoformat(found.value.iso)
        for found in find_dates(words)
        if found.value.precision == "day" and not found.ambiguous
    }
    return days.pop() if len(days) == 1 else None


def called_year(words: str) -> str | None:
    """The fiscal year by which a head itself calls its last day: "Fiscal 2018 (ended February 2, 2019)"."""
    found, day = _CALLED.search(words), last_day(words)
    return found[1] if found and day and int(found[1]) == day.year - 1 else None


def other_year(words: str) -> int | None:
    """By which year the head of a column may be called as well as by that of its day; None where by no other.

    One that ends later in the year is called by the year in which it ends. A quarter is no year.
    """
    day = last_day(words)
    if day is None or (day.month, day.day) > LATEST_UNCLEAR_DAY or times_of(words).lengths - {WHOLE_YEAR}:
        return None
    lengths: set[str] = {each.value.iso8601 for each in find_durations(words)}
    return None if lengths - _WHOLE_YEARS else day.year - 1


def years_in_full(text: str) -> str:
    """With "2021" for "FY2021" and "FY21", as the heads of columns write it."""
    return _FISCAL.sub(lambda found: _in_full(found["year"], "20"), text)


def time_stems(text: str) -> frozenset[str]:
    """The stems of the words that name years, quarters and lengths of time: "FY2021", "fiscal year"."""
    patterns = (_YEAR, _QUARTER, *(said for _, said in _LENGTHS))
    return frozenset(stem for each in patterns for found in each.finditer(text) for stem in stems(found[0]))


def years_stand(asked: Times, said: Times) -> Stand:
    """How the years that are named stand to those that are asked for; "2017/18" may be called 2018."""
    if not (asked.years or asked.spread) or not (said.years or said.spread):
        return 0
    if asked.dated and said.dated:
        return 1 if asked.dated & said.dated else -1
    if asked.spread & said.spread or asked.years & said.years:
        return 1
    ends = {each.split("/")[1] for each in said.spread}
    asked_ends = {each.split("/")[1] for each in asked.spread}
    return 1 if asked.years & ends or asked_ends & said.years else -1


def others_stand(asked: Times, said: Times) -> Stand:
    """The same of quarters and lengths of time."""
    stands = [
        1 if ours & theirs else -1
        for ours, theirs in ((asked.quarters, said.quarters), (asked.lengths, said.lengths))
        if ours and theirs
    ]
    return 0 if not stands else (-1 if -1 in stands else 1)


def _in_full(year: str, century: str) -> str:
    return year if len(year) == 4 else f"{century}{year}"


def _quarter(found: re.Match[str]) -> str:
    return found["a"] or found["b"] or _ORDER[found["c"].lower()]
