"""Read which day each fiscal year of a document ended, where the document itself says so.

"Fiscal 2018 ended on February 2, 2019." A year counts only where its name and its last day are side by side,
with nothing but words such as "ended on" between them. From a comparison ("the year ended June 1, 2019,
against fiscal 2018") and from quarters nothing is read. A year that ended on two different days is left out.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import groupby, pairwise

from pincite.language.timing import WHOLE_YEAR, times_of
from pincite.patterns import pattern
from pincite.records.document import Document
from pincite.records.recent import Same
from pincite.records.span import Span
from pincite.values.date import find_dates
from pincite.values.duration import find_durations

_KEPT_DOCUMENTS = 8
_HINT = pattern(r"\b(?:fiscal|financial\s+years?|FY)(?![a-z])", re.IGNORECASE)
_YEARS = r"(?:19|20)\d\d(?!\d|[-/]\d)(?:\s*(?:,\s*(?:and\s+)?|and\s+|&\s*)[“\"]?(?:19|20)\d\d(?![\d/-]|,\d))*"
_NAMES = pattern(
    rf"\b(?:(?:fiscal|financial)\s+(?:years?\s+)?|references?\s+to\s+)(?P<years>{_YEARS})"
    r"|\bFY\s?['’]?(?P<short>(?:20)?\d\d)(?![\d/-])"
    r"|[“\"(](?P<alone>(?:19|20)\d\d)[”\")]",
    re.IGNORECASE,
)
_YEAR = pattern(r"(?:19|20)\d\d")
_WHOLE_YEAR = (
    r"(?:(?:52|53|fifty[- ](?:two|three))(?:[- ](?:or|and)[- ](?:53|fifty[- ]three))?[- ]weeks?"
    r"|(?:12|twelve)[- ]months?)"
)
# All that may stand between the name of a year and the day on which it ended, in this order or another.
_WORDS = (
    rf"(?:{_WHOLE_YEAR}|the|our|its|a|on|is|was|were|are|be|will|refers?|relates?|to|represents?|means?|meant"
    r"|consist(?:s|ed)|compris(?:es|ed)|contain(?:s|ed)|includ(?:es|ed)|had|has|of|which|that|fiscal|financial|years?|periods?|and"
    r"|for|company['’]s|respectively)"
)
_ENDED = pattern(
    rf"[\s”\"’,:(–—-]*(?:{_WORDS}[\s,(]+)*end(?:ed|ing|s)\s+(?:on\s+)?(?:[a-z]+day,?\s+)?", re.IGNORECASE
)
# "February 2, 2019 fiscal 2018" may be two columns.
_CALLED = pattern(
    r"\s*,?\s*(?:[(“\"‘–—]|\b(?:or|referred\s+to|which\s+is)\s)"
    r"(?:(?:which|is|was|referred|to|herein|hereinafter|as|called|our|the)\s+)*[“\"‘']*\s*",
    re.IGNORECASE,
)
_NEXT_DAY = pattern(rf"[\s,;]*(?:{_WORDS}[\s,]+)*(?:(?:ended|ending)\s+(?:on\s+)?)?", re.IGNORECASE)
_NEXT_NAME = pattern(r"[\s,”\"]*(?:(?:and|&)\s+)?[“\"]?", re.IGNORECASE)
# "The first quarter of fiscal 2018 ended …"
_PART = pattern(r"\bof\s+(?:(?:the|our|its)\s+)?[“\"]?\Z", re.IGNORECASE)
_YEAR_BEFORE = pattern(
    rf"\b(?:years?|{_WHOLE_YEAR}(?:\s+(?:fiscal\s+year|periods?))?)\s+(?:ended|ending)\s+(?:on\s+)?"
    r"(?:[a-z]+day,?\s+)?\Z",
    re.IGNORECASE,
)
_LATEST_MONTH = 6
_LATEST_UNCLEAR_DAY = (2, 7)
_WHOLE_YEARS = frozenset({"P52W", "P53W", "P12M", "P1Y"})
_DAYS_OFF = 10
_MOST_YEARS = 15


@dataclass(frozen=True, slots=True)
class YearEnd:
    """A fiscal year by its name, and the day on which it ended."""

    name: int
    day: date


@dataclass(frozen=True, slots=True)
class Stated:
    """A fiscal year with the place in a document that says when it ended."""

    year: YearEnd
    span: Span | None
    """None where the words that were asked about say it themselves."""

    @property
    def differs(self) -> bool:
        """Whether the year is called by another number than that of its last day."""
        return self.year.name != self.year.day.year


@dataclass(frozen=True, slots=True)
class Calendar:
    """All that a document says of the days on which its fiscal years ended."""

    stated: tuple[Stated, ...] = field(default=(), repr=False)

    def year_ended(self, day: date) -> Stated | None:
        """The fiscal year that ended on a day, with the nearest place that tells it.

        A day that no place names counts by its distance from one that is named: whole years, and some days.
        None where the document says nothing, or the day is no end of a year.
        """
        for near in sorted(self.stated, key=lambda each: abs(each.year.day - day)):
            years = round((day - near.year.day) / timedelta(days=365.2425))
            rest = abs(day - near.year.day - timedelta(days=365.2425) * years)
            if abs(years) <= _MOST_YEARS and rest <= timedelta(days=_DAYS_OFF):
                return Stated(YearEnd(near.year.name + years, day), near.span)
        return None


def calendar_of(document: Document) -> Calendar:
    """The calendar of a document; an empty one where it states none."""
    return _calendar(Same(document))


def last_day(words: str) -> date | None:
    """The one day that the head of a column names; None where it names none or several."""
    days = {each.day for each in _days(words)}
    return days.pop() if len(days) == 1 else None


def fiscal_year(document: Document, words: str) -> Stated | None:
    """The fiscal year of the document whose last day the head of a column names, as far as that is known."""
    day = last_day(words)
    if day is None:
        return None
    own = [each for each in year_ends(words) if each.day == day]
    return Stated(own[0], None) if len(own) == 1 else calendar_of(document).year_ended(day)


def by_fiscal_years(document: Document, text: str) -> str:
    """A text with "fiscal 2018" for the day on which that year ended, where the day is in another year."""
    calendar = calendar_of(document)
    if not any(each.differs for each in calendar.stated):
        return text
    for mark in reversed(_days(text)):
        year = calendar.year_ended(mark.day)
        if year and year.differs:
            text = f"{text[: mark.start]}fiscal {year.year.name}{text[mark.end :]}"
    return text


def other_name(words: str) -> int | None:
    """By which year the head of a column may be called as well as by that of its day; None where by no other.

    Companies call a year that ends around the end of January by either year, and one that ends later by the
    year in which it ends. A quarter is no year.
    """
    day = last_day(words)
    if day is None or (day.month, day.day) > _LATEST_UNCLEAR_DAY or times_of(words).lengths - {WHOLE_YEAR}:
        return None
    lengths: set[str] = {each.value.iso8601 for each in find_durations(words)}
    return None if lengths - _WHOLE_YEARS else day.year - 1


def year_ends(text: str) -> list[YearEnd]:
    """The fiscal years that a text names together with the days on which they ended."""
    runs = _runs(text)
    pairs = [at for at in range(len(runs) - 1) if _belong(text, runs[at], runs[at + 1])]
    # A year that may belong to the day before it and to the day behind it belongs to neither.
    sure = [at for at in pairs if at - 1 not in pairs and at + 1 not in pairs]
    found = []
    for at in sure:
        names, days = (runs[at], runs[at + 1]) if runs[at][0].name else (runs[at + 1], runs[at])
        together = [YearEnd(name.name, day.day) for name, day in zip(names, days, strict=True)]
        found += together if all(map(_is_possible, together)) else []
    return found


@dataclass(frozen=True, slots=True)
class _Mark:
    """A year's name or a day, and where it stands."""

    start: int
    end: int
    name: int = 0
    """0 for a day."""
    day: date = date.min


