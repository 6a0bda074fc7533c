"""Doubt a value for what stands beside it: a sign, a tolerance, a share of it, digits that go on.

A parser knows the words of its own value. What makes another value of them stands just outside: the
"±" of "6 ± 2 hours", the "half of" before "one year", the "000" after "$30". A value that is but a
part of another is not read; one that may be says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pincite.patterns import pattern
from pincite.values.gaps import GAP, SPACE, before_gap, listed
from pincite.values.number_words import NUMBER_WORDS, SCALES
from pincite.values.readings import Reading, V

_REACH = 64  # how far before a value its clues may begin
_OWN_END = 24


@dataclass(frozen=True, slots=True)
class Clue:
    """Words beside a value that make it doubtful. `own`: how its own words begin or end, next to them."""

    note: str
    beside: re.Pattern[str]
    own: re.Pattern[str]
    ends: str = ""


def before(note: str, beside: str, own: str = "", ends: str = "") -> Clue:
    """A clue that ends where the value begins.

    `ends` are the last characters it can have. Few values have a clue before them, and one
    character tells so sooner than a search does.
    """
    return Clue(note, pattern(rf"(?:{beside})\Z"), pattern(own), ends)


def after(note: str, beside: str, own: str = "") -> Clue:
    """A clue that begins where the value ends."""
    return Clue(note, pattern(beside), pattern(rf"(?:{own})\Z"))


def weigh(
    text: str, readings: Iterable[Reading[V]], before: Sequence[Clue] = (), after: Sequence[Clue] = ()
) -> list[Reading[V]]:
    """The readings that are no part of another value; those that may be one say so."""
    befores, afters = (*before, *_BEFORE), (*after, *_AFTER)
    return [_doubted(text, reading, befores, afters) for reading in readings if not _is_part(text, reading)]


_DASHES = "-\u2010\u2011\u2012–—−\ufe63\uff0d"
_PLUS_MINUS = rf"(?:±|\+[/]?[{_DASHES}]|(?i:plus(?:{SPACE}or{SPACE}|/)minus))"
_DIGITS = "0123456789"
_NEAR = r"[^\S\n]{0,3}"
_APART = r"[^\S\n]{1,3}"
_SHARES = listed(
    "half halves thirds? quarters? fourths? fifths? sixths? sevenths? eighths? ninths? tenths? "
    "twelfths? sixteenths? twentieths? hundredths? thousandths?"
)
_SCALE_WORDS = rf"(?i:{'|'.join(SCALES)}|hundred)s?"
_WORDS = rf"(?i:{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})(?![\w])"
# After these a dash is no punctuation: "a rate of – 5%".
_BEFORE_SIGN = listed(
    "of is was are were be at to from between and or by than about below above under over prime libor "
    "euribor sofr sonia rate"
)

# A list marks its items so too, but then mostly before a word or a code: "- USD 500".
SIGN = (
    before(
        "a dash, or a number below zero",
        rf"(?:\A|[\n(\[:=|,;]|(?<![\w])(?i:{'|'.join(_BEFORE_SIGN)}))[^\S\n]{{0,4}}[{_DASHES}]{_NEAR}"
        rf"|(?<![0-9%)])[^\S\n][{_DASHES}]",
        r"[^A-Za-z]",
        _DASHES,
    ),
)
_MULTIPLE = "a multiple of this value"
_GOES_ON = "the number may go on"
_BROKEN = "digits before it may belong to it"
_PARTS = (
    before(
        "a share of this value",
        rf"(?:(?<![^\W_])(?i:{'|'.join(_SHARES)})|[0-9]/[0-9]{{1,3}}(?i:ths?|rds?|nds?)?|[½¼¾⅓⅔⅛⅜⅝⅞])"
        rf"(?:{GAP}[(\[][^()\[\]\n]{{1,20}}[)\]])?{SPACE}(?i:of){SPACE}",
        ends="fF",
    ),
    before("half of this value", rf"(?<![\w])(?i:half){SPACE}", r"(?i:an?)\s", "fF"),
    before("a tolerance", rf"[0-9][^\n;]{{0,9}}{_PLUS_MINUS}{_NEAR}", ends="±sS" + _DASHES),
)
_BEFORE = (
    before("plus or minus", rf"{_PLUS_MINUS}{_NEAR}[(\[]?", ends="±sS([" + _DASHES),
    before("less this value, or one below zero", rf"(?<![\w])(?i:minus|negative){SPACE}", ends="sSeE"),
    before(_MULTIPLE, rf"(?<![\w])(?i:twice|thrice|double|triple|times){SPACE}", ends="sSeE"),
    before(_MULTIPLE, r"[0-9][ ]?[x×*][ ]?", r"[0-9]", "x×*"),
    before("one side of a ratio", rf"[0-9]{_NEAR}/{_NEAR}", r"[0-9]", "/"),
    before(_BROKEN, rf"[0-9]{_APART}[.,]{_NEAR}|[0-9]\.{_APART}", r"[0-9]", ".,"),
    before(_BROKEN, rf"[0-9]{_APART}", r"\.[0-9]", _DIGITS),
    before(_BROKEN, rf"[0-9],{_APART}|,[0-9]{{3}}[ ]", r"[0-9]{3}(?![0-9])", _DIGITS + ","),
    before(_BROKEN, r"(?<![\w.,/-])[0-9][ ]", r"[0-9](?![0-9,])", _DIGITS),
    before(
        "the number may begin earlier",
        rf"(?<![^\W\d]){_SCALE_WORDS}(?:,|{SPACE}(?i:and))?{SPACE}",
        rf"[0-9]|{_WORDS}",
        "dDnNhHcCeEsS,",
    ),
    before("a fraction may belong to the number before it", rf"(?:[0-9]|{_WORDS}){SPACE}(?i:and){SPACE}",
           r"[0-9]{1,2}/[0-9]|[½¼¾⅛⅜⅝⅞]", "dD"),
)  # fmt: skip
_AFTER = (
    after("plus or minus", rf"{_NEAR}[(\[]?{_PLUS_MINUS}"),
    after("a fraction may be added", rf"{SPACE}(?i:and){SPACE}(?:\w{{1,8}}(?:{SPACE}|-))?"
          rf"(?:(?i:half|quarters?|thirds?|fourths?|eighths?|tenths?)(?![\w])|[0-9]/[0-9])"),
    after("something is taken off", rf"{SPACE}(?i:minus|less){SPACE}(?:[0-9$€£]|{_WORDS})"),
    after(_MULTIPLE, r"[ ]?[x×][ ]?[0-9]", r"\w"),
    after(_GOES_ON, rf"(?:{GAP}|-)(?:{_SCALE_WORDS}|(?i:mn|bn|mln|mio|mrd))(?![\w])"),
    after(
        _GOES_ON,
        rf"{SPACE}(?:[0-9]|{_WORDS})|(?:,|{SPACE}(?i:and)){SPACE}[0-9][0-9.,]{{0,12}}{SPACE}{_SCALE_WORDS}",
        rf"(?<![^\W\d]){_SCALE_WORDS}",
    ),
    after(_GOES_ON, rf"{_APART}[.,]{_NEAR}[0-9]|\.{_APART}[0-9]", r"[0-9]"),
    after(_GOES_ON, rf"{GAP}000(?![0-9])|,{_APART}[0-9]{{3}}(?![0-9])", r"[0-9]"),
    after(_GOES_ON, r"[ ][0-9]{3}(?![0-9]|[.,][0-9])", r",[0-9]{3}"),
    after(_GOES_ON, r"[ ][0-9](?![0-9,])", r"(?<![\w.,/-])[0-9]"),
)  # fmt: skip


def _is_part(text: str, reading: Reading[V]) -> bool:
    return bool(_first(text, _PARTS, reading.within.start if reading.within else reading.start))


def _doubted(text: str, reading: Reading[V], befores: Sequence[Clue], afters: Sequence[Clue]) -> Reading[V]:
    if reading.ambiguous:
        return reading
    start = reading.within.start if reading.within else reading.start
    end = max(reading.end, reading.within.end if reading.within else 0)
    note = _first(text, befores, start) or _last(text, afters, start, end)
    return replace(reading, ambiguous=note) if note else reading


def _first(text: str, clues: Iterable[Clue], start: int) -> str:
    end = before_gap(text, start)
    last = text[end - 1 : end]
    possible = (clue for clue in clues if not clue.ends or last in clue.ends)
    return next((clue.note for clue in possible if _stands_before(text, clue, start)), "")


def _stands_before(text: str, clue: Clue, start: int) -> bool:
    if not clue.own.match(text, start):
        return False
    return clue.beside.search(text, max(0, start - _REACH), start) is not None


def _last(text: str, clues: Iterable[Clue], start: int, end: int) -> str:
    reach = max(start, end - _OWN_END)
    return next(
        (clue.note for clue in clues if clue.beside.match(text, end) and clue.own.search(text, reach, end)),
        "",
    )
