"""Find lengths of time: "sixty (60) days", "18-month", "1 hour 30 minutes", "a year and a half".

The unit stays the one of the text; only a fraction of a year is written in months. "24 hours a day"
is a rate and "twice a year" a frequency: neither is a length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from pincite.patterns import pattern
from pincite.records.span import Span
from pincite.values.gaps import GAP, HYPHEN, SPACE, listed, read_unwrapped
from pincite.values.number_words import NUMBER_WORDS
from pincite.values.numerals import Numeral, find_numerals
from pincite.values.pairs import FIGURES, WORDS, Written, head_of, join_pairs, stands_free, with_bare_numbers
from pincite.values.readings import Reading, in_order
from pincite.values.reference_numbers import is_label
from pincite.values.surroundings import after, before, weigh
from pincite.values.types import Duration

_DESIGNATORS = {
    "year": "Y", "yr": "Y", "month": "M", "mo": "M", "week": "W", "wk": "W", "day": "D", "hour": "TH",
    "mth": "M", "hr": "TH", "h": "TH", "minute": "TM", "min": "TM", "second": "TS", "sec": "TS",
    "fortnight": "W", "decade": "Y", "quarter": "M",
}  # fmt: skip
# ISO 8601 has no such unit: each is so many of the next smaller one by definition.
_TIMES = {"fortnight": 2, "decade": 10, "quarter": 3}
_LONG = listed("years? months? weeks? days? hours? minutes? seconds? fortnights? decades?")
UNIT = rf"(?P<unit>(?i:{'|'.join(_LONG)}|yrs?|mos?|mths?|wks?|hrs?|mins?|secs?)|h)(?:\.(?=,))?(?![\w])"
_QUALIFIER = listed(
    "business working calendar consecutive successive full additional further complete whole "
    "trading banking contract more continuous uninterrupted academic fiscal lunar clear court school lease "
    "policy tax insurance settlement elapsed running local plan preceding previous following subsequent "
    "remaining"
)
_QUALIFIERS = (
    rf"(?:(?i:or{SPACE}(?:more|fewer|less)){SPACE})?"
    rf"(?:(?i:{'|'.join(_QUALIFIER)})(?:{SPACE}|{HYPHEN})){{0,3}}"
)
_COUNTED = re.compile(rf"(?:{GAP}{HYPHEN})?{GAP}{_QUALIFIERS}{UNIT}")
# "three quarters" may be a share; those of a calendar are lengths of time.
_QUARTERS = re.compile(rf"{GAP}{_QUALIFIERS.replace('{0,3}', '{1,3}')}(?P<unit>(?i:quarters?))(?![\w])")
# "two (2) U.S. Government Securities Business Days", "five New York business days".
_OF_A_PLACE = re.compile(
    rf"{SPACE}(?!(?:The|Each|Any|Such|All|No|If|On)\s)(?:[A-Z][A-Za-z.&/-]{{0,20}}{SPACE}){{1,6}}"
    rf"(?i:business|banking|trading|working){SPACE}(?P<unit>(?i:days))(?![\w])"
)
# What a line end may cut in two.
UNIT_WORDS = frozenset({word for unit in _DESIGNATORS for word in (unit, f"{unit}s")} | {*_QUALIFIER})


def unit_after(text: str, numeral: Numeral) -> re.Match[str] | None:
    """The unit that counts, group `unit`, with the words between it and its numeral."""
    found = _COUNTED.match(text, numeral.end) or _QUARTERS.match(text, numeral.end)
    if found or numeral.value == 1 or is_label(text, numeral.start):
        return found
    return _OF_A_PLACE.match(text, numeral.end)


def designator(word: str) -> str:
    """Its letter in ISO 8601, led by "T" for a unit below the day."""
    word = word.lower()
    return _DESIGNATORS[word if word in _DESIGNATORS else word.removesuffix("s")]


def times(word: str) -> int:
    """How many units of ISO 8601 it is: two weeks for a fortnight."""
    return _TIMES.get(word.lower().removesuffix("s"), 1)


_ORDER = listed("Y M W D TH TM TS")
_HALF = pattern(rf"(?<![\w-])(?i:half)(?:{SPACE}|{HYPHEN})(?P<unit>(?i:hour|day))(?![\w-])")
_PERIOD = r"(?:day|week|month|year|quarter|annum|hour|shift|night|trip)"
_RATE = pattern(
    rf"{SPACE}(?i:an?|per|each|every)(?:{SPACE}(?i:calendar|business|working|contract))?"
    rf"{SPACE}(?i:{_PERIOD})(?![\w])|{GAP}/{GAP}\w"
)
_SINGLE = pattern(
    rf"(?<![\w-])(?P<half>(?i:half){SPACE})?(?i:an?){SPACE}(?P<whole>(?i:full|whole|calendar|additional|further){SPACE})?"
    rf"(?P<unit>(?i:year|month|week|day|hour|minute|fortnight|decade))"
    rf"(?P<more>{SPACE}(?i:and){SPACE}(?i:a){SPACE}(?i:half))?(?![\w-])"
)
_LENGTH_BEFORE = pattern(
    rf"(?<![\w])(?i:within|for|of|than|after|least|most|over|during|under|about|nearly|almost|exceed|exceeding|"
    rf"exceeds|lasts?|takes?|approximately|maximum|minimum|is|be){SPACE}$"
)
_LENGTH_AFTER = pattern(
    rf"{SPACE}(?i:from|after|following|prior|before|later|thereafter|has|have|elapsed)(?![\w])"
)
_CLOCK = pattern(r"(?:[01][0-9]|2[0-4])[0-5][0-9]")
_AT = pattern(rf"(?<![\w])(?i:at|by|from|until|till|before|between){SPACE}\Z")
_AGE = "an age"
_AGE_BEFORE = (before(_AGE, rf"(?<![\w])(?i:aged|ages?(?:{SPACE}of)?){SPACE}"),)
_AGE_AFTER = (
    after(_AGE, rf"(?:{SPACE}|-)(?i:of{SPACE}age|old)(?![\w])"),
    after(_AGE, rf"{SPACE}(?i:or|and|of{SPACE}age){SPACE}(?i:older|younger|over|above)(?![\w])"),
)
_MORE_AFTER = (after("a further length may be added", rf"{SPACE}(?i:and{SPACE}an?){SPACE}{UNIT}"),)
_AND = pattern(rf"(?P<comma>,)?{SPACE}(?:(?i:and){SPACE})?")
_FIGURES = pattern(r"[0-9.]+")
_COMMA = "one length of several units, or a list"
_VOCABULARY = NUMBER_WORDS | UNIT_WORDS


@dataclass(frozen=True, slots=True)
class _Length:
    """One number with one unit, before neighbours such as "1 hour" and "30 minutes" are joined."""

    value: Decimal
    unit: str
    start: int
    end: int
    ambiguous: str = ""
    within: Span | None = None
    in_words: bool = True
    number: Decimal | None = None


def find_durations(text: str) -> list[Reading[Duration]]:
    """All lengths of time in the text, in order."""
    return read_unwrapped(text, _VOCABULARY, _find)


def _find(text: str) -> list[Reading[Duration]]:
    numerals = find_numerals(text)
    counted = [length for at in range(len(numerals)) for length in _counted(text, numerals, at)]
    lengths = sorted([*counted, *_singles(text)], key=lambda length: length.start)
    compounds = [parts for parts in _compounds(text, lengths) if not _is_rate(text, parts)]
    told = with_bare_numbers(text, [_written(parts) for parts in compounds], numerals)
    readings = in_order(join_pairs(text, told, _in_same_units))
    return weigh(text, readings, _AGE_BEFORE, _AGE_AFTER + _MORE_AFTER)


def _written(parts: Sequence[_Length]) -> Written[Duration]:
    number = parts[0].number if len(parts) == 1 and not parts[0].within else None
    return Written(_reading(parts), WORDS if parts[0].in_words else FIGURES, number)


def _in_same_units(a: Duration, b: Duration) -> bool:
    """ "90 days (three months)" is no contradiction."""
    return _FIGURES.sub("", a.iso8601) == _FIGURES.sub("", b.iso8601)


def _counted(text: str, numerals: Sequence[Numeral], at: int) -> Iterator[_Length]:
    numeral = numerals[at]
    found = unit_after(text, numeral)
    if not found or numeral.value < 0 or not stands_free(text, numerals, at):
        return
    if numeral.after.isalpha() and found.start("unit") != numeral.end:
        return
    unit, factor = designator(found["unit"]), times(found["unit"])
    if unit == "Y" and 1900 <= numeral.value <= 2100 and not numeral.in_words:
        return  # "the 2023 year" is a year, not a length
    clock = _clock_time(text, numeral) if unit == "TH" else ""
    if clock == _SURELY:
        return
    head = head_of(text, numerals, at)
    if head and head.numeral.value >= 0:
        low, within = head.numeral, Span(head.start, found.end())
        yield _Length(low.value * factor, unit, low.start, low.end, low.doubt_with_unit, within, low.in_words)
    note = numeral.doubt_with_unit or clock
    value, in_words = numeral.value, numeral.in_words
    yield _Length(value * factor, unit, numeral.start, found.end(), note, None, in_words, value)


_SURELY = "a clock time"


def _clock_time(text: str, numeral: Numeral) -> str:
    """The doubt that "1400 hours" is two o'clock. "0900 hours" and "at 1400 hours" surely are a time."""
    written = text[numeral.start : numeral.end]
    if not _CLOCK.fullmatch(written):
        return ""
    surely = written[0] == "0" or _AT.search(text, max(0, numeral.start - 50), numeral.start)
    return _SURELY if surely else "a clock time, or a length"


