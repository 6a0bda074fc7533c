"""Find ranges of dates: "from 1 July 2024 to 30 June 2025", "between 1 May and 31 August 2024".

Both dates are those that the text names, as far as it names them: a range of months stays one of months.
In "1 July to 30 September 2024" the year is meant for both; where that would make the range run backwards
the reading says so. "Postponed from 1 May 2024 to 1 June 2024" may be a change and no range, and says so
too.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pydantic import ValidationError

from pincite.records.span import Span
from pincite.values.date import find_dates, find_years
from pincite.values.gaps import GAP, SPACE, listed
from pincite.values.readings import Reading, in_order
from pincite.values.reference_numbers import is_label
from pincite.values.types import DateRange, DateValue

_MONTHS = listed("January February March April May June July August September October November December")
_NUMBER = {name[:3]: number for number, name in enumerate(_MONTHS, start=1)}
_WRITTEN = [*_MONTHS, *(name.upper() for name in _MONTHS), *(name[:3] for name in _MONTHS), "Sept"]
_MONTH = rf"(?P<month>{'|'.join(_WRITTEN)})(?![\w])\.?"
_DAY = r"(?<![\w.,/-])(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?\.?"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"{_DAY}{GAP}(?:of{SPACE})?{_MONTH}",
        rf"(?<![\w]){_MONTH}{SPACE}(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?(?![\w])",
        rf"(?<![\w])(?<![0-9][ .]){_MONTH}",
    )
)


@dataclass(frozen=True, slots=True)
class Yearless:
    """A month, and perhaps a day of it."""

    month: int
    day: int | None
    start: int
    end: int

    def iso(self, year: str) -> str:
        return f"{year}-{self.month:02}" + (f"-{self.day:02}" if self.day else "")

    def at(self, year: str) -> Reading[DateValue]:
        """The same in that year."""
        value = DateValue(iso=f"{year}-{self.month:02}", precision="month")
        return Reading(value, self.start, self.end)


def find_yearless(text: str, first: int, last: int) -> Iterator[Yearless]:
    """The days and months between two offsets that name no year, the longest wording of each."""
    taken = first
    found = sorted(
        (match for form in _FORMS for match in form.finditer(text, first, last)),
        key=lambda match: (match.start(), -match.end()),
    )
    for match in found:
        parts = match.groupdict()
        month = _NUMBER[parts["month"][:3].title()]
        day = int(parts["day"]) if parts.get("day") else None
        if match.start() >= taken and (day is None or _exists(month, day)):
            taken = match.end()
            yield Yearless(month, day, match.start(), match.end())


def _exists(month: int, day: int) -> bool:
    try:
        datetime.date(2024, month, day)
    except ValueError:
        return False
    return True


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


_DASH = r"[-\u2010-\u2015]"
# What may stand beside a date and says no more than that day: "(inclusive)", "at 12:01 a.m.", "local time".
_TIME = (
    rf"(?:{GAP}[,(]?{GAP}(?:(?:at|as{SPACE}of){SPACE})?(?:[0-2]?[0-9][:.][0-5][0-9]{GAP}(?:hours|hrs|h)?"
    rf"|midnight|noon|(?:[ap]\.?m\.?)|(?:local|standard|eastern|pacific|central"
    rf"|greenwich){SPACE}(?:mean{SPACE}|standard{SPACE})?time"
    rf"|GMT|UTC|CET|both{SPACE}(?:days|dates){SPACE}(?:inclusive|included)|inclusive|included|included{SPACE}"
    rf"|(?:the|each){SPACE}[“\"][\w ]{{1,40}}[”\"]|[“\"][\w ]{{1,40}}[”\"])[,)]?){{0,4}}"
)
_ON = rf"(?:{SPACE}(?:on|as{SPACE}of|at|the|including|(?:and{SPACE})?including|of|in|midnight))*"
_END_WORD = (
    rf"(?:to|until|till|through|thru|up{SPACE}to|untill|ending|ends?|expir(?:es?|ing)|terminat(?:es?|ing)"
    rf"|clos(?:es?|ing)|finish(?:es|ing)?|bis|au)"
)
_EARLIER = rf"(?:{SPACE}(?:earlier|later){SPACE}of(?:{GAP}:)?(?:{SPACE}\([a-z0-9]+\))?)?"
_GOES_ON = (
    r"(?:continu(?:es?|ing)|remain(?:s|ing)?|run(?:s|ning)?|last(?:s|ing)?|extend(?:s|ing)?|valid|in|full"
    r"|force"
    r"|and|effect|effective|shall|will|thereafter|uninterrupted|for|the|period)"
)
_TO = re.compile(
    rf"{_TIME}(?:{GAP}{_DASH}{GAP}|{GAP},?{GAP}(?:(?:and|or){SPACE})?(?:{_GOES_ON}{SPACE}){{0,10}}"
    rf"{_END_WORD}{_ON}{_EARLIER}{SPACE}(?:[0-2]?[0-9][:.][0-5][0-9]{GAP}(?:[ap]\.?m\.?{GAP})?(?:hour"
    rf"s{SPACE}|on{SPACE})*)?)",
    re.IGNORECASE,
)
_AND = re.compile(rf"{_TIME}{GAP},?{GAP}and{_ON}{SPACE}", re.IGNORECASE)
_BETWEEN = re.compile(rf"(?<![\w])between{_ON}{SPACE}\Z", re.IGNORECASE)
_YEARS_LED = re.compile(
    rf"(?<![\w])(?:from|between|years?|period|fiscal|calendar){_ON}{SPACE}\Z", re.IGNORECASE
)
_CHANGE = re.compile(
    r"(?<![\w])(?:extend|postpon|mov|chang|amend|defer|delay|shift|re-?schedul|adjourn|brought forward"
    r"|advanc|correct)"
    r"\w*(?:\s+\w+){0,5}?\s+from(?:\s+the)?\s+\Z",
    re.IGNORECASE,
)
_ONE_OF_SEVERAL = re.compile(r"\b(?:earlier|later|earliest|latest)\b", re.IGNORECASE)
_NO_END = re.compile(
    rf"{_TIME}{GAP},?{GAP}(?:(?:and|or){SPACE})?(?:onwards?|until{SPACE}further{SPACE}notice"
    rf"|(?:(?:will|shall){SPACE})?(?:continu\w+|remain\w*|run\w*){SPACE}(?:in{SPACE}(?:full{SPACE})?(?:for"
    rf"ce|effect){SPACE}(?:and{SPACE}effect{SPACE})?)?"
    rf"(?:indefinitely|until{SPACE}(?:further{SPACE}notice|terminat\w+|cancel\w+))|indefinitely"
    rf"|for{SPACE}an{SPACE}(?:indefinite|unlimited|indeterminate){SPACE}(?:period|term|time))(?![\w])",
    re.IGNORECASE,
)
_NAMED_START = re.compile(
    rf"(?<![\w])from{SPACE}(?:the{SPACE})?(?:Effective{SPACE}Date|Commencement{SPACE}Date|Start{SPACE}Date"
    rf"|Closing"
    rf"|date{SPACE}(?:hereof|of{SPACE}this{SPACE}\w+)|inception|signature){SPACE}{_END_WORD}{_ON}{SPACE}\Z",
    re.IGNORECASE,
)
_LINK = rf"(?:{GAP}{_DASH}{GAP}|{SPACE}(?:to|through|until|and){SPACE}(?:the{SPACE})?)"
_DAY_BEFORE = re.compile(rf"(?<![\w.,/-])(?P<first>[0-9]{{1,2}})(?:st|nd|rd|th)?(?P<link>{_LINK})\Z")
_DAYS_OF_MONTH = re.compile(
    rf"(?<![\w])(?P<month>[A-Z][a-z]{{2,8}}){SPACE}(?P<first>[0-9]{{1,2}})(?:st|nd|rd|th)?{GAP}(?:{_DASH}"
    rf"|to|through){GAP}"
    rf"(?P<last>[0-9]{{1,2}})(?:st|nd|rd|th)?,?{SPACE}(?P<year>[12][0-9]{{3}})(?![\w])"
)
_REACH = 120


def find_date_ranges(text: str) -> list[Reading[DateRange]]:
    """All ranges with at least one date that the text names, in order."""
    dates = in_order([*find_dates(text), *_years(text)])
    pairs = [*_pairs(text, dates), *_with_borrowed_year(text, dates), *_with_borrowed_month(text, dates)]
    closed = in_order(pairs)
    taken = [Span(reading.start, reading.end) for reading in closed]
    open_ended = [
        reading
        for date in dates
        if not any(span.start < date.end and date.start < span.end for span in taken)
        for reading in _open_ended(text, date)
    ]
    return in_order([*closed, *open_ended])


def _years(text: str) -> Iterator[Reading[DateValue]]:
    """The years of "from 2019 to 2023": a bare number needs the words of a range around it."""
    years = find_years(text)
    for first, second in pairwise(years):
        led = _YEARS_LED.search(text, max(0, first.start - 60), first.start)
        link = _TO.fullmatch(text, first.end, second.start) or _AND.fullmatch(text, first.end, second.start)
        if led and link:
            yield from (first, second)


def _pairs(text: str, dates: Sequence[Reading[DateValue]]) -> Iterator[Reading[DateRange]]:
    for first, second in pairwise(dates):
        if second.start - first.end > _REACH:
            continue
        if _TO.fullmatch(text, first.end, second.start):
            # Years are a range only by the words before them, which then belong to it.
            led = _YEARS_LED.search(text, max(0, first.start - 60), first.start)
            of_years = led is not None and "year" in (first.value.precision, second.value.precision)
            yield from _range(text, first, second, led.start() if led and of_years else first.start)
        elif _AND.fullmatch(text, first.end, second.start):
            lead = _lead(text, first.start)
            if lead is not None:
                yield from _range(text, first, second, lead)


def _lead(text: str, start: int) -> int | None:
    """Where "between" stands before a date; without it, "and" only lists two dates."""
    found = _BETWEEN.search(text, max(0, start - 60), start)
    return found.start() if found else None


def _range(
    text: str, first: Reading[DateValue], second: Reading[DateValue], start: int
) -> Iterator[Reading[DateRange]]:
    first, second = _written_alike(text, first, second)
    note = first.ambiguous or second.ambiguous or _doubt(text, first, second)
    yield from _built(first.value.iso, second.value.iso, Span(start, second.end), note)


def _written_alike(
    text: str, first: Reading[DateValue], second: Reading[DateValue]
) -> tuple[Reading[DateValue], Reading[DateValue]]:
    """In "01/07/2024 to 30/06/2025" the 30 is a day, and so the 01 is: one range is written one way."""
    one, other = first.original(text), second.original(text)
    if not alike(one, other) or is_either_way(one) == is_either_way(other):
        return first, second
    if is_either_way(one):
        return other_way(first, one, like=other), second
    return first, other_way(second, other, like=one)


def _doubt(text: str, first: Reading[DateValue], second: Reading[DateValue]) -> str:
    if _CHANGE.search(text, max(0, first.start - _REACH), first.start):
        return "a range, or a change from one date to another"
    if _ONE_OF_SEVERAL.search(text, first.end, second.start):
        return "one of several ends"
    return ""


def _with_borrowed_year(text: str, dates: Sequence[Reading[DateValue]]) -> Iterator[Reading[DateRange]]:
    """ "1 July to 30 September 2024": the year is written once, with the second date."""
    for date in dates:
        if date.value.precision == "year":
            continue
        year = date.value.iso[:4]
        for partial in find_yearless(text, max(0, date.start - _REACH), date.start):
            link = _TO.fullmatch(text, partial.end, date.start)
            lead = None if link else _lead(text, partial.start)
            if not link and not (lead is not None and _AND.fullmatch(text, partial.end, date.start)):
                continue
            start = partial.start if lead is None else lead
            note = date.ambiguous or _doubt(text, partial.at(year), date)
            if partial.day is None and date.value.precision == "day":
                continue
            if partial.iso(year)[: len(date.value.iso)] > date.value.iso:
                note = note or "the year of its start is not written"
                year = str(int(year) - 1)
            yield from _built(partial.iso(year), date.value.iso, Span(start, date.end), note)


def _with_borrowed_month(text: str, dates: Sequence[Reading[DateValue]]) -> Iterator[Reading[DateRange]]:
    """ "1 to 15 March 2024" and "March 1-15, 2024": month and year are written once."""
    for found in _DAYS_OF_MONTH.finditer(text):
        (end,) = find_dates(f"{found['month']} {found['last']}, {found['year']}") or (None,)
        if end is not None:
            first = f"{end.value.iso[:7]}-{int(found['first']):02}"
            yield from _built(first, end.value.iso, Span(found.start(), found.end()), "")
    for date in dates:
        day = _DAY_BEFORE.search(text, max(0, date.start - 40), date.start)
        if date.value.precision != "day" or day is None or is_label(text, day.start("first")):
            continue
        lead = _lead(text, day.start("first"))
        if _AND.fullmatch(day["link"]) and lead is None:
            continue
        start = day.start("first") if lead is None else lead
        iso = f"{date.value.iso[:8]}{int(day['first']):02}"
        yield from _built(iso, date.value.iso, Span(start, date.end), date.ambiguous)


def _open_ended(text: str, date: Reading[DateValue]) -> Iterator[Reading[DateRange]]:
    if date.value.precision == "year":
        return
    if found := _NO_END.match(text, date.end):
        yield from _built(date.value.iso, None, Span(date.start, found.end()), "it has no end date")
    elif found := _NAMED_START.search(text, max(0, date.start - _REACH), date.start):
        note = "its start is no date but an event"
        yield from _built(None, date.value.iso, Span(found.start(), date.end), note)


def _built(start: str | None, end: str | None, span: Span, note: str) -> Iterator[Reading[DateRange]]:
    """A range that runs backwards is none."""
    try:
        value = DateRange(start=start, end=end)
    except ValidationError:
        return
    yield Reading(value, span.start, span.end, note)
