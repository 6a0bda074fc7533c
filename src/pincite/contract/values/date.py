"""Find dates: "31 December 2027", "the 1st day of March 2024", "2024-03-01", "March 2024".

In "03/04/2024" either number may be the month: read month first with slashes and hyphens, day first
with dots, and the reading says so. Two-digit years say so too. A day that does not exist (31
February) is no date, and neither is what is left of it.
"""

from __future__ import annotations

import re
from datetime import date

from pincite.contract.values.gaps import GAP, HYPHEN, SPACE, listed
from pincite.contract.values.reading import Reading, in_order
from pincite.contract.values.references import is_label
from pincite.contract.values.types import DateValue
from pincite.contract.values.wrapping import read_unwrapped

_MONTHS = listed("January February March April May June July August September October November December")
_NUMBER = {name: number for number, name in enumerate(_MONTHS, start=1)}
_SHORT = {name[:3]: number for name, number in _NUMBER.items()} | {"Sept": 9}
_ORDINALS = {
    word: number
    for number, word in enumerate(
        listed(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
            "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth "
            "twentieth"
        ),
        start=1,
    )
}
_ORDINALS |= {f"twenty-{word}": 20 + number for word, number in list(_ORDINALS.items())[:9]}
_ORDINALS |= {"thirtieth": 30, "thirty-first": 31}
_VOCABULARY = frozenset(name.lower() for name in _MONTHS) | {word.replace("-", "") for word in _ORDINALS}


def _either_case(names: list[str]) -> str:
    return "|".join(f"{name}|{name.upper()}" for name in names)


_MONTH = rf"(?:(?P<month>{_either_case(_MONTHS)})|(?P<short>{_either_case(list(_SHORT))})\.?)"
_YEAR = r"(?P<year>[12][0-9]{3})(?![\w]|[-/.][0-9])"
_TH = r"(?:(?i:st|nd|rd|th)(?![\w]))"
_WORDS = "|".join(sorted(_ORDINALS, key=len, reverse=True)).replace("-", rf"(?:{HYPHEN}|{SPACE})")
_FREE = r"(?<![\w])(?<![0-9][/.,])(?<![A-Za-z]-)"
# "the first (1st) day": the same day once more.
_AGAIN = rf"(?:{GAP}\({GAP}(?P<again>[0-9A-Za-z-]{{1,14}}){GAP}\))?"
_OF_MONTH = (
    rf"{_AGAIN}(?P<day_of>(?:{SPACE}(?i:calendar{SPACE})?(?i:day))?(?:{SPACE}(?i:of))?"
    rf"(?:{SPACE}(?i:the{SPACE}month{SPACE}of))?)(?:{GAP}|[-/]),?{GAP}{_MONTH}"
    rf"(?:(?:{GAP},?{GAP}|[-/])(?:of{SPACE})?{_YEAR}|-(?P<yy>[0-9]{{2}})(?![\w-]))"
)
_DAY_FIRST = re.compile(rf"(?=[0-9]){_FREE}(?P<day>[0-9]{{1,2}})(?:{GAP}{_TH})?\.?{_OF_MONTH}")
_WORD_DAY_FIRST = re.compile(rf"(?=[fstentFSTENT]){_FREE}(?P<word>(?i:{_WORDS})){_OF_MONTH}")
_MONTH_FIRST = re.compile(
    rf"{_FREE}{_MONTH}(?:{GAP}|-)(?:the{SPACE})?(?P<day>[0-9]{{1,2}})(?:{GAP}{_TH})?"
    rf"(?:{GAP}[,.]{GAP}|{SPACE}|-)(?:of{SPACE})?{_YEAR}"
)
_MONTH_ONLY = re.compile(rf"{_FREE}{_MONTH}(?:{GAP}|-),?{GAP}(?:of{SPACE})?{_YEAR}")
_YEAR_FIRST = re.compile(
    r"(?<![\w])(?<![\w][-/.,])(?P<year>[12][0-9]{3})(?P<mark>[-/.])(?P<month>[0-9]{1,2})(?P=mark)"
    r"(?P<day>[0-9]{1,2})(?![\w]|[-/.][\w])"
)
_NUMBERS = re.compile(
    r"(?<![\w])(?<![\w][-/.,])(?P<a>[0-9]{1,2})(?P<mark>[-/.])(?P<b>[0-9]{1,2})(?P=mark)"
    r"(?P<year>[12][0-9]{3}|[0-9]{2})(?![\w]|[-/.,][\w])"
)
# Words that number what follows, besides the labels every parser knows.
_OTHER_LABEL = re.compile(r"(?<![\w])(?:rev|revision|issue|edition|draft|page [0-9]+ of)\.?\Z|\$\Z")
_BLANK_DAY = re.compile(rf"[_\]●•…]{GAP}(?:(?i:day){SPACE}(?i:of){SPACE})?\Z")
_DIGIT_BEFORE = re.compile(r"(?<![\w.,/-])[0-9][ ]\Z|(?:twenty|thirty)[ ]?-[ ]?\Z", re.IGNORECASE)
_BARE_YEAR = re.compile(r"(?<![\w])(?<![\w$€£¥₹][-/.,])(?<![$€£¥₹])(?:19|20)[0-9]{2}(?![\w%]|[-/.,'’][0-9])")