@functools.lru_cache(maxsize=_KEPT_DOCUMENTS)
def _calendar(read: Same[Document]) -> Calendar:
    document = read.it
    places = dict.fromkeys(
        block
        for hint in _HINT.finditer(document.text)
        for block in document.blocks_of(Span(hint.start(), hint.end()))
    )
    stated = [
        Stated(year, block.span) for block in places for year in year_ends(block.span.of(document.text))
    ]
    pairs = {(each.year.name, each.year.day) for each in stated}
    names, days = Counter(name for name, _ in pairs), Counter(day for _, day in pairs)
    first: dict[YearEnd, Stated] = {}
    for each in stated:
        if names[each.year.name] == 1 and days[each.year.day] == 1:
            first.setdefault(each.year, each)
    return Calendar(tuple(first.values()))


def _runs(text: str) -> list[list[_Mark]]:
    """Names and days in their order; those of one kind that follow each other are one run."""
    marks = sorted([*_days(text), *_names(text)], key=lambda mark: mark.start)
    return [list(run) for _, run in groupby(marks, key=lambda mark: bool(mark.name))]


def _days(text: str) -> list[_Mark]:
    return [
        _Mark(each.start, each.end, day=date.fromisoformat(each.value.iso))
        for each in find_dates(text)
        if each.value.precision == "day" and not each.ambiguous
    ]


def _names(text: str) -> Iterator[_Mark]:
    for found in _NAMES.finditer(text):
        if short := found["short"]:
            yield _Mark(found.start(), found.end(), name=int(short if len(short) == 4 else f"20{short}"))
        elif alone := found["alone"]:
            yield _Mark(found.start("alone"), found.end("alone"), name=int(alone))
        else:
            start = found.start()
            for year in _YEAR.finditer(text, found.start("years"), found.end("years")):
                yield _Mark(start, year.end(), name=int(year[0]))
                start = year.end()


def _belong(text: str, first: Sequence[_Mark], then: Sequence[_Mark]) -> bool:
    """Whether two runs say one after the other which years ended on which days."""
    if len(first) != len(then) or not (_is_list(text, first) and _is_list(text, then)):
        return False
    between = text[first[-1].end : then[0].start]
    if first[0].name:
        return bool(_ENDED.fullmatch(between) and not _PART.search(text[: first[0].start]))
    return bool(_CALLED.fullmatch(between) and _YEAR_BEFORE.search(text[: first[0].start]))


def _is_list(text: str, run: Sequence[_Mark]) -> bool:
    joint = _NEXT_NAME if run[0].name else _NEXT_DAY
    return all(joint.fullmatch(text[one.end : other.start]) for one, other in pairwise(run))


def _is_possible(year: YearEnd) -> bool:
    """A year is called by that in which it ends, or by the one before if it ends in the first half."""
    later = year.day.year - year.name
    return later == 0 or (later == 1 and year.day.month <= _LATEST_MONTH)
