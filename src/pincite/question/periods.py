"""Find the years, quarters and days that a question names, and what it says without them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.patterns import pattern

_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?"
    r"|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_DAY = rf"(?:{_MONTH}(?:\s+\d{{1,2}}(?:st|nd|rd|th)?,?)?|\d{{1,2}}(?:st|nd|rd|th)?\s+{_MONTH},?)"
_KIND = r"(?:fiscal|financial|calendar)"
_LED = (
    rf"(?:the\s+)?(?:{_KIND}\s+)?(?:years?|quarters?|periods?)\s+(?:ended|ending)\s+(?:{_DAY}\s+)?"
    rf"|(?:the\s+)?{_KIND}\s+(?:years?\s+|{_DAY}\s+)?|(?:the\s+)?years?\s+|FY\s?|Q[1-4],?\s+(?:of\s+)?|{_DAY}\s+"
    r"|(?:the\s+)?(?:first|second|third|fourth)\s+quarters?\s+(?:of\s+)?"
    r"|(?:the\s+)?year[- ]ends?\s+(?:of\s+)?"
    rf"|(?:the\s+)?end\s+of\s+(?:the\s+)?(?:(?:{_KIND}\s+)?(?:year|period)\s+|{_KIND}\s+|FY\s?)?"
)
# "June 30 and December 31, 2019": the year of the second day is that of the first, too.
_YEAR_LATER = rf"(?=,?\s+(?:and|to)\s+{_DAY}\s+(?P<later>(?:19|20)\d\d))"
_PERIOD = pattern(
    rf"(?<![\w$€£./])(?:(?P<led>{_LED})?(?P<year>(?:19|20)\d\d(?:/(?:19|20)?\d\d)?)"
    r"(?!\d|%|\.\d|,\d{3}(?!\d)|\s+[Nn]otes)"
    rf"|(?P<short>FY?)\s?'?(?P<digits>\d\d)\b|(?P<day>{_DAY}){_YEAR_LATER})",
    re.IGNORECASE,
)
_JOINED = pattern(
    r"(?:\s|,|-|–|—|&|\b(?:and|to|or|through|until|till|from|in|for|over|as|at|of|than|with|compared|comparing"
    r"|versus|vs\.?|relative|the|that|year[- ]ends?|against|respectively|both|during)\b)+",
    re.IGNORECASE,
)
_UP_TO = pattern(r"-|–|—|\b(?:to|through|until|till)\b", re.IGNORECASE)
_COMPARED = pattern(r"\b(?:compared|relative|from|versus|vs)\b", re.IGNORECASE)
_SPAN = r"(?:\d+|two|three|four|five)[- ]years?(?:\s+periods?)?"
_BEFORE = pattern(
    r"[\s,]*\b(?P<by>in|for|from|between|during|as of|as at|at|over|across|through|throughout|on|within)"
    rf"\b(?:[\s,]*\b(?:both|the|all|periods?|years?|{_SPAN}|from|between|of|for|in|to|fiscal)\b)*[\s,(]*$",
    re.IGNORECASE,
)
_BEHIND = pattern(r"\)?[\s,]*(?:\b(?:year[- ]ends?|fiscal year|and)\b)?", re.IGNORECASE)
_STILL = frozenset({"in", "for", "during", "as of", "as at", "at", "on"})
_IS_DAY = pattern(_DAY + r"\s+\d{4}", re.IGNORECASE)
_MOST_YEARS = 10
_IN_A_YEAR = 10_000
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_QUARTERS = ("first", "second", "third", "fourth")


@dataclass(frozen=True, slots=True)
class Periods:
    """Periods that are named together, in the order and words of the question: "in 2019 from 2018"."""

    named: tuple[str, ...]
    order: tuple[int, ...]
    """Each as a number that grows with time."""
    start: int
    end: int
    by: str = "in"
    """The word that leads to one of them: "as of" December 31, 2019."""
    whole_range: bool = False
    """Whether all years from the first to the last may be meant."""

    @property
    def years(self) -> tuple[int, ...]:
        return tuple(each // _IN_A_YEAR for each in self.order)

    @property
    def each(self) -> tuple[str, ...]:
        """Every period that is meant, with the years between; none where that would be too many."""
        if not self.whole_range or len(self.named) != 2:
            return self.named
        first, last = self.years
        if abs(last - first) < 2:
            return self.named
        if not 0 < last - first < _MOST_YEARS or str(first) not in self.named[0]:
            return ()
        return tuple(self.named[0].replace(str(first), str(year)) for year in range(first, last + 1))

    @property
    def ends(self) -> tuple[str, str] | None:
        """The earlier and the later of two; None where there are not two."""
        if len(self.named) != 2 or self.order[0] == self.order[1]:
            return None
        earlier, later = sorted((0, 1), key=lambda at: self.order[at])
        return self.named[earlier], self.named[later]


def periods_in(text: str) -> list[Periods]:
    """The periods of a text; those that only a word or two joins are named together."""
    groups: list[list[re.Match[str]]] = []
    for found in _PERIOD.finditer(text):
        if groups and _JOINED.fullmatch(text[groups[-1][-1].end() : found.start()]):
            groups[-1].append(found)
        else:
            groups.append([found])
    return [_together(text, group) for group in groups]


def without(text: str, groups: Sequence[Periods]) -> str:
    """The text without what names its periods."""
    for group in reversed(groups):
        text = f"{text[: group.start].rstrip(' ,')} {text[group.end :].lstrip(' ,')}"
    return " ".join(text.split())


def _together(text: str, group: Sequence[re.Match[str]]) -> Periods:
    before = _BEFORE.search(text[: group[0].start()])
    behind = _BEHIND.match(text, group[-1].end())
    start = before.start() if before else group[0].start()
    by = ((before and before["by"]) or "in").lower()
    between = text[group[0].end() : group[-1].start()]
    up_to = len(group) == 2 and (by == "between" or bool(_UP_TO.search(between)))
    compared = by != "between" and bool(_COMPARED.search(between))
    names = tuple(_named(found, group[0]) for found in group)
    return Periods(
        names,
        tuple(_order(found) for found in group),
        start,
        behind.end() if behind else group[-1].end(),
        by if by in _STILL else "as of" if _IS_DAY.match(names[0]) else "in",
        up_to and not compared,
    )


def _named(found: re.Match[str], first: re.Match[str]) -> str:
    """ "fiscal years 2018 and 2019": what is said once before the first holds for all."""
    if found["short"]:
        return found[0]
    if found["day"]:
        return f"{found['day']}, {found['later']}"
    led = found["led"] or first["led"] or ""
    led = re.sub(r"^the\s+", "", re.sub(r"\b(year|quarter|period|end)s\b", r"\1", led))
    led = re.sub(r"^years?\s+$", "", led)
    return f"{led}{found['year']}"


def _order(found: re.Match[str]) -> int:
    """The year, then the month or quarter, then the day, as far as they are named."""
    if found["short"]:
        return (2000 + int(found["digits"])) * _IN_A_YEAR
    led = found["led"] or found["day"] or ""
    month = re.search(_MONTH, led, re.IGNORECASE)
    quarter = re.search(r"Q([1-4])|\b(first|second|third|fourth)\b", led, re.IGNORECASE)
    day = re.search(r"\d{1,2}", led)
    at = 0
    if month:
        at = 100 * (_MONTHS.index(month[0][:3].lower()) + 1) + (int(day[0]) if day else 0)
    elif quarter:
        at = 300 * (int(quarter[1]) if quarter[1] else _QUARTERS.index(quarter[2].lower()) + 1)
    return int((found["year"] or found["later"])[:4]) * _IN_A_YEAR + at
