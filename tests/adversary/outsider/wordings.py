"""Typed values together with the words a document uses for them.

Each function returns a `Slot`: given a seeded generator it makes one `Worded` value.
Decimals are strings, as in the public JSON.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from random import Random

from .claims import Value


@dataclass(frozen=True, slots=True)
class Worded:
    """One value and its exact words."""

    text: str
    answer_type: str
    value: Value


Slot = Callable[[Random], Worded]

SIGNS = {"EUR": "€", "USD": "$", "GBP": "£"}
_TENS = {
    10: "ten",
    14: "fourteen",
    15: "fifteen",
    20: "twenty",
    30: "thirty",
    45: "forty-five",
    60: "sixty",
    90: "ninety",
}
_UNITS = {"day": "D", "month": "M", "year": "Y", "week": "W", "hour": "H", "minute": "M"}
_PART_OF_A_DAY = {"hour", "minute"}


def money(currency: str, low: int, high: int, step: int, style: str = "code") -> Slot:
    """An amount such as EUR 1,250 (code), €1,250 (sign) or EUR 1,250.00 (cents)."""

    def make(rng: Random) -> Worded:
        return amount_words(Decimal(rng.randrange(low, high + 1, step)), currency, style)

    return make


def amount_words(number: Decimal, currency: str, style: str = "code") -> Worded:
    """The amount in one of the three styles of `money`."""
    digits = f"{number:,.2f}" if style == "cents" or number != int(number) else f"{number:,.0f}"
    text = f"{SIGNS[currency]}{digits}" if style == "sign" else f"{currency} {digits}"
    return Worded(text, "amount", {"value": plain(number), "currency": currency, "unit": None})


def millions(currency: str, low: int, high: int, scale: str = "million") -> Slot:
    """An amount such as USD 2.4 million; `low` and `high` count tenths."""
    factor = {"million": Decimal(10) ** 6, "billion": Decimal(10) ** 9, "thousand": Decimal(10) ** 3}[scale]

    def make(rng: Random) -> Worded:
        tenths = rng.randint(low, high)
        tenths += tenths % 10 == 0
        number = Decimal(tenths) / 10
        value = {"value": plain(number * factor), "currency": currency, "unit": None}
        return Worded(f"{currency} {number} {scale}", "amount", value)

    return make


def percent(low: int, high: int, sign: str = "%") -> Slot:
    """A percentage in tenths, such as 2.5%."""

    def make(rng: Random) -> Worded:
        tenths = rng.randint(low, high)
        tenths += tenths % 10 == 0
        number = plain(Decimal(tenths) / 10)
        return Worded(f"{number}{sign}", "percentage", {"value": number})

    return make


def span(unit: str, *counts: int, spelled: bool = False) -> Slot:
    """A duration such as 30 days, or thirty (30) days where `spelled`."""

    def make(rng: Random) -> Worded:
        count = rng.choice(counts)
        words = f"{_TENS[count]} ({count})" if spelled else str(count)
        return _duration(words, count, unit)

    return make


def stretch(low: int, high: int, step: int, unit: str) -> Slot:
    """A duration from a range, such as 36 hours."""

    def make(rng: Random) -> Worded:
        count = rng.randrange(low, high + 1, step)
        return _duration(str(count), count, unit)

    return make


def _duration(words: str, count: int, unit: str) -> Worded:
    prefix = "PT" if unit in _PART_OF_A_DAY else "P"
    return Worded(f"{words} {unit}s", "duration", {"iso8601": f"{prefix}{count}{_UNITS[unit]}"})


def day(first: int, last: int, style: str = "%d %B %Y") -> Slot:
    """A date between two years, written in words or as ISO."""

    def make(rng: Random) -> Worded:
        start = date(first, 1, 1)
        moment = start + timedelta(days=rng.randrange((date(last, 12, 31) - start).days))
        return date_words(moment, style)

    return make


def date_words(moment: date, style: str = "%d %B %Y") -> Worded:
    """The date written in `style`, without a leading zero before a month's name."""
    text = moment.strftime(style)
    if "%B" in style:
        text = text.replace(" 0", " ").removeprefix("0")
    return Worded(text, "date", {"iso": moment.isoformat(), "precision": "day"})


def quantity(low: int, high: int, step: int, unit: str) -> Slot:
    """A number with its unit, such as 250 mg."""

    def make(rng: Random) -> Worded:
        number = rng.randrange(low, high + 1, step)
        return Worded(f"{number:,} {unit}", "number", {"value": str(number), "unit": unit})

    return make


def person(*names: str) -> Slot:
    """One of the names, each "First Last" or "First Middle Last"."""

    def make(rng: Random) -> Worded:
        name = rng.choice(names)
        first, *middle, last = name.split()
        return Worded(name, "person", {"first": first, "middle": " ".join(middle) or None, "last": last})

    return make


def company(*names: str) -> Slot:
    """One of the organisations."""

    def make(rng: Random) -> Worded:
        name = rng.choice(names)
        return Worded(name, "organisation", {"name": name})

    return make


def word(*choices: str) -> Slot:
    """One of the words, of no interest as a value."""
    return lambda rng: Worded(text := rng.choice(choices), "text", {"text": text})


def plain(number: Decimal) -> str:
    """The decimal without exponent or trailing zeros."""
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