def _singles(text: str) -> Iterator[_Length]:
    """ "a year", where the words around it make it a length."""
    for found in _SINGLE.finditer(text):
        half, more = bool(found["half"]), bool(found["more"])
        before = _LENGTH_BEFORE.search(text, max(0, found.start() - 60), found.start())
        if half or more or found.start() == 0 or before or _LENGTH_AFTER.match(text, found.end()):
            value = Decimal("0.5") if half else Decimal("1.5") if more else Decimal(1)
            value *= times(found["unit"])
            yield _Length(value, designator(found["unit"]), found.start(), found.end())
    for found in _HALF.finditer(text):
        yield _Length(Decimal("0.5"), designator(found["unit"]), found.start(), found.end())


def _compounds(text: str, lengths: Sequence[_Length]) -> list[list[_Length]]:
    """Neighbours of falling unit in one: "1 hour 30 minutes", "two years and six months"."""
    compounds: list[list[_Length]] = []
    for length in lengths:
        link = _link(text, compounds[-1][-1], length) if compounds else None
        if link:
            compounds[-1].append(
                replace(length, ambiguous=length.ambiguous or (_COMMA if link["comma"] else ""))
            )
        else:
            compounds.append([length])
    return compounds


def _link(text: str, first: _Length, second: _Length) -> re.Match[str] | None:
    if second.start - first.end > 90 or first.within or second.within or second.start < first.end:
        return None
    if _ORDER.index(first.unit) >= _ORDER.index(second.unit) or first.value % 1:
        return None
    return _AND.fullmatch(text, first.end, second.start)


def _is_rate(text: str, parts: Sequence[_Length]) -> bool:
    within = parts[0].within
    return bool(_RATE.match(text, within.end if within else parts[-1].end))


def _reading(parts: Sequence[_Length]) -> Reading[Duration]:
    notes = [part.ambiguous for part in parts if part.ambiguous]
    value = Duration(iso8601=_iso8601(parts))
    return Reading(value, parts[0].start, parts[-1].end, notes[0] if notes else "", parts[0].within)


def _iso8601(parts: Sequence[_Length]) -> str:
    dates, times = "", ""
    for part in parts:
        value, unit = part.value, part.unit
        if unit == "Y" and value % 1 and not (value * 12) % 1 and len(parts) == 1:
            value, unit = value * 12, "M"
        written = format(value, "f")
        written = written.rstrip("0").rstrip(".") if "." in written else written
        if unit.startswith("T"):
            times += written + unit[1:]
        else:
            dates += written + unit
    return f"P{dates}" + (f"T{times}" if times else "")
