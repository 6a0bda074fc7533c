"""Find dates: "31 December 2027", "the 1st day of March 2024", "2024-03-01", "March 2024".

In "03/04/2024" either number may be the month: read month first with slashes and hyphens, day first
with dots, and the reading says so. Two-digit years say so too, and so does a date beside a day of the
week that it is not. A day that does not exist (31 February) is no date, and neither is what is left of it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from pincite.patterns import pattern
from pincite.values.date_forms import (
    DAY_FIRST,
    MONTH_AND_YEAR,
    MONTH_ONLY,
    MONTH_WORDS,
    NUMBERS,
    ORDINALS,
    WORD_DAY_FIRST,
    YEAR_FIRST,
    find_forms,
    is_form,
    is_small,
    month_number,
    spelled_year,
)
from pincite.values.gaps import GAP, SPACE, listed, read_unwrapped
from pincite.values.number_words import find_words
from pincite.values.readings import Reading, in_order
from pincite.values.reference_numbers import is_label
from pincite.values.types import DateValue

_VOCABULARY = MONTH_WORDS | {word.replace("-", "") for word in ORDINALS}
_WEEKDAYS = listed("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
_WEEKDAY = pattern(
    rf"(?<![\w])(?i:({'|'.join(day[:3] for day in _WEEKDAYS)})[a-z]{{0,6}})[.,]?{SPACE}(?:the{SPACE})?\Z"
)
_PART_OF_MONTH = pattern(
    rf"(?<![\w])(?i:days?|half|halves|weeks?|weekends?|{'|'.join(_WEEKDAYS)}){SPACE}(?i:of|in){SPACE}"
    rf"(?:(?i:the{SPACE}month{SPACE}of){SPACE})?\Z"
)
# Words that number what follows, besides the labels every parser knows.
_OTHER_LABEL = pattern(r"(?<![\w])(?:rev|revision|issue|edition|draft|page [0-9]+ of)\.?\Z|\$\Z")
_NUMBERED = pattern(
    rf"(?<![\w])(?i:nos?|nr|number|version|ver|rev|ref|reference|id|case|file|serial|model|release|sku|patent|"
    rf"docket)\.?#?{GAP}\Z"
)
_BLANK_DAY = pattern(rf"(?:[_\]●•…]|[-–—]{{2}}){GAP}(?:(?i:day){SPACE}(?i:of){SPACE})?\Z")
_GARBLED_DAY = pattern(
    rf"(?<![\w.])(?![12][0-9]{{3}}\s)\w{{0,4}}[0-9][\w.]{{0,3}}{SPACE}\Z|(?i:day{SPACE}of){SPACE}\w+,?{SPACE}\Z"
)
_DIGIT_BEFORE = pattern(r"(?<![\w.,/-])[0-9][ ]\Z|(?:twenty|thirty)[ ]?-[ ]?\Z", re.IGNORECASE)
_BARE_YEAR = pattern(r"(?<![\w])(?<![\w$€£¥₹][-/.,])(?<![$€£¥₹])(?:19|20)[0-9]{2}(?![\w%]|[-/.,'’][0-9])")

# "of 2000 shares": what is counted follows; "in 2019 and later": nothing does.
_COUNTS = pattern(
    rf"{SPACE}(?!(?:and|or|to|until|till|by|at|in|on|for|with|the|a|an|is|was|has|had|as|but|when|after|before)\b)"
    r"[a-z]+"
)
_NAMES_A_YEAR = pattern(
    rf"\b(?i:in|of|since|until|till|from|by|for|during|before|after|year|fiscal|fy|ended|ending|early|late|mid)"
    rf"{GAP}(?i:the{SPACE}year{SPACE})?[-(]?\Z"
)


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


def find_years_alone(text: str) -> list[Reading[DateValue]]:
    """Every year that is no part of a date and is named as one: for whoever knows that a year is meant."""
    dates = find_dates(text)
    return [
        year
        for year in find_years(text)
        if not any(d.start < year.end and year.start < d.end for d in dates)
        and (_NAMES_A_YEAR.search(text[: year.start]) or year.end - year.start == len(text.strip()))
        and not _COUNTS.match(text, year.end)
    ]


def _find(text: str) -> list[Reading[DateValue]]:
    taken = [(found.start(), found.end(), _read(text, found)) for found in find_forms(text)]
    return [_beside_weekday(text, reading) for reading in in_order(_first_come(taken))]


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
    if is_form(found, NUMBERS):
        return _numbers(text, found)
    year, note = _year(found)
    month = _month(found)
    if year is None or (is_form(found, MONTH_ONLY) and _is_no_month(text, found)):
        return None
    if is_form(found, MONTH_ONLY, MONTH_AND_YEAR):
        value = DateValue(iso=f"{year}-{month:02}", precision="month")
        return Reading(value, found.start(), found.end(), note or _doubt_of_month(text, found))
    if _is_name(text, found):
        return _month_only(text, found.start("month" if found["month"] else "short"), (year, month))
    parts = found.groupdict()
    word = parts.get("word")
    day = ORDINALS["-".join(_ordinal_parts(word))] if word else int(parts["day"])
    return _reading(found, (year, month, day), note or _doubt(text, found, day))


def _year(found: re.Match[str]) -> tuple[int | None, str]:
    """The year, None when the words are none, and what is doubtful about it."""
    parts = found.groupdict()
    if parts["year"]:
        return int(parts["year"]), ""
    if parts["yy"]:
        return _in_century(parts["yy"]), _CENTURY
    year, again = spelled_year(parts["spelled"]), parts["year_again"]
    return year, _DISAGREE if again and int(again) != year else ""


def _in_century(two_digits: str) -> int:
    return int(two_digits) + (2000 if int(two_digits) < 70 else 1900)


def _month(found: re.Match[str]) -> int:
    name = found["month"] or found["short"]
    return int(name) if name.isdigit() else month_number(name)


def _is_no_month(text: str, found: re.Match[str]) -> bool:
    """ "the march 2024" may be anything, and in "closed in April. 2024 was" two sentences meet."""
    name = found["month"]
    return bool(name) and (is_small(name) or text.startswith(".", found.end("month")))


def _doubt_of_month(text: str, found: re.Match[str]) -> str:
    if is_form(found, MONTH_AND_YEAR):
        return A_MONTH
    start = max(0, found.start() - 60)
    if _BLANK_DAY.search(text, start, found.start()):
        return "the day is left blank"
    if _GARBLED_DAY.search(text, start, found.start()):
        return "the word before it may be the day"
    return "a part of this month" if _PART_OF_MONTH.search(text, start, found.start()) else ""


def _month_only(text: str, start: int, year_month: tuple[int, int]) -> Reading[DateValue] | None:
    found = MONTH_ONLY.match(text, start)
    if not found:
        return None
    value = DateValue(iso="{}-{:02}".format(*year_month), precision="month")
    return Reading(value, start, found.end(), "the number before it may be the day")


def _is_name(text: str, found: re.Match[str]) -> bool:
    """ "Amendment No. 5 December 2024" was not made on the fifth."""
    before = text[max(0, found.start() - 24) : found.start()].rstrip().lower()
    return (
        is_form(found, DAY_FIRST, NUMBERS)
        and not before.endswith((":", "dated", "day", "days"))
        and (is_label(text, found.start()) or bool(_OTHER_LABEL.search(before)))
    )


def _doubt(text: str, found: re.Match[str], day: int) -> str:
    parts = found.groupdict()
    if parts.get("word") and is_form(found, WORD_DAY_FIRST) and not parts["day_of"] and not parts["again"]:
        return "an ordinal that counts, or a day"
    if parts.get("again") and _repeated(parts["again"]) != day:
        return _DISAGREE
    if is_form(found, YEAR_FIRST) and _NUMBERED.search(text, max(0, found.start() - 24), found.start()):
        return _OF_DOCUMENT
    if _DIGIT_BEFORE.search(text, max(0, found.start() - 10), found.start()):
        return "digits before it may belong to it"
    return ""


def _repeated(words: str) -> int | None:
    figure = re.fullmatch(r"([0-9]{1,2})(?:st|nd|rd|th)?", words.lower())
    if figure:
        return int(figure[1])
    cardinal = next((int(found[0]) for found in find_words(words)), None)
    return ORDINALS.get("-".join(_ordinal_parts(words)), cardinal)


def _ordinal_parts(words: str) -> list[str]:
    return re.split(r"[^a-z]+", words.lower())


def _numbers(text: str, found: re.Match[str]) -> Reading[DateValue] | None:
    a, b, mark, written = int(found["a"]), int(found["b"]), found["mark"].strip(), found["year"]
    two_digits = len(written) == 2
    # "7.2.12" is the number of a clause; "07.02.12" and "7/2/12" look like dates.
    spaced = " " in found["mark"]  # "2. 3. 11" is an outline number
    if two_digits and (spaced or _is_name(text, found) or (mark != "/" and len(found[0]) < 8)):
        return None
    year = _in_century(written) if two_digits else int(written)
    notes = [_CENTURY] if two_digits else []
    if a <= 12 and b <= 12 and a != b:
        notes.append("either number may be the month")
    if _NUMBERED.search(text, max(0, found.start() - 24), found.start()):
        notes.append(_OF_DOCUMENT)
    day_first = a > 12 or (mark == "." and b <= 12)
    return _reading(found, (year, b, a) if day_first else (year, a, b), "; ".join(notes))


_CENTURY = "the century is not written"
_OF_DOCUMENT = "the number of a document"
A_MONTH = f"a month, or {_OF_DOCUMENT}"
_DISAGREE = "words and figures disagree"


def _reading(found: re.Match[str], ymd: tuple[int, int, int], note: str) -> Reading[DateValue] | None:
    try:
        value = DateValue(iso=date(*ymd).isoformat(), precision="day")
    except ValueError:
        return None
    return Reading(value, found.start(), found.end(), note)


def _beside_weekday(text: str, reading: Reading[DateValue]) -> Reading[DateValue]:
    """ "Monday, March 5, 2024" was a Tuesday."""
    named = _WEEKDAY.search(text, max(0, reading.start - 24), reading.start)
    if not named or reading.ambiguous or reading.value.precision != "day":
        return reading
    weekday = _WEEKDAYS[date.fromisoformat(reading.value.iso).weekday()]
    if weekday.lower().startswith(named[1].lower()):
        return reading
    return replace(reading, ambiguous=f"another day of the week: it was a {weekday}")
