"""Read the figures of a name as bands, and say where a quantity falls: 22 kilos in "20–24.9 kg".

Rows and columns of price lists, dosing tables and schedules are named by what they hold for: "Child 5–15",
"up to 2 kg", "65+". Whether a figure lies inside is arithmetic, which no model does as surely.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pincite.values.currencies import ISO_4217, SIGNS, WORDLIKE_CODES
from pincite.values.gaps import listed
from pincite.values.numerals import Numeral, find_numerals

_DASH = "-\u2010\u2011\u2012–—"
_CODES = ISO_4217 - WORDLIKE_CODES
_MONEY = rf"(?-i:[$]|{'|'.join(map(re.escape, SIGNS))}|(?:{'|'.join(sorted(_CODES))})\b)"
_TO = re.compile(rf"\s*(?P<unit>[^\W\d]{{0,12}})\s*(?:[{_DASH}]|to|up to|and)\s*{_MONEY}?\s*", re.IGNORECASE)
_AT_MOST = re.compile(
    rf"(?:(?:up|down) to|under|below|(?:less|fewer|younger|shorter|lighter|smaller|not more|no more) than"
    rf"|at most|max(?:imum|\.)?|until|within|≤|<)\s*{_MONEY}?\s*$",
    re.IGNORECASE,
)
_AT_LEAST = re.compile(
    rf"(?:over|above|from|(?:more|older|longer|heavier|larger|not less|no less) than|at least|min(?:imum|\.)?"
    rf"|exceeding|≥|>)\s*{_MONEY}?\s*$",
    re.IGNORECASE,
)
_AND_MORE = re.compile(r"\s*(?:\+|plus\b|(?:and|or) (?:over|above|older|more|longer|up|upwards|larger)\b)")
_AND_LESS = re.compile(r"\s*(?:and|or) (?:under|below|younger|less|fewer|shorter|smaller)\b")
_UNIT = re.compile(rf"[{_DASH}]?\s*(?P<unit>°\s?[CF]?|%|[A-Za-zµ]{{1,12}}[²³]?)(?![\w/])")
_BEFORE = re.compile(rf"{_MONEY}\s*$")
_SIZES = {
    "mass": {"mg": "0.001", "g gram grams": "1", "kg kgs kilo kilos kilogram kilograms": "1000"},
    "length": {
        "mm millimetre millimetres millimeter millimeters": "0.001",
        "cm centimetre centimetres centimeter centimeters": "0.01",
        "m metre metres meter meters": "1",
        "km kilometre kilometres kilometer kilometers": "1000",
        "mile miles": "1609.344",
        "ft foot feet": "0.3048",
    },
    "volume": {
        "ml millilitre millilitres": "0.001",
        "l litre litres liter liters": "1",
        "kl kilolitre kilolitres m³": "1000",
    },
    "power": {"w watt watts": "0.001", "kw kilowatt kilowatts": "1", "mw megawatts": "1000"},
    "energy": {"kwh": "1", "mwh": "1000"},
    "warmth": {"° °c degrees": "1"},
    "share": {"% percent": "1"},
    "time": {
        "min mins minute minutes": "0.000694",
        "h hr hrs hour hours": "0.041667",
        "day days": "1",
        "week weeks wk wks": "7",
        "month months mo mths": "30.44",
        "year years yr yrs": "365.25",
    },
}
_UNITS = {
    word: (kind, Decimal(factor))
    for kind, sizes in _SIZES.items()
    for words, factor in sizes.items()
    for word in listed(words)
}
# A year is compared as a time, not as a size.
_YEARS = range(1900, 2101)
_OPEN = Decimal(10) ** 15


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure with what it measures; `kind` is "" where nothing says it."""

    value: Decimal
    kind: str = ""
    factor: Decimal = Decimal(1)


