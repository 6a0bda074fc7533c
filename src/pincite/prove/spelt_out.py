"""Tell whether the digits, names, units and currency of a value stand in words that no parser of ours reads.

This proves nothing: it separates a value that a reader may well have read there from one that it made up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from pydantic import BaseModel

from pincite.values.currencies import find_marks
from pincite.values.numerals import find_numerals
from pincite.values.scale_notes import scale_notes
from pincite.values.types import Amount, DateRange, DateValue, Duration, Iban, Number, Percentage, PersonName

_DIGITS = re.compile(r"\d+")
_NUMERAL = re.compile(r"\d+(?:[.,'’  \s]\d+)*")
_PERCENT = re.compile(r"%|‰|\bper\s?-?\s?cent|\bpercent|\bprozent|\bpct\b", re.IGNORECASE)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_OTHER_MONTHS = {"mär": 3, "mai": 5, "okt": 10, "dez": 12, "fév": 2, "avr": 4, "juin": 6, "juil": 7, "aoû": 8}
_WORD = re.compile(r"[^\W_]+")
_UNITS = {
    "Y": r"years?|yrs?|annum|annual\w*|jahre?n?",
    "MONTH": r"months?|mos?|monate?n?",
    "W": r"weeks?|wks?|wochen?",
    "D": r"days?|tage?n?",
    "H": r"hours?|hrs?|h|stunden?",
    "M": r"minutes?|mins?",
    "S": r"seconds?|secs?|s",
}
_PART = re.compile(r"(\d+(?:\.\d+)?)([YMWDHS])")
_MANY = {
    "thousand": 10**3, "tsd": 10**3, "k": 10**3, "lakh": 10**5, "million": 10**6, "millions": 10**6,
    "mio": 10**6, "mn": 10**6, "m": 10**6, "crore": 10**7, "billion": 10**9, "bn": 10**9,
    "mrd": 10**9, "trillion": 10**12,
}  # fmt: skip


def not_stated(value: BaseModel, words: str, cited: Sequence[str]) -> str:
    """What of a value no cited place states, for people; empty where all of it stands there.

    `words` are those that the value is said to be, `cited` the words of all places that are cited for it.
    """
    match value:
        case Amount():
            return (
                _number(value.value, words, cited)
                or currency_not_cited(value, cited)
                or _unit(value.unit, cited)
            )
        case Number():
            return _number(value.value, words, cited) or _unit(value.unit, cited)
        case Percentage():
            if not any(map(_PERCENT.search, cited)):
                return "no cited place says that it is a percentage"
            return _number(value.value, words, cited)
        case DateValue():
            return _date(value.iso, words)
        case DateRange():
            return next(filter(None, (_date(end, words) for end in (value.start, value.end) if end)), "")
        case Duration():
            return _duration(value.iso8601, words)
        case PersonName():
            return _name(value, words)
        case Iban():
            same = value.iban in re.sub(r"[\s\W_]", "", words).upper()
            return "" if same else "its characters are not those that are quoted"
    return _tokens(value, words)


def currency_not_cited(value: Amount, cited: Sequence[str]) -> str:
    """Why the currency of an amount is not given; empty where a cited place states it, or it has none."""
    if value.currency is None:
        return ""
    codes = {mark.code for each in cited for mark in find_marks(f" {each} ")}
    codes |= {note.currency for each in cited for note in scale_notes(each)}
    if value.currency in codes:
        return ""
    return f"no cited place states the currency {value.currency}"


def _unit(unit: str | None, cited: Sequence[str]) -> str:
    if unit is None:
        return ""
    said = {word for each in cited for word in _WORD.findall(each.casefold())}
    lacking = [word for word in _WORD.findall(unit.casefold()) if not _stands(word, said)]
    return f"no cited place states the unit “{unit}”" if lacking else ""


def _stands(word: str, said: set[str]) -> bool:
    return word in said or f"{word}s" in said or word.removesuffix("s") in said


def numbers_in(words: str) -> set[Decimal]:
    """Every number that some words can be read as: by our parser, and with either mark for decimals."""
    found = {numeral.value for numeral in find_numerals(words)}
    for numeral in _NUMERAL.findall(words):
        plain = re.sub(r"[\s'’]", "", numeral)
        for group, point in ((",", "."), (".", ",")):
            # Marks between groups stand before three digits; that of the decimals stands once, behind them.
            if re.fullmatch(rf"\d+(?:[{group}]\d{{3}})*(?:[{point}]\d+)?", plain):
                found.add(Decimal(plain.replace(group, "").replace(point, ".")))
    return found


def _number(number: Decimal, words: str, cited: Sequence[str]) -> str:
    said = numbers_in(words)
    below = re.search(r"[-–−(]\s*(?:[^\w\s]|[A-Z]{1,3})?\s*[\d.,]", words) is not None
    if below:
        said |= {-each for each in said}
    factors = {1, *(note.factor for each in cited for note in scale_notes(each))}
    factors |= {_MANY[word] for word in _WORD.findall(words.casefold()) if word in _MANY}
    if any(each * factor == number for each in said for factor in factors):
        return ""
    return f"the quoted words do not state the number {number:f}"


def _date(iso: str, words: str) -> str:
    """Year, month and day stand each at a place of its own."""
    year, *rest = (int(part) for part in iso.split("-"))
    runs = [int(run) for run in _DIGITS.findall(words)]
    if not runs:
        runs = [int(number) for number in numbers_in(words) if number == number.to_integral_value()]
    folded = words.casefold()
    if year not in runs and year % 100 not in runs:
        return f"the quoted words do not state the year {year}"
    runs.remove(year if year in runs else year % 100)
    if rest:
        named = {at for at, month in enumerate(_MONTHS, start=1) if re.search(rf"\b{month}", folded)}
        named |= {number for word, number in _OTHER_MONTHS.items() if word in folded}
        if rest[0] not in named and (named or rest[0] not in runs):
            return f"the quoted words do not state the month {rest[0]}"
        if not named:
            runs.remove(rest[0])
    if len(rest) > 1 and rest[1] not in runs:
        return f"the quoted words do not state the day {rest[1]}"
    return ""


def _duration(iso: str, words: str) -> str:
    said, time = numbers_in(words), False
    days, _, hours = iso.lstrip("-P").partition("T")
    for part in (days, hours):
        for count, letter in _PART.findall(part):
            unit = "MONTH" if letter == "M" and not time else letter
            if Decimal(count) not in said:
                return f"the quoted words do not state the number {count}"
            if not re.search(rf"(?:\b|(?<=\d))(?:{_UNITS[unit]})\b", words, re.IGNORECASE):
                return f"the quoted words do not state the unit of “{count}”"
        time = True
    return ""


def _name(value: PersonName, words: str) -> str:
    """The parts of a name in their order; the last one first only where a comma follows it."""
    parts = [
        word.casefold()
        for part in (value.first, value.middle, value.last)
        if part
        for word in _WORD.findall(part)
    ]
    said = [word.casefold() for word in _WORD.findall(words)]
    if lacking := next((part for part in parts if part not in said), ""):
        return f"the quoted words do not state “{lacking}”"
    last_first = re.search(rf"{re.escape(value.last)}\s*,", words, re.IGNORECASE) is not None
    rest = iter(said)
    in_order = all(any(part == word for word in rest) for part in parts)
    return "" if in_order or last_first else "the quoted words have the parts of the name in another order"


def _tokens(value: BaseModel, words: str) -> str:
    """Every word and number of a name, an address or a type of the user's own, in any order of its fields."""
    said = {word.casefold() for word in _WORD.findall(words)}
    for text in _texts(value.model_dump(mode="json")):
        for word in _WORD.findall(text):
            if word.casefold() not in said:
                return f"the quoted words do not state “{word}”"
    return ""


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
    elif value is not None and not isinstance(value, bool):
        yield str(value)