def find_dates(text: str) -> list[Reading[DateValue]]:
    """All dates that name at least a month, in order."""
    return read_unwrapped(text, _VOCABULARY, _find)


def find_years(text: str) -> list[Reading[DateValue]]:
    """Every year standing alone, 1900 to 2099. Too weak for `find_dates`: 2024 may be a count."""
    return [
        Reading(DateValue(iso=found[0], precision="year"), found.start(), found.end())
        for found in _BARE_YEAR.finditer(text)
        if not is_label(text, found.start())
    ]


def _find(text: str) -> list[Reading[DateValue]]:
    taken: list[tuple[int, int, Reading[DateValue] | None]] = []
    for pattern in (_DAY_FIRST, _WORD_DAY_FIRST, _MONTH_FIRST, _YEAR_FIRST, _NUMBERS, _MONTH_ONLY):
        for found in pattern.finditer(text):
            taken.append((found.start(), found.end(), _read(text, found)))
    return in_order(_first_come(taken))


def _first_come(
    taken: list[tuple[int, int, Reading[DateValue] | None]],
) -> list[Reading[DateValue]]:
    """Of overlapping finds the first one; where it is no date, nothing is read in its place."""
    kept: list[Reading[DateValue]] = []
    end = 0
    for start, stop, reading in sorted(taken, key=lambda find: (find[0], -find[1])):
        if start < end:
            continue
        end = stop
        if reading:
            kept.append(reading)
    return kept


def _read(text: str, found: re.Match[str]) -> Reading[DateValue] | None:
    if found.re is _NUMBERS:
        return _numbers(text, found)
    parts = found.groupdict()
    year, note = int(parts["year"] or f"20{parts.get('yy')}"), "" if parts["year"] else _CENTURY
    month = int(parts["month"]) if found.re is _YEAR_FIRST else _month(parts["month"], parts["short"])
    if found.re is _MONTH_ONLY:
        value = DateValue(iso=f"{year}-{month:02}", precision="month")
        blank = _BLANK_DAY.search(text, max(0, found.start() - 60), found.start())
        return Reading(value, found.start(), found.end(), "the day is left blank" if blank else "")
    if _day_is_a_name(text, found):
        return _month_only(text, found.start("month" if parts["month"] else "short"), (year, month))
    word = parts.get("word")
    day = _ORDINALS["-".join(_ordinal_parts(word))] if word else int(parts["day"])
    return _reading(found, (year, month, day), note or _doubt(text, found, day))


def _month_only(text: str, start: int, year_month: tuple[int, int]) -> Reading[DateValue] | None:
    found = _MONTH_ONLY.match(text, start)
    if not found:
        return None
    value = DateValue(iso="{}-{:02}".format(*year_month), precision="month")
    return Reading(value, start, found.end(), "the number before it may be the day")


def _day_is_a_name(text: str, found: re.Match[str]) -> bool:
    """ "Amendment No. 5 December 2024" was not made on the fifth."""
    before = text[max(0, found.start() - 24) : found.start()].rstrip().lower()
    return (
        found.re is _DAY_FIRST
        and not before.endswith((":", "dated", "day", "days"))
        and (is_label(text, found.start()) or bool(_OTHER_LABEL.search(before)))
    )


def _doubt(text: str, found: re.Match[str], day: int) -> str:
    parts = found.groupdict()
    if parts.get("word") and not parts["day_of"] and not parts["again"]:
        return "an ordinal that counts, or a day"
    if parts.get("again") and _repeated(parts["again"]) != day:
        return "words and figures disagree"
    if _DIGIT_BEFORE.search(text, max(0, found.start() - 10), found.start()):
        return "digits before it may belong to it"
    return ""


def _repeated(words: str) -> int | None:
    figure = re.fullmatch(r"([0-9]{1,2})(?:st|nd|rd|th)?", words.lower())
    return int(figure[1]) if figure else _ORDINALS.get("-".join(_ordinal_parts(words)))


def _ordinal_parts(words: str) -> list[str]:
    return re.split(r"[^a-z]+", words.lower())


def _month(name: str | None, short: str | None) -> int:
    return _NUMBER[name.title()] if name else _SHORT[str(short).title()]


def _numbers(text: str, found: re.Match[str]) -> Reading[DateValue] | None:
    a, b, mark, written = int(found["a"]), int(found["b"]), found["mark"], found["year"]
    two_digits = len(written) == 2
    # "7.2.12" is the number of a clause; only "07.02.12" looks like a date.
    if two_digits and (is_label(text, found.start()) or len(found[0]) < 8):
        return None
    year = int(written) + (2000 if two_digits and int(written) < 70 else 1900 if two_digits else 0)
    notes = [_CENTURY] if two_digits else []
    if a <= 12 and b <= 12 and a != b:
        notes.append("either number may be the month")
    day_first = a > 12 or (mark == "." and b <= 12)
    return _reading(found, (year, b, a) if day_first else (year, a, b), "; ".join(notes))


_CENTURY = "the century is not written"


def _reading(found: re.Match[str], ymd: tuple[int, int, int], note: str) -> Reading[DateValue] | None:
    try:
        value = DateValue(iso=date(*ymd).isoformat(), precision="day")
    except ValueError:
        return None
    return Reading(value, found.start(), found.end(), note)