@dataclass(frozen=True, slots=True)
class Band:
    """From `low` to `high`, both included; None where nothing limits that side. One figure is both."""

    low: Decimal | None
    high: Decimal | None
    kind: str = ""
    factor: Decimal = Decimal(1)

    @property
    def is_figure(self) -> bool:
        return self.low is not None and self.low == self.high

    @property
    def width(self) -> Decimal:
        """Of bands that hold a quantity, the narrowest is meant: up to 5 kg, not up to 10 kg."""
        if self.low is None:
            return (self.high or Decimal(0)) * self.factor
        high = _OPEN if self.high is None else self.high * self.factor
        return high - self.low * self.factor

    def compares(self, quantity: Quantity) -> bool:
        """Whether both may measure the same: a length is not a weight."""
        return not (self.kind and quantity.kind) or self.kind == quantity.kind

    def holds(self, quantity: Quantity) -> bool:
        """Whether a quantity that compares lies inside."""
        same = self.kind and quantity.kind
        value = quantity.value * quantity.factor / self.factor if same else quantity.value
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)


def quantities(words: str) -> tuple[Quantity, ...]:
    """The figures that a question names, with their measures; a bare year is none."""
    found = []
    for numeral in find_numerals(words):
        kind, factor = _measure(words, numeral)
        if kind or not _is_year(numeral.value):
            found.append(Quantity(numeral.value, kind, factor))
    return tuple(found)


def bands(words: str) -> tuple[Band, ...]:
    """What the figures of a name hold for, in order."""
    numerals = find_numerals(words) if any(character.isdigit() for character in words) else ()
    found, at = [], 0
    while at < len(numerals):
        band, used = _band(words, numerals, at)
        if band.kind or not (_is_year(band.low) and _is_year(band.high)):
            found.append(band)
        at += used
    return tuple(found)


def narrowest(asked: Sequence[Quantity], named: Iterable[Band]) -> Decimal | None:
    """The width of the narrowest band that holds one of the quantities; None where none does."""
    inside = [
        band.width
        for band in named
        if not band.is_figure and any(band.compares(each) and band.holds(each) for each in asked)
    ]
    return min(inside, default=None)


def stands_outside(asked: Sequence[Quantity], named: Iterable[Band]) -> bool:
    """Whether a name holds for other quantities than those asked for, of the same measure."""
    compared = [(band, each) for band in named if not band.is_figure for each in asked if band.compares(each)]
    return bool(compared) and not any(band.holds(each) for band, each in compared)


def says_figure(asked: Sequence[Quantity], named: Iterable[Band]) -> bool:
    """Whether a name says one of the figures itself."""
    return any(
        band.is_figure and any(band.compares(each) and band.holds(each) for each in asked) for band in named
    )


def _band(words: str, numerals: Sequence[Numeral], at: int) -> tuple[Band, int]:
    own = numerals[at]
    after = numerals[at + 1] if at + 1 < len(numerals) else None
    if after is not None and own.value < after.value and _leads(words, own.end, after.start):
        kind, factor = _measure(words, after)
        return Band(own.value, after.value, kind or _measure(words, own)[0], factor), 2
    kind, factor = _measure(words, own)
    unit = _UNIT.match(words, own.end)
    end = unit.end() if unit and unit["unit"].lower() in _UNITS else own.end
    before = words[: own.start]
    if _AT_MOST.search(before) or _AND_LESS.match(words, end) or _AND_LESS.match(words, own.end):
        return Band(None, own.value, kind, factor), 1
    if _AT_LEAST.search(before) or _AND_MORE.match(words, end) or _AND_MORE.match(words, own.end):
        return Band(own.value, None, kind, factor), 1
    return Band(own.value, own.value, kind, factor), 1


def _leads(words: str, start: int, end: int) -> bool:
    """Whether what stands between two figures makes them the ends of a range: not in "1 May to 30 June"."""
    found = _TO.fullmatch(words, start, end)
    return found is not None and (not found["unit"] or found["unit"].lower() in _UNITS)


def _measure(words: str, numeral: Numeral) -> tuple[str, Decimal]:
    if _BEFORE.search(words, max(0, numeral.start - 6), numeral.start):
        return "money", Decimal(1)
    more = _AND_MORE.match(words, numeral.end)
    unit = _UNIT.match(words, more.end() if more else numeral.end)
    said = unit["unit"].replace(" ", "") if unit else ""
    if said in _CODES or said in SIGNS:
        return "money", Decimal(1)
    return _UNITS.get(said.lower(), ("", Decimal(1)))


def _is_year(value: Decimal | None) -> bool:
    return value is not None and value == value.to_integral_value() and int(value) in _YEARS
